/* A progress bar with rate and time left, on standard error, when that is a terminal and
 * the work takes longer than a second. */
#ifndef STRATA_CLI_PROGRESS_H
#define STRATA_CLI_PROGRESS_H

#include <gmp.h>

typedef struct progress {
    int shown; /* a bar may be drawn at all */
    int drawn;
    double start, last;
} progress;

void progress_begin(progress *p, int quiet);
void progress_update(void *data, const mpz_t done, const mpz_t total);
void progress_end(progress *p); /* removes the bar */

/* Seconds of a clock that only goes forward. */
double clock_seconds(void);

/* Makes Ctrl-C (SIGINT) and SIGTERM set the flag that is returned, instead of ending us. */
const volatile int *interrupt_flag(void);

#endif
