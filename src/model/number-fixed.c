/* fixed:P. Numbers are exact rationals; they are rounded to P bits (sign, I integer bits, F
 * fraction bits; to nearest, ties to even, saturating at +-(2^I - 2^-F)) exactly where the
 * reduction of the lower bound speaks of P-bit numbers: the aggregates of attention, block by
 * block, and whatever passes through `round`.
 *
 * Attention at one token: scores are integers (a score that is none is rounded to one); each
 * block reports its largest score, as a two's complement integer of (d-1) P bits, saturating,
 * and relative to its largest score the sum of the weights and of the weighted values, both
 * rounded. These are combined exactly, and the quotient is rounded again by the caller. */
#include "model/number-fixed.h"

#include "base/memory.h"
#include "model/block-report.h"
#include "model/embedding.h"

#include <stdio.h>

/* ---- rounding ----------------------------------------------------------------------- */

void fixed_round_integer(mpq_t z)
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

void fixed_round(const number_system *system, mpq_t z)
{
    mpq_mul_2exp(z, z, system->fraction_bits);
    fixed_round_integer(z);
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

static void round_number(const number_system *system, void *z)
{
    fixed_round(system, z);
}

int fixed_round_enclosed(const number_system *system, mpq_t low, mpq_t high)
{
    fixed_round(system, low);
    fixed_round(system, high);
    return mpq_equal(low, high);
}

/* ---- attention -------------------------------------------------------------------------- */

static int block_at(const attention_view *view, size_t s)
{
    uint64_t t = view->first + s;
    if (!view->task)
        return 0;
    return t < view->task->tokens ? fc_locate(view->task, t).block : block_steps;
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

/* Block b has the tokens start[b] .. start[b+1] - 1. */
static size_t split_blocks(size_t *start, const attention_view *view)
{
    size_t blocks = 0;
    for (size_t s = 0; s < view->count; s++)
        if (s == 0 || block_at(view, s) != block_at(view, s - 1))
            start[blocks++] = s;
    start[blocks] = view->count;
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
        fixed_round_integer(rounded);
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
    size_t start[most_blocks + 1];
    mpz_t *score = integer_scores(view);
    const __mpq_struct *value = view->value;
    size_t blocks = split_blocks(start, view);
    int fine = 1;
    for (size_t b = 0; b < blocks; b++) {
        block_report_init(&block[b], view->width);
        fine &=
            block_report_make(system, &block[b], score + start[b], value + start[b] * view->width,
                              start[b + 1] - start[b], view->dim);
    }
    fine = fine && block_reports_combine(system, y, block, blocks);
    if (fine && weight)
        show_weights(weight, score, view->count);
    for (size_t b = 0; b < blocks; b++)
        block_report_clear(&block[b]);
    for (size_t s = 0; s < view->count; s++)
        mpz_clear(score[s]);
    memory_free(score);
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
        if (finite && fixed_round_enclosed(system, low, high)) {
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
