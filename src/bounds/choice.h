/* A choice of whole sizes, judged in doubles: the integer end of the search.
 *
 * Only n_l and x_l are chosen. theta_l is then taken as large as COVER allows (P_{l+1} grows
 * with it and no D does), and m as small as everything allows. All numbers are stored as
 * log2; those below 2^50 are logarithms of integers. */
#ifndef STRATA_BOUNDS_CHOICE_H
#define STRATA_BOUNDS_CHOICE_H

#include "bounds/setting.h"

enum { whole_bits = 50 };

typedef struct choice {
    unsigned L;
    double m, *n, *x, *theta; /* indexed as in the theorem; theta follows from the others */
    double tokens;            /* log2 of the prompt length; infinite if nothing works */
} choice;

void choice_init(choice *c, unsigned L);
void choice_clear(choice *c);
void choice_set(choice *c, const choice *from);

double choice_round(double log); /* to the logarithm of an integer >= 1 */

/* Do the conditions hold for these m, n, x? Fills in theta. `caution` is the part of every
 * right-hand side, in bits of its logarithm, that is kept in reserve against rounding. */
int choice_is_feasible(choice *c, const setting *s, double caution);

/* The least m, given that the prompt must get shorter than c->tokens says; 0 if it cannot. */
int choice_shrink(choice *c, const setting *s, double caution);

/* Allows prompts up to those of m * 2^longer. */
void choice_set_tokens(choice *c, double longer);

void choice_to_witness(witness *w, const choice *c);

#endif
