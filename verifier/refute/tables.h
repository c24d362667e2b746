/* Functions as numbers, so that sets of them can be enumerated.
 *
 * A function z in A_l has the number  sum_i z(i) N^i,  N = N_{l-1}; a tuple in
 * A_{>=l} = A_l x ... x A_L has the number  z_l + |A_l| (z_{l+1} + |A_{l+1}| (...)), so that a
 * pair (z_l, z_{>l}) is  z_l + |A_l| z_{>l}. */
#ifndef STRATA_VERIFIER_REFUTE_TABLES_H
#define STRATA_VERIFIER_REFUTE_TABLES_H

#include "task/fc.h"

/* |A_l|, l >= 1, and |A_{>=l}| (1 for l = L+1), or 0 if that is 2^62 or more. */
uint64_t tables_count(const fc *task, unsigned l);
uint64_t tables_count_from(const fc *task, unsigned l);

/* Writes z_l, or z_l ... z_L, into the prompt. */
void tables_write(uint64_t *prompt, const fc *task, unsigned l, uint64_t number);
void tables_write_from(uint64_t *prompt, const fc *task, unsigned l, uint64_t number);

/* Turns the tuple z_l ... z_L in the prompt into the next one (after the last: the first). */
void tables_next_from(uint64_t *prompt, const fc *task, unsigned l);

/* z(i) of the function with this number. */
uint64_t tables_value(const fc *task, unsigned l, uint64_t number, uint64_t i);

#endif
