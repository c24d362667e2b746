/* One layer as a function of what its heads read, prepared once per network.
 *
 * The variables are the coordinates y of what the live heads read. Before its ReLU, hidden
 * unit u is  T_u x + t_u + (T O)_u y;  an output is a coordinate that is live after the
 * layer, or, after the last layer, a row of the read-out R:
 *
 *     output = P x + P u_0 + (P O) y + (P U) ReLU(...),    P = unit vectors, or R. */
#ifndef STRATA_VERIFIER_FAST_LAYER_H
#define STRATA_VERIFIER_FAST_LAYER_H

#include "verifier/analysis.h"
#include "verifier/fast-form.h"

typedef struct fast_head {
    attention_head weights;          /* a view (model/network.h) */
    const recurrent_head *recurrent; /* or NULL */
    size_t first;                    /* its first variable */
    size_t width;   /* d_v: how many it has; `values` has steps times as many columns */
    int positional; /* keys of other tokens depend on the position only */
    qmat_t keys;    /* rows x d_k: keys of all (token, symbol) pairs but the last token's */
    qmat_t values;  /* rows x d_v */
} fast_head;

typedef struct fast_layer {
    const network *net;
    const network_layer *weights;
    size_t heads, variables, units, outputs;
    fast_head *head;           /* the live ones */
    qmat_t unit_read;          /* T O: units x variables */
    unsigned char *unit_moves; /* the unit depends on y and reaches an output */
    qmat_t out;                /* P */
    qmat_t out_read;           /* P O: outputs x variables */
    qmat_t out_unit;           /* P U: outputs x units */
    qvec_t out_bias;           /* P u_0 */
} fast_layer;

void fast_layer_init(fast_layer *layer, const analysis *facts, size_t i, const token_rows *rows);
/* The value of a token with this stream. */
void fast_head_value(qvec_t v, const fast_head *head, const qvec_t x);

void fast_layer_clear(fast_layer *layer);

#endif
