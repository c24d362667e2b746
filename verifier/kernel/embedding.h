/* Ranges of the embedding over all symbols and arguments of a block at once (docs/symbolic.md,
 * Lemma 2). */
#ifndef STRATA_VERIFIER_KERNEL_EMBEDDING_H
#define STRATA_VERIFIER_KERNEL_EMBEDDING_H

#include "exact/qrange.h"
#include "verifier/kernel/network.h"

/* The largest digit of the numbers 0 .. last. */
uint64_t plain_most_digit(const plain_term *term, uint64_t last);

void plain_term_range(qrange_t range, const plain_term *term, const plain_network *net, int block);

/* range += weight times coordinate c on the block */
void plain_add_coordinate(qrange_t range, mpq_srcptr weight, const plain_network *net, size_t c,
                          int block);

#endif
