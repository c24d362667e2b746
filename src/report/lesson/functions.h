/* Arithmetic on values, and the functions of expressions: the inside of expression.h. */
#ifndef STRATA_REPORT_LESSON_FUNCTIONS_H
#define STRATA_REPORT_LESSON_FUNCTIONS_H

#include "report/lesson/expression.h"

enum { depth_limit = 200, bits_limit = 1 << 22 };

/* A place in a formula; depth counts definitions and powers that are open. */
typedef struct parse {
    const char *at;
    const names *names;
    unsigned depth;
} parse;

void parse_skip(parse *c);
int parse_take(parse *c, const char *sign);
status parse_expect(parse *c, const char *sign, error *e);
int parse_is_letter(int c);

/* A name into `word`, which has room for word_room characters; 0 if there is none. */
enum { word_room = 48 };
int parse_take_name(parse *c, char *word);

/* What the name stands for, with the [i] and .member that follow. */
status parse_named(value *v, const char *name, parse *c, error *e);

status parse_truth(value *v, parse *c, error *e);
status parse_sum(value *v, parse *c, error *e);
status parse_index(long *i, parse *c, error *e);

/* The length of the list whose path follows. */
status parse_count(value *v, parse *c, error *e);

/* Element i of the list `name`. */
status names_element(value *v, const names *n, const char *name, long i, unsigned depth, error *e);

/* v = v SIGN right, SIGN one of + - * / */
status value_combine(value *v, char sign, const value *right, error *e);
status value_power(value *v, const value *exponent, error *e);

/* v = 1 or 0; enclosures that overlap are STATUS_LIMIT. */
status value_compare(value *v, const char *sign, const value *right, error *e);

/* z encloses log2 binom(N, k), 0 <= k <= N. */
void enclose_log2_binomial(mpfi_t z, const mpz_t N, const mpz_t k);

/* After the opening parenthesis, up to the closing one. */
status function_call(value *v, const char *name, parse *c, error *e);

#endif
