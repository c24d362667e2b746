#include "exact/qrange.h"

#include "base/memory.h"

void qrange_init(qrange_t x)
{
    mpq_inits(x->lo, x->hi, NULL);
}

void qrange_clear(qrange_t x)
{
    mpq_clears(x->lo, x->hi, NULL);
}

void qrange_set(qrange_t z, const qrange_t x)
{
    mpq_set(z->lo, x->lo);
    mpq_set(z->hi, x->hi);
}

void qrange_set_q(qrange_t z, mpq_srcptr q)
{
    mpq_set(z->lo, q);
    mpq_set(z->hi, q);
}

void qrange_set_zero(qrange_t z)
{
    mpq_set_ui(z->lo, 0, 1);
    mpq_set_ui(z->hi, 0, 1);
}

void qrange_add(qrange_t z, const qrange_t x)
{
    mpq_add(z->lo, z->lo, x->lo);
    mpq_add(z->hi, z->hi, x->hi);
}

void qrange_add_q(qrange_t z, mpq_srcptr q)
{
    mpq_add(z->lo, z->lo, q);
    mpq_add(z->hi, z->hi, q);
}

void qrange_addmul_q(qrange_t z, mpq_srcptr q, const qrange_t x)
{
    int sign = mpq_sgn(q);
    if (sign == 0)
        return;
    mpq_t low, high;
    mpq_inits(low, high, NULL);
    mpq_mul(low, q, sign > 0 ? x->lo : x->hi);
    mpq_mul(high, q, sign > 0 ? x->hi : x->lo);
    mpq_add(z->lo, z->lo, low);
    mpq_add(z->hi, z->hi, high);
    mpq_clears(low, high, NULL);
}

/* The extremes of a product are products of ends. */
void qrange_addmul(qrange_t z, const qrange_t x, const qrange_t y)
{
    mpq_t low, high, product;
    mpq_inits(low, high, product, NULL);
    for (int corner = 0; corner < 4; corner++) {
        mpq_mul(product, corner & 1 ? x->hi : x->lo, corner & 2 ? y->hi : y->lo);
        if (corner == 0 || mpq_cmp(product, low) < 0)
            mpq_set(low, product);
        if (corner == 0 || mpq_cmp(product, high) > 0)
            mpq_set(high, product);
    }
    mpq_add(z->lo, z->lo, low);
    mpq_add(z->hi, z->hi, high);
    mpq_clears(low, high, product, NULL);
}

void qrange_relu(qrange_t z)
{
    if (mpq_sgn(z->lo) < 0)
        mpq_set_ui(z->lo, 0, 1);
    if (mpq_sgn(z->hi) < 0)
        mpq_set_ui(z->hi, 0, 1);
}

void qrange_join(qrange_t z, const qrange_t x)
{
    if (mpq_cmp(x->lo, z->lo) < 0)
        mpq_set(z->lo, x->lo);
    if (mpq_cmp(x->hi, z->hi) > 0)
        mpq_set(z->hi, x->hi);
}

int qrange_is_point(const qrange_t x)
{
    return mpq_equal(x->lo, x->hi);
}

int qrange_within(const qrange_t inner, const qrange_t outer)
{
    return mpq_cmp(outer->lo, inner->lo) <= 0 && mpq_cmp(inner->hi, outer->hi) <= 0;
}

int qrange_sign(const qrange_t x)
{
    return mpq_sgn(x->lo) > 0 ? 1 : mpq_sgn(x->hi) < 0 ? -1 : 0;
}

qrange_struct *qranges_new(size_t count)
{
    qrange_struct *x = memory_new(count, sizeof *x);
    for (size_t i = 0; i < count; i++)
        qrange_init(&x[i]);
    return x;
}

void qranges_free(qrange_struct *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        qrange_clear(&x[i]);
    memory_free(x);
}
