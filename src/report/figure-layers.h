/* What the last token does, layer by layer: which token it looks up and what it then holds; and
 * the same prompt as a recurrence reads it. */
#ifndef STRATA_REPORT_FIGURE_LAYERS_H
#define STRATA_REPORT_FIGURE_LAYERS_H

#include "report/attention-map.h"

/* SVG text (memory_free); `map` has watched a run on this prompt. */
char *figure_layers(const char *id, const attention_map *map, const uint64_t *prompt);

/* A state of `bits` (as text) that goes from token to token. */
char *figure_state(const char *id, const fc *task, const uint64_t *prompt, const char *bits);

#endif
