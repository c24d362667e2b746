/* What a lower bound is asked about, and what answers it.
 *
 * A `setting` is the machine: L-step composition against L-1 full layers of size parameter
 * B and `a` linear layers of S bits (Theorem 1), or against L full layers and nothing else
 * (Theorem 3). A `witness` is a choice of sizes under which the theorem's conditions are
 * claimed to hold; its numbers may be too long to write down. */
#ifndef STRATA_BOUNDS_SETTING_H
#define STRATA_BOUNDS_SETTING_H

#include "exact/factored-sum.h"

typedef enum theorem_kind { THEOREM_1 = 1, THEOREM_3 = 3 } theorem_kind;

typedef struct setting {
    unsigned L;
    mpz_t B, a, S;
    theorem_kind kind;
    int last_full; /* the last layer is F and no R follows: player 0's messages in it do not matter
                    */
} setting;

void setting_init(setting *s);
void setting_clear(setting *s);
void setting_set(setting *s, const setting *from);
void setting_state(mpz_t bits, const setting *s); /* a * S, all that the theorems need */

/* Lists are indexed as in the theorem: n[1..L-1], x[0..L-1], theta[1..L-1]; entry 0 of n is
 * n_0 = 1 and entry 0 of theta stays unused. */
typedef struct witness {
    unsigned L;
    factored_t m;
    factored_t *n, *x, *theta;
} witness;

void witness_init(witness *w, unsigned L); /* all 1 */
void witness_clear(witness *w);
void witness_set(witness *w, const witness *from); /* same L */

void witness_block(factored_t N, const witness *w, unsigned l); /* N_l = m n_1 ... n_l */
void witness_tokens(factored_sum_t tokens, const witness *w);   /* N_0 + ... + N_{L-1} + 2 */

/* Shorter prompts first. */
int witness_is_shorter(const witness *v, const witness *w);

#endif
