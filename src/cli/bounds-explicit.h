/* `--theorem explicit`: the conditions for sizes given by --m, --n, --x, --theta. */
#ifndef STRATA_CLI_BOUNDS_EXPLICIT_H
#define STRATA_CLI_BOUNDS_EXPLICIT_H

#include "bounds/setting.h"
#include "cli/machine.h"

/* *text gets the report (memory_free) for STATUS_OK (they hold), STATUS_NEGATIVE (they do
 * not) and STATUS_LIMIT (undecided); it is untouched otherwise. */
status bounds_explicit(char **text, const options *o, const setting *s, const char *word,
                       report_format format, error *e);

#endif
