/* `binary` with layer 0 replaced: all that layer does is hand z_0 to the last token, and a
 * recurrent layer does that as well. It has key width 1: the key is a memory flag "seed" (1 on
 * the z_0 token, 0 elsewhere), the query is the flag of the last token, the value is the
 * value code. The z_0 token stands right before the last one, so whatever the variant
 * forgets it forgets once: the last token reads c times the code of z_0, and the MLP undoes
 * c, clip(2y/c). Gates are constants, or differ on the z_0 token, and are chosen inside
 * their open range where the variant allows it, so that every term of every recurrence is at
 * work. At tokens other than the last the query is 0 and so is what they read (window
 * attention: at most 1 in absolute value); the gate of the MLP keeps their registers 0.
 *
 * HGRN2 has no key of its own, so every token writes. With alpha = 1/8 on z_0 and 1/2
 * elsewhere, S is 1/8 of something at most 1 plus 7/8 of the code; after the w token (value
 * 0), y = 7/16 bit + at most 1/16, and clip(2y/c) with c = 7/16 is still exact.
 * The window holds z_0 and w; with score 2 on z_0 and 0 on w, y = 4/5 bit.
 * Mamba and Mamba-2 have Delta = 0 but on z_0: e^0 = 1 keeps the state as it is.
 *
 * Why p = 6 bits are enough: as in `binary` for the full layers; each state entry and each
 * read-out of the recurrent layer is off by at most u/2 = 1/16 per step of the two that
 * matter, and 2y/c stays at least 1 in every row of the table (tested for each). */
#include "constructions/hybrid.h"

#include "constructions/binary.h"

#include <stdio.h>

typedef struct fraction {
    long top, bottom;
} fraction;

/* A gate: `usual` everywhere but on z_0. */
typedef struct gate {
    const char *part;
    size_t row; /* of parts that are repeated */
    fraction usual, on_seed;
} gate;

typedef struct variant {
    const recurrence *kind;
    size_t repeats;
    const char *query, *key, *value; /* names of these parts; key may be NULL */
    long query_scale;
    fraction kept; /* c */
    gate gates[4]; /* ends with a row without a name */
} variant;

#define ALL(part, top, bottom)                                                                     \
    {                                                                                              \
        part, 0, {top, bottom},                                                                    \
        {                                                                                          \
            top, bottom                                                                            \
        }                                                                                          \
    }

/* ---- the layer ------------------------------------------------------------------------ */

/* row := usual + (on_seed - usual) seed */
static void set_gate(recurrent_part *part, size_t row, const gate *g, size_t seed)
{
    mpq_ptr bias = part->bias->entry[row], slope = qmat_at(part->map, row, seed);
    mpq_set_si(bias, g->usual.top, (unsigned long)g->usual.bottom);
    mpq_set_si(slope, g->on_seed.top, (unsigned long)g->on_seed.bottom);
    mpq_canonicalize(bias);
    mpq_canonicalize(slope);
    mpq_sub(slope, slope, bias);
}

/* Parts with one number per channel get the same one in each. */
static void set_gates(recurrent_head *head, const variant *v, size_t seed)
{
    for (const gate *g = v->gates; g->part; g++) {
        recurrent_part *part = recurrent_head_part(head, g->part);
        const part_rule *rule = &v->kind->parts[part - head->part];
        size_t rows = part->map->rows / (rule->repeated ? v->repeats : 1);
        for (size_t i = 0; i < rows; i++)
            set_gate(part, g->row * rows + i, g, seed);
    }
}

static void add_recurrent_layer(network *net, const lookup *at, const variant *v, size_t seed)
{
    recurrent_shape shape = {1, at->value_width, v->repeats};
    network_layer *layer = network_add_recurrent_layer(net, 1, lookup_hidden(at));
    recurrent_head *head = &layer->recurrent[0];
    recurrent_head_init(head, v->kind, &shape, net->embed.width);
    qmat_set_si(recurrent_head_part(head, v->query)->map, 0, at->flag, v->query_scale);
    for (size_t r = 0; v->key && r < recurrent_head_part(head, v->key)->map->rows; r++)
        qmat_set_si(recurrent_head_part(head, v->key)->map, r, seed, 1);
    recurrent_part *value = recurrent_head_part(head, v->value);
    for (size_t r = 0; r < value->map->rows; r++)
        qmat_set_si(value->map, r, at->value + r % at->value_width, 1);
    for (unsigned j = 0; j < at->value_width; j++)
        qmat_set_si(head->output, at->scratch + j, j, 1);
    set_gates(head, v, seed);
    mpq_t gain; /* 2 / c */
    mpq_init(gain);
    mpq_set_si(gain, 2 * v->kept.bottom, (unsigned long)v->kept.top);
    mpq_canonicalize(gain);
    lookup_set_mlp(layer, at, gain);
    mpq_clear(gain);
}

static void build(network *net, const fc *task, const variant *v)
{
    char name[40];
    binary_layout at;
    snprintf(name, sizeof name, "hybrid-%s", v->kind->name);
    network_init(net, name, task);
    binary_measure(&at, task, task->tokens);
    binary_embed(&net->embed, &at, task);
    size_t seed = embedding_add_field(&net->embed, "seed", 1);
    lookup_embed_constant(&net->embed, seed, BLOCK_BIT(0), 1);
    add_recurrent_layer(net, &at.base, v, seed);
    for (unsigned t = 1; t <= task->L; t++)
        binary_add_lookup(net, &at, t);
    lookup_set_readout(net, &at.base);
}

static uint64_t precision_bits(const fc *task)
{
    binary_layout at;
    binary_measure(&at, task, task->tokens);
    return binary_precision(&at);
}

/* ---- the variants ----------------------------------------------------------------------- */

#define HYBRID(id, text, summary, ...)                                                             \
    static void build_##id(network *net, const fc *task)                                           \
    {                                                                                              \
        static const variant v = {&recurrence_##id, __VA_ARGS__};                                  \
        build(net, task, &v);                                                                      \
    }                                                                                              \
    const construction construction_hybrid_##id = {"hybrid-" text, summary, build_##id,            \
                                                   precision_bits}

#define QKV "query", "key", "value"
#define END                                                                                        \
    {                                                                                              \
        NULL, 0, {0, 1},                                                                           \
        {                                                                                          \
            0, 1                                                                                   \
        }                                                                                          \
    }

HYBRID(linear, "linear", "linear attention, then L full layers", 1, QKV, 1, {1, 1}, {END});
HYBRID(linear_norm, "linear-norm", "linear attention with normaliser, then L full layers", 1, QKV,
       1, {1, 1}, {END});
HYBRID(retnet, "retnet", "RetNet (gamma = 31/32), then L full layers", 1, QKV, 1, {31, 32},
       {ALL("gamma", 31, 32), END});
HYBRID(gla, "gla", "gated linear attention, then L full layers", 1, QKV, 1, {1, 2},
       {ALL("alpha", 1, 2), END});
HYBRID(hgrn2, "hgrn2", "HGRN2, then L full layers", 1, "query", NULL, "value", 1, {7, 16},
       {{"alpha", 0, {1, 2}, {1, 8}}, END});
HYBRID(deltanet, "deltanet", "DeltaNet, then L full layers", 1, QKV, 1, {1, 1},
       {ALL("beta", 1, 1), END});
HYBRID(gated_deltanet, "gated-deltanet", "Gated DeltaNet, then L full layers", 1, QKV, 1, {1, 2},
       {ALL("beta", 1, 1), ALL("alpha", 1, 2), END});
HYBRID(kda, "kda", "Kimi delta attention, then L full layers", 1, QKV, 1, {1, 2},
       {ALL("beta", 1, 1), ALL("alpha", 1, 2), END});
/* Two steps with beta = 1/2 write 1/2, then half of what is missing: 3/4; the gate halves it. */
HYBRID(deltaproduct, "deltaproduct", "DeltaProduct (2 steps per token), then L full layers", 2, QKV,
       1, {3, 8},
       {{"beta", 0, {1, 2}, {1, 2}}, {"beta", 1, {1, 2}, {1, 2}}, ALL("alpha", 1, 2), END});
/* Read before the gate acts: nothing is lost. */
HYBRID(rwkv6, "rwkv6", "RWKV-6, then L full layers", 1, QKV, 1, {1, 1},
       {ALL("alpha", 1, 2), ALL("u", 1, 1), END});
/* alpha - kappa a kappa = 1/2 - 1/4 */
HYBRID(rwkv7, "rwkv7", "RWKV-7, then L full layers", 1, QKV, 1, {1, 4},
       {ALL("alpha", 1, 2), ALL("kappa", 1, 1), ALL("a", 1, 4), END});
HYBRID(mamba, "mamba", "Mamba (S6), then L full layers", 1, "C", "B", "x", 1, {1, 1},
       {{"Delta", 0, {0, 1}, {1, 1}}, ALL("A", -1, 1), END});
HYBRID(mamba2, "mamba2", "Mamba-2, then L full layers", 1, "C", "B", "x", 1, {1, 1},
       {{"Delta", 0, {0, 1}, {1, 1}}, ALL("A", -1, 1), END});
HYBRID(window, "window", "sliding-window attention (width 2), then L full layers", 2, QKV, 2,
       {1, 1}, {END});
