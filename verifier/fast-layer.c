#include "verifier/fast-layer.h"

#include "base/memory.h"

/* c := a b */
static void multiply(qmat_t c, const qmat_t a, const qmat_t b)
{
    mpq_t product;
    mpq_init(product);
    for (size_t i = 0; i < a->rows; i++)
        for (size_t k = 0; k < a->columns; k++) {
            if (mpq_sgn(qmat_get(a, i, k)) == 0)
                continue;
            for (size_t j = 0; j < b->columns; j++) {
                if (mpq_sgn(qmat_get(b, k, j)) == 0)
                    continue;
                mpq_mul(product, qmat_get(a, i, k), qmat_get(b, k, j));
                mpq_add(qmat_at(c, i, j), qmat_get(c, i, j), product);
            }
        }
    mpq_clear(product);
}

/* c := a b for columns first, first + 1, ... of c. */
static void multiply_into(qmat_t c, size_t first, const qmat_t a, const qmat_t b)
{
    qmat_t product;
    qmat_init(product, a->rows, b->columns);
    multiply(product, a, b);
    for (size_t i = 0; i < a->rows; i++)
        for (size_t j = 0; j < b->columns; j++)
            mpq_set(qmat_at(c, i, first + j), qmat_get(product, i, j));
    qmat_clear(product);
}

void fast_head_value(qvec_t v, const fast_head *head, const qvec_t x)
{
    if (!head->recurrent) {
        qmat_apply(v, head->weights.value, x);
        return;
    }
    const recurrent_head *from = head->recurrent;
    const recurrent_part *part = &from->part[recurrence_value_part(from->kind)];
    qmat_apply(v, part->map, x);
    for (size_t j = 0; j < v->length; j++)
        mpq_add(v->entry[j], v->entry[j], part->bias->entry[j]);
}

static void tabulate_head(fast_head *head, const network *net, const token_rows *rows)
{
    const recurrent_head *from = head->recurrent;
    qvec_t x, k, v;
    qvec_init(x, net->embed.width);
    qvec_init(k, head->weights.key->rows);
    qvec_init(v, from ? from->part[recurrence_value_part(from->kind)].map->rows : head->width);
    qmat_init(head->keys, token_row_count(rows), k->length);
    qmat_init(head->values, token_row_count(rows), v->length);
    for (size_t t = 0; t < rows->tokens; t++)
        for (size_t r = rows->start[t]; r < rows->start[t + 1]; r++) {
            embedding_evaluate(x, &net->embed, &net->task, t, r - rows->start[t]);
            qmat_apply(k, head->weights.key, x);
            fast_head_value(v, head, x);
            for (size_t j = 0; j < k->length; j++)
                mpq_set(qmat_at(head->keys, r, j), k->entry[j]);
            for (size_t j = 0; j < v->length; j++)
                mpq_set(qmat_at(head->values, r, j), v->entry[j]);
        }
    qvec_clear(x);
    qvec_clear(k);
    qvec_clear(v);
}

static void choose_outputs(fast_layer *layer, const analysis *facts, size_t i)
{
    const network *net = facts->net;
    const unsigned char *live = analysis_live_after(facts, i);
    size_t width = net->embed.width;
    if (i + 1 == net->layers) {
        layer->outputs = net->readout->rows;
        qmat_init(layer->out, layer->outputs, width);
        for (size_t k = 0; k < layer->outputs * width; k++)
            mpq_set(layer->out->entry[k], net->readout->entry[k]);
        return;
    }
    for (size_t c = 0; c < width; c++)
        layer->outputs += live[c];
    qmat_init(layer->out, layer->outputs, width);
    for (size_t c = 0, row = 0; c < width; c++)
        if (live[c])
            qmat_set_si(layer->out, row++, c, 1);
}

static void find_moving_units(fast_layer *layer)
{
    layer->unit_moves = memory_new(layer->units, 1);
    for (size_t u = 0; u < layer->units; u++) {
        int depends = 0, reaches = 0;
        for (size_t k = 0; k < layer->variables; k++)
            depends |= mpq_sgn(qmat_get(layer->unit_read, u, k)) != 0;
        for (size_t r = 0; r < layer->outputs; r++)
            reaches |= mpq_sgn(qmat_get(layer->out_unit, r, u)) != 0;
        layer->unit_moves[u] = depends && reaches;
    }
}

void fast_layer_init(fast_layer *layer, const analysis *facts, size_t i, const token_rows *rows)
{
    const network_layer *weights = &facts->net->layer[i];
    *layer = (fast_layer){.net = facts->net, .weights = weights, .units = weights->mlp_in->rows};
    layer->head = memory_new(weights->heads, sizeof *layer->head);
    for (size_t h = 0; h < weights->heads; h++) {
        if (!facts->layer[i].head[h].live)
            continue;
        fast_head *head = &layer->head[layer->heads++];
        *head = (fast_head){.weights = network_head_view(weights, h),
                            .recurrent = weights->recurrent ? &weights->recurrent[h] : NULL,
                            .first = layer->variables,
                            .positional = facts->layer[i].head[h].keys_positional};
        head->width = head->weights.value->rows;
        layer->variables += head->width;
        tabulate_head(head, facts->net, rows);
    }
    choose_outputs(layer, facts, i);
    qmat_init(layer->unit_read, layer->units, layer->variables);
    qmat_init(layer->out_read, layer->outputs, layer->variables);
    qmat_init(layer->out_unit, layer->outputs, layer->units);
    qvec_init(layer->out_bias, layer->outputs);
    for (size_t h = 0; h < layer->heads; h++) {
        const fast_head *head = &layer->head[h];
        multiply_into(layer->unit_read, head->first, weights->mlp_in, head->weights.output);
        multiply_into(layer->out_read, head->first, layer->out, head->weights.output);
    }
    multiply(layer->out_unit, layer->out, weights->mlp_out);
    qmat_apply(layer->out_bias, layer->out, weights->mlp_out_bias);
    find_moving_units(layer);
}

void fast_layer_clear(fast_layer *layer)
{
    for (size_t h = 0; h < layer->heads; h++) {
        qmat_clear(layer->head[h].keys);
        qmat_clear(layer->head[h].values);
    }
    memory_free(layer->head);
    memory_free(layer->unit_moves);
    qmat_clear(layer->unit_read);
    qmat_clear(layer->out);
    qmat_clear(layer->out_read);
    qmat_clear(layer->out_unit);
    qvec_clear(layer->out_bias);
}
