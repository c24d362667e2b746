/* What a block of the prompt reports about itself to one later token and head in fixed:P: its
 * largest score, as a two's complement integer of (d-1) P bits, saturating, and relative to it
 * the sum of the weights and of the weighted values, both rounded to P bits.
 *
 * The reports of all blocks are all that a token needs to know of the tokens before it: this is
 * where the reduction of the lower bound gets its 2 H d P bits from. */
#ifndef STRATA_MODEL_BLOCK_REPORT_H
#define STRATA_MODEL_BLOCK_REPORT_H

#include "model/number.h"

/* Terms below 2^-tail_bits of the largest are not added up but bounded; the rounding must not
 * depend on them. */
enum { tail_bits = 1024 };

typedef struct tailed_sum {
    mpq_t sum;  /* of the terms that were added up */
    mpq_t tail; /* the others lie in [-tail, tail]; 0 once the sum is rounded */
} tailed_sum;

tailed_sum *sums_new(size_t count);
void sums_free(tailed_sum *s, size_t count);
void sum_add(tailed_sum *s, mpq_srcptr v, const mpz_t shift); /* sum += v 2^shift, shift <= 0 */

typedef struct block_report {
    size_t width;
    mpz_t largest;
    tailed_sum *sums; /* sum 0 is the denominator, sum 1+j numerator j */
} block_report;

void block_report_init(block_report *block, size_t width);
void block_report_clear(block_report *block);

/* The report of a block with `count` >= 1 tokens, their integer scores and rows of values. `dim`
 * is the head dimension d. Returns 0 where a rounding is not decided by the terms added up. */
int block_report_make(const number_system *system, block_report *block, mpz_t *score,
                      const void *value, size_t count, size_t dim);

/* What a token reads from the reports of all blocks: y (width numbers), rounded. Returns 0 where
 * that is not decided. */
int block_reports_combine(const number_system *system, void *y, const block_report *block,
                          size_t blocks);

#endif
