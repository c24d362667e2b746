/* `strata check` on exhaustive certificates: everything that can be derived is derived, and
 * chunks are run again, as many as asked for. */
#ifndef STRATA_CLI_CHECK_EXHAUSTIVE_H
#define STRATA_CLI_CHECK_EXHAUSTIVE_H

#include "cli/options.h"
#include "verifier/exhaustive-certificate.h"

#include <stdio.h>

#define CHECK_EXHAUSTIVE_OPTIONS                                                                   \
    {"rerun", "all|K|none",                                                                        \
     "chunks of an exhaustive certificate to run again (default: all if that is quick, else 8 "    \
     "random ones)"},                                                                              \
    {                                                                                              \
        "engine", "fast|reference", "the engine that runs them (default fast)"                     \
    }

status check_exhaustive(FILE *to, const char *path, const options *o, error *e);

#endif
