/* Enclosures: intervals over MPFR, by MPFI, with outward rounding everywhere.
 *
 * MPFI gives the arithmetic. This file adds what certified verdicts need: powers
 * with rational exponents of integer bases, signs that are forced, and the
 * containment test of a rational. Contract of every function: if the inputs lie
 * in the input intervals, the exact result lies in the output interval. */
#ifndef STRATA_EXACT_INTERVAL_H
#define STRATA_EXACT_INTERVAL_H

#include <gmp.h>
#include <mpfi.h>

/* The sign every point of an interval shares, if there is one. */
typedef enum forced_sign {
    SIGN_NEGATIVE = -1,
    SIGN_ZERO = 0, /* the interval is [0, 0] */
    SIGN_POSITIVE = 1,
    SIGN_UNDECIDED = 2
} forced_sign;

forced_sign interval_sign(mpfi_srcptr x);

/* q in x, decided exactly */
int interval_contains_q(mpfi_srcptr x, const mpq_t q);

/* z encloses x * q for every point of x */
void interval_mul_q(mpfi_ptr z, mpfi_srcptr x, const mpq_t q);

/* z encloses max(x, 0) */
void interval_relu(mpfi_ptr z, mpfi_srcptr x);

/* z encloses 2^x or e^x */
typedef enum softmax_base { SOFTMAX_BASE_2, SOFTMAX_BASE_E } softmax_base;
void interval_power(mpfi_ptr z, softmax_base base, mpfi_srcptr x);

/* z encloses log2 of the integer n >= 1 */
void interval_log2_z(mpfi_ptr z, const mpz_t n);

#endif
