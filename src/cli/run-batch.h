/* Many inputs, one row each: the answer, the expected one, and the prompt as it was fed. */
#ifndef STRATA_CLI_RUN_BATCH_H
#define STRATA_CLI_RUN_BATCH_H

#include "cli/options.h"
#include "model/evaluate.h"

#include <jansson.h>

/* STATUS_NEGATIVE if an answer was wrong. */
status run_batch_random(evaluator *ev, uint64_t count, uint64_t seed, report_format format,
                        const options *o, error *e);

/* `inputs` is a JSON list; `file` is where it came from, for messages. */
status run_batch_listed(evaluator *ev, const json_t *inputs, const char *file, report_format format,
                        const options *o, error *e);

#endif
