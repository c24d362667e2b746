/* Random protocols: every message is a pseudo-random function of exactly what it may depend on,
 * and uses every bit the model allows. The same seed gives the same protocol on every machine. */
#ifndef STRATA_PROTOCOL_RANDOM_H
#define STRATA_PROTOCOL_RANDOM_H

#include "protocol/protocol.h"

typedef enum random_announce {
    ANNOUNCE_RANDOM, /* a pseudo-random answer */
    ANNOUNCE_GUESS   /* the most frequent right answer among inputs with the same view of player
                      * -1: all inputs if there are at most 2^18, else 2^18 random ones */
} random_announce;

status protocol_random(protocol *p, const fc *task, const char *word, uint64_t B, uint64_t S,
                       uint64_t seed, random_announce how, error *e);

#endif
