#include "base/memory.h"
#include "base/random.h"
#include "exact/rational.h"
#include "task/input.h"
#include "task/order.h"
#include "tests/support/support.h"

#include <string.h>

static void expect_sizes(unsigned L, uint64_t m, const uint64_t *n, uint64_t tokens,
                         const char *count, const char *text)
{
    fc task = make_task(L, m, n);
    mpz_t inputs;
    char shown[fc_text_room];
    mpz_init(inputs);
    fc_count(inputs, &task);
    char *got = integer_to_text(inputs);
    fc_to_text(shown, &task);
    TEST_ASSERT_EQUAL_UINT64(tokens, task.tokens);
    TEST_ASSERT_EQUAL_STRING(count, got);
    TEST_ASSERT_EQUAL_STRING(text, shown);
    memory_free(got);
    mpz_clear(inputs);
}

static void test_sizes_and_counts_of_the_notes(void)
{
    expect_sizes(2, 2, (uint64_t[]){2}, 8, "4096", "FC(2;2;2)");
    expect_sizes(1, 3, NULL, 5, "81", "FC(1;3)");
    expect_sizes(2, 1, (uint64_t[]){3}, 6, "81", "FC(2;1;3)");
    expect_sizes(2, 3, (uint64_t[]){2}, 11, "7558272", "FC(2;3;2)");
    expect_sizes(2, 2, (uint64_t[]){4}, 12, "536870912", "FC(2;2;4)");
    expect_sizes(1, 1, NULL, 3, "1", "FC(1;1)");
    /* 2 * (2*2) * 2^2 * 4^4 * 8^8 */
    expect_sizes(3, 2, (uint64_t[]){2, 2}, 16, "137438953472", "FC(3;2;2,2)");
}

static void expect_refused(unsigned L, uint64_t m, const uint64_t *n, status code)
{
    fc task;
    error e = {""};
    TEST_ASSERT_EQUAL_INT(code, fc_init(&task, L, m, n, &e));
    TEST_ASSERT_TRUE(e.message[0] != '\0');
}

static void test_impossible_sizes_are_refused(void)
{
    expect_refused(0, 2, NULL, STATUS_USAGE);
    expect_refused(61, 2, NULL, STATUS_USAGE);
    expect_refused(1, 0, NULL, STATUS_USAGE);
    expect_refused(2, 2, (uint64_t[]){0}, STATUS_USAGE);
    expect_refused(1, UINT64_MAX, NULL, STATUS_LIMIT);
    expect_refused(3, 2, (uint64_t[]){UINT64_C(1) << 40, UINT64_C(1) << 40}, STATUS_LIMIT);
    expect_refused(2, UINT64_C(1) << 39, (uint64_t[]){2}, STATUS_LIMIT);
}

static void test_every_token_knows_its_place(void)
{
    fc task = make_task(3, 2, (uint64_t[]){3, 2});
    uint64_t t = 0;
    for (int block = 3; block >= -1; block--) {
        TEST_ASSERT_EQUAL_UINT64(t, fc_block_start(&task, block));
        for (uint64_t i = 0; i < fc_block_size(&task, block); i++, t++) {
            fc_place place = fc_locate(&task, t);
            TEST_ASSERT_EQUAL_INT(block, place.block);
            TEST_ASSERT_EQUAL_UINT64(i, place.argument);
            TEST_ASSERT_EQUAL_UINT64(fc_block_radix(&task, block), fc_radix(&task, t));
        }
    }
    TEST_ASSERT_EQUAL_UINT64(task.tokens, t);
    TEST_ASSERT_EQUAL_UINT64(6, fc_block_radix(&task, -1));
    char name[token_name_room];
    input_token_name(name, &task, 13);
    TEST_ASSERT_EQUAL_STRING("z_2(1)", name);
    input_token_name(name, &task, task.tokens - 1);
    TEST_ASSERT_EQUAL_STRING("w", name);
}

/* The reference answer against a second definition, on random inputs of many sizes. */
static void test_answers_agree_with_the_definition(void)
{
    static const struct {
        unsigned L;
        uint64_t m, n[4];
    } sizes[] = {{1, 1, {0}},    {1, 5, {0}},       {2, 2, {2}},
                 {2, 1, {3}},    {2, 3, {1}},       {3, 2, {2, 2}},
                 {3, 1, {1, 1}}, {4, 2, {2, 1, 2}}, {5, 1, {2, 2, 1, 3}}};
    random_source source = {5};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        fc task = make_task(sizes[k].L, sizes[k].m, sizes[k].n);
        uint64_t *prompt = memory_new((size_t)task.tokens, sizeof *prompt);
        uint64_t *again = memory_new((size_t)task.tokens, sizeof *again);
        for (int round = 0; round < 200; round++) {
            error e;
            order_random(prompt, &task, &source);
            json_t *input = input_to_json(&task, prompt);
            TEST_ASSERT_EQUAL_UINT64(oracle_answer(&task, input), fc_answer(&task, prompt));
            TEST_ASSERT_EQUAL_INT(STATUS_OK, input_from_json(again, &task, input, &e));
            TEST_ASSERT_EQUAL_MEMORY(prompt, again, (size_t)task.tokens * sizeof *prompt);
            json_decref(input);
        }
        memory_free(prompt);
        memory_free(again);
    }
}

static void test_the_worked_input_of_the_notes(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    const uint64_t prompt[] = {3, 0, 2, 1, 1, 0, 1, 0};
    TEST_ASSERT_EQUAL_UINT64(1, fc_intermediate(&task, prompt, 0));
    TEST_ASSERT_EQUAL_UINT64(0, fc_intermediate(&task, prompt, 1));
    TEST_ASSERT_EQUAL_UINT64(3, fc_answer(&task, prompt));
}

static void expect_bad_input(const fc *task, const char *text)
{
    uint64_t prompt[64];
    error e = {""};
    json_t *input = json_loads(text, JSON_DECODE_ANY, NULL);
    TEST_ASSERT_NOT_NULL_MESSAGE(input, text);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_MALFORMED, input_from_json(prompt, task, input, &e), text);
    TEST_ASSERT_TRUE(e.message[0] != '\0');
    json_decref(input);
}

static void test_bad_inputs_are_refused(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    static const char *const bad[] = {"[]",
                                      "{}",
                                      "1",
                                      "null",
                                      "\"z0\"",
                                      "{\"z0\":2,\"w\":[0],\"z\":[[1,0],[3,0,2,1]]}",
                                      "{\"z0\":-1,\"w\":[0],\"z\":[[1,0],[3,0,2,1]]}",
                                      "{\"z0\":1.0,\"w\":[0],\"z\":[[1,0],[3,0,2,1]]}",
                                      "{\"z0\":1,\"w\":[2],\"z\":[[1,0],[3,0,2,1]]}",
                                      "{\"z0\":1,\"w\":[],\"z\":[[1,0],[3,0,2,1]]}",
                                      "{\"z0\":1,\"w\":0,\"z\":[[1,0],[3,0,2,1]]}",
                                      "{\"z0\":1,\"w\":[0],\"z\":[[1,0]]}",
                                      "{\"z0\":1,\"w\":[0],\"z\":[[1,0],[3,0,2]]}",
                                      "{\"z0\":1,\"w\":[0],\"z\":[[1,0],[3,0,2,1,0]]}",
                                      "{\"z0\":1,\"w\":[0],\"z\":[[1,0],[3,0,2,4]]}",
                                      "{\"z0\":1,\"w\":[0],\"z\":[[1,0],[3,0,2,-1]]}",
                                      "{\"z0\":1,\"w\":[0],\"z\":[[1,0],[3,0,2,\"1\"]]}",
                                      "{\"z0\":1,\"w\":[0],\"z\":[[1,2],[3,0,2,1]]}",
                                      "{\"z0\":1,\"w\":[0],\"z\":[[1,0],null]}",
                                      "{\"z0\":1,\"w\":[0],\"z\":[[1,0],[3,0,2,1]],\"extra\":1}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect_bad_input(&task, bad[i]);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_sizes_and_counts_of_the_notes);
    RUN_TEST(test_impossible_sizes_are_refused);
    RUN_TEST(test_every_token_knows_its_place);
    RUN_TEST(test_answers_agree_with_the_definition);
    RUN_TEST(test_the_worked_input_of_the_notes);
    RUN_TEST(test_bad_inputs_are_refused);
    return UNITY_END();
}
