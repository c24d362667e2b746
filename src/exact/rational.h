/* Rationals as text: what network files, command lines and reports agree on.
 *
 * A rational is written `-3/4` or `5`: an optional minus, decimal digits, and for a
 * fraction a slash and a positive denominator. Reading accepts any such fraction and
 * reduces it; writing is always in lowest terms. */
#ifndef STRATA_EXACT_RATIONAL_H
#define STRATA_EXACT_RATIONAL_H

#include "base/status.h"

#include <gmp.h>
#include <stdint.h>

/* More digits than this in one number of a file are refused (hostile input). */
enum { rational_digit_limit = 100000 };

status rational_parse(mpq_t value, const char *text, error *e);

/* Fresh string in lowest terms; free with memory_free. */
char *rational_to_text(const mpq_t value);

/* A number as people write it on a command line: `12`, `2^500`, `3*2^10`, `1e6`.
 * Nonnegative integers only; `name` is put in front of the message on failure. */
status integer_parse(mpz_t value, const char *text, const char *name, error *e);

/* The same, but it must fit: above `limit` it is STATUS_USAGE, beyond 64 bits STATUS_LIMIT. */
status integer_parse_u64(uint64_t *value, const char *text, uint64_t limit, const char *name,
                         error *e);

/* Decimal text; free with memory_free. */
char *integer_to_text(const mpz_t value);

/* GMP has no portable 64-bit setter and getter; these are. */
void integer_set_u64(mpz_t value, uint64_t from);
int integer_fits_u64(const mpz_t value);
uint64_t integer_get_u64(const mpz_t value);

#endif
