/* An exhaustive verification as work that can be cut, stopped, resumed and joined.
 *
 * The inputs 0 .. count-1 are cut into chunks of equal size, which depends on the task alone.
 * A chunk's record says how many of its inputs (from its start) are done and what was found
 * there. Records are all there is to save: a sweep goes on from any records, on any number
 * of threads, shards or machines, and ends with the same ones. */
#ifndef STRATA_VERIFIER_SWEEP_H
#define STRATA_VERIFIER_SWEEP_H

#include "verifier/engine.h"

/* Nobody enumerates more. */
enum { sweep_bits = 50 };

typedef struct sweep_plan {
    uint64_t inputs, chunk_inputs, chunks;
} sweep_plan;

/* STATUS_LIMIT if the task has more than 2^50 inputs. */
status sweep_plan_init(sweep_plan *plan, const fc *task, error *e);

static inline uint64_t sweep_chunk_size(const sweep_plan *plan, uint64_t c)
{
    uint64_t left = plan->inputs - c * plan->chunk_inputs;
    return left < plan->chunk_inputs ? left : plan->chunk_inputs;
}

typedef struct sweep_record {
    uint64_t done;
    tally found;
} sweep_record;

typedef struct sweep {
    const network *net;
    const analysis *facts; /* for the fast engine, or NULL: reference */
    sweep_plan plan;
    sweep_record *record; /* per chunk */
    unsigned threads;
    int stop_at_first;      /* leave the rest undone after a failure; it is still the first */
    uint64_t shard, shards; /* only chunks c with c = shard mod shards */
    void *data;             /* for the two calls below, which one thread at a time makes */
    void (*progress)(void *data, uint64_t done, uint64_t total);
    void (*save)(void *data);      /* every few seconds: records are consistent; may be NULL */
    const volatile int *cancelled; /* set from a signal handler; may be NULL */
} sweep;

status sweep_init(sweep *s, const network *net, error *e); /* all chunks, one thread */
void sweep_clear(sweep *s);

/* STATUS_OK when all chunks of the shard are done (or a failure ended the sweep early, if
 * that was asked for), STATUS_LIMIT when it was cancelled or does not fit in memory. */
status sweep_run(sweep *s, error *e);

/* Everything found so far. */
tally sweep_total(const sweep *s);

/* The inputs of the shard: how many, and how many are done. */
uint64_t sweep_share(const sweep *s);
int sweep_is_complete(const sweep *s); /* all chunks of all shards are done */

#endif
