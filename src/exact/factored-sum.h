/* Sums of a few numbers in factored form: what prompt lengths and message counts are.
 *
 * Everything short (below 2^factored_short_bits) is added up in one integer, so that
 * arithmetic on ordinary sizes is ordinary arithmetic; only terms too long to write down
 * stay products of powers. The value is an integer >= 0. */
#ifndef STRATA_EXACT_FACTORED_SUM_H
#define STRATA_EXACT_FACTORED_SUM_H

#include "exact/factored.h"

enum { factored_short_bits = 1 << 16 };

typedef struct factored_sum_struct {
    mpz_t integer; /* the short part, >= 0 */
    size_t count;  /* the long terms */
    factored_t *term;
} factored_sum_struct;
typedef factored_sum_struct factored_sum_t[1];

void factored_sum_init(factored_sum_t s); /* 0 */
void factored_sum_clear(factored_sum_t s);
void factored_sum_set(factored_sum_t s, const factored_sum_t t);
void factored_sum_add(factored_sum_t s, const factored_sum_t t);
void factored_sum_add_product(factored_sum_t s, const factored_t f);
void factored_sum_add_z(factored_sum_t s, const mpz_t value); /* value >= 0 */
void factored_sum_add_ui(factored_sum_t s, unsigned long value);
void factored_sum_mul(factored_sum_t s, const factored_t f);

int factored_sum_is_zero(const factored_sum_t s);

/* The value if it has at most `bits` bits (and 1); otherwise 0. */
int factored_sum_get_z(mpz_t value, const factored_sum_t s, size_t bits);

/* An enclosure of log2 s, s > 0, with about the precision of z after the point. */
void factored_sum_log2(mpfi_ptr z, const factored_sum_t s);

/* The order of s and t in *order (< 0, 0, > 0). Equal terms cancel and short values are
 * compared as integers; what is left is told apart by logarithms, and if they agree to
 * 2^16 bits the answer is 0, "undecided". Products alone are always decided (factored_cmp). */
int factored_sum_cmp(int *order, const factored_sum_t s, const factored_sum_t t);

#endif
