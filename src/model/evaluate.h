/* One verdict per prompt: what does the network answer?
 *
 * In base2: exact arithmetic first; where it cannot hold the attention weights (scores that
 * are no integers), enclosures at rising precision, until every read-out sign is forced or
 * the limit is reached; then the outcome is RUN_UNDECIDED, never a guess. In base e:
 * enclosures from the start. In fixed:P and the floating-point formats: one run, rounded as
 * docs/number-systems.md says; where the network reads memory only (model/run.h), at the last
 * token alone. */
#ifndef STRATA_MODEL_EVALUATE_H
#define STRATA_MODEL_EVALUATE_H

#include "model/number-choice.h"
#include "model/run.h"

enum { enclosure_first_precision = 64, enclosure_last_precision = 4096 };

typedef struct evaluator {
    const network *net;
    number_kind kind;
    run_machine exact; /* or rounded; not used by NUMBER_ENCLOSED */
    int has_enclosure;
    run_machine enclosure;
    mpfr_prec_t precision; /* the largest working precision of an enclosure so far; 0 = none */
} evaluator;

status evaluator_init(evaluator *ev, const network *net, error *e); /* base2 */
status evaluator_init_number(evaluator *ev, const network *net, const number_choice *choice,
                             error *e);
void evaluator_clear(evaluator *ev);

/* Always one of RUN_ANSWER, RUN_ZERO, RUN_UNDECIDED. */
run_result evaluator_answer(evaluator *ev, const uint64_t *prompt, const run_observer *observer);

#endif
