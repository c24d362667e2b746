/* Published models against the theorems: one row per model. */
#ifndef STRATA_CLI_MODELS_ROWS_H
#define STRATA_CLI_MODELS_ROWS_H

#include "bounds/models.h"
#include "bounds/setting.h"

#include <jansson.h>

/* L = full layers + 1 and a*S = state entries * p; 0 if the state is not known. */
int models_setting(setting *s, const model *m, uint64_t p);

status models_append(json_t *rows, const model *m, uint64_t p, error *e);

#endif
