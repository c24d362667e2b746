/* One layer of a network as one look-up (docs/symbolic.md, sections 1-4), in exact arithmetic or
 * in fixed:P. A stream says what the last token holds between two layers, for every input at
 * once: each coordinate is as embedded, follows one digit of i_t, or lies in a range. The
 * functions here only compute and refuse; the kernel's rules make theorems of it. */
#ifndef STRATA_VERIFIER_KERNEL_LOOKUP_H
#define STRATA_VERIFIER_KERNEL_LOOKUP_H

#include "verifier/kernel/certificate.h"

typedef struct coordinate_claim {
    size_t count;            /* 0: as embedded */
    qrange_struct *range;    /* one, or one per value of the digit */
    const plain_term *digit; /* of i_t; NULL: one range */
} coordinate_claim;

typedef struct stream {
    size_t width;
    coordinate_claim *at;
} stream;

void stream_free(stream *s); /* NULL is fine */

/* Layer t looks up z_t(x_t): from the stream before it (NULL: as embedded) the one after it.
 * STATUS_NEGATIVE: the argument does not go through; `e` says where. */
status lookup_layer(stream **after, const certificate *c, size_t t, const stream *before, error *e);

/* Every row of the read-out has the sign of its bit of i_L, for every i_L. */
status lookup_readout(const certificate *c, const stream *last, error *e);

#endif
