/* The whole plane of a regime: log2 n against log2 B, for one L and one word. */
#ifndef STRATA_CLI_REGIME_PICTURE_H
#define STRATA_CLI_REGIME_PICTURE_H

#include "cli/machine.h"

/* SVG text (memory_free). The word, a and S are the machine's; B runs. */
char *regime_picture(const machine *k, unsigned L);

/* How many linear layers do not help, against log2 n, for L = first .. last: this project's
 * count (a power of n) and the published 2^(3L^2). B and S are the machine's. */
char *regime_linear_picture(const machine *k, unsigned first, unsigned last);

#endif
