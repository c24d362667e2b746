#include "verifier/piecewise.h"

#include "base/memory.h"

/* weight * ReLU(slope x + intercept), x the coordinate `reads` */
typedef struct unit {
    size_t reads;
    mpq_t weight, slope, intercept;
} unit;

typedef struct units {
    size_t count;
    unit *unit;
} units;

static void units_clear(units *all)
{
    for (size_t i = 0; i < all->count; i++)
        mpq_clears(all->unit[i].weight, all->unit[i].slope, all->unit[i].intercept, NULL);
    memory_free(all->unit);
}

static unit *units_add(units *all)
{
    all->unit = memory_resize(all->unit, all->count + 1, sizeof *all->unit);
    unit *added = &all->unit[all->count++];
    mpq_inits(added->weight, added->slope, added->intercept, NULL);
    return added;
}

/* Adds hidden unit u, times its weight in the output: a number or a range to `out`, or,
 * if it reads exactly one varying coordinate, a unit to `all`. */
static void take_unit(qrange_t out, units *all, const network_layer *layer, size_t u,
                      mpq_srcptr weight, const qrange_struct *x)
{
    size_t varying = 0, reads = 0;
    qrange_t value;
    qrange_init(value);
    qrange_set_q(value, layer->mlp_in_bias->entry[u]);
    for (size_t c = 0; c < layer->mlp_in->columns; c++) {
        mpq_srcptr slope = qmat_get(layer->mlp_in, u, c);
        if (mpq_sgn(slope) == 0)
            continue;
        if (!qrange_is_point(&x[c])) {
            varying++;
            reads = c;
        }
        qrange_addmul_q(value, slope, &x[c]);
    }
    if (varying == 1) {
        unit *added = units_add(all);
        added->reads = reads;
        mpq_set(added->weight, weight);
        mpq_set(added->slope, qmat_get(layer->mlp_in, u, reads));
        /* the rest is a number: what is left of either end without the varying part */
        int up = mpq_sgn(added->slope) > 0;
        mpq_mul(added->intercept, added->slope, up ? x[reads].lo : x[reads].hi);
        mpq_sub(added->intercept, value->lo, added->intercept);
    } else {
        qrange_relu(value);
        qrange_addmul_q(out, weight, value);
    }
    qrange_clear(value);
}

/* own * x + sum of the units that read c, at x */
static void evaluate(mpq_t value, const units *all, size_t c, int own, mpq_srcptr x)
{
    mpq_t term;
    mpq_init(term);
    mpq_set_ui(value, 0, 1);
    if (own)
        mpq_set(value, x);
    for (size_t i = 0; i < all->count; i++) {
        const unit *it = &all->unit[i];
        if (it->reads != c)
            continue;
        mpq_mul(term, it->slope, x);
        mpq_add(term, term, it->intercept);
        if (mpq_sgn(term) <= 0)
            continue;
        mpq_mul(term, term, it->weight);
        mpq_add(value, value, term);
    }
    mpq_clear(term);
}

static void extend(qrange_t range, const mpq_t value)
{
    if (mpq_cmp(value, range->lo) < 0)
        mpq_set(range->lo, value);
    if (mpq_cmp(value, range->hi) > 0)
        mpq_set(range->hi, value);
}

/* The exact range of that function over x[c]. */
static void one_coordinate(qrange_t range, const units *all, size_t c, int own,
                           const qrange_struct *x)
{
    mpq_t at, value;
    mpq_inits(at, value, NULL);
    evaluate(value, all, c, own, x[c].lo);
    qrange_set_q(range, value);
    evaluate(value, all, c, own, x[c].hi);
    extend(range, value);
    for (size_t i = 0; i < all->count; i++) {
        if (all->unit[i].reads != c)
            continue;
        mpq_div(at, all->unit[i].intercept, all->unit[i].slope);
        mpq_neg(at, at); /* the breakpoint */
        if (mpq_cmp(at, x[c].lo) <= 0 || mpq_cmp(at, x[c].hi) >= 0)
            continue;
        evaluate(value, all, c, own, at);
        extend(range, value);
    }
    mpq_clears(at, value, NULL);
}

void mlp_output_range(qrange_t out, const network_layer *layer, size_t coordinate,
                      const qrange_struct *x)
{
    units all = {0, NULL};
    qrange_t range;
    qrange_init(range);
    qrange_set_q(out, layer->mlp_out_bias->entry[coordinate]);
    for (size_t u = 0; u < layer->mlp_in->rows; u++) {
        mpq_srcptr weight = qmat_get(layer->mlp_out, coordinate, u);
        if (mpq_sgn(weight) != 0)
            take_unit(out, &all, layer, u, weight, x);
    }
    for (size_t c = 0; c < layer->mlp_out->rows; c++) {
        int own = c == coordinate, read = 0;
        for (size_t i = 0; i < all.count; i++)
            read |= all.unit[i].reads == c;
        if (!own && !read)
            continue;
        one_coordinate(range, &all, c, own, x);
        qrange_add(out, range);
    }
    qrange_clear(range);
    units_clear(&all);
}
