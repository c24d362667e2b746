#include "bounds/floor.h"

#include "base/memory.h"
#include "bounds/barrier.h"
#include "bounds/real.h"

#include <math.h>

/* COVER with the binomial from below reads x P u >= x D + 1 + N h - (log2 N + 1)/2. As x P u > x D
 * >= D_l (or else COVER fails), the last term is at most a share (log2 N + 1) / (2 D_l) of the
 * left side: dividing the right side by 1 + that share keeps every solution. D_1 is known, and
 * later D_l are at least 2B; N is at most the length found. */
static double allowance(const setting *s, unsigned l, double found)
{
    double D = real_log2(s->B) + 1;
    if (l == 1 && s->kind == THEOREM_1)
        D = real_state_is_zero(s) ? INFINITY : real_log2_state(s);
    return log2(1 + (found + 1) / (2 * exp2(fmin(D, 900))));
}

static unsigned level_of(const program *p, const program_term *t)
{
    unsigned l = 1;
    while (l + 1 < p->L && t->a[program_x(p, l)] != -1)
        l++;
    return l;
}

static void relax(program *p, const setting *s, double found)
{
    for (size_t k = 1; k < p->sums; k++) {
        const program_term *last = &p->term[p->sum[k].first + p->sum[k].count - 1];
        if (last->shape != SHAPE_ENTROPY)
            continue;
        double share = allowance(s, level_of(p, last), found);
        for (size_t i = 0; i < p->sum[k].count; i++)
            p->term[p->sum[k].first + i].b -= share;
    }
}

/* For multipliers >= 0 the convex function f_0 + sum price f_k lies above its tangent at y; no
 * size (nor any D_l, by FINAL) has a logarithm outside [0, 2 found + 64]. */
static double tangent_bound(const program *p, const double *y, const double *price, double found)
{
    double *gradient = memory_new(p->dim, sizeof *gradient), value = program_value(p, 0, y);
    program_derivatives(p, 0, y, 1, 0, gradient, NULL);
    for (size_t k = 1; k < p->sums; k++) {
        value += price[k] * program_value(p, k, y);
        program_derivatives(p, k, y, price[k], 0, gradient, NULL);
    }
    double high = 2 * found + 64;
    for (size_t i = 0; i < p->dim; i++)
        value += fmin(gradient[i] * -y[i], gradient[i] * (high - y[i]));
    memory_free(gradient);
    return value;
}

double floor_of_method(const setting *s, double found)
{
    program p;
    program_init(&p, s, s->L);
    relax(&p, s, found);
    double *y = memory_new(p.dim, sizeof *y), *price = memory_new(p.sums, sizeof *price);
    double bound = 0;
    /* A small gap costs little but leaves multipliers to rounding; the best of several. */
    for (int i = 0; i < 11; i++) {
        program_start(y, &p, s);
        barrier_minimise(y, price, &p, NULL, ldexp(1e-7, 3 * i));
        bound = fmax(bound, tangent_bound(&p, y, price, found));
    }
    memory_free(y);
    memory_free(price);
    program_clear(&p);
    return fmin(bound, found) - 1e-4 - 1e-6 * found;
}
