/* What is done to one token's residual stream x, written once for everybody who runs a network:
 * linear maps, the parts of a recurrent head, the position-wise map. Sums go from left to right,
 * nonzero weights only, as docs/number-systems.md says. */
#ifndef STRATA_MODEL_STREAM_H
#define STRATA_MODEL_STREAM_H

#include "model/network.h"
#include "model/number.h"

void stream_add_map(const number_system *system, void *z, const qmat_t a, const void *x);
void stream_set_map(const number_system *system, void *z, const qmat_t a, const void *x);

/* All parts of the head at this token go to `parts`, and `in` points to them. */
void stream_set_parts(recurrent_token *in, void *parts, const recurrent_head *head, const void *x);

/* x += round(U ReLU(T x + t_0) + u_0), in the coordinates that the MLP writes. `hidden` has room
 * for the hidden units, `scratch` for one number. */
void stream_run_mlp(const number_system *system, void *x, const network_layer *layer, void *hidden,
                    void *scratch);

#endif
