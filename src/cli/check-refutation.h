/* `strata check` on certificates of `strata refute`. */
#ifndef STRATA_CLI_CHECK_REFUTATION_H
#define STRATA_CLI_CHECK_REFUTATION_H

#include "cli/options.h"
#include "verifier/refute/certificate.h"

#include <stdio.h>

status check_refutation(FILE *to, const char *path, const options *o, error *e);

#endif
