/* Enclosures of log2 binom(N, k). */
#include "exact/interval.h"
#include "report/lesson/functions.h"

/* Adds the enclosure of log2 e^r for n! = sqrt(2 pi n) (n/e)^n e^r, 1/(12n+1) < r < 1/(12n)
 * (Robbins), with the sign of the factor. */
static void add_correction(mpfi_t z, const mpz_t n, int sign)
{
    mpz_t twelve;
    mpfi_t r, other;
    mpz_init(twelve);
    mpfi_init2(r, mpfi_get_prec(z));
    mpfi_init2(other, mpfi_get_prec(z));
    mpz_mul_ui(twelve, n, 12);
    mpfi_set_z(r, twelve);
    mpz_add_ui(twelve, twelve, 1);
    mpfi_set_z(other, twelve);
    mpfi_union(r, r, other);
    mpfi_const_log2(other);
    mpfi_mul(r, r, other);
    mpfi_inv(r, r);
    if (sign < 0)
        mpfi_sub(z, z, r);
    else
        mpfi_add(z, z, r);
    mpfi_clear(r);
    mpfi_clear(other);
    mpz_clear(twelve);
}

/* By Stirling, log2 binom(N, k) is k log2(N/k) + (N-k) log2(1 + k/(N-k)) + log2(N / (2 pi k (N-k)))
 * / 2 and the corrections, for 0 < k < N. log1p keeps all digits when k is much smaller than N. */
static void stirling(mpfi_t z, const mpz_t N, const mpz_t k)
{
    mpz_t rest;
    mpfi_t part, log_N, log_k;
    mpz_init(rest);
    mpfi_init2(part, mpfi_get_prec(z));
    mpfi_init2(log_N, mpfi_get_prec(z));
    mpfi_init2(log_k, mpfi_get_prec(z));
    mpz_sub(rest, N, k);
    mpfi_set_z(z, k);
    mpfi_div_z(z, z, rest);
    mpfi_log1p(z, z);
    mpfi_const_log2(part);
    mpfi_div(z, z, part);
    mpfi_mul_z(z, z, rest);
    interval_log2_z(log_N, N);
    interval_log2_z(log_k, k);
    mpfi_sub(log_N, log_N, log_k);
    mpfi_mul_z(part, log_N, k);
    mpfi_add(z, z, part);
    interval_log2_z(part, rest);
    mpfi_sub(log_N, log_N, part);
    mpfi_const_pi(part);
    mpfi_mul_ui(part, part, 2);
    mpfi_log2(part, part);
    mpfi_sub(log_N, log_N, part);
    mpfi_div_ui(log_N, log_N, 2);
    mpfi_add(z, z, log_N);
    add_correction(z, N, 1);
    add_correction(z, k, -1);
    add_correction(z, rest, -1);
    mpfi_clear(part);
    mpfi_clear(log_N);
    mpfi_clear(log_k);
    mpz_clear(rest);
}

void enclose_log2_binomial(mpfi_t z, const mpz_t N, const mpz_t k)
{
    enum { written_out = 1 << 20 }; /* bits of a binomial that is simply computed */
    mpz_t other;
    mpz_init(other);
    mpz_sub(other, N, k);
    if (mpz_cmp(other, k) > 0)
        mpz_set(other, k); /* the smaller of k and N-k */
    if (mpz_sgn(other) == 0) {
        mpfi_set_ui(z, 0);
    } else if (mpz_cmp_ui(other, written_out / mpz_sizeinbase(N, 2)) <= 0) {
        mpz_bin_ui(other, N, mpz_get_ui(other));
        interval_log2_z(z, other);
    } else {
        stirling(z, N, k);
    }
    mpz_clear(other);
}
