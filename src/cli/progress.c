#include "cli/progress.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void progress_begin(progress *p, int quiet)
{
    p->shown = !quiet && isatty(STDERR_FILENO);
    p->drawn = 0;
    p->start = p->last = clock_seconds();
}

static void print_duration(double seconds)
{
    if (seconds < 60)
        fprintf(stderr, "%.0f s", seconds);
    else if (seconds < 3600)
        fprintf(stderr, "%.0f min", seconds / 60);
    else if (seconds < 172800)
        fprintf(stderr, "%.1f h", seconds / 3600);
    else if (seconds < 3.156e9)
        fprintf(stderr, "%.0f days", seconds / 86400);
    else
        fprintf(stderr, "over a century");
}

void progress_update(void *data, const mpz_t done, const mpz_t total)
{
    progress *p = data;
    double now = clock_seconds();
    if (!p->shown || now - p->start < 1.0 || now - p->last < 0.2)
        return;
    p->last = now;
    double part = mpz_get_d(done) / mpz_get_d(total), rate = mpz_get_d(done) / (now - p->start);
    enum { cells = 30 };
    int full = (int)(part * cells);
    fputs("\r\033[K[", stderr);
    for (int i = 0; i < cells; i++)
        fputc(i < full ? '#' : '.', stderr);
    fprintf(stderr, "] %5.1f%%  %.3g inputs/s  ", 100 * part, rate);
    if (rate > 0) {
        print_duration((mpz_get_d(total) - mpz_get_d(done)) / rate);
        fputs(" left", stderr);
    }
    fflush(stderr);
    p->drawn = 1;
}

void progress_end(progress *p)
{
    if (p->drawn)
        fputs("\r\033[K", stderr);
}

/* The one piece of state a signal handler may touch. */
static volatile int interrupted;

static void on_signal(int number)
{
    (void)number;
    interrupted = 1;
}

const volatile int *interrupt_flag(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = (int)SA_RESETHAND; /* a second Ctrl-C ends us at once */
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &interrupted;
}
