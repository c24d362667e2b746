#include "constructions/lookup.h"

#include <stdio.h>

static unsigned at_least_one(unsigned width)
{
    return width ? width : 1;
}

void lookup_measure(lookup *at, const fc *task)
{
    unsigned L = task->L;
    *at = (lookup){.id_width = code_width((uint64_t)L + 1)};
    for (unsigned l = 1; l < L; l++)
        if (code_width(task->n[l]) > at->w_width)
            at->w_width = code_width(task->n[l]);
    at->i_width = at_least_one(code_width(L >= 2 ? task->N[L - 2] : task->N[0]));
    at->value_width = at_least_one(code_width(task->N[L - 1]));
}

block_set lookup_tables(const fc *task)
{
    return blocks_all(task) & ~BLOCK_BIT(-1);
}

/* ---- embedding --------------------------------------------------------------------- */

void lookup_embed_constant(embedding *embed, size_t coordinate, block_set blocks, long value)
{
    mpq_set_si(embedding_add_term(embed, coordinate, blocks)->scale, value, 1);
}

void lookup_embed_value(embedding *embed, lookup *at, const fc *task)
{
    at->value = embedding_add_field(embed, "value", at->value_width);
    for (unsigned j = 0; j < at->value_width; j++)
        embedding_add_bit(embed, at->value + j, lookup_tables(task), QUANTITY_SYMBOL, 0, 0,
                          UINT64_C(1) << j);
}

void lookup_embed_query(embedding *embed, lookup *at, const fc *task)
{
    for (unsigned l = 1; l < task->L; l++) {
        char name[16];
        snprintf(name, sizeof name, "w_%u", l);
        at->w_code[l] = embedding_add_field(embed, name, code_width(task->n[l]));
        for (unsigned j = 0; j < code_width(task->n[l]); j++)
            embedding_add_bit(embed, at->w_code[l] + j, BLOCK_BIT(-1), QUANTITY_QUERY, l, 0,
                              UINT64_C(1) << j);
    }
}

void lookup_embed_registers(embedding *embed, lookup *at, block_set flagged)
{
    at->flag = embedding_add_field(embed, "flag", 1);
    lookup_embed_constant(embed, at->flag, flagged, 1);
    at->reg = embedding_add_field(embed, "register", at->value_width);
    at->scratch = embedding_add_field(embed, "scratch", at->value_width);
}

/* ---- layers -------------------------------------------------------------------------- */

/* Hidden units per bit: the two of the clip, and the pairs that copy register and scratch,
 * r = ReLU(r) - ReLU(-r); and one unit for f itself. */
enum { hidden_per_bit = 6 };

size_t lookup_hidden(const lookup *at)
{
    return (size_t)hidden_per_bit * at->value_width + 1;
}

void lookup_set_mlp(network_layer *layer, const lookup *at, mpq_srcptr gain)
{
    size_t flag_unit = (size_t)hidden_per_bit * at->value_width;
    qmat_set_si(layer->mlp_in, flag_unit, at->flag, 1);
    for (unsigned j = 0; j < at->value_width; j++) {
        size_t unit = (size_t)hidden_per_bit * j, r = at->reg + j, y = at->scratch + j;
        for (size_t k = 0; k < 2; k++) {
            mpq_set(qmat_at(layer->mlp_in, unit + k, y), gain);
            qmat_set_si(layer->mlp_in, unit + k, at->flag, 4);
            mpq_set_si(layer->mlp_in_bias->entry[unit + k], k == 0 ? 1 - 4 : -1 - 4, 1);
            qmat_set_si(layer->mlp_in, unit + 2 + k, r, k == 0 ? 1 : -1);
            qmat_set_si(layer->mlp_in, unit + 4 + k, y, k == 0 ? 1 : -1);
        }
        qmat_set_si(layer->mlp_out, r, unit, 1);
        qmat_set_si(layer->mlp_out, r, unit + 1, -1);
        qmat_set_si(layer->mlp_out, r, flag_unit, -1);
        qmat_set_si(layer->mlp_out, r, unit + 2, -1);
        qmat_set_si(layer->mlp_out, r, unit + 3, 1);
        qmat_set_si(layer->mlp_out, y, unit + 4, -1);
        qmat_set_si(layer->mlp_out, y, unit + 5, 1);
    }
}

network_layer *lookup_add_layer(network *net, const lookup *at, size_t key_width)
{
    network_layer *layer = network_add_layer(net, 1, key_width, at->value_width, lookup_hidden(at));
    attention_head *head = &layer->head[0];
    for (unsigned j = 0; j < at->value_width; j++) {
        qmat_set_si(head->value, j, at->value + j, 1);
        qmat_set_si(head->output, at->scratch + j, j, 1);
    }
    mpq_t two;
    mpq_init(two);
    mpq_set_ui(two, 2, 1);
    lookup_set_mlp(layer, at, two);
    mpq_clear(two);
    return layer;
}

void lookup_set_readout(network *net, const lookup *at)
{
    network_set_readout_size(net, at->value_width);
    for (unsigned j = 0; j < at->value_width; j++)
        qmat_set_si(net->readout, j, at->reg + j, 1);
}

uint64_t lookup_precision(uint64_t least, uint64_t score_bits, uint64_t dim)
{
    uint64_t needed = (score_bits + dim - 2) / (dim - 1);
    return needed > least ? needed : least;
}
