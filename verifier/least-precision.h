/* The least P for which a network is right in fixed:P on every input of a job: P is verified
 * for some number I of integer bits, and P-1 is refuted, by a counterexample, for each. */
#ifndef STRATA_VERIFIER_LEAST_PRECISION_H
#define STRATA_VERIFIER_LEAST_PRECISION_H

#include "verifier/exhaustive.h"

enum { least_precision_limit = 64 };

typedef struct least_precision {
    number_choice choice; /* fixed:P:I, verified */
    size_t refuted;       /* P-1 of them: fixed:P-1:I for I = 0 .. P-2 */
    verdict refutation[least_precision_limit];
} least_precision;

void least_precision_init(least_precision *least);
void least_precision_clear(least_precision *least);

/* `job` says what is to be checked; its number is ignored. STATUS_NEGATIVE if not even the
 * limit is enough. */
status least_precision_find(least_precision *least, const exhaustive_job *job, error *e);

#endif
