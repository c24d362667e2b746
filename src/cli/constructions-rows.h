/* What a construction costs on a task: one JSON object. */
#ifndef STRATA_CLI_CONSTRUCTIONS_ROWS_H
#define STRATA_CLI_CONSTRUCTIONS_ROWS_H

#include "constructions/construction.h"

#include <jansson.h>

json_t *constructions_row(const construction *it, const fc *task); /* a new reference */

#endif
