/* The conditions of Theorems 1 and 3: by hand where sizes are small, on the two known
 * instances where they are not; and every broken witness is refused by both evaluations. */
#include "base/memory.h"
#include "bounds/conditions.h"
#include "bounds/instance.h"
#include "bounds/recheck.h"
#include "bounds/theorem.h"
#include "exact/digits.h"
#include "tests/support/support.h"

#include <string.h>

static void set(setting *s, unsigned L, unsigned long B, unsigned long aS, theorem_kind kind)
{
    setting_init(s);
    s->L = L;
    s->kind = kind;
    mpz_set_ui(s->B, B);
    mpz_set_ui(s->a, aS ? 1 : 0);
    mpz_set_ui(s->S, aS);
}

/* FC(2; m; n), x = (x_0, x_1), theta */
static const char *judge(const setting *s, unsigned long m, unsigned long n, unsigned long x_0,
                         unsigned long x_1, unsigned long theta)
{
    static char reason[96];
    witness w;
    conditions c;
    witness_init(&w, 2);
    conditions_init(&c, 2);
    factored_set_ui(w.m, m);
    factored_set_ui(w.n[1], n);
    factored_set_ui(w.x[0], x_0);
    factored_set_ui(w.x[1], x_1);
    factored_set_ui(w.theta[1], theta);
    conditions_evaluate(&c, s, &w);
    memcpy(reason, c.reason, sizeof reason);
    if (recheck_confirms(s, &w)) /* the second opinion never says more than the first */
        TEST_ASSERT_EQUAL_STRING("holds", reason);
    conditions_clear(&c);
    witness_clear(&w);
    return reason;
}

/* B = 1, a S = 1, m = 6, n_1 = 2, x = (2, 6), theta = 3: COVER is binom(6,3) (1/2)^12 <= 2^-7,
 * i.e. 20 <= 2^5, and with x_1 = 5: 20 <= 2^4 fails. D_2 = x_1 + 1 + 2 x_0 (n_1 + 1) + 1 = 20
 * < 6 log2 12 = 21.5, but not < 3 log2 6 (n_1 = 1). */
static void test_smallest_sizes_by_hand(void)
{
    setting s;
    set(&s, 2, 1, 1, THEOREM_1);
    TEST_ASSERT_EQUAL_STRING("holds", judge(&s, 6, 2, 2, 6, 3));
    TEST_ASSERT_EQUAL_STRING("COVER fails at level 1", judge(&s, 6, 2, 2, 5, 3));
    TEST_ASSERT_EQUAL_STRING("COVER fails at level 1", judge(&s, 5, 2, 2, 6, 3));
    TEST_ASSERT_EQUAL_STRING("FINAL fails at level 2", judge(&s, 6, 1, 2, 6, 3));
    TEST_ASSERT_EQUAL_STRING("FINAL fails at level 2", judge(&s, 3, 5, 3, 4, 2));
    TEST_ASSERT_EQUAL_STRING("x_0 <= m fails at level 1", judge(&s, 2, 2, 3, 6, 1));
    TEST_ASSERT_EQUAL_STRING("theta_l <= N_{l-1} fails at level 1", judge(&s, 6, 2, 2, 6, 7));
    setting_clear(&s);
}

/* a S = 0 needs no covering by chance. 2B x_0 (n_1 + 1) < n_1 theta log2(m n_1): with B = 1,
 * m = 2, n_1 = 2 it reads 6 < 8; with the last layer F, 2B x_0 n_1, and m = n_1 = 2 reads 4 < 8. */
static void test_free_level_and_the_last_full_layer(void)
{
    setting s;
    set(&s, 2, 1, 0, THEOREM_1);
    TEST_ASSERT_EQUAL_STRING("holds", judge(&s, 2, 2, 1, 2, 2));
    TEST_ASSERT_EQUAL_STRING("COVER fails at level 1", judge(&s, 2, 2, 1, 1, 2));
    TEST_ASSERT_EQUAL_STRING("FINAL fails at level 2", judge(&s, 2, 1, 1, 2, 2)); /* 4 < 2 */
    mpz_set_ui(s.B, 65536);
    TEST_ASSERT_EQUAL_STRING("FINAL fails at level 2", judge(&s, 9878, 1, 1, 9878, 9878));
    s.last_full = 1;
    TEST_ASSERT_EQUAL_STRING("holds", judge(&s, 9878, 1, 1, 9878, 9878));
    TEST_ASSERT_EQUAL_STRING("FINAL fails at level 2", judge(&s, 9877, 1, 1, 9877, 9877));
    setting_clear(&s);
}

/* Ties. FINAL is strict: 2B x_0 n_1 = 2 and theta log2 m = 2 for m = theta = 2 fails. COVER is
 * not: N = 2, theta = 1 is 2 * 2^-(x P) <= 2^-(x D + 1), i.e. x P >= x D + 2: for D = 1 and
 * x_0 = 2 it holds with equality at x_1 = 2. */
static void test_ties(void)
{
    setting s;
    set(&s, 2, 1, 0, THEOREM_1);
    s.last_full = 1;
    TEST_ASSERT_EQUAL_STRING("FINAL fails at level 2", judge(&s, 2, 1, 1, 2, 2));
    mpz_set_ui(s.a, 1);
    mpz_set_ui(s.S, 1);
    TEST_ASSERT_EQUAL_STRING("COVER fails at level 1", judge(&s, 2, 1, 2, 1, 1));
    TEST_ASSERT_EQUAL_STRING("FINAL fails at level 2", judge(&s, 2, 1, 2, 2, 1));
    TEST_ASSERT_EQUAL_STRING("holds", judge(&s, 2, 1024, 2, 2, 1));
    setting_clear(&s);
}

static void test_recall(void)
{
    setting s;
    witness w;
    set(&s, 1, 5, 1000, THEOREM_1);
    witness_init(&w, 1);
    for (unsigned long m = 140; m <= 141; m++) { /* 140 log2 140 = 998.1, 141 log2 141 = 1006.7 */
        factored_set_ui(w.m, m);
        factored_set_ui(w.x[0], m);
        TEST_ASSERT_EQUAL_INT(m == 141, conditions_hold(&s, &w));
        TEST_ASSERT_EQUAL_INT(m == 141, recheck_confirms(&s, &w));
    }
    s.kind = THEOREM_3;
    TEST_ASSERT_FALSE(conditions_hold(&s, &w));
    witness_clear(&w);
    setting_clear(&s);
}

/* ---- the two instances ------------------------------------------------------------------ */

static void expect_instance(const setting *s, int published, int expected)
{
    witness w;
    witness_init(&w, s->L);
    if (published)
        instance_published(&w, s->B);
    else
        instance_closed(&w, s->B);
    TEST_ASSERT_EQUAL_INT(expected, conditions_hold(s, &w));
    TEST_ASSERT_EQUAL_INT(expected, recheck_confirms(s, &w));
    witness_clear(&w);
}

/* a S = x_0, the most Theorem 2 allows; Theorem 3 for the same sizes */
static void test_closed_form(void)
{
    static const unsigned levels[] = {2, 3, 4, 5, 6, 9, 40};
    static const unsigned long sizes[] = {1, 2, 64, 1000, 65536};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        for (size_t b = 0; b < sizeof sizes / sizeof *sizes; b++) {
            setting s;
            unsigned L = levels[i];
            set(&s, L, sizes[b], 1, THEOREM_1);
            mpz_ui_pow_ui(s.S, 8, L);
            mpz_mul(s.S, s.S, s.B);
            if (L < 9)
                mpz_pow_ui(s.S, s.S, L == 2 ? 3 : L == 3 ? 9 : L == 4 ? 27 : L == 5 ? 81 : 243);
            expect_instance(&s, 0, 1);
            mpz_set_ui(s.a, 0);
            s.kind = THEOREM_3;
            expect_instance(&s, 0, 1);
            setting_clear(&s);
        }
}

/* A K four times too small (8^L B with B / 64 for B) is not enough at L = 2 */
static void test_closed_form_is_not_slack_beyond_reason(void)
{
    setting s;
    witness w;
    mpz_t less;
    set(&s, 2, 1 << 20, 0, THEOREM_3);
    mpz_init_set_ui(less, 1 << 12);
    witness_init(&w, 2);
    instance_closed(&w, less);
    TEST_ASSERT_FALSE(conditions_hold(&s, &w));
    TEST_ASSERT_FALSE(recheck_confirms(&s, &w));
    witness_clear(&w);
    mpz_clear(less);
    setting_clear(&s);
}

/* 2412.02975's own instance: Theorem 3, and Theorem 1 with a = 8^(L^2), S = 2 B^2 */
static void test_published_instance(void)
{
    static const unsigned long sizes[] = {1, 2, 3, 64, 8192};
    for (unsigned L = 2; L <= 4; L++)
        for (size_t b = 0; b < sizeof sizes / sizeof *sizes; b++) {
            setting s;
            set(&s, L, sizes[b], 0, THEOREM_3);
            expect_instance(&s, 1, 1);
            s.kind = THEOREM_1;
            mpz_ui_pow_ui(s.a, 8, (unsigned long)L * L);
            mpz_mul(s.S, s.B, s.B);
            mpz_mul_ui(s.S, s.S, 2);
            expect_instance(&s, 1, 1);
            setting_clear(&s);
        }
}

/* 2^560 at L = 2, B = 2 and 2^46 for Theorem 2's, as the notes say */
static void test_lengths_of_the_instances(void)
{
    mpz_t B;
    witness w;
    factored_sum_t n;
    mpz_init_set_ui(B, 2);
    witness_init(&w, 2);
    factored_sum_init(n);
    instance_published(&w, B);
    witness_tokens(n, &w);
    char *text = digits_log2(n, 3);
    TEST_ASSERT_EQUAL_STRING("560.000", text);
    memory_free(text);
    instance_closed(&w, B);
    witness_tokens(n, &w);
    text = digits_log2(n, 3);
    TEST_ASSERT_EQUAL_STRING("45.000", text);
    memory_free(text);
    factored_sum_clear(n);
    witness_clear(&w);
    mpz_clear(B);
}

/* The least B' >= B with a S <= (8^L B')^(3^(L-1)) */
static void test_closed_parameter_is_the_least(void)
{
    setting s;
    mpz_t B;
    mpz_init(B);
    set(&s, 2, 3, 0, THEOREM_1);
    instance_closed_parameter(B, &s);
    TEST_ASSERT_EQUAL_INT(0, mpz_cmp_ui(B, 3));
    mpz_set_ui(s.a, 1);
    mpz_ui_pow_ui(s.S, 64 * 10, 3); /* exactly reached by B' = 10 */
    instance_closed_parameter(B, &s);
    TEST_ASSERT_EQUAL_INT(0, mpz_cmp_ui(B, 10));
    mpz_add_ui(s.S, s.S, 1);
    instance_closed_parameter(B, &s);
    TEST_ASSERT_EQUAL_INT(0, mpz_cmp_ui(B, 11));
    s.L = 60; /* the 3^59-th root of anything is below 8^60 */
    instance_closed_parameter(B, &s);
    TEST_ASSERT_EQUAL_INT(0, mpz_cmp_ui(B, 3));
    mpz_clear(B);
    setting_clear(&s);
}

static void test_published_thresholds(void)
{
    setting s;
    factored_t n;
    factored_sum_t sum;
    static const struct {
        unsigned L;
        theorem_id id;
        const char *log2;
    } rows[] = {{2, ID_PUBLISHED, "16384"},
                {3, ID_PUBLISHED, "262144"},
                {4, ID_PUBLISHED, "4194304"},
                {2, ID_FULL, "4096"},
                {3, ID_FULL, "65536"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        set(&s, rows[i].L, 32 * 128 * 16, 0, THEOREM_1);
        factored_init(n);
        factored_sum_init(sum);
        published_threshold(n, &s, rows[i].id);
        factored_sum_add_product(sum, n);
        char *text = digits_log2(sum, 3);
        TEST_ASSERT_EQUAL_STRING(rows[i].log2, text);
        memory_free(text);
        factored_sum_clear(sum);
        factored_clear(n);
        setting_clear(&s);
    }
    set(&s, 2, 1, 0, THEOREM_1);
    TEST_ASSERT_NOT_NULL(published_refusal(&s, ID_PUBLISHED));
    mpz_set_ui(s.B, 2);
    TEST_ASSERT_NULL(published_refusal(&s, ID_PUBLISHED));
    mpz_set_ui(s.a, 4097); /* 2^12 are allowed at L = 2 */
    TEST_ASSERT_NOT_NULL(published_refusal(&s, ID_PUBLISHED));
    TEST_ASSERT_NULL(published_refusal(&s, ID_FULL));
    setting_clear(&s);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_smallest_sizes_by_hand);
    RUN_TEST(test_free_level_and_the_last_full_layer);
    RUN_TEST(test_ties);
    RUN_TEST(test_recall);
    RUN_TEST(test_closed_form);
    RUN_TEST(test_closed_form_is_not_slack_beyond_reason);
    RUN_TEST(test_published_instance);
    RUN_TEST(test_lengths_of_the_instances);
    RUN_TEST(test_closed_parameter_is_the_least);
    RUN_TEST(test_published_thresholds);
    return UNITY_END();
}
