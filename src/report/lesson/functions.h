/* Arithmetic on values, and the functions of expressions: the inside of expression.h. */
#ifndef STRATA_REPORT_LESSON_FUNCTIONS_H
#define STRATA_REPORT_LESSON_FUNCTIONS_H

#include "report/lesson/expression.h"

enum { depth_limit = 200, bits_limit = 1 << 22 };

/* A place in a formula; depth counts definitions and powers that are open. */
typedef struct cursor {
    const char *at;
    const names *names;
    unsigned depth;
} cursor;

status cursor_truth(value *v, cursor *c, error *e);
status cursor_sum(value *v, cursor *c, error *e);
status cursor_index(long *i, cursor *c, error *e);

/* The length of the list whose path follows. */
status cursor_count(value *v, cursor *c, error *e);

/* Element i of the list `name`. */
status names_element(value *v, const names *n, const char *name, long i, unsigned depth, error *e);

/* v = v SIGN right, SIGN one of + - * / */
status value_combine(value *v, char sign, const value *right, error *e);
status value_power(value *v, const value *exponent, error *e);

/* v = 1 or 0; enclosures that overlap are STATUS_LIMIT. */
status value_compare(value *v, const char *sign, const value *right, error *e);

/* After the opening parenthesis, up to the closing one. */
status function_call(value *v, const char *name, cursor *c, error *e);

#endif
