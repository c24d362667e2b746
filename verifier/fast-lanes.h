/* Digests of several runs at a time, one in each lane of a vector.
 *
 * A run is R consecutive inputs with the same slow tokens; the code of its setting f is
 * code[class_of[f]]. Runs collect until all lanes are taken; then one pass over the settings
 * mixes every pair (index, code) of all of them (verifier/digest.h). */
#ifndef STRATA_VERIFIER_FAST_LANES_H
#define STRATA_VERIFIER_FAST_LANES_H

#include "verifier/digest.h"

#include <stddef.h>

enum { lane_count = 16 };

typedef struct fast_lanes {
    uint64_t run;
    size_t classes, used;
    const uint16_t *class_of;
    uint64_t *code;              /* classes x lanes: code * DIGEST_ANSWER */
    uint64_t index[lane_count];  /* of setting 0, times DIGEST_INDEX */
    uint64_t stride[lane_count]; /* +-DIGEST_INDEX: every other run goes backwards */
} fast_lanes;

void fast_lanes_init(fast_lanes *lanes, uint64_t run, size_t classes, const uint16_t *class_of);
void fast_lanes_clear(fast_lanes *lanes);

/* Adds run number `number` with these codes per class; flushes when all lanes are taken. */
void fast_lanes_add(fast_lanes *lanes, digest *d, uint64_t number, const uint64_t *code);
void fast_lanes_flush(fast_lanes *lanes, digest *d);

#endif
