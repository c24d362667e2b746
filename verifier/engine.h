/* The two exhaustive engines behind one door: both take a range of the numbering
 * (task/order.h) and add what they find to a tally, with the same digest. */
#ifndef STRATA_VERIFIER_ENGINE_H
#define STRATA_VERIFIER_ENGINE_H

#include "task/order.h"
#include "verifier/fast.h"

typedef struct engine {
    const network *net;
    int is_fast;
    fast_engine fast;
    evaluator reference;
    order_walk walk;
} engine;

/* With facts (which must be `allowed`) the fast engine, with NULL the reference engine. */
status engine_init(engine *it, const network *net, const analysis *facts, error *e);
void engine_clear(engine *it);

void engine_run(engine *it, uint64_t from, uint64_t to, tally *t);

#endif
