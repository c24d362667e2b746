#include "verifier/mixing.h"

#include "base/json-read.h"
#include "base/memory.h"

/* Weights are held as integers of at most about this many bits. */
enum { weight_bit_limit = 1 << 23 };

/* ---- one query ------------------------------------------------------------------------------ */

void mixing_row_init(mixing_row *row, const fc *task)
{
    row->blocks = (size_t)task->L + 2;
    row->last_tokens = 1;
    row->block = memory_new(row->blocks, sizeof *row->block);
    row->tiny = memory_new(row->blocks, sizeof *row->tiny);
    row->exponent = memory_new(row->blocks, sizeof *row->exponent);
    for (size_t b = 0; b < row->blocks; b++)
        mpz_inits(row->block[b], row->tiny[b], NULL);
    mpz_inits(row->wanted, row->total, row->total_with_tiny, row->scratch, NULL);
}

void mixing_row_clear(mixing_row *row)
{
    for (size_t b = 0; b < row->blocks; b++)
        mpz_clears(row->block[b], row->tiny[b], NULL);
    memory_free(row->block);
    memory_free(row->tiny);
    memory_free(row->exponent);
    mpz_clears(row->wanted, row->total, row->total_with_tiny, row->scratch, NULL);
}

/* sum = 2^exponent * (the sum over the block), for size = outer_count * inner_count + part:
 * all inners below the full outers, and `part` inners below the last outer. */
static void sum_digits(mpz_t sum, int64_t *exponent, key_block *b, mpz_t scratch)
{
    uint64_t outer_count = b->size / b->inner_count, part = b->size % b->inner_count;
    digit_sum_compute(&b->full_inner, b->inner_count, b->inner);
    digit_sum_compute(&b->full_outer, outer_count, b->outer);
    mpz_mul(sum, b->full_inner.sum, b->full_outer.sum);
    *exponent = b->base + b->full_inner.low + b->full_outer.low;
    if (part == 0)
        return;
    digit_sum_compute(&b->part_inner, part, b->inner);
    int64_t last = b->base + b->part_inner.low;
    for (unsigned j = 0; j < digits_limit; j++)
        last += outer_count >> j & 1 ? b->outer[j] : 0;
    mpz_set(scratch, b->part_inner.sum);
    if (last > *exponent)
        mpz_mul_2exp(scratch, scratch, (mp_bitcnt_t)(last - *exponent));
    else
        mpz_mul_2exp(sum, sum, (mp_bitcnt_t)(*exponent - last));
    if (last < *exponent)
        *exponent = last;
    mpz_add(sum, sum, scratch);
}

/* Token by token, relative to 2^floor: what is lighter than that counts as 1 in `tiny`. */
static int sum_tokens(mpz_t sum, mpz_t tiny, const key_block *b, int64_t floor, mpz_t scratch)
{
    mpz_set_ui(sum, 0);
    for (uint64_t argument = 0; argument < b->size; argument++) {
        int64_t above = b->score[argument] - floor;
        if (above > weight_bit_limit)
            return 0;
        if (above < 0) {
            mpz_add_ui(tiny, tiny, 1);
            continue;
        }
        mpz_set_ui(scratch, 1);
        mpz_mul_2exp(scratch, scratch, (mp_bitcnt_t)above);
        mpz_add(sum, sum, scratch);
    }
    return 1;
}

/* Brings the sums to one exponent, takes the wanted token out of its block, adds up. */
static status combine(mixing_row *row, int64_t wanted_score, size_t wanted_block, error *e)
{
    int64_t least = wanted_score, most = wanted_score;
    for (size_t b = 0; b < row->blocks; b++) {
        least = row->exponent[b] < least ? row->exponent[b] : least;
        most = row->exponent[b] > most ? row->exponent[b] : most;
    }
    if (most - least > weight_bit_limit)
        return error_set(e, STATUS_LIMIT, "scores are too far apart to add up their weights");
    mpz_set_ui(row->wanted, 1);
    mpz_mul_2exp(row->wanted, row->wanted, (mp_bitcnt_t)(wanted_score - least));
    mpz_set_ui(row->total, 0);
    mpz_set_ui(row->total_with_tiny, 0);
    for (size_t b = 0; b < row->blocks; b++) {
        mpz_mul_2exp(row->block[b], row->block[b], (mp_bitcnt_t)(row->exponent[b] - least));
        mpz_mul_2exp(row->tiny[b], row->tiny[b], (mp_bitcnt_t)(row->exponent[b] - least));
        mpz_add(row->total, row->total, row->block[b]);
        mpz_add(row->total_with_tiny, row->total_with_tiny, row->tiny[b]);
    }
    mpz_sub(row->block[wanted_block], row->block[wanted_block], row->wanted);
    mpz_add(row->total_with_tiny, row->total_with_tiny, row->total);
    REQUIRE(mpz_sgn(row->block[wanted_block]) >= 0);
    return STATUS_OK;
}

/* The last token itself: exactly, or as a tiny one. */
static status weigh_last(mixing_row *row, score_rule *rule, const score_query *query,
                         int64_t wanted_score, error *e)
{
    int64_t score, floor = wanted_score - tiny_cut;
    TRY(score_of_last(&score, rule, query, e));
    int tiny = score < floor;
    row->exponent[0] = tiny ? floor : score;
    mpz_set_ui(row->block[0], tiny ? 0 : row->last_tokens);
    mpz_set_ui(row->tiny[0], tiny ? row->last_tokens : 0);
    return STATUS_OK;
}

status mixing_row_compute(mixing_row *row, score_rule *rule, const score_query *query,
                          fc_place wanted, error *e)
{
    TRY(score_rule_prepare(rule, query, e));
    int64_t wanted_score = score_of_token(rule, wanted);
    TRY(weigh_last(row, rule, query, wanted_score, e));
    for (size_t l = 0; l + 1 < row->blocks; l++) {
        key_block *b = &rule->block[l];
        mpz_ptr sum = row->block[l + 1];
        mpz_set_ui(row->tiny[l + 1], 0);
        if (b->by_digits) {
            sum_digits(sum, &row->exponent[l + 1], b, row->scratch);
            continue;
        }
        row->exponent[l + 1] = wanted_score - tiny_cut;
        if (!sum_tokens(sum, row->tiny[l + 1], b, row->exponent[l + 1], row->scratch))
            return error_set(e, STATUS_LIMIT, "some token far outweighs the wanted one");
    }
    return combine(row, wanted_score, (size_t)wanted.block + 1, e);
}

/* ---- all queries ------------------------------------------------------------------------------
 */

void mixing_hull_init(mixing_hull *hull, const fc *task)
{
    *hull = (mixing_hull){.blocks = (size_t)task->L + 2};
    qrange_init(hull->share);
    hull->part = qranges_new(hull->blocks);
}

void mixing_hull_clear(mixing_hull *hull)
{
    qrange_clear(hull->share);
    qranges_free(hull->part, hull->blocks);
}

static void set_fraction(mpq_t q, const mpz_t numerator, const mpz_t denominator)
{
    mpz_set(mpq_numref(q), numerator);
    mpz_set(mpq_denref(q), denominator);
}

/* Sign of a/b - q, by cross products: reducing millions of fractions would cost far more.
 * Until mixing_hull_finish, the hull's fractions are not in lowest terms. */
static int compare(const mpz_t a, const mpz_t b, const mpq_t q)
{
    mpz_t left, right;
    mpz_inits(left, right, NULL);
    mpz_mul(left, a, mpq_denref(q));
    mpz_mul(right, b, mpq_numref(q));
    int sign = mpz_cmp(left, right);
    mpz_clears(left, right, NULL);
    return sign;
}

/* Joins [low / low_total, high / high_total]; returns whether the lower end moved. */
static int join(qrange_t range, int begun, const mpz_t low, const mpz_t low_total, const mpz_t high,
                const mpz_t high_total)
{
    if (!begun || compare(high, high_total, range->hi) > 0)
        set_fraction(range->hi, high, high_total);
    if (begun && compare(low, low_total, range->lo) >= 0)
        return 0;
    set_fraction(range->lo, low, low_total);
    return 1;
}

void mixing_hull_add(mixing_hull *hull, const mixing_row *row, uint64_t w, uint64_t i)
{
    mpz_t high;
    mpz_init(high);
    if (join(hull->share, hull->begun, row->wanted, row->total_with_tiny, row->wanted,
             row->total)) {
        hull->w = w;
        hull->i = i;
    }
    for (size_t b = 0; b < hull->blocks; b++) {
        mpz_add(high, row->block[b], row->tiny[b]);
        join(&hull->part[b], hull->begun, row->block[b], row->total_with_tiny, high, row->total);
    }
    hull->begun = 1;
    mpz_clear(high);
}

void mixing_hull_finish(mixing_hull *hull)
{
    mpq_canonicalize(hull->share->lo);
    mpq_canonicalize(hull->share->hi);
    for (size_t b = 0; b < hull->blocks; b++) {
        mpq_canonicalize(hull->part[b].lo);
        mpq_canonicalize(hull->part[b].hi);
    }
}
