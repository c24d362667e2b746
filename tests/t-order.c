/* The numbering of inputs: everything once, one token at a time, and back. */
#include "base/memory.h"
#include "exact/rational.h"
#include "task/order.h"
#include "tests/support/support.h"

#include <string.h>

/* The prompt as a plain mixed-radix number: different prompts, different numbers. */
static uint64_t plain_number(const fc *task, const uint64_t *prompt)
{
    uint64_t number = 0;
    for (uint64_t t = 0; t < task->tokens; t++)
        number = number * fc_radix(task, t) + prompt[t];
    return number;
}

static void walk_everything(unsigned L, uint64_t m, const uint64_t *n)
{
    fc task = make_task(L, m, n);
    mpz_t count, k, rank;
    mpz_inits(count, k, rank, NULL);
    fc_count(count, &task);
    size_t total = (size_t)integer_get_u64(count);
    unsigned char *seen = memory_new(total, 1);
    uint64_t *before = memory_new((size_t)task.tokens, sizeof *before);
    size_t bytes = (size_t)task.tokens * sizeof *before;
    order_walk walk;
    order_walk_init(&walk, &task);
    for (size_t step = 0; step < total; step++) {
        uint64_t number = plain_number(&task, walk.prompt);
        TEST_ASSERT_TRUE(number < total && !seen[number]);
        seen[number] = 1;
        order_rank(rank, &task, walk.prompt);
        integer_set_u64(k, step);
        TEST_ASSERT_EQUAL_INT(0, mpz_cmp(rank, k));
        memcpy(before, walk.prompt, bytes);
        int64_t moved = order_walk_next(&walk);
        if (step + 1 == total) {
            TEST_ASSERT_EQUAL_INT64(-1, moved);
            break;
        }
        for (uint64_t t = 0; t < task.tokens; t++) {
            uint64_t up = walk.prompt[t] - before[t];
            TEST_ASSERT_TRUE((int64_t)t == moved ? up == 1 || up == (uint64_t)-1 : up == 0);
        }
    }
    order_walk_clear(&walk);
    memory_free(seen);
    memory_free(before);
    mpz_clears(count, k, rank, NULL);
}

static void test_every_input_once_one_token_at_a_time(void)
{
    walk_everything(1, 1, NULL);
    walk_everything(1, 2, NULL);
    walk_everything(1, 3, NULL);
    walk_everything(1, 4, NULL);
    walk_everything(2, 1, (uint64_t[]){1});
    walk_everything(2, 1, (uint64_t[]){3});
    walk_everything(2, 2, (uint64_t[]){1});
    walk_everything(2, 2, (uint64_t[]){2});
    walk_everything(3, 1, (uint64_t[]){1, 2});
    walk_everything(3, 1, (uint64_t[]){2, 1});
    walk_everything(4, 1, (uint64_t[]){1, 2, 1});
}

/* Starting anywhere and walking on is the same as starting at 0. */
static void test_seek_lands_where_walking_leads(void)
{
    fc task = make_task(2, 3, (uint64_t[]){2});
    order_walk walk, jump;
    mpz_t k, rank, count;
    random_source source = {9};
    mpz_inits(k, rank, count, NULL);
    fc_count(count, &task);
    order_walk_init(&walk, &task);
    order_walk_init(&jump, &task);
    size_t bytes = (size_t)task.tokens * sizeof *walk.prompt;
    for (int round = 0; round < 300; round++) {
        integer_set_u64(k, random_below(&source, integer_get_u64(count) - 200));
        order_walk_seek(&walk, k);
        for (int step = 0; step < 200; step++) {
            mpz_add_ui(k, k, 1);
            TEST_ASSERT_TRUE(order_walk_next(&walk) >= 0);
            if (step % 37 == 0) {
                order_walk_seek(&jump, k);
                TEST_ASSERT_EQUAL_MEMORY(jump.prompt, walk.prompt, bytes);
                TEST_ASSERT_EQUAL_MEMORY(jump.down, walk.down, (size_t)task.tokens);
                order_rank(rank, &task, walk.prompt);
                TEST_ASSERT_EQUAL_INT(0, mpz_cmp(rank, k));
            }
        }
    }
    order_walk_clear(&walk);
    order_walk_clear(&jump);
    mpz_clears(k, rank, count, NULL);
}

static void test_numbers_far_beyond_64_bits_come_back(void)
{
    fc task = make_task(3, 5, (uint64_t[]){3, 2});
    mpz_t k, rank, count;
    gmp_randstate_t state;
    order_walk walk;
    mpz_inits(k, rank, count, NULL);
    gmp_randinit_default(state);
    fc_count(count, &task);
    TEST_ASSERT_TRUE(mpz_sizeinbase(count, 2) > 200);
    order_walk_init(&walk, &task);
    for (int round = 0; round < 200; round++) {
        mpz_urandomm(k, state, count);
        order_walk_seek(&walk, k);
        for (uint64_t t = 0; t < task.tokens; t++)
            TEST_ASSERT_TRUE(walk.prompt[t] < fc_radix(&task, t));
        order_rank(rank, &task, walk.prompt);
        TEST_ASSERT_EQUAL_INT(0, mpz_cmp(rank, k));
    }
    order_walk_clear(&walk);
    gmp_randclear(state);
    mpz_clears(k, rank, count, NULL);
}

static void test_random_symbols_stay_in_range_and_reach_all(void)
{
    fc task = make_task(2, 3, (uint64_t[]){2});
    uint64_t prompt[11];
    random_source source = {1};
    unsigned seen[11][6] = {{0}};
    for (int round = 0; round < 2000; round++) {
        order_random(prompt, &task, &source);
        for (uint64_t t = 0; t < task.tokens; t++) {
            TEST_ASSERT_TRUE(prompt[t] < fc_radix(&task, t));
            seen[t][prompt[t]] = 1;
        }
    }
    for (uint64_t t = 0; t < task.tokens; t++)
        for (uint64_t s = 0; s < fc_radix(&task, t); s++)
            TEST_ASSERT_TRUE(seen[t][s]);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_every_input_once_one_token_at_a_time);
    RUN_TEST(test_seek_lands_where_walking_leads);
    RUN_TEST(test_numbers_far_beyond_64_bits_come_back);
    RUN_TEST(test_random_symbols_stay_in_range_and_reach_all);
    return UNITY_END();
}
