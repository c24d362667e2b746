#include "verifier/scores.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "verifier/terms.h"

#include <string.h>

/* Digits with larger exponents than this would make sums of millions of digits; scores up to
 * 2^60 can still be subtracted from each other. */
enum { exponent_limit = 1 << 22 };
#define SCORE_LIMIT (INT64_C(1) << 60)
/* Keys of a block that is summed token by token are held in a table of at most so many. */
#define TABLE_LIMIT (UINT64_C(1) << 26)

/* ---- machine integers --------------------------------------------------------------------- */

int integer_scaled(int64_t *value, mpq_srcptr q, int64_t denominator)
{
    mpz_t z;
    mpz_init(z);
    mpz_mul_si(z, mpq_numref(q), (long)denominator);
    int whole = mpz_divisible_p(z, mpq_denref(q)) != 0;
    if (whole)
        mpz_divexact(z, z, mpq_denref(q));
    int fine = whole && mpz_sizeinbase(z, 2) <= 62;
    *value = fine ? mpz_get_si(z) : 0;
    mpz_clear(z);
    return fine;
}

int denominator_join(int64_t *denominator, mpq_srcptr q)
{
    mpz_t z;
    mpz_init_set_si(z, (long)*denominator);
    mpz_lcm(z, z, mpq_denref(q));
    int fine = mpz_sizeinbase(z, 2) <= 31;
    if (fine)
        *denominator = mpz_get_si(z);
    mpz_clear(z);
    return fine;
}

/* z += x y, unless that overflows */
static int add_product(int64_t *z, int64_t x, int64_t y)
{
    int64_t product;
    return !__builtin_mul_overflow(x, y, &product) && !__builtin_add_overflow(*z, product, z);
}

static status too_large(error *e)
{
    return error_set(e, STATUS_LIMIT,
                     "the weights of queries and keys are too large or too fine "
                     "for machine integers");
}

/* ---- G --------------------------------------------------------------------------------------- */

/* Column `from` of Q against column `c` of K. */
static void score_weight(mpq_t sum, const attention_head *head, size_t c, size_t from)
{
    mpq_t product;
    mpq_init(product);
    mpq_set_ui(sum, 0, 1);
    for (size_t k = 0; k < head->key->rows; k++) {
        mpq_srcptr a = qmat_get(head->key, k, c), b = qmat_get(head->query, k, from);
        if (mpq_sgn(a) == 0 || mpq_sgn(b) == 0)
            continue;
        mpq_mul(product, a, b);
        mpq_add(sum, sum, product);
    }
    mpq_clear(product);
}

static int column_is_zero(const qmat_t a, size_t column)
{
    for (size_t row = 0; row < a->rows; row++)
        if (mpq_sgn(qmat_get(a, row, column)) != 0)
            return 0;
    return 1;
}

/* Runs over the nonzero entries of G, in two passes: denominators first, then entries. */
static int collect_entries(score_rule *rule, const attention_head *head, int pass)
{
    size_t width = rule->net->embed.width;
    mpq_t weight;
    mpq_init(weight);
    int fine = 1;
    for (size_t c = 0; c < width && fine; c++) {
        size_t before = rule->entries;
        for (size_t from = 0; from < width && fine && !column_is_zero(head->key, c); from++) {
            score_weight(weight, head, c, from);
            if (mpq_sgn(weight) == 0)
                continue;
            if (pass == 0) {
                fine = denominator_join(&rule->weight_denominator, weight);
                continue;
            }
            rule->entry = memory_resize(rule->entry, rule->entries + 1, sizeof *rule->entry);
            score_entry *entry = &rule->entry[rule->entries++];
            *entry = (score_entry){rule->keys, from, 0};
            fine = integer_scaled(&entry->weight, weight, rule->weight_denominator);
        }
        if (rule->entries > before) {
            rule->key = memory_resize(rule->key, rule->keys + 1, sizeof *rule->key);
            rule->key[rule->keys++] = c;
        }
    }
    mpq_clear(weight);
    return fine;
}

static int join_key_denominators(score_rule *rule)
{
    int fine = 1;
    for (size_t k = 0; k < rule->keys; k++) {
        const embedding_coordinate *from = &rule->net->embed.coordinate[rule->key[k]];
        for (size_t i = 0; i < from->count && fine; i++)
            fine = denominator_join(&rule->key_denominator, from->term[i].scale) &&
                   denominator_join(&rule->key_denominator, from->term[i].offset);
    }
    return fine;
}

/* ---- keys by digits ---------------------------------------------------------------------------
 */

/* j if x = 2^j, else -1; 0 stands for a `div` that is not applied. */
static int power_of_two(uint64_t x)
{
    if (x & (x - 1))
        return -1;
    int j = 0;
    while (x > 1) {
        x >>= 1;
        j++;
    }
    return j;
}

/* Which binary digit of inner or outer the term reads, if it reads one. */
static int classify(key_term *to, const embedding_term *term, uint64_t inner_count, int has_within)
{
    int inner = power_of_two(term->div);
    if (term->has_at || term->what != QUANTITY_ARGUMENT || term->mod != 2)
        return 0;
    if (inner >= 0 && (term->within != 0) == has_within) {
        to->kind = DIGIT_INNER;
        to->bit = (unsigned)inner;
        return 1;
    }
    if (term->within || !has_within || term->div % inner_count != 0 || term->div == 0)
        return 0;
    int outer = power_of_two(term->div / inner_count);
    to->kind = DIGIT_OUTER;
    to->bit = (unsigned)outer;
    return outer >= 0;
}

/* The modulus that splits arguments into outer and inner: the `within` of the block's terms. */
static int find_split(uint64_t *within, const score_rule *rule, int block)
{
    const fc *task = &rule->net->task;
    *within = 0;
    for (size_t k = 0; k < rule->keys; k++) {
        const embedding_coordinate *from = &rule->net->embed.coordinate[rule->key[k]];
        for (size_t i = 0; i < from->count; i++) {
            const embedding_term *term = &from->term[i];
            if (!term_reaches(term, task, block) || term->what != QUANTITY_ARGUMENT ||
                !term->within)
                continue;
            if (*within && *within != term->within)
                return 0;
            *within = term->within;
        }
    }
    return 1;
}

static int fill_terms(key_block *b, const score_rule *rule, int block, uint64_t within)
{
    const fc *task = &rule->net->task;
    mpq_t value;
    mpq_init(value);
    int fine = 1;
    for (size_t k = 0; k < rule->keys; k++) {
        const embedding_coordinate *from = &rule->net->embed.coordinate[rule->key[k]];
        for (size_t i = 0; i < from->count && fine; i++) {
            const embedding_term *term = &from->term[i];
            if (!term_reaches(term, task, block))
                continue;
            key_term to = {.key = k};
            if (term_is_uniform(term, task, block)) { /* keys read no symbols */
                term_value(value, term, term_fixed_digit(term, task, block));
                fine = integer_scaled(&to.offset, value, rule->key_denominator);
            } else {
                fine = classify(&to, term, b->inner_count, within != 0) &&
                       integer_scaled(&to.scale, term->scale, rule->key_denominator) &&
                       integer_scaled(&to.offset, term->offset, rule->key_denominator);
            }
            b->term = memory_resize(b->term, b->terms + 1, sizeof *b->term);
            b->term[b->terms++] = to;
        }
    }
    mpq_clear(value);
    return fine;
}

static int by_digits(key_block *b, const score_rule *rule, int block)
{
    uint64_t within;
    if (b->size == 1 || !find_split(&within, rule, block))
        return 0;
    b->inner_count = within && within < b->size ? within : b->size;
    if (fill_terms(b, rule, block, within))
        return 1;
    b->terms = 0;
    return 0;
}

/* ---- keys token by token ----------------------------------------------------------------------
 */

static int fill_table(key_block *b, const score_rule *rule, int block)
{
    const fc *task = &rule->net->task;
    uint64_t start = fc_block_start(task, block);
    if (rule->keys && b->size > TABLE_LIMIT / rule->keys)
        return 0;
    b->table = memory_new((size_t)b->size * rule->keys, sizeof *b->table);
    b->score = memory_new((size_t)b->size, sizeof *b->score);
    mpq_t value, sum;
    mpq_inits(value, sum, NULL);
    int fine = 1;
    for (uint64_t argument = 0; argument < b->size && fine; argument++)
        for (size_t k = 0; k < rule->keys && fine; k++) {
            const embedding_coordinate *from = &rule->net->embed.coordinate[rule->key[k]];
            mpq_set_ui(sum, 0, 1);
            for (size_t i = 0; i < from->count; i++) {
                const embedding_term *term = &from->term[i];
                if (!term_applies(term, (fc_place){block, argument}))
                    continue;
                uint64_t q = term->what == QUANTITY_POSITION   ? start + argument
                             : term->what == QUANTITY_ARGUMENT ? argument
                             : term->what == QUANTITY_BLOCK    ? (uint64_t)block
                                                               : 1;
                term_value(value, term, term_digit(term, q));
                mpq_add(sum, sum, value);
            }
            fine = integer_scaled(&b->table[argument * rule->keys + k], sum, rule->key_denominator);
        }
    mpq_clears(value, sum, NULL);
    return fine;
}

/* ---- the rule
 * ------------------------------------------------------------------------------------ */

status score_rule_init(score_rule *rule, const network *net, const attention_head *head, error *e)
{
    unsigned L = net->task.L;
    *rule = (score_rule){.net = net, .weight_denominator = 1, .key_denominator = 1};
    rule->block = memory_new(L + 1, sizeof *rule->block);
    for (unsigned l = 0; l <= L; l++) {
        key_block *b = &rule->block[l];
        b->size = fc_block_size(&net->task, (int)l);
        digit_sum_init(&b->full_outer);
        digit_sum_init(&b->full_inner);
        digit_sum_init(&b->part_inner);
    }
    if (!collect_entries(rule, head, 0) || !collect_entries(rule, head, 1) ||
        !join_key_denominators(rule))
        return too_large(e);
    rule->pull = memory_new(rule->keys, sizeof *rule->pull);
    for (unsigned l = 0; l <= L; l++) {
        key_block *b = &rule->block[l];
        b->by_digits = by_digits(b, rule, (int)l);
        if (!b->by_digits && !fill_table(b, rule, (int)l))
            return too_large(e);
    }
    return STATUS_OK;
}

void score_rule_clear(score_rule *rule)
{
    for (unsigned l = 0; l <= rule->net->task.L; l++) {
        key_block *b = &rule->block[l];
        digit_sum_clear(&b->full_outer);
        digit_sum_clear(&b->full_inner);
        digit_sum_clear(&b->part_inner);
        memory_free(b->term);
        memory_free(b->table);
        memory_free(b->score);
    }
    memory_free(rule->block);
    memory_free(rule->key);
    memory_free(rule->entry);
    memory_free(rule->pull);
}

/* ---- one query
 * ------------------------------------------------------------------------------------- */

static status not_whole(error *e)
{
    return error_set(e, STATUS_LIMIT, "a score is no integer, so that weights are irrational");
}

/* Makes a number with the common denominator a score, of absolute value at most `limit`. */
static int divide(int64_t *value, int64_t denominator, int64_t limit)
{
    if (*value % denominator != 0)
        return 0;
    *value /= denominator;
    return *value <= limit && *value >= -limit;
}

static int prepare_digits(key_block *b, const score_rule *rule, int64_t denominator)
{
    b->base = 0;
    memset(b->inner, 0, sizeof b->inner);
    memset(b->outer, 0, sizeof b->outer);
    for (size_t i = 0; i < b->terms; i++) {
        const key_term *term = &b->term[i];
        int64_t pull = rule->pull[term->key];
        int64_t *digit = term->kind == DIGIT_INNER ? &b->inner[term->bit] : &b->outer[term->bit];
        if (!add_product(&b->base, pull, term->offset) ||
            (term->kind != DIGIT_NONE && !add_product(digit, pull, term->scale)))
            return 0;
    }
    int fine = divide(&b->base, denominator, SCORE_LIMIT);
    for (unsigned j = 0; j < digits_limit && fine; j++)
        fine = divide(&b->inner[j], denominator, exponent_limit) &&
               divide(&b->outer[j], denominator, exponent_limit);
    return fine;
}

static int prepare_table(key_block *b, const score_rule *rule, int64_t denominator)
{
    for (uint64_t argument = 0; argument < b->size; argument++) {
        int64_t sum = 0;
        for (size_t k = 0; k < rule->keys; k++)
            if (!add_product(&sum, rule->pull[k], b->table[argument * rule->keys + k]))
                return 0;
        if (!divide(&sum, denominator, SCORE_LIMIT))
            return 0;
        b->score[argument] = sum;
    }
    return 1;
}

static int common_denominator(int64_t *product, const score_rule *rule, const score_query *query)
{
    return !__builtin_mul_overflow(rule->weight_denominator, rule->key_denominator, product) &&
           !__builtin_mul_overflow(*product, query->denominator, product);
}

status score_rule_prepare(score_rule *rule, const score_query *query, error *e)
{
    int64_t denominator;
    if (!common_denominator(&denominator, rule, query))
        return too_large(e);
    memset(rule->pull, 0, rule->keys * sizeof *rule->pull);
    for (size_t i = 0; i < rule->entries; i++) {
        const score_entry *entry = &rule->entry[i];
        if (!add_product(&rule->pull[entry->key], entry->weight, query->stream[entry->from]))
            return too_large(e);
    }
    for (unsigned l = 0; l <= rule->net->task.L; l++) {
        key_block *b = &rule->block[l];
        if (!(b->by_digits ? prepare_digits : prepare_table)(b, rule, denominator))
            return not_whole(e);
    }
    return STATUS_OK;
}

int64_t score_of_token(const score_rule *rule, fc_place token)
{
    const key_block *b = &rule->block[token.block];
    if (!b->by_digits)
        return b->score[token.argument];
    uint64_t inner = token.argument % b->inner_count, outer = token.argument / b->inner_count;
    int64_t score = b->base;
    for (unsigned j = 0; j < digits_limit; j++) {
        score += inner >> j & 1 ? b->inner[j] : 0;
        score += outer >> j & 1 ? b->outer[j] : 0;
    }
    return score;
}

status score_of_last(int64_t *score, score_rule *rule, const score_query *query, error *e)
{
    int64_t denominator;
    *score = 0;
    if (!common_denominator(&denominator, rule, query))
        return too_large(e);
    for (size_t k = 0; k < rule->keys; k++)
        if (!add_product(score, rule->pull[k], query->own_key[k]))
            return too_large(e);
    return divide(score, denominator, SCORE_LIMIT) ? STATUS_OK : not_whole(e);
}
