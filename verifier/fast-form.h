/* Sums over tokens whose signs decide everything the fast engine does.
 *
 * A form is  constant + sum over the tokens t but the last of part(t, symbol of t), exact
 * integers. It is held in 64 bits: as it is if a bound on every partial sum allows,
 * otherwise with every term divided by the same power of two and rounded down. Then the
 * true value (in those units) lies in [sum, sum + slack), slack = the number of terms, and
 *
 *     sum >= 0       =>  the form is >= 0,
 *     sum > 0        =>  the form is > 0,
 *     sum < -slack   =>  the form is < 0;
 *
 * between, the sign is taken from exact tables, of 128 bits if a bound allows, of GMP
 * integers if not. Without rounding slack is 0 and the 64-bit sum decides alone. */
#ifndef STRATA_VERIFIER_FAST_FORM_H
#define STRATA_VERIFIER_FAST_FORM_H

#include <gmp.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef __int128 int128;

/* The pairs (token, symbol) of all tokens but the last, numbered: (t, g) is start[t] + g. */
typedef struct token_rows {
    size_t tokens; /* without the last one */
    size_t *start; /* tokens + 1 of them */
} token_rows;

static inline size_t token_row_count(const token_rows *rows)
{
    return rows->start[rows->tokens];
}

/* Several forms side by side, so that one step of a sum is one vector addition. */
typedef struct form_bundle {
    size_t count;
    int64_t *part;     /* rows x count */
    int64_t *constant; /* count */
    int64_t *slack;    /* count */
    int128 *wide;      /* (rows + 1) x count, the constant last; NULL unless needed and enough */
    mpz_t *exact;      /* the same; NULL unless needed */
} form_bundle;

void form_bundle_init(form_bundle *b, size_t count, const token_rows *rows);
void form_bundle_clear(form_bundle *b, const token_rows *rows);

/* `value` holds for each form the row values and then the constant:
 * value[k * (rows + 1) + row]. Chooses the widths. */
void form_bundle_set(form_bundle *b, const mpz_t *value, const token_rows *rows);

/* Bytes of all tables. */
size_t form_bundle_bytes(const form_bundle *b, const token_rows *rows);

/* The exact sign of form k on a prompt, whose 64-bit sum is given. */
int form_sign(const form_bundle *b, size_t k, int64_t sum, const token_rows *rows,
              const uint64_t *prompt);

/* sum[0 .. count) += the parts of tokens from .. to-1 of the prompt. */
void form_add_tokens(int64_t *sum, const form_bundle *b, const token_rows *rows,
                     const uint64_t *prompt, size_t from, size_t to);

/* low, high [0 .. count): the least and the largest sum of parts of tokens from .. to-1. */
void form_range(int64_t *low, int64_t *high, const form_bundle *b, const token_rows *rows,
                size_t from, size_t to);

#endif
