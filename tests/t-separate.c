/* The search for separations: what it finds is a theorem, and at L = 2 without linear layers
 * nothing shorter can be had from these rules. */
#include "base/memory.h"
#include "bounds/optimal.h"
#include "tests/support/support.h"
#include "verifier/impossible.h"
#include "verifier/separation.h"

#include <string.h>

static error e;

static void search(separation *found, separation_question *q, unsigned L, unsigned long a)
{
    static mpz_t linear;
    mpz_init_set_ui(linear, a);
    *q = (separation_question){.L = L, .a = linear, .keys = separation_any};
    separation_init(found, q);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, separation_search(found, q, &e));
    TEST_ASSERT_EQUAL_INT(FORM_SEPARATED, theorem_get_form(found->proved));
    mpz_clear(linear);
}

static void test_smallest_is_what_it_says(void)
{
    separation found;
    separation_question q;
    search(&found, &q, 2, 0);
    TEST_ASSERT_EQUAL_UINT64(22, mpz_get_ui(found.tokens));
    TEST_ASSERT_EQUAL_INT(KEYS_QUADRATIC, found.keys);
    TEST_ASSERT_EQUAL_UINT64(found.d * found.P, mpz_get_ui(theorem_number(found.proved, NUMBER_B)));
    TEST_ASSERT_EQUAL_UINT64(3, mpz_get_ui(theorem_number(found.proved, NUMBER_SOLVES_FULL)));
    TEST_ASSERT_EQUAL_UINT64(1, mpz_get_ui(theorem_number(found.proved, NUMBER_FULL)));
    TEST_ASSERT_TRUE(theorem_uses(found.proved, RULE_CONSTRUCT));
    TEST_ASSERT_EQUAL_INT(STATUS_OK, separation_build(&found, &e));
    TEST_ASSERT_NOT_NULL(found.certificate);
    TEST_ASSERT_FALSE(theorem_uses(found.proved, RULE_CONSTRUCT));
    TEST_ASSERT_EQUAL_UINT(3, theorem_uses(found.proved, RULE_LOOKUP));
    TEST_ASSERT_NULL(theorem_hypothesis(found.proved));
    separation_clear(&found);
}

static void test_long_prompts_are_not_built(void)
{
    separation found;
    separation_question q;
    search(&found, &q, 2, 1);
    TEST_ASSERT_TRUE(mpz_cmp_ui(found.tokens, 1UL << 17) < 0);
    TEST_ASSERT_EQUAL_INT(STATUS_LIMIT, separation_build(&found, &e));
    TEST_ASSERT_NULL(found.certificate);
    TEST_ASSERT_TRUE(theorem_uses(found.proved, RULE_CONSTRUCT));
    separation_clear(&found);
}

/* Is one full layer of this B impossible on FC(2; m; n), by any choice of seeds and values? */
static int is_impossible(unsigned long B, unsigned long m, unsigned long n)
{
    setting s;
    witness w;
    int impossible = 0;
    setting_init(&s);
    witness_init(&w, 2);
    s.L = 2;
    s.kind = THEOREM_1;
    s.last_full = 1;
    mpz_set_ui(s.B, B);
    factored_set_ui(w.m, m);
    factored_set_ui(w.n[1], n);
    for (unsigned long x = 1; x <= m && !impossible; x++)
        for (unsigned long theta = 1; theta <= m && !impossible; theta++) {
            theorem *made = NULL;
            factored_set_ui(w.x[0], x);
            factored_set_ui(w.x[1], m); /* free: nothing is paid for functions at level 1 */
            factored_set_ui(w.theta[1], theta);
            impossible = impossible_by_witness(&made, &s, &w, &e) == STATUS_OK;
            theorem_clear(made);
        }
    witness_clear(&w);
    setting_clear(&s);
    return impossible;
}

static int network_fits(unsigned long d, unsigned long P, kernel_keys keys, unsigned long m,
                        unsigned long n)
{
    mpz_t zm, zn, zd, zP;
    theorem *made = NULL;
    mpz_init_set_ui(zm, m);
    mpz_init_set_ui(zn, n);
    mpz_init_set_ui(zd, d);
    mpz_init_set_ui(zP, P);
    kernel_setting at = {.L = 2, .m = zm};
    at.n[1] = zn;
    status result = kernel_construct(&made, &at, keys, zd, zP, &e);
    theorem_clear(made);
    mpz_clears(zm, zn, zd, zP, NULL);
    return result == STATUS_OK;
}

/* All tasks with fewer than `tokens` tokens; the least B that fits is the most that can be
 * hoped for, and d P >= 40 is impossible at none of them. */
static unsigned count_separations(unsigned long tokens)
{
    unsigned count = 0;
    for (unsigned long m = 1; 2 * m + 2 < tokens; m++)
        for (unsigned long n = 1; m * n + m + 2 < tokens; n++)
            for (unsigned long B = 1; B < 40; B++) {
                int fits = 0;
                for (unsigned long P = 1; P <= B && !fits; P++)
                    for (int keys = 0; keys < keys_count && B % P == 0 && !fits; keys++)
                        fits = network_fits(B / P, P, (kernel_keys)keys, m, n);
                if (!fits)
                    continue;
                count += (unsigned)is_impossible(B, m, n);
                break;
            }
    return count;
}

static void test_nothing_shorter_exists(void)
{
    TEST_ASSERT_EQUAL_UINT(0, count_separations(22));
    TEST_ASSERT_EQUAL_UINT(1, count_separations(23));
    TEST_ASSERT_FALSE(is_impossible(40, 10, 1));
}

/* n_1 held fast: the least m of all that work. */
static void test_given_sizes_are_kept(void)
{
    setting s;
    witness w;
    mpz_t n, m, more;
    mpz_inits(n, m, more, NULL);
    setting_init(&s);
    witness_init(&w, 2);
    s.L = 2;
    s.kind = THEOREM_1;
    mpz_set_ui(s.B, 48);
    mpz_set_ui(s.S, 816);
    mpz_set_ui(s.a, 1);
    for (unsigned long k = 1; k <= 3; k++) {
        unsigned long given[] = {1, k};
        TEST_ASSERT_EQUAL_INT(STATUS_OK, optimal_search_given(&w, &s, given, &e));
        TEST_ASSERT_TRUE(factored_get_z(n, w.n[1], 64));
        TEST_ASSERT_EQUAL_UINT64(k, mpz_get_ui(n));
        TEST_ASSERT_TRUE(factored_get_z(m, w.m, 64));
        if (k == 2) /* the shortest prompt of all has n_1 = 2 */
            TEST_ASSERT_EQUAL_UINT64(24668, mpz_get_ui(m));
        if (k > 1) {
            TEST_ASSERT_TRUE(mpz_cmp(m, more) < 0);
        }
        mpz_set(more, m);
    }
    witness_clear(&w);
    setting_clear(&s);
    mpz_clears(n, m, more, NULL);
}

static void test_limits_are_told(void)
{
    separation found;
    separation_question q;
    search(&found, &q, 2, 0);
    mpz_t none;
    mpz_init(none);
    q.a = none;
    char *d = separation_limit(&found, &q, 1, 0), *P = separation_limit(&found, &q, 0, 1);
    TEST_ASSERT_NOT_NULL(strstr(d, "d must be at least 4"));
    TEST_ASSERT_NOT_NULL(strstr(P, "block maxima"));
    memory_free(d);
    memory_free(P);
    mpz_clear(none);
    separation_clear(&found);
}

int main(void)
{
    memory_install();
    UNITY_BEGIN();
    RUN_TEST(test_smallest_is_what_it_says);
    RUN_TEST(test_long_prompts_are_not_built);
    RUN_TEST(test_nothing_shorter_exists);
    RUN_TEST(test_given_sizes_are_kept);
    RUN_TEST(test_limits_are_told);
    return UNITY_END();
}
