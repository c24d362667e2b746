/* Numbers of a proof script: names bound by `let`, and expressions over them.
 *
 *     sum = product { ("+" | "-") product }       product = power { ("*" | "/") power }
 *     power = atom [ "^" power ]                  atom = digits | name | "(" sum ")"
 *
 * Values are integers >= 0, exactly: a difference below 0 or a division with a remainder is an
 * error at its sign. Limits keep a hostile script from eating the machine. */
#ifndef STRATA_VERIFIER_SCRIPT_NUMBERS_H
#define STRATA_VERIFIER_SCRIPT_NUMBERS_H

#include "verifier/script/cursor.h"

#include <gmp.h>

enum {
    numbers_max_bits = 1 << 19, /* of one value */
    numbers_max_depth = 64,     /* of parentheses and powers */
    numbers_max_digits = 20000, /* of one literal */
    numbers_max_names = 4096,   /* bound by let */
    numbers_max_work = 1 << 26  /* bits computed in the whole script */
};

typedef struct numbers {
    size_t count, room;
    span *name;
    mpz_t *value;
    size_t work; /* bits computed so far */
} numbers;

void numbers_init(numbers *known);
void numbers_clear(numbers *known);

mpz_srcptr numbers_find(const numbers *known, span name); /* NULL if there is none */
void numbers_bind(numbers *known, span name, const mpz_t value);

/* Reads and evaluates an expression at the cursor. */
status numbers_read(mpz_t value, numbers *known, cursor *c, error *e);

#endif
