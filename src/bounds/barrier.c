#include "bounds/barrier.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

typedef struct workspace {
    const program *p;
    const char *held;
    double weight;        /* of the objective, against the sum of -log(-f_k) */
    const double *target; /* held coordinates are pulled there, if given, by this force */
    double force;
    double *gradient, *hessian, *step, *trial;
} workspace;

/* weight f_0 - sum log(-f_k), infinite outside; relative to f_0 at `origin` to keep digits */
static double potential(const workspace *w, const double *y, double origin)
{
    double value = w->weight * (program_value(w->p, 0, y) - origin);
    for (size_t k = 1; k < w->p->sums; k++) {
        double f = program_value(w->p, k, y);
        if (!(f < 0))
            return INFINITY;
        value -= log(-f);
    }
    for (size_t i = 0; w->target && i < w->p->dim; i++)
        if (w->held[i])
            value += w->force * (y[i] - w->target[i]) * (y[i] - w->target[i]) / 2;
    return value;
}

static void derivatives(workspace *w, const double *y)
{
    size_t dim = w->p->dim;
    memset(w->gradient, 0, dim * sizeof *w->gradient);
    memset(w->hessian, 0, dim * dim * sizeof *w->hessian);
    program_derivatives(w->p, 0, y, w->weight, 0, w->gradient, w->hessian);
    for (size_t k = 1; k < w->p->sums; k++) {
        double inverse = -1 / program_value(w->p, k, y);
        program_derivatives(w->p, k, y, inverse, inverse * inverse, w->gradient, w->hessian);
    }
    for (size_t i = 0; w->held && i < dim; i++)
        if (w->held[i] && w->target) {
            w->gradient[i] += w->force * (y[i] - w->target[i]);
            w->hessian[i * dim + i] += w->force;
        } else if (w->held[i]) {
            w->gradient[i] = 0;
            for (size_t j = 0; j < dim; j++)
                w->hessian[i * dim + j] = w->hessian[j * dim + i] = i == j;
        }
}

/* Cholesky in place (lower triangle); a pivot lost to rounding is replaced by a huge one,
 * which keeps that direction still. */
static void factorise(double *a, size_t dim)
{
    for (size_t j = 0; j < dim; j++) {
        double pivot = a[j * dim + j];
        for (size_t k = 0; k < j; k++)
            pivot -= a[j * dim + k] * a[j * dim + k];
        pivot = pivot > 1e-14 * a[j * dim + j] ? sqrt(pivot) : 1e100;
        a[j * dim + j] = pivot;
        for (size_t i = j + 1; i < dim; i++) {
            double sum = a[i * dim + j];
            for (size_t k = 0; k < j; k++)
                sum -= a[i * dim + k] * a[j * dim + k];
            a[i * dim + j] = sum / pivot;
        }
    }
}

/* step = -H^{-1} gradient; returns the decrement gradient . H^{-1} gradient */
static double newton_step(workspace *w)
{
    size_t dim = w->p->dim;
    double *a = w->hessian, *z = w->step, decrement = 0;
    factorise(a, dim);
    for (size_t i = 0; i < dim; i++) {
        z[i] = -w->gradient[i];
        for (size_t k = 0; k < i; k++)
            z[i] -= a[i * dim + k] * z[k];
        z[i] /= a[i * dim + i];
    }
    for (size_t i = dim; i-- > 0;) {
        for (size_t k = i + 1; k < dim; k++)
            z[i] -= a[k * dim + i] * z[k];
        z[i] /= a[i * dim + i];
    }
    for (size_t i = 0; i < dim; i++)
        decrement -= z[i] * w->gradient[i];
    return decrement;
}

/* One damped step; 0 when nothing is gained any more. */
static int improve(workspace *w, double *y)
{
    size_t dim = w->p->dim;
    derivatives(w, y);
    double decrement = newton_step(w);
    if (!(decrement > 1e-9))
        return 0;
    double origin = program_value(w->p, 0, y), before = potential(w, y, origin);
    for (int halvings = 0; halvings < 34; halvings++) {
        double length = ldexp(1, -halvings);
        for (size_t i = 0; i < dim; i++)
            w->trial[i] = y[i] + length * w->step[i];
        if (potential(w, w->trial, origin) < before - 0.1 * length * decrement) {
            memcpy(y, w->trial, dim * sizeof *y);
            return 1;
        }
    }
    return 0;
}

int barrier_is_inside(const double *y, const program *p)
{
    for (size_t k = 1; k < p->sums; k++)
        if (!(program_value(p, k, y) < 0))
            return 0;
    return 1;
}

static void workspace_init(workspace *w, const program *p, const char *held, const double *target)
{
    *w = (workspace){.p = p,
                     .held = held,
                     .target = target,
                     .gradient = memory_new(p->dim, sizeof(double)),
                     .hessian = memory_new(p->dim * p->dim, sizeof(double)),
                     .step = memory_new(p->dim, sizeof(double)),
                     .trial = memory_new(p->dim, sizeof(double))};
}

static void workspace_clear(workspace *w)
{
    memory_free(w->gradient);
    memory_free(w->hessian);
    memory_free(w->step);
    memory_free(w->trial);
}

static void improve_while_possible(workspace *w, double *y)
{
    enum { most_steps = 60 };
    for (int i = 0; i < most_steps && improve(w, y); i++)
        ;
}

double barrier_minimise(double *y, double *price, const program *p, const char *held, double gap)
{
    double constraints = (double)(p->sums - 1);
    workspace w;
    workspace_init(&w, p, held, NULL);
    /* f_0 times the weight must keep digits behind the point */
    gap = fmax(gap, 1e-10 * program_value(p, 0, y));
    w.weight = constraints / program_value(p, 0, y);
    while (w.weight < 8 * constraints / gap) {
        improve_while_possible(&w, y);
        w.weight *= 8;
    }
    for (size_t k = 1; price && k < p->sums; k++)
        price[k] = -8 / (w.weight * program_value(p, k, y));
    workspace_clear(&w);
    return program_value(p, 0, y);
}

int barrier_pull(double *y, const program *p, const char *held, const double *target)
{
    workspace w;
    workspace_init(&w, p, held, target);
    w.weight = (double)(p->sums - 1) / program_value(p, 0, y);
    w.force = 1;
    while (w.force < 1e10) {
        improve_while_possible(&w, y);
        w.force *= 10;
    }
    for (size_t i = 0; i < p->dim; i++)
        if (held[i])
            y[i] = target[i];
    int inside = barrier_is_inside(y, p);
    workspace_clear(&w);
    return inside;
}
