/* The search: at or below every length listed in the notes, re-checked, monotone. */
#include "base/memory.h"
#include "base/random.h"
#include "bounds/conditions.h"
#include "bounds/floor.h"
#include "bounds/inverse.h"
#include "bounds/optimal.h"
#include "bounds/program.h"
#include "bounds/real.h"
#include "bounds/recheck.h"
#include "tests/support/support.h"

#include <math.h>

static void set(setting *s, unsigned L, unsigned long B, unsigned long a, unsigned long S)
{
    setting_init(s);
    s->L = L;
    mpz_set_ui(s->B, B);
    mpz_set_ui(s->a, a);
    mpz_set_ui(s->S, S);
}

/* log2 of the found length; the witness must satisfy both evaluations */
static double length(const setting *s)
{
    witness w;
    error e = {""};
    factored_sum_t n;
    witness_init(&w, s->L);
    factored_sum_init(n);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, optimal_search(&w, s, &e), e.message);
    TEST_ASSERT_TRUE(conditions_hold(s, &w));
    TEST_ASSERT_TRUE(recheck_confirms(s, &w));
    witness_tokens(n, &w);
    double log = real_log2_sum(n);
    factored_sum_clear(n);
    witness_clear(&w);
    return log;
}

/* docs/mathematics/3-lower-bound.md, "Choosing the parameters well"; S = H d (d+1) p */
static void test_listed_lengths(void)
{
    static const struct {
        unsigned long H, d, p;
        unsigned L;
        unsigned long a;
        double listed;
    } rows[] = {
        {1, 1, 1, 2, 0, 3.0},        {1, 8, 8, 2, 28, 20.505},    {8, 64, 16, 2, 28, 36.324},
        {8, 64, 16, 3, 28, 150.6},   {32, 128, 16, 2, 0, 14.271}, {32, 128, 16, 2, 28, 43.019},
        {32, 128, 16, 3, 28, 184.3}, {32, 128, 16, 4, 28, 487.3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        setting s;
        unsigned long B = rows[i].H * rows[i].d * rows[i].p;
        set(&s, rows[i].L, B, rows[i].a, B * (rows[i].d + 1));
        s.last_full = rows[i].a == 0; /* without linear layers the last layer is F */
        double log = length(&s);
        TEST_ASSERT_TRUE(log <= rows[i].listed);
        double least = floor_of_method(&s, log); /* and nothing is much better */
        TEST_ASSERT_TRUE(log >= least);
        TEST_ASSERT_TRUE(log < 10 || log <= 1.005 * least);
        setting_clear(&s);
    }
}

static void expect_tokens(unsigned L, unsigned long B, unsigned long aS, int last_full,
                          unsigned long tokens)
{
    setting s;
    mpz_t n;
    set(&s, L, B, aS ? 1 : 0, aS);
    s.last_full = last_full;
    mpz_init_set_ui(n, tokens);
    TEST_ASSERT_TRUE(inverse_is_refuted(&s, n));
    mpz_sub_ui(n, n, 1);
    TEST_ASSERT_FALSE(inverse_is_refuted(&s, n));
    mpz_clear(n);
    setting_clear(&s);
}

static void test_small_prompts(void)
{
    expect_tokens(2, 1, 1, 0, 20);
    expect_tokens(2, 1, 0, 0, 8);
    expect_tokens(2, 65536, 0, 1, 19758); /* m = 9878, n_1 = 1 */
    expect_tokens(1, 1, 1000, 0, 143);    /* m = 141 */
}

/* Every prompt with fewer than 20 tokens, L = 2, B = a S = 1: no choice of sizes works. */
static void test_twenty_tokens_is_the_best_this_method_can_do(void)
{
    setting s;
    witness w;
    set(&s, 2, 1, 1, 1);
    witness_init(&w, 2);
    for (unsigned long m = 1; m <= 8; m++)
        for (unsigned long n = 1; m * (n + 1) + 2 < 20; n++)
            for (unsigned long x_0 = 1; x_0 <= m; x_0++)
                for (unsigned long theta = 1; theta < m; theta++)
                    for (unsigned long x_1 = 1; x_1 < 80; x_1++) {
                        /* FINAL alone: x_1 + 2 + 2 x_0 (n+1) < n theta log2(mn) < 5 n theta */
                        if (x_1 + 2 + 2 * x_0 * (n + 1) >= 5 * n * theta)
                            break;
                        factored_set_ui(w.m, m);
                        factored_set_ui(w.n[1], n);
                        factored_set_ui(w.x[0], x_0);
                        factored_set_ui(w.x[1], x_1);
                        factored_set_ui(w.theta[1], theta);
                        TEST_ASSERT_FALSE(conditions_hold(&s, &w));
                    }
    witness_clear(&w);
    setting_clear(&s);
}

/* More bits, more layers, larger states: never a shorter prompt. */
static void test_monotone(void)
{
    random_source r = {5};
    for (int round = 0; round < (sanitized() ? 10 : 60); round++) {
        setting s;
        set(&s, 2 + (unsigned)random_below(&r, 3), 1 + random_below(&r, 5000), random_below(&r, 40),
            1 + random_below(&r, 100000));
        double before = length(&s);
        mpz_add_ui(s.B, s.B, random_below(&r, 3));
        mpz_add_ui(s.S, s.S, random_below(&r, 9));
        mpz_add_ui(s.a, s.a, random_below(&r, 2));
        TEST_ASSERT_TRUE(length(&s) >= before);
        setting_clear(&s);
    }
}

static void test_inverse_answers_are_the_largest(void)
{
    setting s;
    mpz_t n, answer;
    mpz_inits(n, answer, NULL);
    mpz_ui_pow_ui(n, 2, 40);
    set(&s, 2, 1, 28, 532480);
    inverse_largest_B(answer, &s, n);
    mpz_set(s.B, answer);
    TEST_ASSERT_TRUE(inverse_is_refuted(&s, n));
    mpz_add_ui(s.B, s.B, 1);
    TEST_ASSERT_FALSE(inverse_is_refuted(&s, n));
    mpz_set_ui(s.B, 8192);
    inverse_largest_linear(answer, &s, n);
    TEST_ASSERT_TRUE(mpz_cmp_ui(answer, 28) >= 0); /* 28 layers fail from 2^36.3 on */
    mpz_set(s.a, answer);
    TEST_ASSERT_TRUE(inverse_is_refuted(&s, n));
    mpz_add_ui(s.a, s.a, 1);
    TEST_ASSERT_FALSE(inverse_is_refuted(&s, n));
    mpz_set_ui(n, 5);
    inverse_largest_B(answer, &s, n);
    TEST_ASSERT_EQUAL_INT(0, mpz_sgn(answer));
    inverse_largest_linear(answer, &s, n);
    TEST_ASSERT_EQUAL_INT(-1, mpz_sgn(answer));
    mpz_clears(n, answer, NULL);
    setting_clear(&s);
}

/* f times (1 +- 2^-k), at least 1 */
static void disturb(factored_t f, random_source *r)
{
    mpz_t value, part;
    mpz_inits(value, part, NULL);
    TEST_ASSERT_TRUE(factored_get_z(value, f, 1 << 16));
    mpz_fdiv_q_2exp(part, value, random_below(r, 14));
    if (random_below(r, 2))
        mpz_add(value, value, part);
    else
        mpz_sub(value, value, part);
    if (mpz_sgn(value) == 0)
        mpz_set_ui(value, 1);
    factored_set_z(f, value);
    mpz_clears(value, part, NULL);
}

/* At the best sizes every condition is tight, so a change of one size tips some of them: an
 * evaluation with one wrong term would differ from the other. */
static int count_refused_neighbours(const setting *s, int tries, random_source *r)
{
    witness best, w;
    error e = {""};
    int refused = 0;
    witness_init(&best, s->L);
    witness_init(&w, s->L);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, optimal_search(&best, s, &e));
    for (int i = 0; i < tries; i++) {
        witness_set(&w, &best);
        unsigned l = (unsigned)random_below(r, s->L);
        factored_struct *const which[] = {w.m, w.x[l], w.n[l ? l : 1], w.theta[l ? l : 1]};
        disturb(which[random_below(r, 4)], r);
        int holds = conditions_hold(s, &w);
        TEST_ASSERT_EQUAL_INT(holds, recheck_confirms(s, &w));
        refused += !holds;
    }
    witness_clear(&best);
    witness_clear(&w);
    return refused;
}

static void test_both_evaluations_agree_on_disturbed_witnesses(void)
{
    random_source r = {11};
    int refused = 0, rounds = sanitized() ? 6 : 30, tries = 20;
    for (int round = 0; round < rounds; round++) {
        setting s;
        set(&s, 2 + (unsigned)round % 4, 1 + random_below(&r, 300), random_below(&r, 3),
            1 + random_below(&r, 2000));
        s.kind = round % 8 < 4 ? THEOREM_1 : THEOREM_3;
        s.last_full = s.kind == THEOREM_1 && random_below(&r, 2);
        refused += count_refused_neighbours(&s, tries, &r);
        setting_clear(&s);
    }
    TEST_ASSERT_TRUE(refused > rounds * tries / 4 && refused < rounds * tries);
}

/* The shapes of the convex program are convex: second differences along u, for both bounds of the
 * binomial, from u = 1/1024 bits to 64 bits. */
static void test_shapes_are_convex(void)
{
    setting s;
    program p;
    set(&s, 2, 1000, 1, 1000);
    for (unsigned entropy = 0; entropy <= 2; entropy += 2) {
        program_init(&p, &s, entropy);
        double *y = memory_new(p.dim, sizeof *y);
        for (int step = 0; step < 64 * 64 - 1; step++)
            for (size_t k = 1; k < p.sums; k++) {
                double value[3], h = 1.0 / 2048;
                for (int i = 0; i < 3; i++) {
                    y[program_m(&p)] = 64;
                    y[program_theta(&p, 1)] = step / 64.0 + h * i;
                    value[i] = program_value(&p, k, y);
                }
                TEST_ASSERT_TRUE(value[0] - 2 * value[1] + value[2] >= -1e-12);
            }
        memory_free(y);
        program_clear(&p);
    }
    setting_clear(&s);
}

static void test_deep_composition(void)
{
    static const unsigned levels[] = {6, 9, 12};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        setting s;
        set(&s, levels[i], 65536, 28, 8454144);
        double closed = 2.5 * pow(3, levels[i] - 1) * (3.0 * levels[i] + 16);
        TEST_ASSERT_TRUE(length(&s) < 0.3 * closed);
        setting_clear(&s);
    }
}

static void test_refusals(void)
{
    setting s;
    witness w;
    error e = {""};
    set(&s, 17, 1, 0, 0);
    witness_init(&w, 17);
    TEST_ASSERT_EQUAL_INT(STATUS_LIMIT, optimal_search(&w, &s, &e));
    witness_clear(&w);
    s.L = 1;
    s.kind = THEOREM_3;
    witness_init(&w, 1);
    TEST_ASSERT_EQUAL_INT(STATUS_USAGE, optimal_search(&w, &s, &e));
    witness_clear(&w);
    setting_clear(&s);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_listed_lengths);
    RUN_TEST(test_small_prompts);
    RUN_TEST(test_twenty_tokens_is_the_best_this_method_can_do);
    RUN_TEST(test_monotone);
    RUN_TEST(test_inverse_answers_are_the_largest);
    RUN_TEST(test_both_evaluations_agree_on_disturbed_witnesses);
    RUN_TEST(test_shapes_are_convex);
    RUN_TEST(test_deep_composition);
    RUN_TEST(test_refusals);
    return UNITY_END();
}
