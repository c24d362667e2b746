/* Decimal digits that are all right.
 *
 * A number known only by an enclosure is printed when both ends of the enclosure round to
 * the same digits; until then the enclosure is made finer. Text is fresh: memory_free. */
#ifndef STRATA_EXACT_DIGITS_H
#define STRATA_EXACT_DIGITS_H

#include "exact/factored-sum.h"

/* Fixed point with that many decimals, or NULL if the two ends differ in a digit. */
char *digits_fixed(mpfi_srcptr x, int decimals);

/* log2 s to nearest: "16384" when s is a power of two, else "20.505". */
char *digits_log2(const factored_sum_t s, int decimals);

/* The same, but "4.094e+56" when that would take more than 12 characters. */
char *digits_log2_short(const factored_sum_t s, int decimals);

/* s itself: exact when it has at most `room` digits, else "1.234 x 10^5678". */
char *digits_value(const factored_sum_t s, size_t room);

/* f in decimal when it has at most `room` digits, else in factored form. */
char *digits_or_factors(const factored_t f, size_t room);

#endif
