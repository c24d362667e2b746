/* How many sets of theta values there are: log2 binom(N, theta), never below the truth.
 *
 * Exact when theta (or N - theta) is at most 3000 and the result is short; otherwise the
 * entropy bound N h(theta/N) when N is below 2^60, otherwise theta log2(e N / theta). Both
 * bounds hold for every 1 <= theta <= N. */
#ifndef STRATA_BOUNDS_BINOMIAL_H
#define STRATA_BOUNDS_BINOMIAL_H

#include "exact/factored.h"

/* The binomial itself, and 1, when it is short enough to be worked with exactly. */
int binomial_exact(mpz_t value, const factored_t N, const factored_t theta);

/* log2 of an enclosure of (an upper bound of) log2 binom(N, theta): the logarithm of the
 * exponent, because the exponent itself can be too large for any float. -infinity if the
 * binomial is 1. theta <= N. */
void binomial_log2_log2(mpfi_ptr z, const factored_t N, const factored_t theta);

#endif
