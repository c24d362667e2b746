/* What an engine found on a set of inputs, in a form that can be joined. */
#ifndef STRATA_VERIFIER_TALLY_H
#define STRATA_VERIFIER_TALLY_H

#include "verifier/digest.h"

#define NO_FAILURE UINT64_MAX

typedef struct tally {
    digest digest;
    uint64_t checked, failures;
    uint64_t first; /* index of the first failure, or NO_FAILURE */
} tally;

#define TALLY_EMPTY                                                                                \
    (tally)                                                                                        \
    {                                                                                              \
        .first = NO_FAILURE                                                                        \
    }

static inline void tally_add(tally *t, uint64_t index, uint64_t code, uint64_t expected)
{
    digest_add(&t->digest, index, code);
    t->checked++;
    if (code == expected + 1)
        return;
    t->failures++;
    if (index < t->first)
        t->first = index;
}

static inline void tally_join(tally *t, const tally *other)
{
    digest_join(&t->digest, &other->digest);
    t->checked += other->checked;
    t->failures += other->failures;
    if (other->first < t->first)
        t->first = other->first;
}

#endif
