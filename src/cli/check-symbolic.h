/* `strata check` on symbolic certificates. */
#ifndef STRATA_CLI_CHECK_SYMBOLIC_H
#define STRATA_CLI_CHECK_SYMBOLIC_H

#include "cli/options.h"

#include <stdio.h>

#define SYMBOLIC_CERTIFICATE_FORMAT "strata-symbolic-certificate"

status check_symbolic_file(FILE *to, const char *path, const options *o, error *e);

#endif
