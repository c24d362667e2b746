/* What the last token reads from a recurrent head, as a mixture of values. Reading is linear
 * in the values, channel by channel, so where everything else depends on positions only,
 *
 *     y_j = sum over tokens s and steps r of  c[s][r d_v + j]  v_s[r d_v + j]
 *
 * with coefficients that no symbol changes. (r counts the steps of DeltaProduct; 0 elsewhere.)
 * They are found by running the recurrence itself, exactly: c[s] is what is read when token s
 * brings ones and all others zeros. */
#ifndef STRATA_VERIFIER_RECURRENT_MIXING_H
#define STRATA_VERIFIER_RECURRENT_MIXING_H

#include "model/network.h"

typedef struct recurrent_mixing {
    size_t tokens, rows; /* rows of the value part: steps x d_v */
    mpq_t *coefficient;  /* tokens x rows */
} recurrent_mixing;

/* `x` is the stream of the last token; other tokens are as embedded (with symbol 0: the caller
 * knows that symbols do not matter). Returns 0 if the recurrence is not exact, or the work
 * would be too much. Clear in any case. */
int recurrent_mixing_init(recurrent_mixing *mix, const network *net, const recurrent_head *head,
                          const qvec_t x);
void recurrent_mixing_clear(recurrent_mixing *mix);

#endif
