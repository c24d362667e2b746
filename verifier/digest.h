/* What a range of inputs was answered, in 128 bits.
 *
 * Every pair (index, answer) is mixed into 64 bits, u; the digest of a set of pairs is
 *
 *     ( sum of u,  sum of (u div 2^32) (u mod 2^32) )   mod 2^64 each.
 *
 * Sums do not depend on the order, so engines may visit inputs as they like, in pieces and
 * on many machines, but every input has to be visited: the mix has no structure that would
 * let the sum be had more cheaply (docs/verification.md). The mix is the finaliser of
 * splitmix64 on a linear combination that is injective in the answer. */
#ifndef STRATA_VERIFIER_DIGEST_H
#define STRATA_VERIFIER_DIGEST_H

#include <stdint.h>

typedef struct digest {
    uint64_t sum, product;
} digest;

/* "No answer" (a read-out coordinate without a sign) is the code 0, answer a is a + 1. */
enum { code_of_no_answer = 0 };

#define DIGEST_INDEX UINT64_C(0x9e3779b97f4a7c15)
#define DIGEST_ANSWER UINT64_C(0xd1342543de82ef95)
#define DIGEST_MIX_1 UINT64_C(0xbf58476d1ce4e5b9)
#define DIGEST_MIX_2 UINT64_C(0x94d049bb133111eb)

static inline void digest_add(digest *d, uint64_t index, uint64_t code)
{
    uint64_t u = index * DIGEST_INDEX + code * DIGEST_ANSWER;
    u = (u ^ (u >> 30)) * DIGEST_MIX_1;
    u = (u ^ (u >> 27)) * DIGEST_MIX_2;
    u ^= u >> 31;
    d->sum += u;
    d->product += (u >> 32) * (u & UINT32_MAX);
}

static inline void digest_join(digest *d, const digest *other)
{
    d->sum += other->sum;
    d->product += other->product;
}

#endif
