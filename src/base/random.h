/* A small seeded generator (splitmix64), the same on every machine, so that
 * `--seed 7` means the same inputs everywhere. Not for cryptography. */
#ifndef STRATA_BASE_RANDOM_H
#define STRATA_BASE_RANDOM_H

#include <stdint.h>

typedef struct random_source {
    uint64_t state;
} random_source;

uint64_t random_next(random_source *source);

/* Uniform in [0, bound), bound >= 1, without bias. */
uint64_t random_below(random_source *source, uint64_t bound);

#endif
