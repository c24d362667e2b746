/* The kernel's rules against numbers worked out by hand, and its inequalities at their ties. */
#include "tests/support/support.h"
#include "verifier/kernel/inequality.h"
#include "verifier/kernel/kernel.h"

static error e;

/* Small numbers as the kernel takes them; they live until the program ends. */
static mpz_srcptr z(unsigned long value)
{
    static mpz_t pool[4096];
    static size_t used;
    TEST_ASSERT_LESS_THAN(4096, used);
    mpz_init_set_ui(pool[used], value);
    return pool[used++];
}

static kernel_setting setting(unsigned L, unsigned long B, unsigned long S, unsigned long a,
                              unsigned long m, const unsigned long *n)
{
    kernel_setting s = {.L = L, .B = z(B), .S = z(S), .a = z(a), .m = z(m)};
    for (unsigned l = 1; l < L; l++)
        s.n[l] = z(n[l - 1]);
    return s;
}

static void expect_number(unsigned long value, const theorem *t, theorem_number_name q)
{
    TEST_ASSERT_EQUAL_UINT64(value, mpz_get_ui(theorem_number(t, q)));
}

/* FC(3; 4; 100, 2), B = 1, a S = 3, x = (2, 4, 1), theta = (1, 5), by hand:
 *   D_1 = 3, P_1 = 2;  COVER: 4 (1/4)^8 = 2^-14 <= 2^-13;  loss 4*3 + 1 = 13
 *   C_1 = 2*2*(1*4*4 + 2*201) + 3 = 1675;  D_2 = 1688, P_2 = 100 */
static void test_first_level_by_hand(void)
{
    const unsigned long n[] = {100, 2};
    kernel_setting s = setting(3, 1, 3, 1, 4, n);
    theorem *c1, *v1, *c2;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, kernel_start(&c1, &s, z(2), &e));
    expect_number(3, c1, NUMBER_D);
    expect_number(2, c1, NUMBER_POINTS);
    expect_number(4 + 400 + 800 + 2, c1, NUMBER_TOKENS);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, kernel_cover(&v1, c1, z(4), z(1), &e));
    expect_number(13, v1, NUMBER_D);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, kernel_freeze(&c2, v1, &e));
    expect_number(1688, c2, NUMBER_D);
    expect_number(100, c2, NUMBER_POINTS);
    TEST_ASSERT_EQUAL_UINT(2, theorem_stage(c2));
    TEST_ASSERT_FALSE(theorem_is_closed(c2));
    theorem_clear(c1);
    theorem_clear(v1);
    theorem_clear(c2);
}

/* Theorem 3 at L = 2: D_1 = 2 B L A, C_1 = 2B(x_1 m + x_0 + A x_0). */
static void test_full_attention_by_hand(void)
{
    const unsigned long n[] = {14};
    kernel_setting s = setting(2, 1, 0, 0, 2913, n);
    theorem *c1, *v1, *c2;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, kernel_start_full(&c1, &s, z(304), &e));
    expect_number(2 * 2 * 14, c1, NUMBER_D);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, kernel_cover(&v1, c1, z(8), z(262), &e));
    TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, kernel_freeze(&c2, v1, &e));
    TEST_ASSERT_EQUAL_INT(STATUS_OK, kernel_freeze_full(&c2, v1, &e));
    expect_number(8 * 56 + 1 + 2 * (8 * 2913 + 304 + 14 * 304), c2, NUMBER_D);
    theorem_clear(c1);
    theorem_clear(v1);
    theorem_clear(c2);
}

/* A rule that refuses leaves nothing behind and changes nothing it was given. */
static void test_refusal_leaves_the_premise_alone(void)
{
    kernel_setting s = setting(1, 1, 8, 1, 4, NULL);
    theorem *c1, *none = NULL;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, kernel_start(&c1, &s, z(4), &e));
    TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, kernel_contradict(&none, c1, &e));
    TEST_ASSERT_EQUAL_STRING("FINAL fails at level 1", e.message);
    TEST_ASSERT_NULL(none);
    TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, kernel_cover(&none, c1, z(1), z(1), &e));
    expect_number(8, c1, NUMBER_D);
    TEST_ASSERT_EQUAL_INT(FORM_CLAIM, theorem_get_form(c1));
    TEST_ASSERT_EQUAL_UINT(0, theorem_uses(c1, RULE_COVER));
    theorem_clear(c1);
}

static void test_numbers_too_long_are_refused(void)
{
    mpz_t huge;
    mpz_init(huge);
    mpz_setbit(huge, kernel_max_bits);
    kernel_setting s = setting(1, 1, 0, 0, 4, NULL);
    theorem *none = NULL;
    s.m = huge;
    TEST_ASSERT_EQUAL_INT(STATUS_LIMIT, kernel_start(&none, &s, z(1), &e));
    s = setting(1, 1, 0, 0, 4, NULL);
    s.L = kernel_max_L + 1;
    TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, kernel_start(&none, &s, z(1), &e));
    mpz_clear(huge);
}

/* Exact against exact: every N <= 9, every theta, draws and losses around the tie. */
static void test_cover_agrees_with_integers(void)
{
    unsigned precision = 0;
    mpz_t left, right, binomial;
    mpz_inits(left, right, binomial, NULL);
    for (unsigned long N = 1; N <= 9; N++)
        for (unsigned long theta = 1; theta <= N; theta++)
            for (unsigned long draws = 0; draws <= 12; draws++)
                for (unsigned long loss = 0; loss <= 20; loss++) {
                    mpz_bin_uiui(binomial, N, theta);
                    mpz_ui_pow_ui(left, theta, draws);
                    mpz_mul(left, left, binomial);
                    mpz_mul_2exp(left, left, loss);
                    mpz_ui_pow_ui(right, N, draws);
                    mpz_t a, b, c, d;
                    mpz_init_set_ui(a, N);
                    mpz_init_set_ui(b, theta);
                    mpz_init_set_ui(c, draws);
                    mpz_init_set_ui(d, loss);
                    answer found = inequality_cover(&precision, a, b, c, d);
                    int order = mpz_cmp(left, right);
                    answer wanted = order <= 0 ? YES : NO;
                    if (order == 0 && found == UNDECIDED)
                        wanted = UNDECIDED; /* a tie between numbers that are no powers of two */
                    TEST_ASSERT_EQUAL_INT(wanted, found);
                    mpz_clears(a, b, c, d, NULL);
                }
    mpz_clears(left, right, binomial, NULL);
}

static void test_final_and_threshold_at_ties(void)
{
    unsigned precision = 0;
    TEST_ASSERT_EQUAL_INT(NO, inequality_final(&precision, z(8), z(4), z(4)));
    TEST_ASSERT_EQUAL_INT(YES, inequality_final(&precision, z(7), z(4), z(4)));
    TEST_ASSERT_EQUAL_INT(NO, inequality_final(&precision, z(0), z(4), z(1)));
    TEST_ASSERT_EQUAL_INT(YES, inequality_threshold(&precision, z(1 << 16), z(2), 4));
    TEST_ASSERT_EQUAL_INT(NO, inequality_threshold(&precision, z((1 << 16) + 1), z(2), 4));
    TEST_ASSERT_EQUAL_INT(YES, inequality_summary(&precision, z(2), z(4), z(2)));
    TEST_ASSERT_EQUAL_INT(NO, inequality_summary(&precision, z(3), z(4), z(2)));
    TEST_ASSERT_EQUAL_UINT(128, precision);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_first_level_by_hand);
    RUN_TEST(test_full_attention_by_hand);
    RUN_TEST(test_refusal_leaves_the_premise_alone);
    RUN_TEST(test_numbers_too_long_are_refused);
    RUN_TEST(test_cover_agrees_with_integers);
    RUN_TEST(test_final_and_threshold_at_ties);
    return UNITY_END();
}
