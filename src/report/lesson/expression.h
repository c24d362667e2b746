/* Formulas that are computed: what stands between braces in the lesson, what follows `let`,
 * `answer:` and `@if`, and what a reader types as an answer.
 *
 *     truth   = both { "and" both }         both  = sum [ ("=" | "!=" | "<" | "<=" | ">" | ">=")
 * sum ] sum     = product { ("+" | "-") product } product = power { ("*" | "/") power }  power =
 * atom [ "^" power ] atom    = digits | "text" | "-" atom | "(" truth ")" | name { "[" sum "]" |
 * "." name } | function "(" arguments ")"
 *
 * Arithmetic is exact; truths are 1 and 0. Functions: log2(q), approx(q) and log2binom(N, k),
 * enclosures; binom(N, k); clog2(q), the least k >= 0 with 2^k >= q; floor, min, max; prod and sum
 * of (list, from, to); count(list); known(path), whether there is such a thing. Limits keep a
 * reader's 9^9^9^9 from eating the machine. */
#ifndef STRATA_REPORT_LESSON_EXPRESSION_H
#define STRATA_REPORT_LESSON_EXPRESSION_H

#include "report/lesson/names.h"
#include "report/lesson/value.h"

/* STATUS_MALFORMED: not a formula, an unknown name, no number; STATUS_LIMIT: too long. */
status expression_evaluate(value *v, const char *text, const names *n, error *e);

/* The truth of a condition, or an integer that must be small. */
status expression_truth(int *truth, const char *text, const names *n, error *e);
status expression_integer(long *integer, const char *text, const names *n, error *e);

/* A fresh copy of the formula with every `name` replaced by the number (memory_free). */
char *expression_substitute(const char *text, const char *name, long number);

#endif
