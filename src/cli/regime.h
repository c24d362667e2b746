/* Possible, impossible or open: constructions and theorems put side by side. */
#ifndef STRATA_CLI_REGIME_H
#define STRATA_CLI_REGIME_H

#include "bounds/setting.h"
#include "cli/machine.h"

#include <jansson.h>

typedef enum regime { REGIME_POSSIBLE, REGIME_IMPOSSIBLE, REGIME_OPEN } regime;

extern const char *const regime_name[]; /* "possible", "impossible", "open" */

/* Can a network of this machine's word, H, d, p solve L-step composition up to `tokens`
 * tokens? Returns a row: verdict, because, and the nearest thresholds on both sides. */
status regime_decide(json_t **row, const machine *k, unsigned L, const mpz_t tokens, error *e);

/* The shortest prompt some theorem refutes this machine on (word and a, S, B), in `n`, with
 * the theorem's name; 0 if no theorem speaks about such a word. */
int regime_impossible_from(factored_sum_t n, const char **theorem, const machine *k, unsigned L);

/* Does `word` contain F^{L+1}, or R F^L, as a subsequence? */
int regime_word_has(const char *word, unsigned L, int linear_first);

#endif
