/* The best player -1 can do with what it is told: for each view, the answer that is right most
 * often. Learned from runs; a view is known by its digest. */
#ifndef STRATA_PROTOCOL_GUESS_H
#define STRATA_PROTOCOL_GUESS_H

#include "protocol/protocol.h"

typedef struct guess guess;

enum { guess_most_inputs = 1 << 18 };

/* From all inputs, if there are at most guess_most_inputs, else from so many random ones. */
status guess_learn(guess **g, const protocol *p, uint64_t seed, error *e);
void guess_free(guess *g);

/* 0 if no such view was seen. */
int guess_find(uint64_t *answer, const guess *g, uint64_t view);

#endif
