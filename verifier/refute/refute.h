/* Refuting: given a network or protocol, find an input on which it is wrong.
 *
 *  1. Is it forbidden? (verifier/refute/forbidden.h) The kernel says whether a theorem applies.
 *  2. If Theorem 1 does and the functions can be enumerated: the decomposition, executed.
 *  3. Otherwise, and beyond: the search for collisions, and for wrong answers.
 *
 * A collision is two inputs that player -1 cannot tell apart but that need different answers, so
 * that one of them is answered wrongly. */
#ifndef STRATA_VERIFIER_REFUTE_REFUTE_H
#define STRATA_VERIFIER_REFUTE_REFUTE_H

#include "verifier/refute/candidate.h"
#include "verifier/refute/decomposition.h"

typedef enum refute_method {
    REFUTE_NOT,
    REFUTE_DECOMPOSITION, /* a collision, by the proof */
    REFUTE_COLLISION,     /* a collision, by search */
    REFUTE_WRONG_ANSWER   /* one input, answered wrongly */
} refute_method;
extern const char *const refute_method_names[]; /* "none", "decomposition", ... */

typedef struct refutation {
    forbidden theorem;
    refute_method method;
    decomposition levels; /* levels.reached is 0 if it was not executed */
    size_t inputs;        /* 0, 1 or 2 */
    uint64_t *input[2];
    uint64_t expected[2], answer[2]; /* answers may be PROTOCOL_NO_ANSWER */
    char *view;                      /* of player -1, the same on all inputs; NULL without one */
    char tried[600];                 /* in words */
} refutation;

typedef struct refute_plan {
    uint64_t effort; /* runs of the search; 0: a usual number */
    uint64_t seed;
    int skip_decomposition;
    unsigned threads;
    watch watch; /* of long work */
} refute_plan;

/* STATUS_OK: refuted. STATUS_NEGATIVE: not, and `tried` says what was done (no message). */
status refute(refutation *r, const candidate *c, const refute_plan *plan, error *e);
void refutation_clear(refutation *r);

#endif
