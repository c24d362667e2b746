/* What the weights alone say about which parts of a network matter for the last token.
 *
 * A coordinate of the residual stream is *memory* as long as no layer has written it: it
 * still holds what the embedding put there, a function of where the token stands and of its
 * symbol. It is *live* at the last token if some later weight carries it to the read-out.
 * Both follow from which weights are nonzero; nothing is known about any construction.
 *
 * If every live head takes keys and values from memory, the last token needs no other
 * token's later streams (its cone of influence is its own stream and the embeddings): for a
 * given content of its stream, what it reads is
 *
 *     y = sum_s c_s v_s / Z,   Z = sum_s c_s,
 *
 * with c_s, v_s depending on s and the symbol of token s only. If moreover the keys do not
 * depend on symbols, c_s and Z do not either.
 *
 * docs/verification.md proves these statements; a network that does not allow them gets a
 * reason in words, and the engines then run it in full. */
#ifndef STRATA_VERIFIER_ANALYSIS_H
#define STRATA_VERIFIER_ANALYSIS_H

#include "model/network.h"

/* One head (of any kind of layer) as the last token sees it. */
typedef struct head_analysis {
    int live;             /* something it writes can reach the read-out */
    int from_memory;      /* keys and values come from memory fields only */
    block_set key_blocks; /* blocks whose tokens' keys depend on their symbol */
    block_set value_blocks;
    /* Keys of all tokens but the last depend on the position only. (The last token's symbol
     * belongs to the content of its own stream.) */
    int keys_positional;
} head_analysis;

typedef struct layer_analysis {
    unsigned char *memory; /* per coordinate: not written by any layer before this one */
    unsigned char *live;   /* per coordinate of the last token's stream before this layer */
    unsigned char *unit;   /* per hidden unit of the MLP: feeds a live coordinate */
    head_analysis *head;
} layer_analysis;

typedef struct analysis {
    const network *net;
    block_set *symbol_blocks;  /* per coordinate: blocks where the embedding reads the symbol */
    layer_analysis *layer;     /* net->layers of them ... */
    unsigned char *live_after; /* ... and what is live after the last one */
    int allowed;               /* every live head reads from memory only */
    char refusal[256];         /* if not: which layer, head and coordinate forbid it */
} analysis;

void analysis_init(analysis *a, const network *net);
void analysis_clear(analysis *a);

/* Coordinates that are live after layer i. */
static inline const unsigned char *analysis_live_after(const analysis *a, size_t i)
{
    return i + 1 < a->net->layers ? a->layer[i + 1].live : a->live_after;
}

/* The name of a coordinate for people: "key[2]". */
enum { coordinate_name_room = 240 };
void analysis_coordinate_name(char *name, const network *net, size_t coordinate);

#endif
