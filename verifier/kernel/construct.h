/* The conditions under which the built-in networks solve their task (docs/symbolic.md, Lemmas P1
 * and P2; docs/constructions.md for fixed:P), for sizes of any length. */
#ifndef STRATA_VERIFIER_KERNEL_CONSTRUCT_H
#define STRATA_VERIFIER_KERNEL_CONSTRUCT_H

#include "base/status.h"

#include <gmp.h>

/* `binary` and `quadratic` have L+1 full layers, `hybrid` one linear layer and then L full ones
 * with binary keys. One head each. */
typedef enum kernel_keys { KEYS_BINARY, KEYS_QUADRATIC, KEYS_HYBRID, keys_count } kernel_keys;
extern const char *const kernel_keys_names[keys_count];

typedef struct construct_sizes {
    unsigned L;
    const mpz_t *n, *N; /* n_1 .. n_{L-1}, N_0 .. N_{L-1} */
    mpz_srcptr tokens;
} construct_sizes;

/* STATUS_OK: with heads of dimension d, in fixed:P:2 or exactly (P = 0), the network is right on
 * every input. STATUS_NEGATIVE: which condition fails. */
status construct_fits(const construct_sizes *t, kernel_keys keys, const mpz_t d, const mpz_t P,
                      error *e);

#endif
