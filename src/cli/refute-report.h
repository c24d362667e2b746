/* What `strata refute` tells. */
#ifndef STRATA_CLI_REFUTE_REPORT_H
#define STRATA_CLI_REFUTE_REPORT_H

#include "verifier/refute/refute.h"

/* Fresh texts; free with memory_free. `certificate` is its file, or NULL. */
char *refute_report_text(const refutation *r, const candidate *c, const char *certificate);
char *refute_report_json(const refutation *r, const candidate *c, const char *certificate);

#endif
