/* The questions the other way round: how much is still impossible at a given prompt length?
 *
 * Answered by bisection over optimal_search, which is monotone: so the answers are proved
 * impossible, and "largest" means the largest this method finds. */
#ifndef STRATA_BOUNDS_INVERSE_H
#define STRATA_BOUNDS_INVERSE_H

#include "base/status.h"
#include "bounds/setting.h"

/* 1 if Theorem 1 (or 3) refutes s on prompts of at most `tokens` tokens. */
int inverse_is_refuted(const setting *s, const mpz_t tokens);

/* The largest B with everything else as in s; 0 if not even B = 1. */
void inverse_largest_B(mpz_t B, const setting *s, const mpz_t tokens);

/* The largest number of linear layers; -1 if not even 0 (S >= 1). */
void inverse_largest_linear(mpz_t a, const setting *s, const mpz_t tokens);

#endif
