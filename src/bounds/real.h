/* Logarithms as doubles, for searching only: nothing is proved with them. */
#ifndef STRATA_BOUNDS_REAL_H
#define STRATA_BOUNDS_REAL_H

#include "bounds/setting.h"

static const double real_ln2 = 0.693147180559945309417;

double real_log2(const mpz_t value); /* value >= 1 */
double real_log2_factored(const factored_t f);
double real_log2_sum(const factored_sum_t s);

int real_state_is_zero(const setting *s); /* a S = 0 */
double real_log2_state(const setting *s); /* log2(a S), a S >= 1 */

/* log2(2^a + 2^b) */
double real_add(double a, double b);

/* An integer near 2^log: exact rounding below 2^50, 50 significant bits above. */
void real_to_factored(factored_t f, double log);

#endif
