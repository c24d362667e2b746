/* Does a protocol say what it should? Runs it on every input, or on a sample, next to the network
 * it came from, and next to the task. */
#ifndef STRATA_PROTOCOL_CHECK_H
#define STRATA_PROTOCOL_CHECK_H

#include "model/evaluate.h"
#include "protocol/protocol.h"

typedef struct protocol_job {
    const protocol *p;
    const network *net; /* what it came from, or NULL */
    const number_choice *number;
    uint64_t sample; /* random inputs; 0 = all of them */
    uint64_t seed;
    const volatile int *stop; /* may be NULL */
    void (*progress)(void *data, const mpz_t done, const mpz_t total);
    void *progress_data;
} protocol_job;

typedef struct protocol_findings {
    uint64_t checked;
    uint64_t differ; /* inputs on which the network answers otherwise */
    uint64_t wrong;  /* inputs on which the task's answer is another */
    /* the first input of either kind, NULL if there is none; and what was said on it */
    uint64_t *first;
    uint64_t said, network, expected; /* PROTOCOL_NO_ANSWER: none */
    int finished;
} protocol_findings;

void protocol_findings_clear(protocol_findings *f);

/* All inputs of the task, if they are at most this many; 0 if not. */
uint64_t protocol_inputs(const fc *task, uint64_t most);

/* STATUS_OK whatever was found; a run that fails ends the check with its status. */
status protocol_check(protocol_findings *f, const protocol_job *job, error *e);

#endif
