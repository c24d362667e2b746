#include "model/network.h"

#include "base/memory.h"

#include <string.h>

void network_init(network *net, const char *name, const fc *task)
{
    *net = (network){.name = memory_copy_string(name), .task = *task, .steps = 1};
    embedding_init(&net->embed);
    qmat_init(net->readout, 0, 0);
}

void recurrent_head_init(recurrent_head *head, const recurrence *kind, const recurrent_shape *shape,
                         size_t width)
{
    *head = (recurrent_head){.kind = kind, .shape = *shape};
    for (size_t i = 0; i < recurrence_parts(kind); i++) {
        size_t rows = part_rows(&kind->parts[i], shape);
        qmat_init(head->part[i].map, rows, width);
        qvec_init(head->part[i].bias, rows);
    }
    qmat_init(head->output, width, shape->value);
}

void recurrent_head_clear(recurrent_head *head)
{
    for (size_t i = 0; head->kind && i < recurrence_parts(head->kind); i++) {
        qmat_clear(head->part[i].map);
        qvec_clear(head->part[i].bias);
    }
    if (head->kind)
        qmat_clear(head->output);
}

recurrent_part *recurrent_head_part(recurrent_head *head, const char *name)
{
    size_t i = 0;
    while (head->kind->parts[i].name && strcmp(head->kind->parts[i].name, name) != 0)
        i++;
    REQUIRE(head->kind->parts[i].name != NULL);
    return &head->part[i];
}

void network_layer_clear(network_layer *layer)
{
    for (size_t h = 0; layer->head && h < layer->heads; h++) {
        qmat_clear(layer->head[h].query);
        qmat_clear(layer->head[h].key);
        qmat_clear(layer->head[h].value);
        qmat_clear(layer->head[h].output);
    }
    for (size_t h = 0; layer->recurrent && h < layer->heads; h++)
        recurrent_head_clear(&layer->recurrent[h]);
    memory_free(layer->head);
    memory_free(layer->recurrent);
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

/* A layer without heads. */
static network_layer *add_empty_layer(network *net, layer_kind kind, size_t heads, size_t hidden)
{
    size_t width = net->embed.width;
    net->layer = memory_resize(net->layer, net->layers + 1, sizeof *net->layer);
    network_layer *layer = &net->layer[net->layers++];
    *layer = (network_layer){.kind = kind, .heads = heads};
    qmat_init(layer->mlp_in, hidden, width);
    qvec_init(layer->mlp_in_bias, hidden);
    qmat_init(layer->mlp_out, width, hidden);
    qvec_init(layer->mlp_out_bias, width);
    return layer;
}

network_layer *network_add_layer(network *net, size_t heads, size_t key_width, size_t value_width,
                                 size_t hidden)
{
    size_t width = net->embed.width;
    network_layer *layer = add_empty_layer(net, LAYER_FULL, heads, hidden);
    layer->head = memory_new(heads, sizeof *layer->head);
    for (size_t h = 0; h < heads; h++) {
        qmat_init(layer->head[h].query, key_width, width);
        qmat_init(layer->head[h].key, key_width, width);
        qmat_init(layer->head[h].value, value_width, width);
        qmat_init(layer->head[h].output, width, value_width);
    }
    return layer;
}

network_layer *network_add_recurrent_layer(network *net, size_t heads, size_t hidden)
{
    network_layer *layer = add_empty_layer(net, LAYER_RECURRENT, heads, hidden);
    layer->recurrent = memory_new(heads, sizeof *layer->recurrent);
    return layer;
}

attention_head network_head_view(const network_layer *layer, size_t h)
{
    attention_head view;
    if (layer->kind == LAYER_FULL)
        return layer->head[h];
    const recurrent_head *head = &layer->recurrent[h];
    const qmat_struct *value = head->part[recurrence_value_part(head->kind)].map;
    const qmat_struct none = {0, value->columns, NULL};
    view.query[0] = view.key[0] = none;
    view.value[0] = (qmat_struct){head->shape.value, value->columns, value->entry};
    view.output[0] = head->output[0];
    return view;
}

void network_drop_layer(network *net, size_t i)
{
    REQUIRE(i < net->layers);
    network_layer_clear(&net->layer[i]);
    net->layers--;
    memmove(net->layer + i, net->layer + i + 1, (net->layers - i) * sizeof *net->layer);
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

static int recurrent_heads_equal(const recurrent_head *a, const recurrent_head *b)
{
    if (a->kind != b->kind || a->shape.key != b->shape.key || a->shape.value != b->shape.value ||
        a->shape.repeats != b->shape.repeats || !qmat_equal(a->output, b->output))
        return 0;
    for (size_t i = 0; i < recurrence_parts(a->kind); i++)
        if (!qmat_equal(a->part[i].map, b->part[i].map) ||
            !qvec_equal(a->part[i].bias, b->part[i].bias))
            return 0;
    return 1;
}

static int layers_equal(const network_layer *a, const network_layer *b)
{
    if (a->kind != b->kind || a->heads != b->heads)
        return 0;
    for (size_t h = 0; a->recurrent && h < a->heads; h++)
        if (!recurrent_heads_equal(&a->recurrent[h], &b->recurrent[h]))
            return 0;
    for (size_t h = 0; a->head && h < a->heads; h++)
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
        a->steps != b->steps || !embeddings_equal(&a->embed, &b->embed) ||
        !qmat_equal(a->readout, b->readout))
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

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

size_t network_dim(const network *net)
{
    size_t dim = 0;
    for (size_t i = 0; i < net->layers; i++) {
        const network_layer *layer = &net->layer[i];
        for (size_t h = 0; layer->head && h < layer->heads; h++)
            dim = larger(dim, larger(layer->head[h].key->rows, layer->head[h].value->rows));
        for (size_t h = 0; layer->recurrent && h < layer->heads; h++)
            dim =
                larger(dim, larger(layer->recurrent[h].shape.key, layer->recurrent[h].shape.value));
    }
    return dim;
}

size_t network_tokens(const network *net)
{
    return (size_t)net->task.tokens + net->steps - 1;
}

size_t network_state_entries(const network *net)
{
    size_t most = 0;
    for (size_t i = 0; i < net->layers; i++) {
        const network_layer *layer = &net->layer[i];
        size_t entries = 0;
        for (size_t h = 0; layer->recurrent && h < layer->heads; h++)
            entries += layer->recurrent[h].kind->entries(&layer->recurrent[h].shape);
        most = larger(most, entries);
    }
    return most;
}

void network_word(char *word, const network *net)
{
    for (size_t i = 0; i < net->layers; i++)
        word[i] = net->layer[i].kind == LAYER_FULL ? 'F' : 'R';
    word[net->layers] = '\0';
}
