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

/* Which way to round: to the nearest integer, or up, for n_l and for x_l. */
typedef enum tendency { NEAREST, LARGER_N, LARGER_N_AND_X, LARGER_X, tendencies } tendency;

static double rounded_size(const search *k, size_t i, tendency way)
{
    int is_n = i < program_x(&k->p, 0);
    int up = is_n ? way == LARGER_N || way == LARGER_N_AND_X : way >= LARGER_N_AND_X;
    return up ? log2(ceil(exp2(k->y[i]) - 1e-6)) : choice_round(k->y[i]);
}

/* Rounds and holds the sizes below 2^bits, and solves for the rest. */
static double round_below(search *k, double bits, double gap)
{
    double *before = memory_new(k->p.dim, sizeof *before), length = INFINITY;
    memcpy(before, k->y, k->bytes);
    for (tendency way = NEAREST; way < tendencies && !isfinite(length); way++) {
        memcpy(k->y, before, k->bytes);
        for (size_t i = 0; i < k->p.dim; i++)
            if (is_chosen(k, i) && before[i] < bits && (!k->held[i] || way > NEAREST)) {
                k->held[i] = 1;
                k->y[i] = rounded_size(k, i, way);
            }
        length = solve(k, gap);
    }
    memory_free(before);
    return length;
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
        barrier_minimise(k->inside, NULL, &k->p, NULL, 1e-5 * length);
    memcpy(k->y, k->inside, k->bytes);
    barrier_minimise(k->y, NULL, &k->p, NULL, 1e-7);
    for (size_t i = 0; i < sizeof stage / sizeof *stage; i++) {
        length = round_below(k, stage[i], i == 2 ? gap : 1e-7);
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
