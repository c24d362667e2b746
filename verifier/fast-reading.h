/* What the heads of a layer read, for one content x of the last token's stream.
 *
 * Token s with symbol g has weight c = 2^(score - least score). A form in the variables y,
 *
 *     a_0 + sum_k a_k y_k >= 0,
 *
 * becomes a sum over tokens when multiplied by what is positive. If it involves one head,
 * by Z = sum c:  sum_s c_s (a_0 + a . v_s).  If it involves several, by the product of their
 * totals Z_h, which are constants when keys depend on positions only. A recurrent head reads
 * sum_s c_s v_s with coefficients of its own (recurrent-mixing.h): its total is 1, and the
 * constant is added once. */
#ifndef STRATA_VERIFIER_FAST_READING_H
#define STRATA_VERIFIER_FAST_READING_H

#include "verifier/fast-layer.h"
#include "verifier/recurrent-mixing.h"

typedef struct fast_reading {
    const fast_layer *layer;
    unsigned long **exponent; /* per head: score - least score of each row, last token last */
    mpz_t *total;             /* per head with positional keys: Z */
    recurrent_mixing *mixing; /* per recurrent head */
    qvec_struct *last_value;  /* per head: the last token's own value */
} fast_reading;

/* Returns 0 if the scores are no integers, or too far apart for tables. Clear in any case. */
int fast_reading_init(fast_reading *r, const fast_layer *layer, const qvec_t x,
                      const token_rows *rows);
void fast_reading_clear(fast_reading *r);

/* Makes the bundle of `count` forms; form[k] holds a_1 .. a_n, then a_0. Returns 0, and makes
 * nothing, if a form involves several heads one of which has keys that depend on symbols, or a
 * recurrent head whose coefficients do. */
int fast_reading_forms(form_bundle *b, const fast_reading *r, const qvec_struct *form, size_t count,
                       const token_rows *rows);

#endif
