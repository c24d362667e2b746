/* Formulas that are read: what stands between dollar signs in the lesson, as a tree.
 *
 *     x_l  x_(l-1)  2^(-D_l)  N_l^2       a group after _ or ^ loses its parentheses
 *     <= >= != -> ... * times in          become signs
 *     theta alpha beta epsilon Pi ...     become Greek letters
 *     frac(a, b)  binom(N, theta)         stacked
 *     sum(i = 1, l-1, body)  prod(...)    with limits; "" as the upper one leaves it out
 *     (a) [a] |a|  set(a)                 fences; set(...) has braces
 *     "words"                             upright
 *     {formula}                           a number that is computed (expression.h)
 *
 * formula_to_text prints it on one line, as the notes in docs/mathematics would write it. */
#ifndef STRATA_REPORT_LESSON_FORMULA_H
#define STRATA_REPORT_LESSON_FORMULA_H

#include "base/status.h"

#include <stddef.h>
#include <stdio.h>

/* A number computed in this run. */
typedef struct lesson_number {
    char *formula; /* how it follows from evidence, loop variables put in */
    char *exact;   /* all digits, or a word; NULL where only an enclosure is known */
    char *shown;   /* what the reader sees */
} lesson_number;

typedef enum formula_kind {
    FORMULA_ROW,      /* children side by side */
    FORMULA_NAME,     /* a variable; text is what is shown: "x", "θ" */
    FORMULA_WORD,     /* upright text: "log", "bits" */
    FORMULA_LITERAL,  /* digits of the formula itself */
    FORMULA_NUMBER,   /* computed: number */
    FORMULA_SIGN,     /* "+", "≤", ",", "·" */
    FORMULA_SUB,      /* base, index */
    FORMULA_SUPER,    /* base, exponent */
    FORMULA_SUBSUPER, /* base, index, exponent */
    FORMULA_FRACTION, /* numerator, denominator */
    FORMULA_BINOMIAL, /* n, k */
    FORMULA_SUM,      /* from, to, body */
    FORMULA_PRODUCT,  /* from, to, body */
    FORMULA_FENCE     /* one child; text is "(", "[", "|" or "{" */
} formula_kind;

typedef struct formula {
    formula_kind kind;
    char *text;            /* NAME, WORD, LITERAL, SIGN, FENCE */
    lesson_number *number; /* NUMBER */
    size_t count;
    struct formula **child;
} formula;

/* Makes the number for what stands between braces. */
typedef struct formula_numbers {
    status (*make)(lesson_number **number, const char *expression, void *data, error *e);
    void *data;
} formula_numbers;

/* `text` is what stands between the dollar signs. */
status formula_parse(formula **tree, const char *text, const formula_numbers *numbers, error *e);
void formula_clear(formula *tree); /* NULL is fine */

/* A fresh string; free with memory_free. */
char *formula_to_text(const formula *tree);

void lesson_number_clear(lesson_number *number);

#endif
