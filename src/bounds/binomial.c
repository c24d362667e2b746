#include "bounds/binomial.h"

#include "base/status.h"
#include "exact/interval.h"

enum { small_theta = 3000, exact_bits = 1 << 16, entropy_bits = 60 };

int binomial_exact(mpz_t value, const factored_t N, const factored_t theta)
{
    mpz_t k, whole, rest;
    mpz_inits(k, whole, rest, NULL);
    int fits = factored_get_z(whole, N, exact_bits) && factored_get_z(k, theta, exact_bits);
    if (fits) {
        mpz_sub(rest, whole, k);
        if (mpz_cmp(rest, k) < 0)
            mpz_swap(rest, k);
        fits = mpz_cmp_ui(k, small_theta) <= 0 &&
               mpz_get_ui(k) * mpz_sizeinbase(whole, 2) <= 4UL * exact_bits;
    }
    if (fits)
        mpz_bin_ui(value, whole, mpz_get_ui(k));
    mpz_clears(k, whole, rest, NULL);
    return fits;
}

/* part * log2(whole / part) */
static void surprise(mpfi_ptr z, const mpz_t whole, const mpz_t part)
{
    mpfi_t log;
    mpfi_init2(log, mpfi_get_prec(z));
    interval_log2_z(log, whole);
    interval_log2_z(z, part);
    mpfi_sub(z, log, z);
    mpfi_mul_z(z, z, part);
    mpfi_clear(log);
}

/* N h(theta/N) = theta log2(N/theta) + (N - theta) log2(N/(N - theta)), 0 < theta < N */
static void entropy(mpfi_ptr z, const mpz_t whole, const mpz_t part)
{
    mpfi_t other;
    mpz_t rest;
    mpfi_init2(other, mpfi_get_prec(z));
    mpz_init(rest);
    mpz_sub(rest, whole, part);
    surprise(z, whole, part);
    surprise(other, whole, rest);
    mpfi_add(z, z, other);
    mpfi_clear(other);
    mpz_clear(rest);
}

/* log2(theta (log2(N/theta) + log2 e)); theta log2(eN/theta) is at least the entropy bound
 * because (N - theta) ln(N/(N - theta)) <= theta */
static void coarse(mpfi_ptr z, const factored_t N, const factored_t theta)
{
    mpfi_t logs, e;
    mpfi_init2(logs, mpfi_get_prec(z));
    mpfi_init2(e, mpfi_get_prec(z));
    factored_log2(logs, N);
    factored_log2(z, theta);
    mpfi_sub(logs, logs, z);
    mpfi_set_ui(e, 1);
    mpfi_exp(e, e);
    mpfi_log2(e, e);
    mpfi_add(logs, logs, e);
    mpfi_log2(logs, logs);
    mpfi_add(z, z, logs);
    mpfi_clear(logs);
    mpfi_clear(e);
}

void binomial_log2_log2(mpfi_ptr z, const factored_t N, const factored_t theta)
{
    mpz_t value, part;
    mpz_inits(value, part, NULL);
    if (binomial_exact(value, N, theta)) {
        interval_log2_z(z, value);
        mpfi_log2(z, z);
    } else if (factored_get_z(value, N, entropy_bits)) {
        REQUIRE(factored_get_z(part, theta, entropy_bits) && mpz_cmp(part, value) < 0);
        entropy(z, value, part);
        mpfi_log2(z, z);
    } else {
        coarse(z, N, theta);
    }
    mpz_clears(value, part, NULL);
}
