/* A network is data: a task, an embedding, layers, a read-out. Nothing here knows how it
 * was made; running it is model/run.h, files are model/network-file.h.
 *
 * Token t starts with x_t = embedding(t, symbol) in Q^W. Each layer does, at every t,
 *
 *     x_t += sum over heads of  O y_t,    y_t = sum_{s <= t} a_ts V x_s,
 *            a_ts = 2^{Q x_t . K x_s} / sum_{s' <= t} 2^{Q x_t . K x_s'}
 *     x_t += U ReLU(T x_t + t_0) + u_0
 *
 * (matrices K, Q: d_k x W;  V: d_v x W;  O: W x d_v;  T: hidden x W;  U: W x hidden).
 * In a recurrent layer y_t comes from a recurrence instead (model/recurrent/recurrence.h).
 * The answer is the number whose bit j is 1 if coordinate j of  R x_last  is positive and
 * 0 if it is negative; a coordinate that is 0 is no answer.
 *
 * A network with `steps` > 1 thinks aloud: after a pass through all layers its answer i_t is
 * written down as one more token of block -2, with symbol (w, t, i_t), which then is the
 * last one; the answer of the last pass counts. */
#ifndef STRATA_MODEL_NETWORK_H
#define STRATA_MODEL_NETWORK_H

#include "exact/qvec.h"
#include "model/embedding.h"
#include "model/recurrent/recurrence.h"
#include "task/fc.h"

#include <jansson.h>

typedef struct attention_head {
    qmat_t query, key, value, output;
} attention_head;

/* A part at token t is  map x_t + bias. */
typedef struct recurrent_part {
    qmat_t map;
    qvec_t bias;
} recurrent_part;

typedef struct recurrent_head {
    const recurrence *kind;
    recurrent_shape shape;
    recurrent_part part[recurrent_max_parts]; /* as many as the kind has */
    qmat_t output;                            /* W x d_v */
} recurrent_head;

typedef enum layer_kind { LAYER_FULL, LAYER_RECURRENT } layer_kind;

typedef struct network_layer {
    layer_kind kind;
    size_t heads;
    attention_head *head;      /* LAYER_FULL, else NULL */
    recurrent_head *recurrent; /* LAYER_RECURRENT, else NULL */
    /* hidden units: in->rows; a layer without MLP has 0 of them and zero bias */
    qmat_t mlp_in, mlp_out;
    qvec_t mlp_in_bias, mlp_out_bias;
} network_layer;

typedef struct network {
    char *name; /* of the construction, or what the file says */
    fc task;
    embedding embed;
    size_t steps; /* passes through the layers; 1 unless it thinks aloud */
    size_t layers;
    network_layer *layer;
    qmat_t readout; /* bits x W, least significant bit first */
} network;

/* At most this many read-out bits, so that an answer is a machine number. */
enum { network_answer_bits = 62 };

/* An empty network for the task: no fields, no layers, no read-out. */
void network_init(network *net, const char *name, const fc *task);
void network_clear(network *net);

/* Appends a layer with all weights 0; the width of the residual stream must be final. */
network_layer *network_add_layer(network *net, size_t heads, size_t key_width, size_t value_width,
                                 size_t hidden);
/* Appends a recurrent layer; its heads are empty and wait for recurrent_head_init, which makes
 * all parts 0. */
network_layer *network_add_recurrent_layer(network *net, size_t heads, size_t hidden);
void recurrent_head_init(recurrent_head *head, const recurrence *kind, const recurrent_shape *shape,
                         size_t width);
void recurrent_head_clear(recurrent_head *head);

/* The part of that name; it must exist. */
recurrent_part *recurrent_head_part(recurrent_head *head, const char *name);

/* What a head of either kind writes: matrices `value` and `output` as they stand in the layer,
 * not to be cleared. Of a recurrent head that is the (first) value part without its bias, and
 * query and key have no rows. */
attention_head network_head_view(const network_layer *layer, size_t h);

/* Takes layer i out (for seeing what a network is without it). */
void network_drop_layer(network *net, size_t i);

/* Frees a layer's weights (for layers that are built outside network_add_layer). */
void network_layer_clear(network_layer *layer);

void network_set_readout_size(network *net, size_t bits);

int network_equal(const network *a, const network *b); /* name included */

/* Head count and head dimension d = the larger of key and value width: largest over layers. */
size_t network_heads(const network *net);
size_t network_dim(const network *net);

/* Tokens in the last pass: the prompt's, and steps - 1 of its own. */
size_t network_tokens(const network *net);

/* Numbers in the largest recurrent state of a layer (its heads together), 0 without one. */
size_t network_state_entries(const network *net);

/* The layers as a word over {F, R}, bottom to top; `word` has room for layers + 1. */
void network_word(char *word, const network *net);

#endif
