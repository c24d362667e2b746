/* Published hybrid models: the context they were made for, and the prompt length from which on
 * composition of (their full layers + 1) functions is impossible for them. */
#ifndef STRATA_REPORT_FIGURE_MODELS_H
#define STRATA_REPORT_FIGURE_MODELS_H

#include <jansson.h>

/* SVG text (memory_free); `rows` as `strata models --format json` prints them. Rows without a
 * length are left out. */
char *figure_models(const char *id, const json_t *rows);

#endif
