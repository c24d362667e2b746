/* The parametric engine: built-in constructions at sizes that nobody can lay out.
 *
 * It instantiates the lemmas of docs/symbolic.md, section 8: for given sizes the side
 * conditions are inequalities between integers, and they are checked as such. Nothing about
 * a particular network is run; the symbolic engine says the same of laid-out networks. */
#ifndef STRATA_VERIFIER_PARAMETRIC_H
#define STRATA_VERIFIER_PARAMETRIC_H

#include "task/sizes.h"

typedef struct parametric_result {
    int verified;        /* all side conditions hold */
    const char *lemma;   /* which one was instantiated */
    char condition[120]; /* the decisive inequality, in words; if it fails: which */
    mpz_t beta;
    mpq_t epsilon; /* a bound on the weight outside the wanted token, exact */
    mpz_t layers, dim, width, precision_bits; /* precision_bits 0: not known */
} parametric_result;

void parametric_result_init(parametric_result *r);
void parametric_result_clear(parametric_result *r);

/* STATUS_USAGE for a construction without a lemma. */
status parametric_verify(parametric_result *r, const char *construction, const sizes *s, error *e);

/* An upper bound on log2(epsilon), rounded up to `digits` decimals; free with memory_free. */
char *parametric_log2_epsilon(const parametric_result *r, unsigned digits);

#endif
