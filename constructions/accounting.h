/* What the constructions cost for ALL sizes with at most n tokens, in closed form.
 *
 * Building a network says what one size costs. "Solves composition up to prompt length n" is
 * about every size with at most n tokens, for n too large to build anything: here is an upper
 * bound that holds for all of them. */
#ifndef STRATA_CONSTRUCTIONS_ACCOUNTING_H
#define STRATA_CONSTRUCTIONS_ACCOUNTING_H

#include <gmp.h>
#include <stdint.h>

/* Enough for every size with at most n tokens. Heads may be wider (zeros change no score). */
typedef struct accounting {
    uint64_t heads, dim;
    uint64_t least_precision; /* p is at least this, */
    uint64_t score_bits;      /* and (d-1) p at least this: a block's largest score is sent so */
    uint64_t state_entries;   /* of its linear layer, p bits each; 0 if it has none */
} accounting;

typedef struct accounted {
    const char *name;
    int linear_first; /* its word is R F^L; otherwise F^{L+1} */
    void (*cost)(accounting *cost, unsigned L, const mpz_t tokens);
} accounted;

extern const accounted accounted_constructions[]; /* ends with name NULL */

/* The least p for heads of dimension dim >= cost->dim. */
uint64_t accounting_precision(const accounting *cost, uint64_t dim);

#endif
