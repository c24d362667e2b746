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
 * bit wide.)
 *
 * Why p = 6 bits are enough, whatever n is (fixed:6, docs/number-systems.md: sign, 2 integer and
 * 3 fraction bits, u = 1/8). The block of the target has denominator 1 + delta and a
 * numerator that agrees with the bit up to delta, both off by at most u/2 after rounding;
 * other blocks are scaled by at most 2^{-2 beta} <= 1/(4(n-1)), so their roundings together
 * weigh at most u/8 (saturating makes them smaller, never larger). With e = 5u/8 the bit is
 * read with y >= (1 - 1/4 - e) / (1 + 1/4 + e) >= 1/2, because 1/4 + e <= 1/3; 1/2 is a
 * multiple of u, so rounding y keeps it >= 1/2, and clip(2y) is exact. MLP outputs are
 * integers of absolute value at most 2, and multiples of u. Elsewhere |y| <= 1 still, as
 * rounding is monotone and odd: the gate holds. */
#include "constructions/binary.h"

void binary_measure(binary_layout *at, const fc *task, uint64_t tokens)
{
    lookup_measure(&at->base, task);
    at->key_width = at->base.id_width + at->base.w_width + at->base.i_width;
    at->beta = 1; /* the least beta with 4^beta >= 4 (n-1) */
    while (at->beta < 32 && (UINT64_C(1) << 2 * at->beta) < 4 * (tokens - 1))
        at->beta++;
}

/* ---- embedding --------------------------------------------------------------------- */

/* Key of z_t(x): code of t, then of the w part, then of the i part of x. */
void binary_embed_key(embedding *embed, binary_layout *at, const fc *task)
{
    at->key = embedding_add_field(embed, "key", at->key_width);
    size_t id = at->key, w = id + at->base.id_width, i = w + at->base.w_width;
    for (unsigned j = 0; j < at->base.id_width; j++)
        embedding_add_bit(embed, id + j, lookup_tables(task), QUANTITY_BLOCK, 0, 0,
                          UINT64_C(1) << j);
    for (unsigned j = 0; j < at->base.w_width; j++) {
        block_set unused = BLOCK_BIT(0) | BLOCK_BIT(1);
        for (unsigned t = 2; t <= task->L; t++)
            if (j < code_width(task->n[t - 1]))
                embedding_add_bit(embed, w + j, BLOCK_BIT(t), QUANTITY_ARGUMENT, 0, 0,
                                  task->N[t - 2] << j);
            else
                unused |= BLOCK_BIT(t);
        lookup_embed_constant(embed, w + j, unused, -1);
    }
    for (unsigned j = 0; j < at->base.i_width; j++) {
        embedding_add_bit(embed, i + j, BLOCK_BIT(0) | BLOCK_BIT(1), QUANTITY_ARGUMENT, 0, 0,
                          UINT64_C(1) << j);
        for (unsigned t = 2; t <= task->L; t++)
            embedding_add_bit(embed, i + j, BLOCK_BIT(t), QUANTITY_ARGUMENT, 0, task->N[t - 2],
                              UINT64_C(1) << j);
    }
}

void binary_embed(embedding *embed, binary_layout *at, const fc *task)
{
    binary_embed_key(embed, at, task);
    lookup_embed_value(embed, &at->base, task);
    lookup_embed_query(embed, &at->base, task);
    lookup_embed_registers(embed, &at->base, BLOCK_BIT(-1));
}

/* ---- layers -------------------------------------------------------------------------- */

/* beta times the code of (t, x_t), copied from where its parts stand. */
static void set_query(qmat_t query, const binary_layout *at, const fc *task, unsigned t)
{
    const lookup *base = &at->base;
    size_t row = 0;
    for (unsigned j = 0; j < base->id_width; j++)
        qmat_set_si(query, row++, base->flag, (t >> j & 1) ? at->beta : -at->beta);
    for (unsigned j = 0; j < base->w_width; j++, row++)
        if (t >= 2 && j < code_width(task->n[t - 1]))
            qmat_set_si(query, row, base->w_code[t - 1] + j, at->beta);
        else
            qmat_set_si(query, row, base->flag, -at->beta);
    for (unsigned j = 0; j < base->i_width; j++, row++)
        if (t >= 1)
            qmat_set_si(query, row, base->reg + j, at->beta);
        else
            qmat_set_si(query, row, base->flag, -at->beta);
}

void binary_add_lookup(network *net, const binary_layout *at, unsigned t)
{
    network_layer *layer = lookup_add_layer(net, &at->base, at->key_width);
    for (unsigned j = 0; j < at->key_width; j++)
        qmat_set_si(layer->head[0].key, j, at->key + j, 1);
    set_query(layer->head[0].query, at, &net->task, t);
}

static void build(network *net, const fc *task)
{
    binary_layout at;
    binary_measure(&at, task, task->tokens);
    network_init(net, "binary", task);
    binary_embed(&net->embed, &at, task);
    for (unsigned t = 0; t <= task->L; t++)
        binary_add_lookup(net, &at, t);
    lookup_set_readout(net, &at.base);
}

/* Scores are integers in [-beta b, beta b]. */
uint64_t binary_precision(const binary_layout *at)
{
    uint64_t score_bits = code_width((uint64_t)at->beta * at->key_width + 1) + 1;
    uint64_t dim = at->key_width > at->base.value_width ? at->key_width : at->base.value_width;
    return lookup_precision(6, score_bits, dim);
}

static uint64_t precision_bits(const fc *task)
{
    binary_layout at;
    binary_measure(&at, task, task->tokens);
    return binary_precision(&at);
}

const construction construction_binary = {
    "binary",
    "L+1 full layers; keys are +1/-1 codes of (function, argument)",
    build,
    precision_bits,
};
