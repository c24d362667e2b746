/* `strata verify --mode symbolic` and `--mode parametric`. */
#ifndef STRATA_CLI_VERIFY_SYMBOLIC_H
#define STRATA_CLI_VERIFY_SYMBOLIC_H

#include "cli/options.h"
#include "verifier/parametric.h"

/* Returns 0 if --mode asks for neither; else does it and stores what it came to. */
int verify_without_running(status *result, const options *o, report_format format, error *e);

/* --mode parametric (verify-parametric.c). */
status verify_parametric(const options *o, report_format format, error *e);

json_t *parametric_json(const parametric_result *r, const sizes *s, const char *name);

#endif
