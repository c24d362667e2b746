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
 * The answer is the number whose bit j is 1 if coordinate j of  R x_last  is positive and
 * 0 if it is negative; a coordinate that is 0 is no answer. */
#ifndef STRATA_MODEL_NETWORK_H
#define STRATA_MODEL_NETWORK_H

#include "exact/qvec.h"
#include "model/embedding.h"
#include "task/fc.h"

#include <jansson.h>

typedef struct attention_head {
    qmat_t query, key, value, output;
} attention_head;

typedef struct network_layer {
    size_t heads;
    attention_head *head;
    /* hidden units: in->rows; a layer without MLP has 0 of them and zero bias */
    qmat_t mlp_in, mlp_out;
    qvec_t mlp_in_bias, mlp_out_bias;
} network_layer;

typedef struct network {
    char *name; /* of the construction, or what the file says */
    fc task;
    embedding embed;
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
/* Frees a layer's weights (for layers that are built outside network_add_layer). */
void network_layer_clear(network_layer *layer);

void network_set_readout_size(network *net, size_t bits);

int network_equal(const network *a, const network *b); /* name included */

/* Head count and head dimension d = the larger of key and value width: largest over layers. */
size_t network_heads(const network *net);
size_t network_dim(const network *net);

/* The layers as a word over {F, R}, bottom to top; `word` has room for layers + 1. */
void network_word(char *word, const network *net);

#endif
