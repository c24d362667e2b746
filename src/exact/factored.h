/* Numbers too big to write down: products of powers, kept as bases and exponents.
 *
 * K^(3^(L-1)) at L = 40 has more digits than there is paper. A `factored` holds the bases
 * and the exponents (integers of any size); its value is an integer >= 1. Order and
 * equality are exact: logarithms are enclosed at rising precision, and when they cannot
 * tell two numbers apart, a basis of coprime factors decides whether they are equal. */
#ifndef STRATA_EXACT_FACTORED_H
#define STRATA_EXACT_FACTORED_H

#include <gmp.h>
#include <mpfi.h>
#include <stddef.h>

/* base >= 2, exponent >= 1, no base twice, powers of two only in base 2; no factor: 1 */
typedef struct factored_struct {
    size_t count;
    mpz_t *base, *exponent;
} factored_struct;
typedef factored_struct factored_t[1];

void factored_init(factored_t f); /* 1 */
void factored_clear(factored_t f);
void factored_set(factored_t f, const factored_t g);
void factored_set_z(factored_t f, const mpz_t value); /* value >= 1 */
void factored_set_ui(factored_t f, unsigned long value);

void factored_mul(factored_t f, const factored_t g);
void factored_mul_ui(factored_t f, unsigned long value);
void factored_mul_z(factored_t f, const mpz_t value);
void factored_mul_power(factored_t f, const mpz_t base, const mpz_t exponent);
void factored_pow(factored_t f, const mpz_t exponent); /* exponent >= 0 */
void factored_pow_ui(factored_t f, unsigned long exponent);

/* < 0, 0, > 0; always decided, always right */
int factored_cmp(const factored_t f, const factored_t g);
int factored_is_one(const factored_t f);

/* An enclosure of log2 f, about as many bits after the point as z has precision. */
void factored_log2(mpfi_ptr z, const factored_t f);

/* f < 2^bits: the value, and 1; otherwise 0 and no work */
int factored_get_z(mpz_t value, const factored_t f, size_t bits);

/* "1", "2^12*3^5"; free with memory_free */
char *factored_to_text(const factored_t f);

#endif
