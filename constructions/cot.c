/* One look-up layer that runs L+1 times. Pass t looks up function t at x_t; then a token
 * (w, t, i_t) is written, which is the last one of the next pass and knows from its own
 * symbol what to look up there: function t+1 at (w_t, i_t). So queries are read off a memory
 * field "want", and nothing but the register is ever written.
 *
 * Why it is right. As in `binary`: the tokens that are written have key 0 like the w token,
 * hence score 0 <= beta (b-2), and value 0; beta is chosen for the n + L tokens of the last
 * pass. This lies outside the single-pass model of the lower bound: that is its point. */
#include "constructions/cot.h"

#include "constructions/binary.h"

/* want := code of function t+1 on the token written after pass t, and of function 0 on w. */
static void embed_want_id(embedding *embed, const lookup *at, const fc *task, size_t want)
{
    for (unsigned j = 0; j < at->id_width; j++) {
        lookup_embed_constant(embed, want + j, BLOCK_BIT(-1), -1);
        for (unsigned t = 0; t < task->L; t++) {
            embedding_term *term = embedding_add_term(embed, want + j, BLOCK_BIT(block_steps));
            term->has_at = 1;
            term->at = t;
            mpq_set_si(term->scale, ((t + 1) >> j & 1) ? 1 : -1, 1);
        }
    }
}

/* The w part of x_{t+1} is w_t for t >= 1; there is none in x_0 and x_1. */
static void embed_want_w(embedding *embed, const lookup *at, const fc *task, size_t want)
{
    for (unsigned j = 0; j < at->w_width; j++) {
        lookup_embed_constant(embed, want + j, BLOCK_BIT(-1), -1);
        for (unsigned t = 0; t < task->L; t++) {
            embedding_term *term;
            if (t >= 1 && j < code_width(task->n[t])) {
                embedding_add_bit(embed, want + j, BLOCK_BIT(block_steps), QUANTITY_QUERY, t, 0,
                                  UINT64_C(1) << j);
                term = &embed->coordinate[want + j].term[embed->coordinate[want + j].count - 1];
            } else {
                term = embedding_add_term(embed, want + j, BLOCK_BIT(block_steps));
                mpq_set_si(term->scale, -1, 1);
            }
            term->has_at = 1;
            term->at = t;
        }
    }
}

static void embed_want_i(embedding *embed, const lookup *at, size_t want)
{
    for (unsigned j = 0; j < at->i_width; j++) {
        lookup_embed_constant(embed, want + j, BLOCK_BIT(-1), -1);
        embedding_add_bit(embed, want + j, BLOCK_BIT(block_steps), QUANTITY_SYMBOL, 0, 0,
                          UINT64_C(1) << j);
    }
}

static void build(network *net, const fc *task)
{
    binary_layout at;
    network_init(net, "cot", task);
    net->steps = (size_t)task->L + 1;
    binary_measure(&at, task, network_tokens(net));
    binary_embed_key(&net->embed, &at, task);
    lookup_embed_value(&net->embed, &at.base, task);
    size_t want = embedding_add_field(&net->embed, "want", at.key_width);
    embed_want_id(&net->embed, &at.base, task, want);
    embed_want_w(&net->embed, &at.base, task, want + at.base.id_width);
    embed_want_i(&net->embed, &at.base, want + at.base.id_width + at.base.w_width);
    lookup_embed_registers(&net->embed, &at.base, BLOCK_BIT(-1) | BLOCK_BIT(block_steps));
    network_layer *layer = lookup_add_layer(net, &at.base, at.key_width);
    for (unsigned j = 0; j < at.key_width; j++) {
        qmat_set_si(layer->head[0].key, j, at.key + j, 1);
        qmat_set_si(layer->head[0].query, j, want + j, at.beta);
    }
    lookup_set_readout(net, &at.base);
}

static uint64_t precision_bits(const fc *task)
{
    binary_layout at;
    binary_measure(&at, task, task->tokens + task->L);
    return binary_precision(&at);
}

const construction construction_cot = {
    "cot",
    "chain of thought: one full layer, L+1 passes, a token written after each",
    build,
    precision_bits,
};
