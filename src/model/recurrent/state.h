/* What the variants have in common: operations on a state matrix S, d_k x d_v by rows. Each
 * is a fixed sequence of operations of the number system, in the order written here. */
#ifndef STRATA_MODEL_RECURRENT_STATE_H
#define STRATA_MODEL_RECURRENT_STATE_H

#include "model/recurrent/recurrence.h"

size_t state_matrix_entries(const recurrent_shape *shape); /* d_k d_v */

/* S = factor S, one number; S = Diag(factor) S, d_k numbers */
void state_scale(void *state, const void *factor, const recurrent_token *in);
void state_scale_rows(void *state, const void *factor, const recurrent_token *in);

/* S += k v^T */
void state_write(void *state, const void *key, const void *value, const recurrent_token *in);

/* S += beta k (v - S^T k)^T: the delta rule, which replaces what S holds under k */
void state_delta(void *state, const void *key, const void *value, const void *beta,
                 const recurrent_token *in);

/* y = S^T q */
void state_read(void *y, const void *state, const void *query, const recurrent_token *in);

/* sum of x[i] y[i] */
void state_dot(void *z, const void *x, const void *y, size_t count, const number_system *system);

/* z = 1 */
void state_set_one(void *z, const number_system *system);

#endif
