/* The inequalities between big numbers on which the kernel's rules depend.
 *
 * Logarithms are enclosed with outward rounding (exact/interval.h) at rising precision.
 * YES means proved; NO means the inequality, with the bound used for the binomial, is false;
 * UNDECIDED means the enclosures at the highest precision still overlap. A rule applies only
 * on YES, so a mistake towards NO or UNDECIDED costs a theorem, never the truth of one.
 * Every call raises *precision to the bits it needed, if that is more. */
#ifndef STRATA_VERIFIER_KERNEL_INEQUALITY_H
#define STRATA_VERIFIER_KERNEL_INEQUALITY_H

#include <gmp.h>

typedef enum answer { NO, YES, UNDECIDED } answer;

/* Is binom(N, theta) * (theta/N)^draws <= 2^-loss ?  1 <= theta <= N. */
answer inequality_cover(unsigned *precision, const mpz_t N, const mpz_t theta, const mpz_t draws,
                        const mpz_t loss);

/* Is D < points * log2 N ?  N >= 1. */
answer inequality_final(unsigned *precision, const mpz_t D, const mpz_t points, const mpz_t N);

/* Is n <= B^(2^exponent) ?  n, B >= 1. */
answer inequality_threshold(unsigned *precision, const mpz_t n, const mpz_t B, unsigned exponent);

/* Is 2^bits < binom(M, k) ?  k <= M. */
answer inequality_summary(unsigned *precision, const mpz_t bits, const mpz_t M, const mpz_t k);

#endif
