/* Exhaustive verification: the network is run on every input of a range of the numbering
 * (task/order.h), or on random inputs, and compared with the reference answer. */
#ifndef STRATA_VERIFIER_EXHAUSTIVE_H
#define STRATA_VERIFIER_EXHAUSTIVE_H

#include "model/evaluate.h"
#include "task/order.h"

/* What was found. `counterexample` is the failing input with the least number in the range
 * (of a sample: the first drawn), NULL if there is none. */
typedef struct verdict {
    mpz_t checked, failures;
    mpz_t first_failure; /* its number; of a sample, its place in the sample */
    uint64_t *counterexample;
    run_result got; /* what the network said there */
    uint64_t expected;
    mpfr_prec_t precision; /* the largest working precision of an enclosure; 0 = none */
} verdict;

void verdict_init(verdict *v);
void verdict_clear(verdict *v);

typedef struct exhaustive_job {
    const network *net;
    const number_choice *number; /* NULL = base2 */
    unsigned threads;
    int stop_at_first; /* do not count failures after the first */
    int sample;        /* random inputs instead of a range */
    uint64_t seed;     /* of the sample */
    mpz_t from, to;    /* the range [from, to), or sample numbers */
    void (*progress)(void *data, const mpz_t done, const mpz_t total);
    void *progress_data;
    const volatile int *cancelled; /* set from a signal handler; may be NULL */
} exhaustive_job;

/* STATUS_OK when the job was finished (the verdict may still hold failures), STATUS_LIMIT
 * when it does not fit in memory or was cancelled; `v` then holds what was done so far. */
status exhaustive_verify(verdict *v, const exhaustive_job *job, error *e);

#endif
