/* `binary` keys (docs/mathematics/2-constructions.md, A): L+1 full layers, one head each, d = O(log
 * n). */
#ifndef STRATA_CONSTRUCTIONS_BINARY_H
#define STRATA_CONSTRUCTIONS_BINARY_H

#include "constructions/lookup.h"

extern const construction construction_binary;

/* The pieces, for constructions that look up by the same codes. */
typedef struct binary_layout {
    lookup base;
    unsigned key_width; /* b = id + w + i */
    long beta;
    size_t key; /* start of the key field */
} binary_layout;

/* `tokens`: how many there are at most, which sets beta. */
void binary_measure(binary_layout *at, const fc *task, uint64_t tokens);
void binary_embed_key(embedding *embed, binary_layout *at, const fc *task);

/* The fields of `binary`: key, value, w_1 .., flag, register, scratch. */
void binary_embed(embedding *embed, binary_layout *at, const fc *task);

/* The layer that looks up function t at x_t. */
void binary_add_lookup(network *net, const binary_layout *at, unsigned t);

uint64_t binary_precision(const binary_layout *at);

#endif
