/* The search where the decomposition is too large: collisions of what player -1 knows, at fixed
 * z_{<L}.
 *
 * The idea is the proof's: fix w, z_0, ..., z_{L-1}; they lead to one entry of z_L, the answer. If
 * two z_L that differ in it leave player -1 with the same knowledge, no answer is right for both.
 *
 *  - entry: only that entry of z_L changes (what a look-up that goes elsewhere does not notice);
 *  - pool: all z_L, or many random ones, at the same z_{<L};
 *  - inputs: wrong answers are collected all along, and at the end all inputs are run, or random
 *    ones.
 *
 * Everything found is run again and compared in full before it is handed out. */
#ifndef STRATA_VERIFIER_REFUTE_SEARCH_H
#define STRATA_VERIFIER_REFUTE_SEARCH_H

#include "protocol/protocol.h"
#include "verifier/refute/watch.h"

typedef struct search_found {
    int collision;      /* input[0] and input[1]: same view, different answers needed */
    int wrong;          /* wrong_input: answered `answer` (or nothing), not as the task says */
    uint64_t *input[2]; /* of a collision */
    uint64_t *wrong_input;
    uint64_t answer;
    /* what was tried */
    uint64_t runs, entry_rounds, pool_rounds, pool_size;
    uint64_t inputs;
    int all_inputs; /* `inputs` are all there are */
} search_found;

typedef struct search_plan {
    uint64_t effort; /* runs, at most about this many */
    uint64_t seed;
    const watch *watch; /* may be NULL */
    int wrong_suffices; /* once an input is answered wrongly, look for collisions only briefly */
} search_plan;

/* STATUS_OK unless the protocol itself fails to run (it exceeds its budget) or is interrupted. */
status search_collision(search_found *found, const protocol *p, const search_plan *plan, error *e);
void search_clear(search_found *found);

#endif
