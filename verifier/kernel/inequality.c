#include "verifier/kernel/inequality.h"

#include "base/status.h"
#include "exact/interval.h"

/* A binomial is written out if that takes at most exact_choices factors and exact_bits bits;
 * the entropy bound is used up to N = 2^entropy_bits, where 128 bits of precision carry it. */
enum {
    first_precision = 128,
    last_precision = 1 << 15,
    exact_choices = 3000,
    exact_bits = 1 << 18,
    entropy_bits = 64
};

/* z encloses log2(a/b). The fraction is reduced first: a power of two then has an exact
 * logarithm, and ties of COVER at powers of two are decided. */
static void log2_ratio(mpfi_ptr z, const mpz_t a, const mpz_t b)
{
    mpz_t common, part;
    mpfi_t below;
    mpz_inits(common, part, NULL);
    mpfi_init2(below, mpfi_get_prec(z));
    mpz_gcd(common, a, b);
    mpz_divexact(part, b, common);
    interval_log2_z(below, part);
    mpz_divexact(part, a, common);
    interval_log2_z(z, part);
    mpfi_sub(z, z, below);
    mpz_clears(common, part, NULL);
    mpfi_clear(below);
}

/* binom(N, k) itself, and 1, if it is short. */
static int binomial_exact(mpz_t value, const mpz_t N, const mpz_t k)
{
    mpz_t least;
    mpz_init(least);
    mpz_sub(least, N, k);
    if (mpz_cmp(k, least) < 0)
        mpz_set(least, k);
    int fits = mpz_cmp_ui(least, exact_choices) <= 0 &&
               mpz_get_ui(least) * mpz_sizeinbase(N, 2) <= exact_bits;
    if (fits)
        mpz_bin_ui(value, N, mpz_get_ui(least));
    mpz_clear(least);
    return fits;
}

/* z >= log2 binom(N, k) at both ends, 1 <= k < N: the entropy bound
 *     binom(N, k) <= (N/k)^k (N/(N-k))^(N-k)
 * or, where N is long, (N/k)^k e^k, which is larger since (1 + k/(N-k))^(N-k) <= e^k. */
static void log2_binomial_bound(mpfi_ptr z, const mpz_t N, const mpz_t k)
{
    mpfi_t other;
    mpfi_init2(other, mpfi_get_prec(z));
    log2_ratio(z, N, k);
    mpfi_mul_z(z, z, k);
    if (mpz_sizeinbase(N, 2) <= entropy_bits) {
        mpz_t rest;
        mpz_init(rest);
        mpz_sub(rest, N, k);
        log2_ratio(other, N, rest);
        mpfi_mul_z(other, other, rest);
        mpz_clear(rest);
    } else {
        mpfi_set_ui(other, 1);
        mpfi_exp(other, other);
        mpfi_log2(other, other);
        mpfi_mul_z(other, other, k);
    }
    mpfi_add(z, z, other);
    mpfi_clear(other);
}

/* ---- rising precision -------------------------------------------------------- */

/* What is compared: `slack` is enclosed, and the inequality says slack >= 0 (or > 0). */
typedef struct comparison {
    void (*enclose)(mpfi_ptr slack, const struct comparison *c);
    int strict;
    mpz_srcptr a, b, c, d;
    mpz_srcptr binomial; /* if written out */
    unsigned exponent;
} comparison;

static answer judge(mpfi_srcptr slack, int strict)
{
    forced_sign sign = interval_sign(slack);
    if (sign == SIGN_POSITIVE)
        return YES;
    if (sign == SIGN_NEGATIVE)
        return NO;
    if (sign == SIGN_ZERO)
        return strict ? NO : YES;
    return UNDECIDED;
}

static answer decide(unsigned *precision, const comparison *c)
{
    answer found = UNDECIDED;
    for (unsigned bits = first_precision; found == UNDECIDED && bits <= last_precision; bits *= 4) {
        mpfi_t slack;
        mpfi_init2(slack, (mpfr_prec_t)bits);
        c->enclose(slack, c);
        found = judge(slack, c->strict);
        mpfi_clear(slack);
        if (*precision < bits)
            *precision = bits;
    }
    return found;
}

/* ---- the inequalities -------------------------------------------------------- */

/* draws * log2(N/theta) - log2 binom(N, theta) - loss */
static void enclose_cover(mpfi_ptr slack, const comparison *c)
{
    mpfi_t choices;
    mpfi_init2(choices, mpfi_get_prec(slack));
    log2_ratio(slack, c->a, c->b);
    mpfi_mul_z(slack, slack, c->c);
    if (c->binomial)
        interval_log2_z(choices, c->binomial);
    else
        log2_binomial_bound(choices, c->a, c->b);
    mpfi_sub(slack, slack, choices);
    mpfi_sub_z(slack, slack, c->d);
    mpfi_clear(choices);
}

answer inequality_cover(unsigned *precision, const mpz_t N, const mpz_t theta, const mpz_t draws,
                        const mpz_t loss)
{
    REQUIRE(mpz_sgn(theta) > 0 && mpz_cmp(theta, N) <= 0);
    mpz_t binomial;
    mpz_init(binomial);
    int exact = binomial_exact(binomial, N, theta);
    comparison c = {.enclose = enclose_cover,
                    .a = N,
                    .b = theta,
                    .c = draws,
                    .d = loss,
                    .binomial = exact ? binomial : NULL};
    answer found = decide(precision, &c);
    mpz_clear(binomial);
    return found;
}

/* points * log2 N - D */
static void enclose_final(mpfi_ptr slack, const comparison *c)
{
    interval_log2_z(slack, c->c);
    mpfi_mul_z(slack, slack, c->b);
    mpfi_sub_z(slack, slack, c->a);
}

answer inequality_final(unsigned *precision, const mpz_t D, const mpz_t points, const mpz_t N)
{
    comparison c = {.enclose = enclose_final, .strict = 1, .a = D, .b = points, .c = N};
    return decide(precision, &c);
}

/* 2^exponent * log2 B - log2 n */
static void enclose_threshold(mpfi_ptr slack, const comparison *c)
{
    mpfi_t length;
    mpfi_init2(length, mpfi_get_prec(slack));
    interval_log2_z(length, c->a);
    interval_log2_z(slack, c->b);
    mpfi_mul_2ui(slack, slack, c->exponent);
    mpfi_sub(slack, slack, length);
    mpfi_clear(length);
}

answer inequality_threshold(unsigned *precision, const mpz_t n, const mpz_t B, unsigned exponent)
{
    comparison c = {.enclose = enclose_threshold, .a = n, .b = B, .exponent = exponent};
    return decide(precision, &c);
}

/* k * log2(M/k) - bits, since binom(M, k) >= (M/k)^k */
static void enclose_summary(mpfi_ptr slack, const comparison *c)
{
    log2_ratio(slack, c->b, c->c);
    mpfi_mul_z(slack, slack, c->c);
    mpfi_sub_z(slack, slack, c->a);
}

answer inequality_summary(unsigned *precision, const mpz_t bits, const mpz_t M, const mpz_t k)
{
    REQUIRE(mpz_sgn(k) >= 0 && mpz_cmp(k, M) <= 0);
    mpz_t binomial;
    mpz_init(binomial);
    answer found;
    if (binomial_exact(binomial, M, k)) { /* 2^bits < b iff b - 1 has more than `bits` bits */
        mpz_sub_ui(binomial, binomial, 1);
        size_t length = mpz_sgn(binomial) ? mpz_sizeinbase(binomial, 2) : 0;
        found = mpz_cmp_ui(bits, length) < 0 ? YES : NO;
    } else {
        comparison c = {.enclose = enclose_summary, .strict = 1, .a = bits, .b = M, .c = k};
        found = decide(precision, &c);
    }
    mpz_clear(binomial);
    return found;
}
