/* The built-in constructions: from task sizes to a network that solves the task on every
 * input (docs/mathematics/2-constructions.md). One file each; this is the list. */
#ifndef STRATA_CONSTRUCTIONS_CONSTRUCTION_H
#define STRATA_CONSTRUCTIONS_CONSTRUCTION_H

#include "model/network.h"

typedef struct construction {
    const char *name;
    const char *summary;
    void (*build)(network *net, const fc *task);
    /* The p of B = H d p: a P for which the network is right in fixed:P on every input
     * (docs/number-systems.md), by the argument at the top of its file. */
    uint64_t (*precision_bits)(const fc *task);
} construction;

extern const construction *const constructions[]; /* ends with NULL */

const construction *construction_find(const char *name); /* or NULL */

/* Number of binary digits of the numbers 0 .. count-1: the least b with 2^b >= count. */
unsigned code_width(uint64_t count);

#endif
