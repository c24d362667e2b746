/* What is said to be enough for all sizes with at most n tokens is enough for each of them. */
#include "constructions/accounting.h"
#include "constructions/construction.h"
#include "exact/rational.h"
#include "tests/support/support.h"

static void compare(unsigned L, uint64_t m, const uint64_t *n)
{
    fc task = make_task(L, m, n);
    const construction *binary = construction_find("binary");
    network net;
    accounting cost;
    mpz_t tokens;
    mpz_init(tokens);
    integer_set_u64(tokens, task.tokens);
    accounting_binary(&cost, L, tokens);
    binary->build(&net, &task);
    TEST_ASSERT_TRUE(network_heads(&net) <= cost.heads);
    TEST_ASSERT_TRUE(network_dim(&net) <= cost.dim);
    TEST_ASSERT_TRUE(binary->precision_bits(&task) <= cost.precision_bits);
    network_clear(&net);
    mpz_clear(tokens);
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
    for (unsigned L = 1; L <= 5; L++) {
        accounting last = {0, 0, 0, 0}, now;
        for (unsigned long t = L + 2; t < 5000; t++) {
            mpz_set_ui(n, t);
            accounting_binary(&now, L, n);
            TEST_ASSERT_TRUE(now.dim >= last.dim && now.precision_bits >= last.precision_bits);
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
