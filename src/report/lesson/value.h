/* A number of the lesson: exact, or enclosed, or a word.
 *
 * Integers and fractions are exact. What a logarithm enters is an enclosure, rounded outwards;
 * it is shown only as far as its digits are certain. Everything else is text. */
#ifndef STRATA_REPORT_LESSON_VALUE_H
#define STRATA_REPORT_LESSON_VALUE_H

#include <gmp.h>
#include <mpfi.h>

typedef enum value_kind { VALUE_EXACT, VALUE_ENCLOSED, VALUE_TEXT } value_kind;

typedef struct value {
    value_kind kind;
    mpq_t exact;
    mpfi_t enclosed;
    int rough;  /* an enclosure that is shown with few digits: the function approx */
    char *text; /* VALUE_TEXT; also the decimal a command printed, e.g. "58.111" */
} value;

void value_init(value *v); /* 0 */
void value_clear(value *v);
void value_set(value *v, const value *from);
void value_set_text(value *v, const char *text);

/* "12", "-3/4" and "58.111" become exact (the last keeps its text); anything else is text. */
void value_read(value *v, const char *text);

/* Replaces the exact value by an enclosure of it. */
void value_enclose(value *v);

int value_is_integer(const value *v);

/* As the reader sees it; free with memory_free. Integers are grouped by threes with narrow
 * no-break spaces from five digits on; beyond 24 digits they are rounded: 1.234·10^56.
 * Enclosures have three decimals below 10^15, none below 10^24, else four digits and a power
 * of ten; rough ones have three decimals or four digits. */
char *value_show(const value *v);

/* All digits: "126113", "262144/274625", the text, or NULL for an enclosure. */
char *value_exact_text(const value *v);

#endif
