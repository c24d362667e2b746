#include "bounds/narrow.h"

#include "base/memory.h"
#include "bounds/barrier.h"

#include <math.h>
#include <string.h>

typedef struct search {
    program p;
    double *inside, *y; /* a point inside, and the point being worked on */
    char *held;
    size_t bytes;
} search;

/* n_l and x_l are rounded here; m, theta_l and D_l follow from them (bounds/choice.h). */
static int is_chosen(const search *k, size_t i)
{
    return i != program_m(&k->p) && i < program_theta(&k->p, 1);
}

/* Solves with the held sizes as they are in k->y. */
static double solve(search *k, double gap)
{
    double *target = memory_new(k->p.dim, sizeof *target), found = INFINITY;
    memcpy(target, k->y, k->bytes);
    memcpy(k->y, k->inside, k->bytes);
    if (barrier_pull(k->y, &k->p, k->held, target))
        found = barrier_minimise(k->y, NULL, &k->p, k->held, gap);
    memory_free(target);
    return found;
}

static void round_below(search *k, double bits)
{
    for (size_t i = 0; i < k->p.dim; i++)
        if (is_chosen(k, i) && k->y[i] < bits && !k->held[i]) {
            k->held[i] = 1;
            k->y[i] = choice_round(k->y[i]);
        }
}

/* 1 if v+step instead of v in coordinate i gives a shorter prompt; then it is kept. */
static int try_neighbour(search *k, size_t i, double step, double *best)
{
    double *old = memory_new(k->p.dim, sizeof *old);
    memcpy(old, k->y, k->bytes);
    double v = round(exp2(k->y[i])) + step, length = INFINITY;
    if (v >= 1) {
        k->y[i] = log2(v);
        length = solve(k, 1e-7);
    }
    int better = length < *best - 1e-6;
    if (better)
        *best = length;
    else
        memcpy(k->y, old, k->bytes);
    memory_free(old);
    return better;
}

static void try_neighbours(search *k, double best)
{
    enum { solutions = 120 };
    int left = solutions, moved = 1;
    while (moved && left > 0) {
        moved = 0;
        for (size_t i = 0; i < k->p.dim && left > 0; i++)
            for (int step = -1; step <= 1; step += 2)
                if (k->held[i] && k->y[i] < 6 && left-- > 0)
                    moved |= try_neighbour(k, i, step, &best);
    }
}

static int narrow(search *k, double gap)
{
    static const double stage[] = {12, 24, 46};
    /* from the start to a point that has room on all sides but is near the best */
    double length = barrier_minimise(k->inside, NULL, &k->p, NULL, 1);
    if (length > 1e5)
        length = barrier_minimise(k->inside, NULL, &k->p, NULL, 1e-5 * length);
    memcpy(k->y, k->inside, k->bytes);
    barrier_minimise(k->y, NULL, &k->p, NULL, 1e-7);
    for (size_t i = 0; i < sizeof stage / sizeof *stage; i++) {
        round_below(k, stage[i]);
        length = solve(k, i == 2 ? gap : 1e-7);
        if (!isfinite(length))
            return 0;
        if (i == 0 && k->p.L <= 6)
            try_neighbours(k, length);
    }
    return 1;
}

/* The levels whose N is short at the best real sizes, all bounded by entropy. */
static unsigned short_levels(const setting *s)
{
    program p;
    program_init(&p, s, s->L);
    double *y = memory_new(p.dim, sizeof *y), N = 0;
    program_start(y, &p, s);
    barrier_minimise(y, NULL, &p, NULL, 1e-3);
    unsigned l = 0;
    while (l < s->L && (N += l ? y[program_n(&p, l)] : y[program_m(&p)]) < whole_bits - 1)
        l++;
    memory_free(y);
    program_clear(&p);
    return l;
}

int narrow_sizes(choice *c, const setting *s, double gap)
{
    search k = {.held = NULL};
    program_init(&k.p, s, short_levels(s));
    k.bytes = k.p.dim * sizeof(double);
    k.inside = memory_new(k.p.dim, sizeof(double));
    k.y = memory_new(k.p.dim, sizeof(double));
    k.held = memory_new(k.p.dim, 1);
    program_start(k.inside, &k.p, s);
    int found = narrow(&k, gap);
    for (unsigned l = 0; l < s->L && found; l++) {
        c->x[l] = choice_round(k.y[program_x(&k.p, l)]);
        if (l > 0)
            c->n[l] = choice_round(k.y[program_n(&k.p, l)]);
    }
    c->m = choice_round(k.y[program_m(&k.p)]);
    memory_free(k.inside);
    memory_free(k.y);
    memory_free(k.held);
    program_clear(&k.p);
    return found;
}
