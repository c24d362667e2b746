#include "verifier/fast-kinks.h"

#include "base/memory.h"

static void add_product(mpq_t z, mpq_srcptr a, mpq_srcptr b)
{
    mpq_t product;
    mpq_init(product);
    mpq_mul(product, a, b);
    mpq_add(z, z, product);
    mpq_clear(product);
}

/* The unit's argument divided by the absolute value of its first nonzero coefficient, times
 * `side` so that this coefficient becomes 1. */
static int normalise(qvec_t form, const fast_kinks *k, size_t u)
{
    const fast_layer *layer = k->layer;
    size_t lead = 0;
    while (mpq_sgn(qmat_get(layer->unit_read, u, lead)) == 0)
        lead++;
    mpq_srcptr by = qmat_get(layer->unit_read, u, lead);
    for (size_t j = 0; j < layer->variables; j++)
        mpq_div(form->entry[j], qmat_get(layer->unit_read, u, j), by);
    mpq_div(form->entry[layer->variables], k->unit_constant->entry[u], by);
    return mpq_sgn(by);
}

static int find_plane(fast_kinks *k, const qvec_t form)
{
    for (size_t p = 0; p < k->planes; p++)
        if (qvec_equal(&k->plane[p], form))
            return (int)p;
    k->plane = memory_resize(k->plane, k->planes + 1, sizeof *k->plane);
    qvec_init(&k->plane[k->planes], form->length);
    qvec_set(&k->plane[k->planes], form);
    return (int)k->planes++;
}

/* Does some output change its slope across plane p? */
static int is_kink(const fast_kinks *k, int p)
{
    const fast_layer *layer = k->layer;
    mpq_t jump, lambda;
    mpq_init(jump);
    mpq_init(lambda);
    int kink = 0;
    for (size_t r = 0; r < layer->outputs && !kink; r++) {
        mpq_set_ui(jump, 0, 1);
        for (size_t u = 0; u < layer->units; u++) {
            if (k->unit_plane[u] != p)
                continue;
            size_t lead = 0;
            while (mpq_sgn(qmat_get(layer->unit_read, u, lead)) == 0)
                lead++;
            mpq_abs(lambda, qmat_get(layer->unit_read, u, lead));
            add_product(jump, lambda, qmat_get(layer->out_unit, r, u));
        }
        kink = mpq_sgn(jump) != 0;
    }
    mpq_clear(jump);
    mpq_clear(lambda);
    return kink;
}

static void drop_planes_without_kink(fast_kinks *k)
{
    size_t kept = 0;
    for (size_t p = 0; p < k->planes; p++) {
        int kink = is_kink(k, (int)p);
        for (size_t u = 0; u < k->layer->units; u++)
            if (k->unit_plane[u] == (int)p)
                k->unit_plane[u] = kink ? (int)kept : unit_is_straight;
        if (kink)
            k->plane[kept++] = k->plane[p];
        else
            qvec_clear(&k->plane[p]);
    }
    k->planes = kept;
}

void fast_kinks_init(fast_kinks *k, const fast_layer *layer, const qvec_t x)
{
    *k = (fast_kinks){.layer = layer};
    qvec_init(k->unit_constant, layer->units);
    qvec_init(k->out_constant, layer->outputs);
    qmat_apply(k->unit_constant, layer->weights->mlp_in, x);
    qmat_apply(k->out_constant, layer->out, x);
    for (size_t u = 0; u < layer->units; u++)
        mpq_add(k->unit_constant->entry[u], k->unit_constant->entry[u],
                layer->weights->mlp_in_bias->entry[u]);
    for (size_t r = 0; r < layer->outputs; r++)
        mpq_add(k->out_constant->entry[r], k->out_constant->entry[r], layer->out_bias->entry[r]);
    k->unit_plane = memory_new(layer->units, sizeof *k->unit_plane);
    k->unit_side = memory_new(layer->units, sizeof *k->unit_side);
    qvec_t form;
    qvec_init(form, layer->variables + 1);
    for (size_t u = 0; u < layer->units; u++) {
        k->unit_plane[u] = unit_is_constant;
        if (!layer->unit_moves[u])
            continue;
        k->unit_side[u] = (signed char)normalise(form, k, u);
        k->unit_plane[u] = find_plane(k, form);
    }
    qvec_clear(form);
    drop_planes_without_kink(k);
}

void fast_kinks_clear(fast_kinks *k)
{
    for (size_t p = 0; p < k->planes; p++)
        qvec_clear(&k->plane[p]);
    memory_free(k->plane);
    memory_free(k->unit_plane);
    memory_free(k->unit_side);
    qvec_clear(k->unit_constant);
    qvec_clear(k->out_constant);
}

/* Is the unit's argument >= 0 on the region? Straight units may be taken on any one side. */
static int is_active(const fast_kinks *k, size_t u, uint64_t pattern)
{
    if (k->unit_plane[u] == unit_is_constant)
        return mpq_sgn(k->unit_constant->entry[u]) > 0;
    int side = k->unit_plane[u] == unit_is_straight || (pattern >> k->unit_plane[u] & 1);
    return side == (k->unit_side[u] > 0);
}

void fast_kinks_outputs(qmat_t out, const fast_kinks *k, uint64_t pattern)
{
    const fast_layer *layer = k->layer;
    size_t variables = layer->variables;
    for (size_t r = 0; r < layer->outputs; r++) {
        for (size_t j = 0; j < variables; j++)
            mpq_set(qmat_at(out, r, j), qmat_get(layer->out_read, r, j));
        mpq_set(qmat_at(out, r, variables), k->out_constant->entry[r]);
    }
    for (size_t u = 0; u < layer->units; u++) {
        if (!is_active(k, u, pattern))
            continue;
        for (size_t r = 0; r < layer->outputs; r++) {
            mpq_srcptr w = qmat_get(layer->out_unit, r, u);
            if (mpq_sgn(w) == 0)
                continue;
            for (size_t j = 0; j < variables; j++)
                add_product(qmat_at(out, r, j), w, qmat_get(layer->unit_read, u, j));
            add_product(qmat_at(out, r, variables), w, k->unit_constant->entry[u]);
        }
    }
}
