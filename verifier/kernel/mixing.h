/* What a head can read, over all queries and all symbols of all other tokens at once. */
#ifndef STRATA_VERIFIER_KERNEL_MIXING_H
#define STRATA_VERIFIER_KERNEL_MIXING_H

#include "verifier/kernel/arithmetic.h"
#include "verifier/kernel/weigh.h"

/* Encloses the weights of all queries that were added; block l at index l + 1.
 *
 * Exact: `own` is the wanted token's share, `rest` what the other tokens of each block share.
 * fixed:P: each block reports relative to its own largest score (docs/number-systems.md), so
 * `own` and `rest` are relative to that, and `scale` is 2^(largest of the block - largest of the
 * wanted block). */
typedef struct mixing {
    arithmetic number;
    size_t blocks, wanted; /* wanted: index of the block looked up */
    int any;
    qrange_t own;
    qrange_struct *rest, *scale;
} mixing;

void mixing_init(mixing *mix, arithmetic number, size_t blocks, size_t wanted_block);
void mixing_clear(mixing *mix);

/* One more query. In fixed:P block maxima must fit in `score_bits` bits; sizes[b] tokens stand
 * in block b. */
status mixing_add(mixing *mix, const query_weights *weights, unsigned long score_bits,
                  const fc *task, error *e);

/* What is read of a value coordinate that lies in value[b] on block b and, on the wanted token,
 * in `on_wanted`. STATUS_NEGATIVE if a denominator may be 0. */
status mixing_read(qrange_t y, const mixing *mix, const qrange_struct *value,
                   const qrange_struct *on_wanted, error *e);

#endif
