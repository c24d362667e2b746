/* Somebody watches long work, and may stop it. */
#ifndef STRATA_VERIFIER_REFUTE_WATCH_H
#define STRATA_VERIFIER_REFUTE_WATCH_H

#include "base/status.h"

#include <stdint.h>

typedef struct watch {
    void (*progress)(void *data, uint64_t done, uint64_t total); /* may be NULL */
    void *data;
    const volatile int *cancelled; /* set from a signal handler; may be NULL */
} watch;

/* To be called now and then; `w` may be NULL. STATUS_LIMIT: stop. */
static inline status watch_step(const watch *w, uint64_t done, uint64_t total, error *e)
{
    if (w && w->progress)
        w->progress(w->data, done, total);
    if (w && w->cancelled && *w->cancelled)
        return error_set(e, STATUS_LIMIT, "interrupted");
    return STATUS_OK;
}

#endif
