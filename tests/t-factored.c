/* Products of powers compare as the numbers they stand for, also when nobody can write them. */
#include "base/memory.h"
#include "base/random.h"
#include "exact/digits.h"
#include "exact/rational.h"
#include "tests/support/support.h"

#include <string.h>

/* f = product of base^exponent pairs, ended by 0 */
static void make(factored_t f, const unsigned long *pairs)
{
    mpz_t base, exponent;
    mpz_inits(base, exponent, NULL);
    factored_set_ui(f, 1);
    for (; *pairs; pairs += 2) {
        mpz_set_ui(base, pairs[0]);
        mpz_set_ui(exponent, pairs[1]);
        factored_mul_power(f, base, exponent);
    }
    mpz_clears(base, exponent, NULL);
}

static int order(const unsigned long *a, const unsigned long *b)
{
    factored_t f, g;
    factored_init(f);
    factored_init(g);
    make(f, a);
    make(g, b);
    int result = factored_cmp(f, g);
    TEST_ASSERT_EQUAL_INT(-result, factored_cmp(g, f));
    factored_clear(f);
    factored_clear(g);
    return result;
}
#define ORDER(expected, a, b)                                                                      \
    TEST_ASSERT_EQUAL_INT(expected, order((const unsigned long[]){a}, (const unsigned long[]){b}))
#define _ ,

static void test_ties_are_decided_exactly(void)
{
    ORDER(0, 6 _ 1000000 _ 0, 2 _ 1000000 _ 3 _ 1000000 _ 0);
    ORDER(0, 12 _ 5 _ 18 _ 7 _ 0, 2 _ 17 _ 27 _ 1 _ 9 _ 8 _ 0);
    ORDER(1, 6 _ 1000000 _ 0, 2 _ 1000000 _ 3 _ 999999 _ 0);
    ORDER(0, 1 _ 5 _ 0, 7 _ 0 _ 0);
    ORDER(0, 30 _ 4 _ 0, 6 _ 4 _ 5 _ 4 _ 0);
    ORDER(0, 1000003 _ 6 _ 0, 1000006000009 _ 3 _ 0);
}

/* 3^k against powers of two near it: 2^floor(k log2 3) < 3^k. For k a denominator of a
 * convergent of log2 3 the two are as close as they get. */
static void test_near_ties_are_decided(void)
{
    ORDER(1, 3 _ 665 _ 0, 2 _ 1054 _ 0);
    ORDER(-1, 3 _ 665 _ 0, 2 _ 1055 _ 0);
    ORDER(1, 3 _ 190537 _ 2 _ 1 _ 0, 2 _ 301994 _ 0);
    ORDER(-1, 3 _ 190537 _ 0, 2 _ 301995 _ 0);
    /* 10^18 + 1 against 10^18, to the power 10^6 */
    ORDER(1, 1000000000000000001 _ 1000000 _ 0, 1000000000000000000 _ 1000000 _ 0);
}

static void test_random_products_compare_like_integers(void)
{
    random_source r = {7};
    for (int round = 0; round < 2000; round++) {
        factored_t f[2];
        mpz_t v[2], base, exponent;
        mpz_inits(v[0], v[1], base, exponent, NULL);
        for (int i = 0; i < 2; i++) {
            factored_init(f[i]);
            mpz_set_ui(v[i], 1);
            for (int k = 0; k < 3; k++) {
                unsigned long b = 1 + random_below(&r, 12), e = random_below(&r, 4);
                mpz_set_ui(base, b);
                mpz_set_ui(exponent, e);
                factored_mul_power(f[i], base, exponent);
                mpz_pow_ui(base, base, e);
                mpz_mul(v[i], v[i], base);
            }
            TEST_ASSERT_TRUE(factored_get_z(base, f[i], 200));
            TEST_ASSERT_EQUAL_INT(0, mpz_cmp(base, v[i]));
        }
        int expected = (mpz_cmp(v[0], v[1]) > 0) - (mpz_cmp(v[0], v[1]) < 0);
        TEST_ASSERT_EQUAL_INT(expected, factored_cmp(f[0], f[1]));
        factored_clear(f[0]);
        factored_clear(f[1]);
        mpz_clears(v[0], v[1], base, exponent, NULL);
    }
}

/* Sums: short parts are integers, long parts cancel or are told apart. */
static void test_sums(void)
{
    factored_t big, factor;
    factored_sum_t s, t;
    mpz_t value, two, exponent;
    int which;
    factored_init(big);
    factored_init(factor);
    factored_sum_init(s);
    factored_sum_init(t);
    mpz_init(value);
    mpz_init_set_ui(two, 2);
    mpz_init(exponent);
    mpz_ui_pow_ui(exponent, 10, 30);
    factored_mul_power(big, two, exponent); /* 2^(10^30) */
    factored_sum_add_product(s, big);
    factored_sum_add_ui(s, 5);
    factored_sum_set(t, s);
    TEST_ASSERT_TRUE(factored_sum_cmp(&which, s, t));
    TEST_ASSERT_EQUAL_INT(0, which);
    factored_sum_add_ui(t, 1); /* one unit in 10^(3 * 10^29) digits */
    TEST_ASSERT_TRUE(factored_sum_cmp(&which, s, t));
    TEST_ASSERT_EQUAL_INT(-1, which);
    factored_sum_add_product(s, big); /* doubling merges terms */
    TEST_ASSERT_EQUAL_UINT64(1, s->count);
    TEST_ASSERT_TRUE(factored_sum_cmp(&which, s, t));
    TEST_ASSERT_EQUAL_INT(1, which);
    factored_set_ui(factor, 3);
    factored_sum_mul(t, factor);
    TEST_ASSERT_FALSE(factored_sum_get_z(value, t, 1000));
    char *log = digits_log2(t, 3); /* log2(3 * (2^(10^30) + 6)) = 10^30 + log2 3 + ... */
    TEST_ASSERT_EQUAL_STRING("1000000000000000000000000000001.585", log);
    memory_free(log);
    factored_clear(big);
    factored_clear(factor);
    factored_sum_clear(s);
    factored_sum_clear(t);
    mpz_clears(value, two, exponent, NULL);
}

static void expect_value(const char *expected, const char *log2, const char *integer, size_t room)
{
    mpz_t v;
    factored_sum_t s;
    mpz_init_set_str(v, integer, 10);
    factored_sum_init(s);
    factored_sum_add_z(s, v);
    char *text = digits_value(s, room), *log = digits_log2(s, 3);
    TEST_ASSERT_EQUAL_STRING(expected, text);
    if (log2)
        TEST_ASSERT_EQUAL_STRING(log2, log);
    memory_free(text);
    memory_free(log);
    factored_sum_clear(s);
    mpz_clear(v);
}

static void test_digits_are_rounded_right(void)
{
    expect_value("19758", "14.270", "19758", 24);
    expect_value("1.000 x 10^6", NULL, "1000000", 3);
    expect_value("1.000 x 10^7", NULL, "9999999", 3);
    expect_value("9.999 x 10^6", NULL, "9999499", 3);
    expect_value("1.234 x 10^6", NULL, "1233501", 3);
    expect_value("1.23 x 10^6", NULL, "1233500", 3); /* a tie: one digit less instead */
    expect_value("1024", "10", "1024", 24);
}

static void test_text_of_products(void)
{
    factored_t f;
    factored_init(f);
    char *text = factored_to_text(f);
    TEST_ASSERT_EQUAL_STRING("1", text);
    memory_free(text);
    make(f, (const unsigned long[]){12, 5, 7, 1, 0});
    text = factored_to_text(f);
    TEST_ASSERT_EQUAL_STRING("2^10*3^5*7", text);
    memory_free(text);
    text = digits_or_factors(f, 7);
    TEST_ASSERT_EQUAL_STRING("1741824", text);
    memory_free(text);
    text = digits_or_factors(f, 6);
    TEST_ASSERT_EQUAL_STRING("2^10*3^5*7", text);
    memory_free(text);
    factored_clear(f);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_ties_are_decided_exactly);
    RUN_TEST(test_near_ties_are_decided);
    RUN_TEST(test_random_products_compare_like_integers);
    RUN_TEST(test_sums);
    RUN_TEST(test_digits_are_rounded_right);
    RUN_TEST(test_text_of_products);
    return UNITY_END();
}
