/* Every layer is a table look-up. Layer t = 0 .. L lets the last token look up function t at
 * x_t (x_0 = the only entry of block 0, x_1 = i_0, x_t = (w_{t-1}, i_{t-1})) and puts the
 * bits of i_t into the register. All codes are bits as +1/-1.
 *
 * Why it is right (2.A). The query of layer t agrees with the key of the wanted token in all
 * b places and with any other key in at most b-1, so scores are beta*b there, at most
 * beta*(b-2) on other keys, and 0 on the w token, whose key is 0. As b >= 2, all other
 * weights together are at most (n-1) 2^{-2 beta} times the wanted one, hence eps <= 1/4 by
 * the choice of beta. Then each coordinate read is within 2 eps <= 1/2 of the wanted bit, and
 * clip(2y) restores the bit exactly. At other tokens flag, register and query are 0: they
 * attend evenly, and the gate keeps their registers 0.
 *
 * (b >= 2 needs saying: with L = m = 1 the function id alone would be one bit wide, and the
 * w token's score 0 would exceed beta*(b-2) = -beta. So the argument code is at least one
 * bit wide.) */
#include "constructions/binary.h"

#include <stdio.h>

/* Where things stand in the residual stream, and how wide they are. */
typedef struct layout {
    unsigned id_width, w_width, i_width, value_width;
    unsigned key_width; /* b = id + w + i */
    long beta;
    size_t key, value, flag, reg, scratch; /* starts of fields */
    size_t w_code[fc_max_L];               /* start of the code of w_l, l = 1 .. L-1 */
} layout;

static unsigned at_least_one(unsigned width)
{
    return width ? width : 1;
}

static void measure(layout *at, const fc *task)
{
    unsigned L = task->L;
    at->id_width = code_width((uint64_t)L + 1);
    at->w_width = 0;
    for (unsigned l = 1; l < L; l++)
        if (code_width(task->n[l]) > at->w_width)
            at->w_width = code_width(task->n[l]);
    at->i_width = at_least_one(code_width(L >= 2 ? task->N[L - 2] : task->N[0]));
    at->value_width = at_least_one(code_width(task->N[L - 1]));
    at->key_width = at->id_width + at->w_width + at->i_width;
    at->beta = 1; /* the least beta with 4^beta >= 4 (n-1) */
    while (at->beta < 32 && (UINT64_C(1) << 2 * at->beta) < 4 * (task->tokens - 1))
        at->beta++;
}

/* ---- embedding --------------------------------------------------------------------- */

static void add_constant(embedding *embed, size_t coordinate, block_set blocks, long value)
{
    mpq_set_si(embedding_add_term(embed, coordinate, blocks)->scale, value, 1);
}

/* Key of z_t(x): code of t, then of the w part, then of the i part of x. */
static void embed_key(embedding *embed, const layout *at, const fc *task)
{
    block_set tables = blocks_all(task) & ~BLOCK_BIT(-1);
    size_t id = at->key, w = id + at->id_width, i = w + at->w_width;
    for (unsigned j = 0; j < at->id_width; j++)
        embedding_add_bit(embed, id + j, tables, QUANTITY_BLOCK, 0, 0, UINT64_C(1) << j);
    for (unsigned j = 0; j < at->w_width; j++) {
        block_set unused = BLOCK_BIT(0) | BLOCK_BIT(1);
        for (unsigned t = 2; t <= task->L; t++)
            if (j < code_width(task->n[t - 1]))
                embedding_add_bit(embed, w + j, BLOCK_BIT(t), QUANTITY_ARGUMENT, 0, 0,
                                  task->N[t - 2] << j);
            else
                unused |= BLOCK_BIT(t);
        add_constant(embed, w + j, unused, -1);
    }
    for (unsigned j = 0; j < at->i_width; j++) {
        embedding_add_bit(embed, i + j, BLOCK_BIT(0) | BLOCK_BIT(1), QUANTITY_ARGUMENT, 0, 0,
                          UINT64_C(1) << j);
        for (unsigned t = 2; t <= task->L; t++)
            embedding_add_bit(embed, i + j, BLOCK_BIT(t), QUANTITY_ARGUMENT, 0, task->N[t - 2],
                              UINT64_C(1) << j);
    }
}

static void embed_token(embedding *embed, layout *at, const fc *task)
{
    block_set tables = blocks_all(task) & ~BLOCK_BIT(-1);
    at->key = embedding_add_field(embed, "key", at->key_width);
    embed_key(embed, at, task);
    at->value = embedding_add_field(embed, "value", at->value_width);
    for (unsigned j = 0; j < at->value_width; j++)
        embedding_add_bit(embed, at->value + j, tables, QUANTITY_SYMBOL, 0, 0, UINT64_C(1) << j);
    for (unsigned l = 1; l < task->L; l++) {
        char name[16];
        snprintf(name, sizeof name, "w_%u", l);
        at->w_code[l] = embedding_add_field(embed, name, code_width(task->n[l]));
        for (unsigned j = 0; j < code_width(task->n[l]); j++)
            embedding_add_bit(embed, at->w_code[l] + j, BLOCK_BIT(-1), QUANTITY_QUERY, l, 0,
                              UINT64_C(1) << j);
    }
    at->flag = embedding_add_field(embed, "flag", 1);
    add_constant(embed, at->flag, BLOCK_BIT(-1), 1);
    at->reg = embedding_add_field(embed, "register", at->value_width);
    at->scratch = embedding_add_field(embed, "scratch", at->value_width);
}

/* ---- layers -------------------------------------------------------------------------- */

/* beta times the code of (t, x_t), copied from where its parts stand. */
static void set_query(qmat_t query, const layout *at, const fc *task, unsigned t)
{
    size_t row = 0;
    for (unsigned j = 0; j < at->id_width; j++)
        qmat_set_si(query, row++, at->flag, (t >> j & 1) ? at->beta : -at->beta);
    for (unsigned j = 0; j < at->w_width; j++, row++)
        if (t >= 2 && j < code_width(task->n[t - 1]))
            qmat_set_si(query, row, at->w_code[t - 1] + j, at->beta);
        else
            qmat_set_si(query, row, at->flag, -at->beta);
    for (unsigned j = 0; j < at->i_width; j++, row++)
        if (t >= 1)
            qmat_set_si(query, row, at->reg + j, at->beta);
        else
            qmat_set_si(query, row, at->flag, -at->beta);
}

/* register := gated clip(2 scratch), scratch := 0. Hidden units per bit: the two of the
 * clip, ReLU(2y+1-4(1-f)) and ReLU(2y-1-4(1-f)), and the pairs that copy register and
 * scratch, r = ReLU(r) - ReLU(-r); and one unit for f itself. */
enum { hidden_per_bit = 6 };

static void set_mlp(network_layer *layer, const layout *at)
{
    size_t flag_unit = (size_t)hidden_per_bit * at->value_width;
    qmat_set_si(layer->mlp_in, flag_unit, at->flag, 1);
    for (unsigned j = 0; j < at->value_width; j++) {
        size_t unit = (size_t)hidden_per_bit * j, r = at->reg + j, y = at->scratch + j;
        for (size_t k = 0; k < 2; k++) {
            qmat_set_si(layer->mlp_in, unit + k, y, 2);
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

static void add_lookup(network *net, const layout *at, unsigned t)
{
    network_layer *layer = network_add_layer(net, 1, at->key_width, at->value_width,
                                             (size_t)hidden_per_bit * at->value_width + 1);
    attention_head *head = &layer->head[0];
    for (unsigned j = 0; j < at->key_width; j++)
        qmat_set_si(head->key, j, at->key + j, 1);
    for (unsigned j = 0; j < at->value_width; j++) {
        qmat_set_si(head->value, j, at->value + j, 1);
        qmat_set_si(head->output, at->scratch + j, j, 1);
    }
    set_query(head->query, at, &net->task, t);
    set_mlp(layer, at);
}

static void build(network *net, const fc *task)
{
    layout at;
    measure(&at, task);
    network_init(net, "binary", task);
    embed_token(&net->embed, &at, task);
    for (unsigned t = 0; t <= task->L; t++)
        add_lookup(net, &at, t);
    network_set_readout_size(net, at.value_width);
    for (unsigned j = 0; j < at.value_width; j++)
        qmat_set_si(net->readout, j, at.reg + j, 1);
}

/* Scores lie in [-beta b, beta b]. Relative to the least of them a block aggregate is an
 * integer of absolute value at most n 2^{2 beta b}; one more bit for the sign. */
static uint64_t precision_bits(const fc *task)
{
    layout at;
    measure(&at, task);
    return 2 * (uint64_t)at.beta * at.key_width + code_width(task->tokens + 1) + 1;
}

const construction construction_binary = {
    "binary",
    "L+1 full layers; keys are +1/-1 codes of (function, argument)",
    build,
    precision_bits,
};
