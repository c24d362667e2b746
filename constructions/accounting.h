/* What the constructions cost for ALL sizes with at most n tokens, in closed form.
 *
 * Building a network says what one size costs. "Solves composition up to prompt length n" is
 * about every size with at most n tokens, for n too large to build anything: here is an upper
 * bound that holds for all of them. */
#ifndef STRATA_CONSTRUCTIONS_ACCOUNTING_H
#define STRATA_CONSTRUCTIONS_ACCOUNTING_H

#include <gmp.h>
#include <stdint.h>

typedef struct accounting {
    uint64_t heads, dim, precision_bits; /* the H, d, p that are enough */
    uint64_t state_bits;                 /* of its linear layers, 0 if it has none */
} accounting;

typedef struct accounted {
    const char *name;
    int linear_first; /* its word is R F^L; otherwise F^{L+1} */
    void (*cost)(accounting *cost, unsigned L, const mpz_t tokens);
} accounted;

extern const accounted accounted_constructions[]; /* ends with name NULL */

void accounting_binary(accounting *cost, unsigned L, const mpz_t tokens);

#endif
