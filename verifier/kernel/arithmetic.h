/* The number systems the kernel speaks about: exact rationals with base-2 softmax, or fixed:P
 * (docs/number-systems.md). Rounding is monotone, so it acts on ranges end by end. */
#ifndef STRATA_VERIFIER_KERNEL_ARITHMETIC_H
#define STRATA_VERIFIER_KERNEL_ARITHMETIC_H

#include "base/status.h"
#include "exact/qrange.h"

/* P = 0: exact. Otherwise a sign, I integer bits and P-1-I fraction bits. */
typedef struct arithmetic {
    unsigned P, I;
} arithmetic;

enum { arithmetic_max_P = 64, arithmetic_name_room = 24 };

/* "base2" or "fixed:P:I", nothing else. */
status arithmetic_parse(arithmetic *a, const char *name, error *e);
void arithmetic_name(char name[arithmetic_name_room], arithmetic a);

/* To the nearest multiple of 2^-(P-1-I), ties to even, saturating at the largest; exact
 * arithmetic changes nothing. */
void arithmetic_round(qrange_t x, arithmetic a);

/* Is q a multiple of the unit 2^-(P-1-I)? Always so in exact arithmetic. */
int arithmetic_on_grid(mpq_srcptr q, arithmetic a);

/* Rounding a multiple of the unit that lies in x changes nothing: x does not reach beyond the
 * largest number. Always so in exact arithmetic. */
int arithmetic_holds(const qrange_t x, arithmetic a);

#endif
