/* The machine a bound is about: H, d, p (or B), linear layers, their state, the word. */
#ifndef STRATA_CLI_MACHINE_H
#define STRATA_CLI_MACHINE_H

#include "bounds/setting.h"
#include "cli/options.h"

#define MACHINE_OPTIONS                                                                            \
    {"H", "H", "heads per layer"}, {"d", "D", "head dimension"},                                   \
        {"p", "P", "bits per number; B = H*d*p"}, {"B", "B", "the size parameter itself"},         \
        {"linear", "A", "linear-attention layers (default 0)"},                                    \
        {"state-bits", "S", "state of a linear layer (default H*d*(d+1)*p bits)"},                 \
    {                                                                                              \
        "word", "WORD", "the layers from bottom to top, e.g. RRFRRF"                               \
    }

typedef struct machine {
    mpz_t B, a, S;
    mpz_t H, d, p;        /* 0 where not given */
    const char *word;     /* NULL where not given */
    unsigned full_layers; /* letters F of the word */
} machine;

void machine_init(machine *k);
void machine_clear(machine *k);
/* With `B_is_asked`, B may be missing. */
status machine_parse(machine *k, const options *o, int B_is_asked, error *e);

/* The setting of Theorem 1 at this L. *word gets a fresh string (memory_free) or NULL: the
 * word given, or F^{L-1} where there are no linear layers. */
status machine_setting(setting *s, char **word, const machine *k, unsigned L, error *e);

/* A number that must be there, at least `least`. */
status machine_number(mpz_t value, const options *o, const char *name, unsigned long least,
                      error *e);

/* "2" or "2..6", 1 <= first <= last <= 1000 */
status machine_levels(unsigned *first, unsigned *last, const options *o, error *e);

/* Comma-separated big numbers >= 1 into list[from..to-1]; exactly that many. */
status machine_list(factored_t *list, unsigned from, unsigned to, const options *o,
                    const char *name, error *e);

#endif
