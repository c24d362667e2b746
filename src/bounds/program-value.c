/* Values and derivatives of the convex program. */
#include "base/memory.h"
#include "bounds/program.h"
#include "bounds/real.h"

#include <math.h>

static double dot(const double *a, const double *y, size_t dim)
{
    double sum = 0;
    for (size_t i = 0; i < dim; i++)
        sum += a[i] * y[i];
    return sum;
}

/* ---- the shapes: h(u), h'(u), h''(u) ------------------------------------------------- */

/* -log2 u */
static void inverse_shape(double h[3], double u)
{
    h[0] = -log2(u);
    h[1] = -1 / (u * real_ln2);
    h[2] = 1 / (u * u * real_ln2);
}

/* log2(1 + g/u), g = (2^u - 1) v with v = -log2(1 - 2^-u), the part of the entropy bound
 * that the coarse bound replaces by log2 e. Derivatives: g' = ln2 2^u v - 1, since v' =
 * -1/(2^u - 1); g'' = ln2 (ln2 2^u v - 2^u/(2^u - 1)). */
static void binomial_shape(double h[3], double u, int entropy)
{
    double g = 1 / real_ln2, g1 = 0, g2 = 0;
    if (entropy && u < 40) {
        double power = exp2(u), v = -log1p(-exp2(-u)) / real_ln2;
        g = (power - 1) * v;
        g1 = real_ln2 * power * v - 1;
        g2 = real_ln2 * (real_ln2 * power * v - power / (power - 1));
    }
    double r = g / u, r1 = (g1 - r) / u, r2 = (g2 - 2 * r1) / u;
    h[0] = log1p(r) / real_ln2;
    h[1] = r1 / ((1 + r) * real_ln2);
    h[2] = (r2 / (1 + r) - r1 * r1 / ((1 + r) * (1 + r))) / real_ln2;
}

static double term_value(const program *p, const program_term *t, const double *y, double h[3])
{
    double value = dot(t->a, y, p->dim) + t->b;
    h[0] = h[1] = h[2] = 0;
    if (t->shape == SHAPE_LINEAR)
        return value;
    double u = dot(t->c, y, p->dim);
    if (!(u > 0))
        return INFINITY;
    if (t->shape == SHAPE_INVERSE)
        inverse_shape(h, u);
    else
        binomial_shape(h, u, t->shape == SHAPE_ENTROPY);
    return value + h[0];
}

/* ---- sums ------------------------------------------------------------------------------ */

double program_value(const program *p, size_t sum, const double *y)
{
    const program_sum *s = &p->sum[sum];
    double h[3], top = -INFINITY, total = 0;
    for (size_t k = 0; k < s->count; k++)
        top = fmax(top, term_value(p, &p->term[s->first + k], y, h));
    if (!isfinite(top))
        return INFINITY;
    for (size_t k = 0; k < s->count; k++)
        total += exp2(term_value(p, &p->term[s->first + k], y, h) - top);
    return top + log2(total);
}

static void add_outer(double *hessian, const double *v, double weight, size_t dim)
{
    for (size_t i = 0; i < dim; i++) {
        if (v[i] == 0)
            continue;
        for (size_t j = 0; j < dim; j++)
            hessian[i * dim + j] += weight * v[i] * v[j];
    }
}

/* log2 sum 2^t:  gradient = sum w grad t,  Hessian = sum w Hess t + ln2 (sum w grad t grad t^T
 * - gradient gradient^T), with w = 2^t / sum */
void program_derivatives(const program *p, size_t sum, const double *y, double slope, double bend,
                         double *gradient, double *hessian)
{
    const program_sum *s = &p->sum[sum];
    size_t dim = p->dim;
    double whole = program_value(p, sum, y);
    double *mean = memory_new(dim, sizeof *mean), *one = memory_new(dim, sizeof *one);
    for (size_t k = 0; k < s->count; k++) {
        const program_term *t = &p->term[s->first + k];
        double h[3];
        double weight = exp2(term_value(p, t, y, h) - whole);
        for (size_t i = 0; i < dim; i++) {
            one[i] = t->a[i] + (t->c ? h[1] * t->c[i] : 0);
            mean[i] += weight * one[i];
        }
        if (hessian) {
            add_outer(hessian, one, slope * real_ln2 * weight, dim);
            if (t->c)
                add_outer(hessian, t->c, slope * weight * h[2], dim);
        }
    }
    if (hessian)
        add_outer(hessian, mean, bend - slope * real_ln2, dim);
    for (size_t i = 0; i < dim; i++)
        gradient[i] += slope * mean[i];
    memory_free(mean);
    memory_free(one);
}
