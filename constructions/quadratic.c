/* The same look-ups as `binary`, found by where they stand. The key of the token at position
 * P is (P, P^2); the query of layer t is beta (2 P*, -1), with P* the position of the wanted
 * entry: the start of block t, plus w_{t-1} N_{t-2} + i_{t-1}, which is a linear function of
 * the bits in the registers.
 *
 * Why it is right (2.B). The score beta (2 P* P - P^2) is beta P*^2 - beta (P - P*)^2: a token k
 * places away weighs 2^{-4 k^2} with beta = 4, all others together at most
 * 2 (2^-4 + 2^-16 + ...) < 0.126 times the wanted one, whatever n is. So eps < 1/4, and
 * clip(2y) restores the bits. At other tokens flag and registers are 0, hence the query, and
 * the gate keeps their registers 0. The w token has value 0: it dilutes, nothing more.
 *
 * Why p = 5 bits are enough (fixed:5: sign, 2 integer, 2 fraction bits, u = 1/4). As in
 * `binary`: all other weights together are delta < 0.126, other blocks are scaled by at most
 * 0.126 together, so e = 1.126 u/2 < 0.141 and delta + e < 1/3; hence y >= 1/2, a multiple of
 * u. But scores grow like 4 n^2, and block maxima have only (d-1) p bits: where d is small,
 * p must be larger. */
#include "constructions/quadratic.h"

#include "constructions/lookup.h"

enum { beta = 4 };

static void embed_key(embedding *embed, size_t key, const fc *task)
{
    for (unsigned power = 1; power <= 2; power++) {
        embedding_term *term = embedding_add_term(embed, key + power - 1, blocks_all(task));
        term->what = QUANTITY_POSITION;
        term->power = power;
    }
}

/* Row `row` of the query += beta * 2 * scale * (the number coded in `width` bits from
 * `start`). The number is the sum of 2^j (1 + bit_j) / 2, so that all weights are integers. */
static void add_number(qmat_t query, const lookup *at, size_t start, unsigned width, uint64_t scale)
{
    for (unsigned j = 0; j < width; j++) {
        long weight = beta * (long)(scale << j);
        qmat_set_si(query, 0, start + j, weight);
        mpz_add_ui(mpq_numref(qmat_at(query, 0, at->flag)), mpq_numref(qmat_at(query, 0, at->flag)),
                   (unsigned long)weight);
    }
}

static void set_query(qmat_t query, const lookup *at, const fc *task, unsigned t)
{
    qmat_set_si(query, 0, at->flag, 2 * beta * (long)fc_block_start(task, (int)t));
    qmat_set_si(query, 1, at->flag, -beta);
    if (t >= 2)
        add_number(query, at, at->w_code[t - 1], code_width(task->n[t - 1]), task->N[t - 2]);
    if (t >= 1)
        add_number(query, at, at->reg, code_width(t >= 2 ? task->N[t - 2] : task->N[0]), 1);
}

static void build(network *net, const fc *task)
{
    lookup at;
    lookup_measure(&at, task);
    network_init(net, "quadratic", task);
    size_t key = embedding_add_field(&net->embed, "key", 2);
    embed_key(&net->embed, key, task);
    lookup_embed_value(&net->embed, &at, task);
    lookup_embed_query(&net->embed, &at, task);
    lookup_embed_registers(&net->embed, &at, BLOCK_BIT(-1));
    for (unsigned t = 0; t <= task->L; t++) {
        network_layer *layer = lookup_add_layer(net, &at, 2);
        qmat_set_si(layer->head[0].key, 0, key, 1);
        qmat_set_si(layer->head[0].key, 1, key + 1, 1);
        set_query(layer->head[0].query, &at, task, t);
    }
    lookup_set_readout(net, &at);
}

/* |score| <= beta (n-1)^2: at most beta P*^2, and at least -beta P^2. */
static uint64_t precision_bits(const fc *task)
{
    lookup at;
    lookup_measure(&at, task);
    uint64_t score_bits = 2 * (uint64_t)code_width(task->tokens) + 2 + 1;
    return lookup_precision(5, score_bits, at.value_width > 2 ? at.value_width : 2);
}

const construction construction_quadratic = {
    "quadratic",
    "L+1 full layers; keys are positions (P, P^2), sharp whatever n is",
    build,
    precision_bits,
};
