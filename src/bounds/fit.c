#include "bounds/fit.h"

#include "bounds/choice.h"
#include "bounds/conditions.h"
#include "bounds/real.h"

#include <math.h>

/* Every x_l runs over 1 .. 16 and then over powers of 2^step, up to the size of its block. */
typedef struct grid {
    const setting *s;
    witness *w;
    choice at;
    double step, caution;
} grid;

enum { most_points = 1000000, each_from = 16 };

/* The k-th value, k = 0, 1, ..., as a logarithm. */
static double grid_value(unsigned k, double step)
{
    return k < each_from ? log2(k + 1) : choice_round(log2(each_from) + (k - each_from + 1) * step);
}

/* Is the point a proof? theta comes from the choice; m and n stay as they are. */
static int is_proof(grid *g)
{
    if (!choice_is_feasible(&g->at, g->s, g->caution))
        return 0;
    for (unsigned l = 0; l < g->s->L; l++) {
        real_to_factored(g->w->x[l], g->at.x[l]);
        if (l > 0)
            real_to_factored(g->w->theta[l], g->at.theta[l]);
    }
    return conditions_hold(g->s, g->w);
}

static int search(grid *g, unsigned l, const double *most)
{
    if (l == g->s->L)
        return is_proof(g);
    for (unsigned k = 0; grid_value(k, g->step) <= most[l] + 1e-12; k++) {
        g->at.x[l] = grid_value(k, g->step);
        if (search(g, l + 1, most))
            return 1;
    }
    return 0;
}

/* The least step, from half a bit on, for which the grid is small enough. */
static double grid_step(const double *most, unsigned L)
{
    double step = 0.25, points = INFINITY;
    while (points > most_points && step < 1e6) {
        step *= 2;
        points = 1;
        for (unsigned l = 0; l < L; l++)
            points *= each_from + most[l] / step;
    }
    return step;
}

int fit_sizes(witness *w, const setting *s)
{
    enum { most_levels = 5 }; /* beyond, 16 values for each x are too many */
    double most[most_levels] = {0};
    if (s->L > most_levels)
        return 0;
    grid g = {.s = s, .w = w, .caution = 1e-9};
    choice_init(&g.at, s->L);
    g.at.m = real_log2_factored(w->m);
    double N = g.at.m;
    for (unsigned l = 0; l < s->L; l++) {
        if (l > 1)
            N += real_log2_factored(w->n[l - 1]);
        most[l] = N;
        g.at.n[l] = l ? real_log2_factored(w->n[l]) : 0;
    }
    g.step = grid_step(most, s->L);
    int found = search(&g, 0, most);
    choice_clear(&g.at);
    return found;
}
