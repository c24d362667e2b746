/* Positive numbers as mantissa * 2^exponent, always rounded the same way: up or down.
 *
 * The second opinion on witnesses (bounds/recheck.h) is computed with these integers alone,
 * so that it shares nothing with the intervals and products of the first. */
#ifndef STRATA_BOUNDS_ROUNDED_H
#define STRATA_BOUNDS_ROUNDED_H

#include <gmp.h>

typedef enum rounding { DOWN, UP } rounding;

typedef struct rounded_struct {
    mpz_t mantissa, exponent; /* mantissa >= 0, at most rounded_bits bits */
} rounded_struct;
typedef rounded_struct rounded_t[1];

/* enough for exponents of 1600 bits, those of Theorem 2 at L = 1000 */
enum { rounded_bits = 2048, rounded_fraction = 96 };

void rounded_init(rounded_t z); /* 0 */
void rounded_clear(rounded_t z);
void rounded_set(rounded_t z, const rounded_t a);
void rounded_set_z(rounded_t z, const mpz_t value, rounding way);
void rounded_mul(rounded_t z, const rounded_t a, const rounded_t b, rounding way);
void rounded_mul_z(rounded_t z, const rounded_t a, const mpz_t b, rounding way);
void rounded_add(rounded_t z, const rounded_t a, const rounded_t b, rounding way);
void rounded_power(rounded_t z, const mpz_t base, const mpz_t exponent, rounding way);
int rounded_cmp(const rounded_t a, const rounded_t b);

/* 2^rounded_fraction log2 a, rounded; a > 0. Exact for powers of two. */
void rounded_log2(mpz_t log, const rounded_t a, rounding way);

#endif
