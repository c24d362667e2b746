/* Claim(l) of the lower bound (docs/mathematics/3-lower-bound.md, "Proof") as a thing one can hold:
 * sets Z_0, ..., Z_{l-1}, the values I_{l-1} they lead to, and R_l, a set of z_{>=l} that players
 * below l cannot tell apart before stage l.
 *
 * Functions and tuples are numbers (verifier/refute/tables.h). */
#ifndef STRATA_VERIFIER_REFUTE_CLAIM_H
#define STRATA_VERIFIER_REFUTE_CLAIM_H

#include "task/fc.h"

#include <stddef.h>

/* Some of the numbers 0 .. of-1, in rising order; list NULL stands for all of them. */
typedef struct member_set {
    uint64_t *list;
    uint64_t count, of;
} member_set;

static inline uint64_t member_at(const member_set *set, uint64_t k)
{
    return set->list ? set->list[k] : k;
}

typedef struct claim {
    const fc *task;
    unsigned l;
    uint64_t *Z[fc_max_L + 1]; /* Z[0]: seeds; Z[i]: functions in A_i; i < l */
    size_t Z_count[fc_max_L + 1];
    unsigned char *reached; /* I_{l-1}: 1 for every value in it */
    uint64_t values;        /* length of `reached` */
    member_set R;           /* of A_{>=l} */
} claim;

/* Claim(1) before anything is frozen: Z_0 = {0, ..., x0 - 1}, and R_1 is everything. */
void claim_start(claim *c, const fc *task, uint64_t x0);
void claim_clear(claim *c);

uint64_t claim_reached(const claim *c); /* |I_{l-1}| */

/* The points of [n_{l-1}] x I_{l-1} (l = 1: of I_0), as arguments of z_l; `point` has room for
 * N_{l-1}. Returns how many. */
uint64_t claim_points(uint64_t *point, const claim *c);

/* The inputs (w, z_0, ..., z_{k-1}) with z_i in Z_i are numbered, w counting fastest, then z_0,
 * and so on; the count is 0 if it is beyond all use. claim_block_choices: how many differ only
 * in w, z_0, ..., z_{i-1}. */
uint64_t claim_choices(const claim *c, unsigned k);
uint64_t claim_block_choices(const claim *c, int i);
void claim_write_choice(uint64_t *prompt, const claim *c, unsigned k, uint64_t choice);

#endif
