#include "verifier/analysis.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

static int is_nonzero(const qmat_t a, size_t row, size_t column)
{
    return mpq_sgn(qmat_get(a, row, column)) != 0;
}

static int row_is_zero(const qmat_t a, size_t row)
{
    for (size_t c = 0; c < a->columns; c++)
        if (is_nonzero(a, row, c))
            return 0;
    return 1;
}

/* Marks the columns in which row `row` is nonzero. */
static void mark_columns(unsigned char *mark, const qmat_t a, size_t row)
{
    for (size_t c = 0; c < a->columns; c++)
        if (is_nonzero(a, row, c))
            mark[c] = 1;
}

/* ---- forward: what is still memory ------------------------------------------------------- */

static void mark_symbols(analysis *a)
{
    const embedding *embed = &a->net->embed;
    for (size_t c = 0; c < embed->width; c++)
        for (size_t i = 0; i < embed->coordinate[c].count; i++)
            if (term_reads_symbol(&embed->coordinate[c].term[i]))
                a->symbol_blocks[c] |= embed->coordinate[c].term[i].blocks;
}

static void forget_written(unsigned char *memory, const network_layer *layer, size_t width)
{
    for (size_t c = 0; c < width; c++) {
        int written = !row_is_zero(layer->mlp_out, c) || mpq_sgn(layer->mlp_out_bias->entry[c]);
        for (size_t h = 0; h < layer->heads; h++)
            written |= !row_is_zero(network_head_view(layer, h).output, c);
        if (written)
            memory[c] = 0;
    }
}

static void find_memory(analysis *a)
{
    size_t width = a->net->embed.width;
    for (size_t i = 0; i < a->net->layers; i++) {
        if (i == 0)
            memset(a->layer[0].memory, 1, width);
        else {
            memcpy(a->layer[i].memory, a->layer[i - 1].memory, width);
            forget_written(a->layer[i].memory, &a->net->layer[i - 1], width);
        }
    }
}

/* ---- backward: what is live at the last token --------------------------------------------- */

/* Value coordinate j of the head reaches a live coordinate. */
static int value_is_live(const attention_head *head, size_t j, const unsigned char *live)
{
    for (size_t c = 0; c < head->output->rows; c++)
        if (live[c] && is_nonzero(head->output, c, j))
            return 1;
    return 0;
}

/* Key coordinate j can change a score: a row of zeros in Q or K multiplies to nothing. */
static int key_is_live(const attention_head *head, size_t j)
{
    return !row_is_zero(head->query, j) && !row_is_zero(head->key, j);
}

/* The coordinates one live head takes keys and values from. */
static void mark_read(unsigned char *keys, unsigned char *values, const attention_head *head,
                      const unsigned char *live)
{
    for (size_t j = 0; j < head->key->rows; j++)
        if (key_is_live(head, j))
            mark_columns(keys, head->key, j);
    for (size_t j = 0; j < head->value->rows; j++)
        if (value_is_live(head, j, live))
            mark_columns(values, head->value, j);
}

static void explain(analysis *a, size_t i, size_t h, size_t c, const char *what)
{
    char name[coordinate_name_room];
    analysis_coordinate_name(name, a->net, c);
    a->allowed = 0;
    if (!a->refusal[0]) /* the first reason found, that of the last layer, is enough */
        snprintf(
            a->refusal, sizeof a->refusal,
            "layer %zu, head %zu: %s come from coordinate %zu (%.100s), which an earlier layer "
            "writes",
            i, h, what, c, name);
}

/* What a recurrent head takes from every token: values, and all that says how they are kept
 * (as `keys`). Its query matters at the last token only. */
static void mark_recurrent(unsigned char *keys, unsigned char *values, unsigned char *queries,
                           const recurrent_head *head)
{
    for (size_t p = 0; p < recurrence_parts(head->kind); p++) {
        unsigned char *mark = p == recurrence_value_part(head->kind)   ? values
                              : p == recurrence_query_part(head->kind) ? queries
                                                                       : keys;
        for (size_t row = 0; row < head->part[p].map->rows; row++)
            mark_columns(mark, head->part[p].map, row);
    }
}

/* Judges head h and adds to `before` what it needs of the last token's own stream. `middle`
 * is what is live between attention and MLP. */
static void judge_head(analysis *a, size_t i, size_t h, unsigned char *before,
                       const unsigned char *middle)
{
    const network_layer *layer = &a->net->layer[i];
    attention_head view = network_head_view(layer, h), *head = &view;
    head_analysis *found = &a->layer[i].head[h];
    size_t width = a->net->embed.width;
    for (size_t j = 0; j < head->value->rows; j++)
        found->live |= value_is_live(head, j, middle);
    found->from_memory = found->keys_positional = 1;
    if (!found->live)
        return;
    unsigned char *keys = memory_new(width, 1), *values = memory_new(width, 1);
    if (layer->kind == LAYER_FULL)
        mark_read(keys, values, head, middle);
    else
        mark_recurrent(keys, values, before, &layer->recurrent[h]);
    for (size_t c = 0; c < width; c++) {
        if (keys[c])
            found->key_blocks |= a->symbol_blocks[c];
        if (values[c])
            found->value_blocks |= a->symbol_blocks[c];
        if ((keys[c] || values[c]) && !a->layer[i].memory[c]) {
            found->from_memory = 0;
            explain(a, i, h, c, keys[c] ? "keys" : "values");
        }
        before[c] |= keys[c] | values[c];
    }
    for (size_t j = 0; j < head->query->rows; j++)
        if (key_is_live(head, j))
            mark_columns(before, head->query, j);
    found->keys_positional = (found->key_blocks & ~BLOCK_BIT(-1)) == 0;
    memory_free(keys);
    memory_free(values);
}

static void find_live(analysis *a)
{
    const network *net = a->net;
    size_t width = net->embed.width;
    for (size_t j = 0; j < net->readout->rows; j++)
        mark_columns(a->live_after, net->readout, j);
    for (size_t i = net->layers; i-- > 0;) {
        const network_layer *layer = &net->layer[i];
        const unsigned char *after = analysis_live_after(a, i);
        unsigned char *before = a->layer[i].live;
        memcpy(before, after, width); /* the residual stream passes everything on */
        for (size_t u = 0; u < layer->mlp_in->rows; u++) {
            for (size_t c = 0; c < width && !a->layer[i].unit[u]; c++)
                a->layer[i].unit[u] = after[c] && is_nonzero(layer->mlp_out, c, u);
            if (a->layer[i].unit[u])
                mark_columns(before, layer->mlp_in, u);
        }
        unsigned char *middle = memory_new(width, 1);
        memcpy(middle, before, width);
        for (size_t h = 0; h < layer->heads; h++)
            judge_head(a, i, h, before, middle);
        memory_free(middle);
    }
}

/* ---- the whole --------------------------------------------------------------------------- */

void analysis_init(analysis *a, const network *net)
{
    size_t width = net->embed.width;
    *a = (analysis){.net = net, .allowed = 1};
    a->symbol_blocks = memory_new(width, sizeof *a->symbol_blocks);
    a->live_after = memory_new(width, 1);
    a->layer = memory_new(net->layers, sizeof *a->layer);
    for (size_t i = 0; i < net->layers; i++)
        a->layer[i] = (layer_analysis){
            .memory = memory_new(width, 1),
            .live = memory_new(width, 1),
            .unit = memory_new(net->layer[i].mlp_in->rows, 1),
            .head = memory_new(net->layer[i].heads, sizeof *a->layer[i].head),
        };
    mark_symbols(a);
    find_memory(a);
    find_live(a);
    if (net->steps > 1) {
        a->allowed = 0;
        snprintf(a->refusal, sizeof a->refusal, "the network runs in %zu passes", net->steps);
    }
}

void analysis_clear(analysis *a)
{
    for (size_t i = 0; i < a->net->layers; i++) {
        memory_free(a->layer[i].memory);
        memory_free(a->layer[i].live);
        memory_free(a->layer[i].unit);
        memory_free(a->layer[i].head);
    }
    memory_free(a->layer);
    memory_free(a->live_after);
    memory_free(a->symbol_blocks);
}

void analysis_coordinate_name(char *name, const network *net, size_t coordinate)
{
    const embedding *embed = &net->embed;
    for (size_t f = 0; f < embed->fields; f++)
        if (coordinate - embed->field[f].start < embed->field[f].width) {
            snprintf(name, coordinate_name_room, "%.200s[%zu]", embed->field[f].name,
                     coordinate - embed->field[f].start);
            return;
        }
    snprintf(name, coordinate_name_room, "?");
}
