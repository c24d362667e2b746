#include "model/block-report.h"

#include "base/memory.h"
#include "model/number-fixed.h"

/* ---- sums with a bounded tail --------------------------------------------------------- */

void sum_add(tailed_sum *s, mpq_srcptr v, const mpz_t shift)
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
    int fine = fixed_round_enclosed(system, s->sum, high);
    mpq_set_ui(s->tail, 0, 1);
    mpq_clear(high);
    return fine;
}

tailed_sum *sums_new(size_t count)
{
    tailed_sum *s = memory_new(count, sizeof *s);
    for (size_t i = 0; i < count; i++) {
        mpq_init(s[i].sum);
        mpq_init(s[i].tail);
    }
    return s;
}

void sums_free(tailed_sum *s, size_t count)
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

/* ---- reports ---------------------------------------------------------------------------- */

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

void block_report_init(block_report *block, size_t width)
{
    block->width = width;
    mpz_init(block->largest);
    block->sums = sums_new(1 + width);
}

void block_report_clear(block_report *block)
{
    mpz_clear(block->largest);
    sums_free(block->sums, 1 + block->width);
}

int block_report_make(const number_system *system, block_report *block, mpz_t *score,
                      const void *values, size_t count, size_t dim)
{
    const __mpq_struct *value = values;
    mpz_t shift;
    mpq_t one;
    mpz_init(shift);
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    sums_zero(block->sums, 1 + block->width);
    mpz_set(block->largest, score[0]);
    for (size_t s = 1; s < count; s++)
        if (mpz_cmp(score[s], block->largest) > 0)
            mpz_set(block->largest, score[s]);
    for (size_t s = 0; s < count; s++) {
        mpz_sub(shift, score[s], block->largest);
        sum_add(&block->sums[0], one, shift);
        for (size_t j = 0; j < block->width; j++)
            sum_add(&block->sums[1 + j], &value[s * block->width + j], shift);
    }
    int fine = 1;
    for (size_t j = 0; j <= block->width; j++)
        fine &= sum_round(system, &block->sums[j]);
    size_t bits = 1 + system->integer_bits + system->fraction_bits;
    keep_bits(block->largest, (dim - 1) * bits);
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
        fine = fixed_round_enclosed(system, low, high);
        mpq_set(y, low);
    } else if (mpq_sgn(most) == 0) { /* no bits for any weight: nothing is read */
        mpq_set_ui(y, 0, 1);
        fine = 1;
    }
    mpq_clears(low, high, least, most, NULL);
    return fine;
}

/* Adds the blocks up relative to the largest score reported, and divides. */
int block_reports_combine(const number_system *system, void *y, const block_report *block,
                          size_t blocks)
{
    mpq_t *read = y;
    size_t width = block[0].width;
    tailed_sum *total = sums_new(1 + width);
    mpz_t largest, shift;
    mpz_init_set(largest, block[0].largest);
    mpz_init(shift);
    for (size_t b = 1; b < blocks; b++)
        if (mpz_cmp(block[b].largest, largest) > 0)
            mpz_set(largest, block[b].largest);
    for (size_t b = 0; b < blocks; b++) {
        mpz_sub(shift, block[b].largest, largest);
        for (size_t j = 0; j <= width; j++)
            sum_add(&total[j], block[b].sums[j].sum, shift);
    }
    int fine = 1;
    for (size_t j = 0; j < width; j++)
        fine &= divide(system, read[j], &total[1 + j], &total[0]);
    mpz_clears(largest, shift, NULL);
    sums_free(total, 1 + width);
    return fine;
}
