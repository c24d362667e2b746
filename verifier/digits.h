/* Partition sums digit by digit: sums of 2^{score(i)} over all i < count, where score(i) is
 * a sum of one number per binary digit of i, in O(digits) shifts and additions instead of
 * `count` terms (docs/symbolic.md, section 3).
 *
 *     S = sum_{i < count} prod_j 2^{e_j bit_j(i)} = 2^low * sum,   low = sum_j min(0, e_j).
 *
 * Split [0, count) by the highest digit j at which i differs from `count`: there count has
 * a 1 and i a 0, the digits above agree with those of count, and the digits below are free,
 * so that their factors 1 + 2^{e_k} multiply. */
#ifndef STRATA_VERIFIER_DIGITS_H
#define STRATA_VERIFIER_DIGITS_H

#include <gmp.h>
#include <stdint.h>

enum { digits_limit = 64 };

/* One sum, remembered with what it was asked for, since neighbouring queries ask alike. */
typedef struct digit_sum {
    int known;
    uint64_t count;
    int64_t exponent[digits_limit];
    mpz_t sum;
    int64_t low;
    mpz_t scratch[2];
} digit_sum;

void digit_sum_init(digit_sum *s);
void digit_sum_clear(digit_sum *s);

/* Exponents of digits 0 .. 63; |e_j| <= 2^32. */
void digit_sum_compute(digit_sum *s, uint64_t count, const int64_t exponent[digits_limit]);

#endif
