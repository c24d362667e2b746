/* Block-sparse attention fails at 2-Sum (docs/mathematics.md, section 5).
 *
 * The numbers stand in blocks of `block` tokens. Each block is summarised in `bits` bits by one
 * map that sees the block's numbers, not where it stands. The last token chooses `keep` blocks
 * from the summaries (ties by position: the first ones) and attends to their tokens and to
 * all summaries.
 *
 * Two different sets U, V of `block` numbers with the same summary are its undoing: fill every
 * block with V and ask for -u, u in U but not in V: no. All summaries are equal, so the choice
 * of blocks is fixed. Replace a block that is not chosen by U: yes, but everything the last
 * token sees is as before. By counting, such U, V exist if 2^bits < binom(M, block). */
#ifndef STRATA_CONSTRUCTIONS_BLOCK_SPARSE_H
#define STRATA_CONSTRUCTIONS_BLOCK_SPARSE_H

#include "base/status.h"

#include <gmp.h>
#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

typedef struct block_sparse {
    uint64_t M;
    size_t block, blocks, keep;
    unsigned bits;
    uint64_t *table; /* the summary of block (x_1, x_2, ...) at x_1 + M (x_2 + ...); or NULL: */
    uint64_t seed;   /* a random map */
} block_sparse;

enum { block_sparse_most_bits = 24 };

/* Reads {"M":5,"block":2,"bits":3,"summary":[..]}; M, block and bits must be those of `it`. */
status block_sparse_read_table(block_sparse *it, const char *path, error *e);
void block_sparse_clear(block_sparse *it);

uint64_t block_sparse_summary(const block_sparse *it, const uint64_t *content);

/* Number of sets of `block` numbers, and whether there are more than summaries. */
void block_sparse_sets(mpz_t count, const block_sparse *it);

/* Two prompts of blocks * block + 1 tokens, one after the other in `prompts`, that differ in
 * one block the layer does not choose and have equal summaries, block by block; the answer is
 * no on the first and yes on the second. STATUS_NEGATIVE if the map tells all sets apart. */
status block_sparse_refute(uint64_t *prompts, const block_sparse *it, error *e);

#endif
