#include "model/network.h"

#include "base/memory.h"

#include <string.h>

void network_init(network *net, const char *name, const fc *task)
{
    *net = (network){.name = memory_copy_string(name), .task = *task};
    embedding_init(&net->embed);
    qmat_init(net->readout, 0, 0);
}

void network_layer_clear(network_layer *layer)
{
    for (size_t h = 0; h < layer->heads; h++) {
        qmat_clear(layer->head[h].query);
        qmat_clear(layer->head[h].key);
        qmat_clear(layer->head[h].value);
        qmat_clear(layer->head[h].output);
    }
    memory_free(layer->head);
    qmat_clear(layer->mlp_in);
    qmat_clear(layer->mlp_out);
    qvec_clear(layer->mlp_in_bias);
    qvec_clear(layer->mlp_out_bias);
}

void network_clear(network *net)
{
    for (size_t i = 0; i < net->layers; i++)
        network_layer_clear(&net->layer[i]);
    memory_free(net->layer);
    memory_free(net->name);
    embedding_clear(&net->embed);
    qmat_clear(net->readout);
}

network_layer *network_add_layer(network *net, size_t heads, size_t key_width, size_t value_width,
                                 size_t hidden)
{
    size_t width = net->embed.width;
    net->layer = memory_resize(net->layer, net->layers + 1, sizeof *net->layer);
    network_layer *layer = &net->layer[net->layers++];
    layer->heads = heads;
    layer->head = memory_new(heads, sizeof *layer->head);
    for (size_t h = 0; h < heads; h++) {
        qmat_init(layer->head[h].query, key_width, width);
        qmat_init(layer->head[h].key, key_width, width);
        qmat_init(layer->head[h].value, value_width, width);
        qmat_init(layer->head[h].output, width, value_width);
    }
    qmat_init(layer->mlp_in, hidden, width);
    qvec_init(layer->mlp_in_bias, hidden);
    qmat_init(layer->mlp_out, width, hidden);
    qvec_init(layer->mlp_out_bias, width);
    return layer;
}

void network_set_readout_size(network *net, size_t bits)
{
    REQUIRE(bits <= network_answer_bits);
    qmat_clear(net->readout);
    qmat_init(net->readout, bits, net->embed.width);
}

/* ---- comparing ---------------------------------------------------------------- */

static int terms_equal(const embedding_term *a, const embedding_term *b)
{
    return a->blocks == b->blocks && a->has_at == b->has_at && a->at == b->at &&
           a->what == b->what && a->part == b->part && a->within == b->within && a->div == b->div &&
           a->mod == b->mod && a->power == b->power && mpq_equal(a->scale, b->scale) &&
           mpq_equal(a->offset, b->offset);
}

static int embeddings_equal(const embedding *a, const embedding *b)
{
    if (a->width != b->width || a->fields != b->fields)
        return 0;
    for (size_t f = 0; f < a->fields; f++)
        if (strcmp(a->field[f].name, b->field[f].name) != 0 ||
            a->field[f].width != b->field[f].width)
            return 0;
    for (size_t c = 0; c < a->width; c++) {
        if (a->coordinate[c].count != b->coordinate[c].count)
            return 0;
        for (size_t i = 0; i < a->coordinate[c].count; i++)
            if (!terms_equal(&a->coordinate[c].term[i], &b->coordinate[c].term[i]))
                return 0;
    }
    return 1;
}

static int layers_equal(const network_layer *a, const network_layer *b)
{
    if (a->heads != b->heads)
        return 0;
    for (size_t h = 0; h < a->heads; h++)
        if (!qmat_equal(a->head[h].query, b->head[h].query) ||
            !qmat_equal(a->head[h].key, b->head[h].key) ||
            !qmat_equal(a->head[h].value, b->head[h].value) ||
            !qmat_equal(a->head[h].output, b->head[h].output))
            return 0;
    return qmat_equal(a->mlp_in, b->mlp_in) && qmat_equal(a->mlp_out, b->mlp_out) &&
           qvec_equal(a->mlp_in_bias, b->mlp_in_bias) &&
           qvec_equal(a->mlp_out_bias, b->mlp_out_bias);
}

int network_equal(const network *a, const network *b)
{
    if (strcmp(a->name, b->name) != 0 || !fc_equal(&a->task, &b->task) || a->layers != b->layers ||
        !embeddings_equal(&a->embed, &b->embed) || !qmat_equal(a->readout, b->readout))
        return 0;
    for (size_t i = 0; i < a->layers; i++)
        if (!layers_equal(&a->layer[i], &b->layer[i]))
            return 0;
    return 1;
}

/* ---- sizes --------------------------------------------------------------------- */

size_t network_heads(const network *net)
{
    size_t heads = 0;
    for (size_t i = 0; i < net->layers; i++)
        if (net->layer[i].heads > heads)
            heads = net->layer[i].heads;
    return heads;
}

size_t network_dim(const network *net)
{
    size_t dim = 0;
    for (size_t i = 0; i < net->layers; i++)
        for (size_t h = 0; h < net->layer[i].heads; h++) {
            const attention_head *head = &net->layer[i].head[h];
            if (head->key->rows > dim)
                dim = head->key->rows;
            if (head->value->rows > dim)
                dim = head->value->rows;
        }
    return dim;
}

void network_word(char *word, const network *net)
{
    memset(word, 'F', net->layers);
    word[net->layers] = '\0';
}
