#include "bounds/rounded.h"

#include "base/status.h"

void rounded_init(rounded_t z)
{
    mpz_inits(z->mantissa, z->exponent, NULL);
}

void rounded_clear(rounded_t z)
{
    mpz_clears(z->mantissa, z->exponent, NULL);
}

void rounded_set(rounded_t z, const rounded_t a)
{
    mpz_set(z->mantissa, a->mantissa);
    mpz_set(z->exponent, a->exponent);
}

static void shorten(rounded_t z, rounding way)
{
    size_t bits = mpz_sizeinbase(z->mantissa, 2);
    if (bits <= rounded_bits)
        return;
    size_t drop = bits - rounded_bits;
    if (way == UP)
        mpz_cdiv_q_2exp(z->mantissa, z->mantissa, drop);
    else
        mpz_fdiv_q_2exp(z->mantissa, z->mantissa, drop);
    mpz_add_ui(z->exponent, z->exponent, drop);
}

void rounded_set_z(rounded_t z, const mpz_t value, rounding way)
{
    REQUIRE(mpz_sgn(value) >= 0);
    mpz_set(z->mantissa, value);
    mpz_set_ui(z->exponent, 0);
    shorten(z, way);
}

void rounded_mul(rounded_t z, const rounded_t a, const rounded_t b, rounding way)
{
    mpz_mul(z->mantissa, a->mantissa, b->mantissa);
    mpz_add(z->exponent, a->exponent, b->exponent);
    shorten(z, way);
}

void rounded_mul_z(rounded_t z, const rounded_t a, const mpz_t b, rounding way)
{
    mpz_mul(z->mantissa, a->mantissa, b);
    mpz_set(z->exponent, a->exponent);
    shorten(z, way);
}

/* high * 2^gap + low, where a gap beyond all digits turns low into one last unit or nothing */
static void add_aligned(rounded_t z, const rounded_t high, const rounded_t low, rounding way)
{
    mpz_t gap, sum;
    mpz_inits(gap, sum, NULL);
    mpz_sub(gap, high->exponent, low->exponent);
    if (mpz_cmp_ui(gap, 4UL * rounded_bits) > 0) {
        mpz_mul_2exp(sum, high->mantissa, 2UL * rounded_bits);
        if (way == UP && mpz_sgn(low->mantissa) > 0)
            mpz_add_ui(sum, sum, 1);
        mpz_sub_ui(gap, high->exponent, 2UL * rounded_bits);
        mpz_set(z->exponent, gap);
    } else {
        mpz_mul_2exp(sum, high->mantissa, mpz_get_ui(gap));
        mpz_add(sum, sum, low->mantissa);
        mpz_set(z->exponent, low->exponent);
    }
    mpz_set(z->mantissa, sum);
    shorten(z, way);
    mpz_clears(gap, sum, NULL);
}

void rounded_add(rounded_t z, const rounded_t a, const rounded_t b, rounding way)
{
    if (mpz_sgn(a->mantissa) == 0 || mpz_sgn(b->mantissa) == 0)
        rounded_set(z, mpz_sgn(a->mantissa) == 0 ? b : a);
    else if (mpz_cmp(a->exponent, b->exponent) >= 0)
        add_aligned(z, a, b, way);
    else
        add_aligned(z, b, a, way);
}

void rounded_power(rounded_t z, const mpz_t base, const mpz_t exponent, rounding way)
{
    rounded_t square;
    mpz_t one;
    mpz_init_set_ui(one, 1);
    rounded_init(square);
    rounded_set_z(square, base, way);
    rounded_set_z(z, one, way);
    for (size_t i = 0; i < mpz_sizeinbase(exponent, 2); i++) {
        if (mpz_tstbit(exponent, i))
            rounded_mul(z, z, square, way);
        rounded_mul(square, square, square, way);
    }
    rounded_clear(square);
    mpz_clear(one);
}

int rounded_cmp(const rounded_t a, const rounded_t b)
{
    if (mpz_sgn(a->mantissa) == 0 || mpz_sgn(b->mantissa) == 0)
        return mpz_sgn(a->mantissa) - mpz_sgn(b->mantissa);
    mpz_t ta, tb; /* where the leading bits stand */
    mpz_init(ta);
    mpz_init(tb);
    mpz_add_ui(ta, a->exponent, mpz_sizeinbase(a->mantissa, 2));
    mpz_add_ui(tb, b->exponent, mpz_sizeinbase(b->mantissa, 2));
    int order = mpz_cmp(ta, tb);
    if (order == 0) {
        mpz_mul_2exp(ta, a->mantissa, rounded_bits - mpz_sizeinbase(a->mantissa, 2));
        mpz_mul_2exp(tb, b->mantissa, rounded_bits - mpz_sizeinbase(b->mantissa, 2));
        order = mpz_cmp(ta, tb);
    }
    mpz_clears(ta, tb, NULL);
    return order;
}

/* The bits of log2 of v / 2^work in [1, 2), by squaring; a bit is 1 when the square is >= 2. */
static void fraction_bits(mpz_t bits, mpz_t v, mp_bitcnt_t work, rounding way)
{
    mpz_set_ui(bits, 0);
    for (int i = 0; i < rounded_fraction; i++) {
        mpz_mul(v, v, v);
        if (way == UP)
            mpz_cdiv_q_2exp(v, v, work);
        else
            mpz_fdiv_q_2exp(v, v, work);
        mpz_mul_2exp(bits, bits, 1);
        if (mpz_sizeinbase(v, 2) > work + 1) {
            mpz_setbit(bits, 0);
            if (way == UP)
                mpz_cdiv_q_2exp(v, v, 1);
            else
                mpz_fdiv_q_2exp(v, v, 1);
        }
    }
}

void rounded_log2(mpz_t log, const rounded_t a, rounding way)
{
    REQUIRE(mpz_sgn(a->mantissa) > 0);
    enum { work = rounded_bits + 64 };
    mpz_t v, bits;
    mpz_inits(v, bits, NULL);
    size_t lead = mpz_sizeinbase(a->mantissa, 2) - 1;
    mpz_add_ui(log, a->exponent, lead);
    mpz_mul_2exp(log, log, rounded_fraction);
    if (mpz_scan1(a->mantissa, 0) != lead) {
        mpz_mul_2exp(v, a->mantissa, work - lead);
        fraction_bits(bits, v, work, way);
        mpz_add(log, log, bits);
        if (way == UP)
            mpz_add_ui(log, log, 1);
    }
    mpz_clears(v, bits, NULL);
}
