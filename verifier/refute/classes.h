/* Counting how often each transcript occurs. Transcripts are compared in full: a class is a set
 * of inputs with the same bits, not merely with the same hash. */
#ifndef STRATA_VERIFIER_REFUTE_CLASSES_H
#define STRATA_VERIFIER_REFUTE_CLASSES_H

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

typedef struct classes {
    size_t words;    /* of a transcript */
    uint64_t *word;  /* of all classes, one after the other */
    uint64_t *count; /* members */
    uint32_t *slot;  /* open addressing: class + 1, or 0 */
    size_t used, room;
} classes;

enum { classes_most = 1 << 22 };

void classes_init(classes *c, size_t words);
void classes_clear(classes *c);

/* One more input with this transcript; *id is its class. STATUS_LIMIT beyond classes_most. */
status classes_add(uint32_t *id, classes *c, const uint64_t *word, error *e);

/* The most frequent one (the first seen of several). */
uint32_t classes_best(const classes *c);

#endif
