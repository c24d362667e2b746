/* Enclosures are tested by containment: for random rationals the exact result must lie in
 * the interval computed from intervals that contain the arguments. */
#include "base/random.h"
#include "exact/interval.h"
#include "tests/support/support.h"

enum { rounds = 10000 };

static random_source source = {11};

static void random_rational(mpq_t q)
{
    long numerator = (long)random_below(&source, 2000001) - 1000000;
    mpq_set_si(q, numerator, 1 + random_below(&source, 1000000));
    mpq_canonicalize(q);
}

/* An interval with q inside: sometimes tight, sometimes wide, at a random precision. */
static void around(mpfi_t x, const mpq_t q)
{
    mpfi_set_prec(x, (mpfr_prec_t)(2 + random_below(&source, 80)));
    mpfi_set_q(x, q);
    if (random_below(&source, 2)) {
        mpq_t other;
        mpq_init(other);
        random_rational(other);
        mpfi_put_q(x, other);
        mpq_clear(other);
    }
    TEST_ASSERT_TRUE(interval_contains_q(x, q));
}

static void test_containment_is_exact(void)
{
    mpfi_t x;
    mpq_t q, outside, step;
    mpfi_init2(x, 20);
    mpq_inits(q, outside, step, NULL);
    mpq_set_si(q, 1, 3);
    mpfi_set_q(x, q);
    TEST_ASSERT_TRUE(interval_contains_q(x, q));
    mpfr_get_q(outside, &x->right);
    TEST_ASSERT_TRUE(interval_contains_q(x, outside));
    mpq_set_ui(step, 1, 1);
    mpq_div_2exp(step, step, 300);
    mpq_add(outside, outside, step); /* the least bit beyond the right end */
    TEST_ASSERT_FALSE(interval_contains_q(x, outside));
    mpfi_clear(x);
    mpq_clears(q, outside, step, NULL);
}

static void test_products_with_rationals_contain_the_exact_one(void)
{
    mpfi_t x, z;
    mpq_t p, q, exact;
    mpfi_init2(x, 20);
    mpfi_init2(z, 20);
    mpq_inits(p, q, exact, NULL);
    for (int round = 0; round < rounds; round++) {
        random_rational(p);
        random_rational(q);
        around(x, p);
        interval_mul_q(z, x, q);
        mpq_mul(exact, p, q);
        TEST_ASSERT_TRUE(interval_contains_q(z, exact));
    }
    mpfi_clear(x);
    mpfi_clear(z);
    mpq_clears(p, q, exact, NULL);
}

static void test_relu_contains_the_exact_one_and_is_never_negative(void)
{
    mpfi_t x, z;
    mpq_t q;
    mpfi_init2(x, 20);
    mpfi_init2(z, 20);
    mpq_init(q);
    for (int round = 0; round < rounds; round++) {
        random_rational(q);
        around(x, q);
        interval_relu(z, x);
        if (mpq_sgn(q) < 0)
            mpq_set_ui(q, 0, 1);
        TEST_ASSERT_TRUE(interval_contains_q(z, q));
        TEST_ASSERT_TRUE(mpfr_sgn(&z->left) >= 0);
    }
    mpfi_clear(x);
    mpfi_clear(z);
    mpq_clear(q);
}

/* 2^(p/r) in [u, v] exactly when u^r <= 2^p <= v^r: decided over the integers. */
static void test_powers_of_two_contain_the_exact_root(void)
{
    mpfi_t x, z;
    mpq_t q, end, two;
    mpfi_init2(x, 40);
    mpfi_init2(z, 40);
    mpq_inits(q, end, two, NULL);
    for (int round = 0; round < rounds / 10; round++) {
        unsigned long r = 1 + random_below(&source, 6);
        long p = (long)random_below(&source, 41) - 20;
        mpq_set_si(q, p, r);
        mpq_canonicalize(q);
        mpfi_set_q(x, q);
        interval_power(z, SOFTMAX_BASE_2, x);
        mpq_set_ui(two, 1, 1);
        if (p >= 0)
            mpq_mul_2exp(two, two, (mp_bitcnt_t)p);
        else
            mpq_div_2exp(two, two, (mp_bitcnt_t)-p);
        for (int right = 0; right < 2; right++) {
            mpfr_get_q(end, right ? &z->right : &z->left);
            mpz_pow_ui(mpq_numref(end), mpq_numref(end), r);
            mpz_pow_ui(mpq_denref(end), mpq_denref(end), r);
            TEST_ASSERT_TRUE(right ? mpq_cmp(end, two) >= 0 : mpq_cmp(end, two) <= 0);
        }
    }
    mpfi_clear(x);
    mpfi_clear(z);
    mpq_clears(q, end, two, NULL);
}

static void test_exponentials_lie_between_partial_sums(void)
{
    /* for 0 <= x <= 1:  sum_{k<=12} x^k/k!  <=  e^x  <=  that sum + 2 x^13/13! */
    mpfi_t x, z;
    mpq_t q, term, sum;
    mpfi_init2(x, 60);
    mpfi_init2(z, 60);
    mpq_inits(q, term, sum, NULL);
    for (int round = 0; round < 500; round++) {
        mpq_set_ui(q, random_below(&source, 1001), 1000);
        mpq_canonicalize(q);
        mpfi_set_q(x, q);
        interval_power(z, SOFTMAX_BASE_E, x);
        mpq_set_ui(term, 1, 1);
        mpq_set_ui(sum, 1, 1);
        for (unsigned long k = 1; k <= 13; k++) {
            mpq_t over;
            mpq_init(over);
            mpq_set_ui(over, 1, k);
            mpq_mul(term, term, q);
            mpq_mul(term, term, over);
            mpq_clear(over);
            if (k == 13)
                break;
            mpq_add(sum, sum, term);
        }
        TEST_ASSERT_TRUE(mpfr_cmp_q(&z->right, sum) >= 0);
        mpq_add(sum, sum, term);
        mpq_add(sum, sum, term);
        TEST_ASSERT_TRUE(mpfr_cmp_q(&z->left, sum) <= 0);
    }
    mpfi_clear(x);
    mpfi_clear(z);
    mpq_clears(q, term, sum, NULL);
}

static void test_logarithms_enclose(void)
{
    /* log2(n) in [a, b] with a, b rounded to 1/64: 2^floor(64 a) <= n^64 <= 2^ceil(64 b) */
    mpfi_t z;
    mpz_t n, power, bound;
    mpfi_init2(z, 30);
    mpz_inits(n, power, bound, NULL);
    for (int round = 0; round < 1000; round++) {
        mpz_set_ui(n, 1 + random_below(&source, 1000000));
        interval_log2_z(z, n);
        mpz_pow_ui(power, n, 64);
        mpfr_mul_2ui(&z->left, &z->left, 6, MPFR_RNDD);
        mpfr_mul_2ui(&z->right, &z->right, 6, MPFR_RNDU);
        mpz_set_ui(bound, 1);
        mpz_mul_2exp(bound, bound, mpfr_get_ui(&z->left, MPFR_RNDD));
        TEST_ASSERT_TRUE(mpz_cmp(bound, power) <= 0);
        mpz_set_ui(bound, 1);
        mpz_mul_2exp(bound, bound, mpfr_get_ui(&z->right, MPFR_RNDU));
        TEST_ASSERT_TRUE(mpz_cmp(bound, power) >= 0);
    }
    mpfi_clear(z);
    mpz_clears(n, power, bound, NULL);
}

static void test_signs_are_forced_or_undecided(void)
{
    mpfi_t x;
    mpfi_init2(x, 53);
    mpfi_interv_si(x, 1, 2);
    TEST_ASSERT_EQUAL_INT(SIGN_POSITIVE, interval_sign(x));
    mpfi_interv_si(x, -2, -1);
    TEST_ASSERT_EQUAL_INT(SIGN_NEGATIVE, interval_sign(x));
    mpfi_interv_si(x, 0, 0);
    TEST_ASSERT_EQUAL_INT(SIGN_ZERO, interval_sign(x));
    mpfi_interv_si(x, 0, 1);
    TEST_ASSERT_EQUAL_INT(SIGN_UNDECIDED, interval_sign(x));
    mpfi_interv_si(x, -1, 0);
    TEST_ASSERT_EQUAL_INT(SIGN_UNDECIDED, interval_sign(x));
    mpfi_interv_si(x, -1, 1);
    TEST_ASSERT_EQUAL_INT(SIGN_UNDECIDED, interval_sign(x));
    mpfr_set_nan(&x->left);
    TEST_ASSERT_EQUAL_INT(SIGN_UNDECIDED, interval_sign(x));
    mpfi_clear(x);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_containment_is_exact);
    RUN_TEST(test_products_with_rationals_contain_the_exact_one);
    RUN_TEST(test_relu_contains_the_exact_one_and_is_never_negative);
    RUN_TEST(test_powers_of_two_contain_the_exact_root);
    RUN_TEST(test_exponentials_lie_between_partial_sums);
    RUN_TEST(test_logarithms_enclose);
    RUN_TEST(test_signs_are_forced_or_undecided);
    return UNITY_END();
}
