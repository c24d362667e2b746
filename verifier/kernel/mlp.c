#include "verifier/kernel/mlp.h"

/* How many coordinates of the box that unit u reads vary; the last of them; and the part of
 * its argument that does not. */
static size_t varying_inputs(size_t *which, mpq_t fixed, const plain_layer *layer, size_t u,
                             const qrange_struct *x)
{
    size_t varying = 0;
    mpq_t term;
    mpq_init(term);
    mpq_set(fixed, layer->in_bias->entry[u]);
    for (size_t c = 0; c < layer->in->columns; c++) {
        mpq_srcptr weight = qmat_get(layer->in, u, c);
        if (mpq_sgn(weight) == 0)
            continue;
        if (!qrange_is_point(&x[c])) {
            varying++;
            *which = c;
            continue;
        }
        mpq_mul(term, weight, x[c].lo);
        mpq_add(fixed, fixed, term);
    }
    mpq_clear(term);
    return varying;
}

/* The part of output c that depends on coordinate v alone, at the point p. */
static void part_at(mpq_t value, const plain_layer *layer, size_t c, size_t v, mpq_srcptr p,
                    const qrange_struct *x, int residual)
{
    mpq_t term;
    size_t which = 0;
    mpq_init(term);
    mpq_set_ui(value, 0, 1);
    if (v == c && residual)
        mpq_set(value, p);
    for (size_t u = 0; u < layer->in->rows; u++) {
        mpq_srcptr weight = qmat_get(layer->out, c, u), slope = qmat_get(layer->in, u, v);
        if (mpq_sgn(weight) == 0 || mpq_sgn(slope) == 0 ||
            varying_inputs(&which, term, layer, u, x) != 1)
            continue;
        mpq_t argument;
        mpq_init(argument);
        mpq_mul(argument, slope, p);
        mpq_add(argument, argument, term);
        if (mpq_sgn(argument) > 0) {
            mpq_mul(argument, argument, weight);
            mpq_add(value, value, argument);
        }
        mpq_clear(argument);
    }
    mpq_clear(term);
}

/* That part is piecewise linear in p: its extremes are at the ends and at breakpoints. */
static void part_range(qrange_t range, const plain_layer *layer, size_t c, size_t v,
                       const qrange_struct *x, int residual)
{
    mpq_t p, fixed;
    qrange_t point;
    size_t which = 0;
    mpq_inits(p, fixed, NULL);
    qrange_init(point);
    part_at(range->lo, layer, c, v, x[v].lo, x, residual);
    mpq_set(range->hi, range->lo);
    for (size_t u = 0; u <= layer->in->rows; u++) {
        mpq_set(p, x[v].hi);
        if (u < layer->in->rows) {
            mpq_srcptr slope = qmat_get(layer->in, u, v);
            if (mpq_sgn(slope) == 0 || mpq_sgn(qmat_get(layer->out, c, u)) == 0 ||
                varying_inputs(&which, fixed, layer, u, x) != 1)
                continue;
            mpq_div(p, fixed, slope);
            mpq_neg(p, p);
            if (mpq_cmp(p, x[v].lo) <= 0 || mpq_cmp(p, x[v].hi) >= 0)
                continue;
        }
        part_at(point->lo, layer, c, v, p, x, residual);
        mpq_set(point->hi, point->lo);
        qrange_join(range, point);
    }
    mpq_clears(p, fixed, NULL);
    qrange_clear(point);
}

void mlp_range(qrange_t out, const plain_layer *layer, size_t c, const qrange_struct *x,
               int residual)
{
    qrange_t part;
    size_t which = 0;
    qrange_init(part);
    qrange_set_q(out, layer->out_bias->entry[c]);
    if (residual && qrange_is_point(&x[c]))
        qrange_add(out, &x[c]);
    for (size_t v = 0; v < layer->in->columns; v++) {
        if (qrange_is_point(&x[v]))
            continue;
        part_range(part, layer, c, v, x, residual);
        qrange_add(out, part);
    }
    for (size_t u = 0; u < layer->in->rows; u++) { /* units that read none, or several */
        mpq_srcptr weight = qmat_get(layer->out, c, u);
        if (mpq_sgn(weight) == 0 || varying_inputs(&which, part->lo, layer, u, x) == 1)
            continue;
        qrange_set_q(part, layer->in_bias->entry[u]);
        for (size_t v = 0; v < layer->in->columns; v++)
            qrange_addmul_q(part, qmat_get(layer->in, u, v), &x[v]);
        qrange_relu(part);
        qrange_addmul_q(out, weight, part);
    }
    qrange_clear(part);
}
