/* Block-sparse attention and 2-Sum: one layer fails if two Bs-subsets of [M] must share a
 * summary of s bits, 2^s < binom(M, Bs), and some block is not kept (docs/mathematics/5-sparse.md).
 */
#ifndef STRATA_BOUNDS_SPARSE_H
#define STRATA_BOUNDS_SPARSE_H

#include <gmp.h>

/* 1 if 2^s < binom(M, Bs), exactly. Works without writing the binomial down when it is long. */
int sparse_summary_is_short(const mpz_t s, const mpz_t M, const mpz_t block);

/* The shortest prompt with an unkept block: (keep + 1) blocks and the last token. */
void sparse_tokens(mpz_t tokens, const mpz_t block, const mpz_t keep);

/* The least s that is not refuted: ceil(log2 binom(M, Bs)). M and Bs below 2^32. */
void sparse_needed_bits(mpz_t bits, const mpz_t M, const mpz_t block);

#endif
