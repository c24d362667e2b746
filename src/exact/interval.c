#include "exact/interval.h"

#include "base/status.h"

#include <mpfi_io.h>

forced_sign interval_sign(mpfi_srcptr x)
{
    if (mpfi_nan_p(x))
        return SIGN_UNDECIDED;
    if (mpfi_is_strictly_pos(x))
        return SIGN_POSITIVE;
    if (mpfi_is_strictly_neg(x))
        return SIGN_NEGATIVE;
    return mpfr_zero_p(&x->left) && mpfr_zero_p(&x->right) ? SIGN_ZERO : SIGN_UNDECIDED;
}

int interval_contains_q(mpfi_srcptr x, const mpq_t q)
{
    if (mpfi_nan_p(x))
        return 0;
    return mpfr_cmp_q(&x->left, q) <= 0 && mpfr_cmp_q(&x->right, q) >= 0;
}

void interval_mul_q(mpfi_ptr z, mpfi_srcptr x, const mpq_t q)
{
    mpfi_mul_q(z, x, q);
}

void interval_relu(mpfi_ptr z, mpfi_srcptr x)
{
    mpfi_set(z, x);
    if (mpfi_nan_p(z))
        return;
    if (mpfr_sgn(&z->left) < 0)
        mpfr_set_zero(&z->left, 1);
    if (mpfr_sgn(&z->right) < 0)
        mpfr_set_zero(&z->right, 1);
}

void interval_power(mpfi_ptr z, softmax_base base, mpfi_srcptr x)
{
    if (base == SOFTMAX_BASE_2)
        mpfi_exp2(z, x);
    else
        mpfi_exp(z, x);
}

void interval_log2_z(mpfi_ptr z, const mpz_t n)
{
    REQUIRE(mpz_sgn(n) > 0);
    mpfi_set_z(z, n);
    mpfi_log2(z, z);
}
