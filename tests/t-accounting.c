/* What is said to be enough for all sizes with at most n tokens is enough for each of them. */
#include "constructions/accounting.h"
#include "constructions/construction.h"
#include "exact/rational.h"
#include "tests/support/support.h"

static void compare_one(const accounted *it, const fc *task)
{
    const construction *built = construction_find(it->name);
    network net;
    accounting cost;
    mpz_t tokens;
    TEST_ASSERT_NOT_NULL(built);
    mpz_init(tokens);
    integer_set_u64(tokens, task->tokens);
    it->cost(&cost, task->L, tokens);
    built->build(&net, task);
    uint64_t dim = network_dim(&net), p = built->precision_bits(task);
    TEST_ASSERT_TRUE(network_heads(&net) <= cost.heads);
    TEST_ASSERT_TRUE(dim <= cost.dim);
    /* what it needs at its own, smaller d, it needs because of its scores */
    TEST_ASSERT_TRUE(p <= cost.least_precision || (p - 1) * (dim - 1) < cost.score_bits);
    char word[64];
    network_word(word, &net);
    TEST_ASSERT_EQUAL_INT(it->linear_first, word[0] == 'R');
    network_clear(&net);
    mpz_clear(tokens);
}

static void compare(unsigned L, uint64_t m, const uint64_t *n)
{
    fc task = make_task(L, m, n);
    for (const accounted *it = accounted_constructions; it->name; it++)
        compare_one(it, &task);
}

static void test_every_small_size(void)
{
    for (uint64_t m = 1; m <= 40; m++)
        compare(1, m, NULL);
    for (uint64_t m = 1; m <= 12; m++)
        for (uint64_t n = 1; n <= 12; n++)
            compare(2, m, &n);
    for (uint64_t m = 1; m <= 4; m++)
        for (uint64_t i = 0; i < 36; i++)
            compare(3, m, (const uint64_t[]){1 + i % 6 * 3, 1 + i / 6});
    compare(4, 1, (const uint64_t[]){64, 1, 1});
    compare(4, 3, (const uint64_t[]){1, 1, 50});
}

/* Costs do not fall as n rises: so the largest n that fits can be found by bisection. */
static void test_costs_grow(void)
{
    mpz_t n;
    mpz_init(n);
    for (const accounted *it = accounted_constructions; it->name; it++)
        for (unsigned L = 1; L <= 5; L++) {
            accounting last = {0}, now;
            for (unsigned long t = L + 2; t < 5000; t++) {
                mpz_set_ui(n, t);
                it->cost(&now, L, n);
                TEST_ASSERT_TRUE(now.dim >= last.dim && now.score_bits >= last.score_bits);
                TEST_ASSERT_TRUE(now.state_entries >= last.state_entries);
                TEST_ASSERT_TRUE(accounting_precision(&now, 100) >= 5);
                last = now;
            }
        }
    mpz_clear(n);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_every_small_size);
    RUN_TEST(test_costs_grow);
    return UNITY_END();
}
