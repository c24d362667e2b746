/* What the weights alone say: memory, liveness, positional keys, and refusals with reasons. */
#include "constructions/construction.h"
#include "tests/support/support.h"
#include "verifier/analysis.h"

#include <string.h>

static void build(network *net)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    construction_find("binary")->build(net, &task);
}

static size_t field(const network *net, const char *name)
{
    for (size_t f = 0; f < net->embed.fields; f++)
        if (strcmp(net->embed.field[f].name, name) == 0)
            return net->embed.field[f].start;
    TEST_FAIL_MESSAGE("no such field");
    return 0;
}

static void test_binary_is_allowed(void)
{
    network net;
    analysis a;
    build(&net);
    analysis_init(&a, &net);
    TEST_ASSERT_TRUE(a.allowed);
    TEST_ASSERT_EQUAL_STRING("", a.refusal);
    size_t key = field(&net, "key"), value = field(&net, "value"), reg = field(&net, "register");
    for (size_t i = 0; i < net.layers; i++) {
        TEST_ASSERT_TRUE(a.layer[i].head[0].live && a.layer[i].head[0].from_memory);
        TEST_ASSERT_TRUE(a.layer[i].head[0].keys_positional);
        TEST_ASSERT_EQUAL_UINT64(0, a.layer[i].head[0].key_blocks);
        TEST_ASSERT_EQUAL_UINT64(BLOCK_BIT(2) | BLOCK_BIT(1) | BLOCK_BIT(0),
                                 a.layer[i].head[0].value_blocks);
        TEST_ASSERT_TRUE(a.layer[i].memory[key] && a.layer[i].memory[value]);
        TEST_ASSERT_EQUAL_INT(i == 0, a.layer[i].memory[reg]);
    }
    TEST_ASSERT_TRUE(a.live_after[reg]);
    TEST_ASSERT_FALSE(a.live_after[key]);
    TEST_ASSERT_TRUE(a.layer[2].live[reg]);
    analysis_clear(&a);
    network_clear(&net);
}

static void expect_refusal(const network *net, const char *reason)
{
    analysis a;
    analysis_init(&a, net);
    TEST_ASSERT_FALSE(a.allowed);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(a.refusal, reason), a.refusal);
    analysis_clear(&a);
}

static void test_overwritten_memory_is_refused(void)
{
    network net;
    build(&net);
    qmat_set_si(net.layer[0].mlp_out, field(&net, "value") + 1, 0, 1);
    expect_refusal(&net, "values come from coordinate");
    expect_refusal(&net, "(value[1])");
    expect_refusal(&net, "layer 2, head 0");
    network_clear(&net);
}

static void test_a_bias_overwrites_too(void)
{
    network net;
    build(&net);
    mpq_set_si(net.layer[1].mlp_out_bias->entry[field(&net, "key")], 1, 1);
    expect_refusal(&net, "layer 2, head 0: keys come from coordinate 0 (key[0])");
    network_clear(&net);
}

static void test_feedback_of_other_tokens_is_refused(void)
{
    network net;
    build(&net);
    qmat_set_si(net.layer[2].head[0].value, 0, field(&net, "register"), 1);
    expect_refusal(&net, "(register[0])");
    network_clear(&net);
}

static void test_dead_heads_do_not_matter(void)
{
    network net;
    analysis a;
    build(&net);
    attention_head *head = &net.layer[2].head[0];
    qmat_set_si(head->value, 0, field(&net, "register"), 1); /* would be refused, ... */
    for (size_t c = 0; c < head->output->rows; c++)
        qmat_set_si(head->output, c, 0, 0); /* ... but nothing listens to value 0 */
    analysis_init(&a, &net);
    TEST_ASSERT_TRUE(a.allowed);
    analysis_clear(&a);
    network_clear(&net);
}

static void test_keys_that_read_symbols(void)
{
    network net;
    analysis a;
    build(&net);
    qmat_set_si(net.layer[1].head[0].key, 0, field(&net, "value"), 1);
    analysis_init(&a, &net);
    TEST_ASSERT_TRUE(a.allowed);
    TEST_ASSERT_FALSE(a.layer[1].head[0].keys_positional);
    TEST_ASSERT_TRUE(a.layer[0].head[0].keys_positional);
    analysis_clear(&a);
    network_clear(&net);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_binary_is_allowed);
    RUN_TEST(test_overwritten_memory_is_refused);
    RUN_TEST(test_a_bias_overwrites_too);
    RUN_TEST(test_feedback_of_other_tokens_is_refused);
    RUN_TEST(test_dead_heads_do_not_matter);
    RUN_TEST(test_keys_that_read_symbols);
    return UNITY_END();
}
