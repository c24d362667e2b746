/* Proofs for given sizes. */
#include "bounds/conditions.h"
#include "bounds/fit.h"
#include "bounds/optimal.h"
#include "tests/support/support.h"

static void set_setting(setting *s, unsigned L, unsigned long B, unsigned long a, unsigned long S)
{
    s->L = L;
    s->kind = THEOREM_1;
    s->last_full = a == 0;
    mpz_set_ui(s->B, B);
    mpz_set_ui(s->a, a);
    mpz_set_ui(s->S, S);
}

/* FC(2; m; n) */
static int fits(witness *w, const setting *s, unsigned long m, unsigned long n)
{
    factored_set_ui(w->m, m);
    factored_set_ui(w->n[1], n);
    return fit_sizes(w, s);
}

static void test_smallest(void)
{
    setting s;
    witness w;
    setting_init(&s);
    witness_init(&w, 2);
    set_setting(&s, 2, 1, 0, 0);
    TEST_ASSERT_TRUE(fits(&w, &s, 2, 2));
    TEST_ASSERT_TRUE(conditions_hold(&s, &w));
    set_setting(&s, 2, 9, 0, 0); /* no x and theta could do: D_2 >= 36 > 4 log2 4 */
    TEST_ASSERT_FALSE(fits(&w, &s, 2, 2));
    witness_clear(&w);
    setting_clear(&s);
}

/* Sizes that the optimiser found, made a little longer, have a proof that is found again; m and
 * n stay what they were. */
static void test_optimal_sizes_enlarged(void)
{
    setting s;
    witness w;
    factored_t m;
    setting_init(&s);
    factored_init(m);
    for (unsigned L = 1; L <= 3; L++)
        for (unsigned long a = 0; a <= 2; a++) {
            error e;
            set_setting(&s, L, 50, a, 100);
            witness_init(&w, L);
            TEST_ASSERT_EQUAL(STATUS_OK, optimal_search(&w, &s, &e));
            factored_mul_ui(w.m, 16);
            for (unsigned l = 1; l < L; l++)
                factored_mul_ui(w.n[l], 8);
            factored_set(m, w.m);
            TEST_ASSERT_TRUE(fit_sizes(&w, &s));
            TEST_ASSERT_TRUE(conditions_hold(&s, &w));
            TEST_ASSERT_EQUAL(0, factored_cmp(m, w.m));
            witness_clear(&w);
        }
    factored_clear(m);
    setting_clear(&s);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_smallest);
    RUN_TEST(test_optimal_sizes_enlarged);
    return UNITY_END();
}
