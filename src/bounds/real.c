#include "bounds/real.h"

#include "exact/interval.h"

#include <math.h>

double real_log2(const mpz_t value)
{
    long exponent;
    double mantissa = mpz_get_d_2exp(&exponent, value);
    return (double)exponent + log2(mantissa);
}

static double middle(mpfi_srcptr x)
{
    return mpfr_get_d(&x->left, MPFR_RNDN);
}

double real_log2_factored(const factored_t f)
{
    mpfi_t log;
    mpfi_init2(log, 64);
    factored_log2(log, f);
    double value = middle(log);
    mpfi_clear(log);
    return value;
}

double real_log2_sum(const factored_sum_t s)
{
    mpfi_t log;
    mpfi_init2(log, 64);
    factored_sum_log2(log, s);
    double value = middle(log);
    mpfi_clear(log);
    return value;
}

int real_state_is_zero(const setting *s)
{
    return mpz_sgn(s->a) == 0 || mpz_sgn(s->S) == 0;
}

double real_log2_state(const setting *s)
{
    return real_log2(s->a) + real_log2(s->S);
}

double real_add(double a, double b)
{
    double top = fmax(a, b), low = fmin(a, b);
    if (top == -INFINITY)
        return top;
    return top + log1p(exp2(low - top)) / real_ln2;
}

void real_to_factored(factored_t f, double log)
{
    enum { digits = 50 };
    double whole = log > digits ? floor(log) - digits : 0;
    mpz_t mantissa, exponent, two;
    mpz_inits(mantissa, exponent, NULL);
    mpz_init_set_ui(two, 2);
    mpz_set_d(mantissa, fmax(1, round(exp2(log - whole))));
    mpz_set_d(exponent, whole);
    factored_set_z(f, mantissa);
    factored_mul_power(f, two, exponent);
    mpz_clears(mantissa, exponent, two, NULL);
}
