/* What this method cannot do better than: a lower bound on the lengths Theorem 1 can give.
 *
 * Whatever whole sizes satisfy the conditions also satisfy them as real numbers with the
 * binomial replaced by something no larger: binom(N, t) >= 2^{N h(t/N)} / sqrt(2N). The
 * relaxation is a convex program (bounds/program.h), and multipliers certify its value from
 * below. Computed in doubles with a margin of 1e-4 bits (times the size of the logarithms), so
 * it is a statement about the quality of the search, not a theorem; no verdict rests on it. */
#ifndef STRATA_BOUNDS_FLOOR_H
#define STRATA_BOUNDS_FLOOR_H

#include "bounds/setting.h"

/* log2 of a length below which no sizes satisfy the conditions; `found` is log2 of a length
 * that some sizes reach. L >= 2. */
double floor_of_method(const setting *s, double found);

#endif
