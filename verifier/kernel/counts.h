/* How many messages step 4 freezes (docs/mathematics/3-lower-bound.md). */
#ifndef STRATA_VERIFIER_KERNEL_COUNTS_H
#define STRATA_VERIFIER_KERNEL_COUNTS_H

#include <gmp.h>

/* Level l of a proof for FC(L; m; n): N_0 .. N_{L-1}, and x_0 .. x_l chosen. */
typedef struct level {
    unsigned L, l;
    int full_only, last_full;
    const mpz_t *N, *x;
} level;

/* A = n_1 ... n_{L-1} */
void level_queries(mpz_t A, const level *t);

/* C_l - a S, divided by 2B(L-l): by Theorem 3 if full_only, else by Theorem 1. */
void level_messages(mpz_t count, const level *t);

#endif
