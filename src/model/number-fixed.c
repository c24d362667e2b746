/* fixed:P. Numbers are exact rationals; they are rounded to P bits (sign, I integer bits, F
 * fraction bits; to nearest, ties to even, saturating at +-(2^I - 2^-F)) exactly where the
 * reduction of the lower bound speaks of P-bit numbers: the aggregates of attention, block by
 * block, and whatever passes through `round`.
 *
 * Attention at one token: scores are integers (a score that is none is rounded to one); each
 * block reports its largest score, as a two's complement integer of (d-1) P bits, saturating,
 * and relative to its largest score the sum of the weights and of the weighted values, both
 * rounded. These are combined exactly, and the quotient is rounded again by the caller. */
#include "base/memory.h"
#include "model/embedding.h"
#include "model/number.h"

#include <stdio.h>

/* Terms below 2^-tail_bits of the largest are not added up but bounded; the rounding must not
 * depend on them, else the result is ATTEND_INEXACT. */
enum { tail_bits = 1024 };

/* ---- rounding ----------------------------------------------------------------------- */

/* z = z rounded to the nearest integer, ties to even */
static void round_integer(mpq_t z)
{
    mpz_t twice, quotient, rest;
    mpz_inits(twice, quotient, rest, NULL);
    mpz_fdiv_qr(quotient, rest, mpq_numref(z), mpq_denref(z));
    mpz_mul_2exp(twice, rest, 1);
    int side = mpz_cmp(twice, mpq_denref(z));
    if (side > 0 || (side == 0 && mpz_odd_p(quotient)))
        mpz_add_ui(quotient, quotient, 1);
    mpq_set_z(z, quotient);
    mpz_clears(twice, quotient, rest, NULL);
}

static void round_number(const number_system *system, void *x)
{
    mpq_ptr z = x;
    mpq_mul_2exp(z, z, system->fraction_bits);
    round_integer(z);
    mpq_t most; /* in units of 2^-F */
    mpq_init(most);
    mpz_setbit(mpq_numref(most), system->integer_bits + system->fraction_bits);
    mpz_sub_ui(mpq_numref(most), mpq_numref(most), 1);
    if (mpq_cmp(z, most) > 0)
        mpq_set(z, most);
    mpq_neg(most, most);
    if (mpq_cmp(z, most) < 0)
        mpq_set(z, most);
    mpq_div_2exp(z, z, system->fraction_bits);
    mpq_clear(most);
}

/* Every number of [low, high] rounds to the same one, which low becomes; 0 if not. */
static int round_enclosed(const number_system *system, mpq_t low, mpq_t high)
{
    round_number(system, low);
    round_number(system, high);
    return mpq_equal(low, high);
}

/* ---- sums with a bounded tail --------------------------------------------------------- */

typedef struct tailed_sum {
    mpq_t sum;  /* of the terms that were added up */
    mpq_t tail; /* the others lie in [-tail, tail] */
} tailed_sum;

/* sum += v 2^shift, shift <= 0 */
static void sum_add(tailed_sum *s, mpq_srcptr v, const mpz_t shift)
{
    mpq_t term;
    mpq_init(term);
    int tiny = mpz_cmp_si(shift, -tail_bits) < 0;
    mpq_div_2exp(term, v, tiny ? tail_bits : (mp_bitcnt_t)-mpz_get_si(shift));
    if (tiny) {
        mpq_abs(term, term);
        mpq_add(s->tail, s->tail, term);
    } else {
        mpq_add(s->sum, s->sum, term);
    }
    mpq_clear(term);
}

static int sum_round(const number_system *system, tailed_sum *s)
{
    mpq_t high;
    mpq_init(high);
    mpq_add(high, s->sum, s->tail);
    mpq_sub(s->sum, s->sum, s->tail);
    int fine = round_enclosed(system, s->sum, high);
    mpq_set_ui(s->tail, 0, 1);
    mpq_clear(high);
    return fine;
}

static tailed_sum *sums_new(size_t count)
{
    tailed_sum *s = memory_new(count, sizeof *s);
    for (size_t i = 0; i < count; i++) {
        mpq_init(s[i].sum);
        mpq_init(s[i].tail);
    }
    return s;
}

static void sums_free(tailed_sum *s, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        mpq_clear(s[i].sum);
        mpq_clear(s[i].tail);
    }
    memory_free(s);
}

static void sums_zero(tailed_sum *s, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        mpq_set_ui(s[i].sum, 0, 1);
        mpq_set_ui(s[i].tail, 0, 1);
    }
}

/* ---- attention -------------------------------------------------------------------------- */

/* One block as others see it: its tokens [start, end), and what it reports. Sum 0 is the
 * denominator, sum 1+j numerator j. */
typedef struct block_report {
    size_t start, end;
    mpz_t largest;
    tailed_sum *sums;
} block_report;

static int block_at(const attention_view *view, size_t s)
{
    uint64_t t = view->first + s;
    if (!view->task)
        return 0;
    return t < view->task->tokens ? fc_locate(view->task, t).block : block_steps;
}

static void keep_bits(mpz_t z, size_t bits)
{
    mpz_t most;
    mpz_init(most);
    if (bits == 0) {
        mpz_set_ui(z, 0);
    } else {
        mpz_setbit(most, bits - 1); /* -2^(bits-1) .. 2^(bits-1) - 1 */
        if (mpz_cmp(z, most) >= 0)
            mpz_sub_ui(z, most, 1);
        mpz_neg(most, most);
        if (mpz_cmp(z, most) < 0)
            mpz_set(z, most);
    }
    mpz_clear(most);
}

/* Returns 0 where a rounding is not decided by the terms that were added up. */
static int report_block(const number_system *system, block_report *block, mpz_t *score,
                        const attention_view *view)
{
    const __mpq_struct *value = view->value;
    mpz_t shift;
    mpq_t one;
    mpz_init(shift);
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    mpz_set(block->largest, score[block->start]);
    for (size_t s = block->start; s < block->end; s++)
        if (mpz_cmp(score[s], block->largest) > 0)
            mpz_set(block->largest, score[s]);
    for (size_t s = block->start; s < block->end; s++) {
        mpz_sub(shift, score[s], block->largest);
        sum_add(&block->sums[0], one, shift);
        for (size_t j = 0; j < view->width; j++)
            sum_add(&block->sums[1 + j], &value[s * view->width + j], shift);
    }
    int fine = 1;
    for (size_t j = 0; j <= view->width; j++)
        fine &= sum_round(system, &block->sums[j]);
    size_t bits = 1 + system->integer_bits + system->fraction_bits;
    keep_bits(block->largest, (view->dim - 1) * bits);
    mpz_clear(shift);
    mpq_clear(one);
    return fine;
}

/* y = numerator / denominator, both with tails; rounded, if that is decided. */
static int divide(const number_system *system, mpq_t y, const tailed_sum *numerator,
                  const tailed_sum *denominator)
{
    mpq_t low, high, least, most;
    mpq_inits(low, high, least, most, NULL);
    mpq_sub(low, numerator->sum, numerator->tail);
    mpq_add(high, numerator->sum, numerator->tail);
    mpq_set(least, denominator->sum); /* blocks have denominators >= 0 */
    mpq_add(most, denominator->sum, denominator->tail);
    int fine = mpq_sgn(least) > 0;
    if (fine) {
        mpq_div(low, low, mpq_sgn(low) < 0 ? least : most);
        mpq_div(high, high, mpq_sgn(high) > 0 ? least : most);
        fine = round_enclosed(system, low, high);
        mpq_set(y, low);
    } else if (mpq_sgn(most) == 0) { /* no bits for any weight: nothing is read */
        mpq_set_ui(y, 0, 1);
        fine = 1;
    }
    mpq_clears(low, high, least, most, NULL);
    return fine;
}

/* Adds the blocks up relative to the largest score reported, and divides. */
static int combine(const number_system *system, mpq_t *y, tailed_sum *total,
                   const block_report *block, size_t blocks, size_t width)
{
    mpz_t largest, shift;
    mpz_init_set(largest, block[0].largest);
    mpz_init(shift);
    for (size_t b = 1; b < blocks; b++)
        if (mpz_cmp(block[b].largest, largest) > 0)
            mpz_set(largest, block[b].largest);
    sums_zero(total, 1 + width);
    for (size_t b = 0; b < blocks; b++) {
        mpz_sub(shift, block[b].largest, largest);
        for (size_t j = 0; j <= width; j++)
            sum_add(&total[j], block[b].sums[j].sum, shift);
    }
    int fine = 1;
    for (size_t j = 0; j < width; j++)
        fine &= divide(system, y[j], &total[1 + j], &total[0]);
    mpz_clears(largest, shift, NULL);
    return fine;
}

/* For pictures: the weights before any rounding. */
static void show_weights(mpq_t *weight, mpz_t *score, size_t count)
{
    tailed_sum *s = sums_new(1);
    mpz_t largest, shift;
    mpq_t one;
    mpz_init_set(largest, score[0]);
    mpz_init(shift);
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    for (size_t i = 1; i < count; i++)
        if (mpz_cmp(score[i], largest) > 0)
            mpz_set(largest, score[i]);
    for (size_t i = 0; i < count; i++) {
        mpz_sub(shift, score[i], largest);
        sum_add(s, one, shift);
        if (mpz_cmp_si(shift, -tail_bits) < 0)
            mpq_set_ui(weight[i], 0, 1);
        else
            mpq_div_2exp(weight[i], one, (mp_bitcnt_t)-mpz_get_si(shift));
    }
    for (size_t i = 0; i < count; i++)
        mpq_div(weight[i], weight[i], s->sum);
    mpz_clears(largest, shift, NULL);
    mpq_clear(one);
    sums_free(s, 1);
}

static size_t split_blocks(block_report *block, const attention_view *view)
{
    size_t blocks = 0;
    for (size_t s = 0; s < view->count; s++) {
        if (s == 0 || block_at(view, s) != block_at(view, s - 1))
            block[blocks++].start = s;
        block[blocks - 1].end = s + 1;
    }
    return blocks;
}

static mpz_t *integer_scores(const attention_view *view)
{
    const __mpq_struct *from = view->score;
    mpz_t *score = memory_new(view->count, sizeof *score);
    mpq_t rounded;
    mpq_init(rounded);
    for (size_t s = 0; s < view->count; s++) {
        mpq_set(rounded, &from[s]);
        round_integer(rounded);
        mpz_init_set(score[s], mpq_numref(rounded));
    }
    mpq_clear(rounded);
    return score;
}

static attend_result attend(const number_system *system, void *y, void *weight,
                            const attention_view *view)
{
    enum { most_blocks = fc_max_L + 3 };
    block_report block[most_blocks];
    mpz_t *score = integer_scores(view);
    size_t blocks = split_blocks(block, view);
    tailed_sum *total = sums_new(1 + view->width);
    int fine = 1;
    for (size_t b = 0; b < blocks; b++) {
        mpz_init(block[b].largest);
        block[b].sums = sums_new(1 + view->width);
        fine &= report_block(system, &block[b], score, view);
    }
    fine = fine && combine(system, y, total, block, blocks, view->width);
    if (fine && weight)
        show_weights(weight, score, view->count);
    for (size_t b = 0; b < blocks; b++) {
        mpz_clear(block[b].largest);
        sums_free(block[b].sums, 1 + view->width);
    }
    for (size_t s = 0; s < view->count; s++)
        mpz_clear(score[s]);
    memory_free(score);
    sums_free(total, 1 + view->width);
    return fine ? ATTEND_DONE : ATTEND_INEXACT;
}

/* e^x, rounded: by an enclosure that is narrowed until all of it rounds to one number. */
static attend_result exponential(const number_system *system, void *z)
{
    mpq_t low, high;
    mpfi_t x;
    mpq_inits(low, high, NULL);
    attend_result result = ATTEND_INEXACT;
    for (mpfr_prec_t precision = 128; precision <= 2048; precision *= 4) {
        mpfi_init2(x, precision);
        mpfi_set_q(x, (mpq_srcptr)z);
        mpfi_exp(x, x);
        int finite = mpfr_number_p(&x->left) && mpfr_number_p(&x->right) &&
                     mpfr_get_exp(&x->right) < (1 << 20);
        if (finite) {
            mpfr_get_q(low, &x->left);
            mpfr_get_q(high, &x->right);
        }
        mpfi_clear(x);
        if (finite && round_enclosed(system, low, high)) {
            mpq_set((mpq_ptr)z, low);
            result = ATTEND_DONE;
            break;
        }
    }
    mpq_clears(low, high, NULL);
    return result;
}

number_system number_fixed(unsigned integer_bits, unsigned fraction_bits)
{
    number_system system = number_base2;
    snprintf(system.name, sizeof system.name, "fixed:%u:%u", 1 + integer_bits + fraction_bits,
             integer_bits);
    system.integer_bits = integer_bits;
    system.fraction_bits = fraction_bits;
    system.round = round_number;
    system.attend = attend;
    system.exp = exponential;
    return system;
}
