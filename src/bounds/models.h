/* Facts about published hybrid models, from a CSV table (RFC 4180 quoting).
 *
 * Columns by name: model, layers, full_layers, linear_layers, heads, head_dim, variant,
 * state_entries_total, context, source. "?" stands for "not known": nothing is guessed. */
#ifndef STRATA_BOUNDS_MODELS_H
#define STRATA_BOUNDS_MODELS_H

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

typedef struct model {
    char *name, *variant, *source;
    uint64_t full_layers, linear_layers, heads, head_dim;
    uint64_t state_entries, context; /* 0 = not known */
} model;

typedef struct models {
    size_t count;
    model *model;
} models;

extern const char models_data[]; /* the project's own table */

/* `where` names the text in messages ("FILE:LINE: ..."). */
status models_parse(models *list, const char *text, const char *where, error *e);
void models_clear(models *list);

#endif
