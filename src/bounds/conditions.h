/* The conditions of Theorem 1 and Theorem 3 for given sizes, level by level.
 *
 *   P_l = n_{l-1} theta_{l-1}          points at which z_l is evaluated
 *   C_l                                bits frozen at stage l (docs/mathematics/3-lower-bound.md,
 * step 4) D_1 = a S,  D_{l+1} = x_l D_l + 1 + C_l      how much of the inputs may be lost COVER
 * binom(N_{l-1}, theta_l) (theta_l/N_{l-1})^{x_l P_l} <= 2^{-(x_l D_l + 1)} FINAL  D_L < P_L log2
 * N_{L-1}
 *
 * Everything is exact or enclosed; a condition that cannot be decided is never taken as
 * satisfied. The binomial is exact where it is short and bounded from above otherwise
 * (bounds/binomial.h), so a large witness can only be refused wrongly, not accepted. */
#ifndef STRATA_BOUNDS_CONDITIONS_H
#define STRATA_BOUNDS_CONDITIONS_H

#include "bounds/setting.h"

typedef enum truth { TRUTH_FAILS, TRUTH_HOLDS, TRUTH_UNDECIDED } truth;

/* One inequality have >= need (COVER) or have > need (FINAL), both in bits. */
typedef struct margin {
    truth decided;
    int free;    /* D_1 = 0: no probabilistic argument is needed at this level */
    mpfi_t log2; /* log2(have / need); meaningless when free */
} margin;

/* Stage l = 1 .. L: D_l, P_l, and COVER; at l = L the margin is that of FINAL. */
typedef struct stage {
    factored_sum_t D, C; /* C_L does not exist and stays 0 */
    factored_t P;
    margin margin;
} stage;

typedef struct conditions {
    unsigned L;
    stage *stage; /* [1..L] */
    truth verdict;
    char reason[96]; /* "holds", "COVER fails at level 2", ... */
} conditions;

void conditions_init(conditions *c, unsigned L);
void conditions_clear(conditions *c);

/* Evaluates all of them, also after a failure, so that margins can be shown. */
void conditions_evaluate(conditions *c, const setting *s, const witness *w);

/* 1 only if every condition is proved to hold */
int conditions_hold(const setting *s, const witness *w);

#endif
