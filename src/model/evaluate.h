/* One verdict per prompt: what does the network answer?
 *
 * Exact arithmetic first. Where it cannot hold the attention weights (scores that are no
 * integers), enclosures at rising precision, until every read-out sign is forced or the
 * limit is reached; then the outcome is RUN_UNDECIDED, never a guess. */
#ifndef STRATA_MODEL_EVALUATE_H
#define STRATA_MODEL_EVALUATE_H

#include "model/run.h"

enum { enclosure_first_precision = 64, enclosure_last_precision = 4096 };

typedef struct evaluator {
    const network *net;
    run_machine exact;
    int has_enclosure;
    run_machine enclosure;
} evaluator;

status evaluator_init(evaluator *ev, const network *net, error *e);
void evaluator_clear(evaluator *ev);

/* Always one of RUN_ANSWER, RUN_ZERO, RUN_UNDECIDED. */
run_result evaluator_answer(evaluator *ev, const uint64_t *prompt, const run_observer *observer);

#endif
