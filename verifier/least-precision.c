#include "verifier/least-precision.h"

#include <string.h>

void least_precision_init(least_precision *least)
{
    memset(least, 0, sizeof *least);
}

static void forget(least_precision *least)
{
    while (least->refuted > 0)
        verdict_clear(&least->refutation[--least->refuted]);
}

void least_precision_clear(least_precision *least)
{
    forget(least);
}

/* *found = 1 if no input fails in fixed:P:I; else the refutation is kept. */
static status try_format(int *found, least_precision *least, const exhaustive_job *job, unsigned P,
                         unsigned I, error *e)
{
    exhaustive_job one = *job; /* the bounds are shared, and only read */
    least->choice = (number_choice){NUMBER_ROUNDED, number_fixed(I, P - 1 - I)};
    one.number = &least->choice;
    one.stop_at_first = 1;
    one.progress = NULL;
    verdict *v = &least->refutation[I];
    verdict_init(v);
    status s = exhaustive_verify(v, &one, e);
    *found = s == STATUS_OK && !v->counterexample;
    if (s != STATUS_OK || *found)
        verdict_clear(v);
    else
        least->refuted = I + 1;
    return s;
}

status least_precision_find(least_precision *least, const exhaustive_job *job, error *e)
{
    for (unsigned P = 1; P <= least_precision_limit; P++) {
        least_precision smaller = *least; /* the refutations of P-1 */
        least->refuted = 0;
        int found = 0;
        status s = STATUS_OK;
        for (unsigned I = 0; I < P && !found && s == STATUS_OK; I++)
            s = try_format(&found, least, job, P, I, e);
        if (found) {
            number_choice choice = least->choice;
            forget(least);
            *least = smaller;
            least->choice = choice;
            return STATUS_OK;
        }
        forget(&smaller);
        if (s != STATUS_OK)
            return s;
    }
    return error_set(e, STATUS_NEGATIVE, "no fixed:P with P <= %d is right on all inputs",
                     least_precision_limit);
}
