/* Is this protocol forbidden by a theorem, at exactly this task, word, B and S?
 *
 * Theorem 1 speaks about words with at most L-1 letters F, Theorem 3 about the word F^L
 * (docs/mathematics/3-lower-bound.md). Both leave x_l and theta_l free; these are searched for,
 * every step of the search being a rule of the kernel. So a choice that is found comes with the
 * kernel's theorem, and with the numbers D_l and P_l that the proof promises at every level. */
#ifndef STRATA_VERIFIER_REFUTE_FORBIDDEN_H
#define STRATA_VERIFIER_REFUTE_FORBIDDEN_H

#include "task/fc.h"
#include "verifier/kernel/kernel.h"

/* What the theorems see of a protocol. */
typedef struct protocol_kind {
    const fc *task;
    const char *word; /* over {F, R}, bottom to top */
    uint64_t B, S;
} protocol_kind;

typedef struct forbidden {
    theorem *theorem; /* no such protocol solves the task; NULL: no theorem says so */
    unsigned number;  /* 1 or 3: Theorem 1, Theorem 3 */
    int last_full;    /* of the word, idle full layers on top counted; step 4 then freezes less */
    char reason[160]; /* why there is none */
    /* The choice, and what is claimed at levels l = 1 .. L; indexed as in the notes. */
    uint64_t x[fc_max_L + 1], theta[fc_max_L + 1];
    mpz_t D[fc_max_L + 1], P[fc_max_L + 1];
} forbidden;

void forbidden_init(forbidden *f);
void forbidden_clear(forbidden *f);

/* Looks for a theorem. Finding none is no error: then `reason` says whether the word is outside
 * the theorems or no choice of x and theta was found. */
void forbidden_search(forbidden *f, const protocol_kind *kind);

/* The same with a given choice: x[0 .. L-1], theta[1 .. L-1]. */
void forbidden_confirm(forbidden *f, const protocol_kind *kind, const uint64_t *x,
                       const uint64_t *theta);

#endif
