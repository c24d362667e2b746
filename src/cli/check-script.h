/* `strata check` on proof scripts: replay through the kernel, show every fact. */
#ifndef STRATA_CLI_CHECK_SCRIPT_H
#define STRATA_CLI_CHECK_SCRIPT_H

#include "cli/options.h"

#include <jansson.h>
#include <stdio.h>

#define CHECK_SCRIPT_OPTIONS                                                                       \
    {                                                                                              \
        "audit", NULL, "proof scripts: also what the theorem depends on and assumes"               \
    }

/* Writes the facts and, as last line, the verdict to `to`, the same as JSON members into `row`.
 * STATUS_OK means VERIFIED. A file that is no script leaves both untouched. */
status check_script(FILE *to, json_t *row, const char *file, const char *text, size_t length,
                    const options *o, error *e);

#endif
