/* A network run as a protocol: the same answers, from messages alone, within the bits. */
#include "base/memory.h"
#include "constructions/construction.h"
#include "model/evaluate.h"
#include "protocol/from-network.h"
#include "protocol/transcript.h"
#include "task/order.h"
#include "tests/support/support.h"

#include <stdio.h>
#include <string.h>

static void require_ok(status s, const error *e)
{
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, s, e->message);
}

/* Answers of the protocol and of the network in the same arithmetic, input by input. */
static unsigned compare(const network *net, unsigned P, uint64_t most, uint64_t step)
{
    protocol p;
    transcript t;
    evaluator ev;
    order_walk walk;
    error e = {""};
    unsigned wrong = 0;
    number_choice number = {NUMBER_ROUNDED, number_fixed(P > 2 ? 2 : P - 1, P > 2 ? P - 3 : 0)};
    require_ok(protocol_from_network(&p, net, &number.system, &e), &e);
    require_ok(protocol_check_budget(&p, &e), &e);
    require_ok(evaluator_init_number(&ev, net, &number, &e), &e);
    transcript_init(&t, &p);
    order_walk_init(&walk, &net->task);
    for (uint64_t k = 0; k < most; k++) {
        require_ok(protocol_run(&t, walk.prompt, &e), &e);
        run_result got = evaluator_answer(&ev, walk.prompt, NULL);
        uint64_t answer = got.outcome == RUN_ANSWER ? got.answer : PROTOCOL_NO_ANSWER;
        TEST_ASSERT_EQUAL_UINT64(answer, t.answer);
        wrong += answer != fc_answer(&net->task, walk.prompt);
        int64_t moved = 0;
        for (uint64_t s = 0; s < step && moved >= 0; s++)
            moved = order_walk_next(&walk);
        if (moved < 0)
            break;
    }
    order_walk_clear(&walk);
    transcript_clear(&t);
    evaluator_clear(&ev);
    protocol_clear(&p);
    return wrong;
}

static void test_every_construction_is_a_protocol(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    for (size_t i = 0; constructions[i]; i++) {
        network net;
        constructions[i]->build(&net, &task);
        unsigned P = (unsigned)constructions[i]->precision_bits(&task);
        if (net.steps == 1)
            TEST_ASSERT_EQUAL_UINT(0, compare(&net, P, 4096, sanitized() ? 61 : 7));
        network_clear(&net);
    }
}

static void test_too_few_bits_are_wrong_in_the_same_way(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    unsigned wrong = 0;
    const char *const names[] = {"binary", "quadratic", "hybrid-gla", "hybrid-window"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (unsigned P = 1; P <= 3; P++) {
            network net;
            construction_find(names[i])->build(&net, &task);
            wrong += compare(&net, P, 40, 101);
            network_clear(&net);
        }
    TEST_ASSERT_TRUE(wrong > 0);
}

static void test_three_steps(void)
{
    fc task = make_task(3, 2, (uint64_t[]){2, 2});
    const char *const names[] = {"quadratic", "hybrid-mamba", "hybrid-window"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        network net;
        const construction *it = construction_find(names[i]);
        it->build(&net, &task);
        TEST_ASSERT_EQUAL_UINT(0, compare(&net, (unsigned)it->precision_bits(&task), 30, 7));
        network_clear(&net);
    }
}

/* Keys and values from registers that earlier layers wrote, at all tokens: nothing may be
 * computed at the last token alone. */
static void test_a_network_that_uses_every_token(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    network net;
    random_source source = {3};
    construction_find("hybrid-linear")->build(&net, &task);
    for (size_t i = 0; i < net.layers; i++) {
        network_layer *layer = &net.layer[i];
        for (size_t k = 0; k < layer->mlp_in->rows; k++) /* no gate: MLPs act everywhere */
            mpq_set_si(layer->mlp_in_bias->entry[k], (long)random_below(&source, 3) - 1, 1);
        for (size_t h = 0; layer->head && h < layer->heads; h++)
            for (size_t c = 0; c < net.embed.width; c++)
                for (size_t row = 0; row < layer->head[h].key->rows; row++)
                    qmat_set_si(layer->head[h].key, row, c, (long)random_below(&source, 3) - 1);
    }
    TEST_ASSERT_FALSE(run_reads_memory_only(&net));
    TEST_ASSERT_TRUE(compare(&net, 6, 60, 67) > 0); /* nonsense, but the same nonsense */
    network_clear(&net);
}

static void test_what_a_protocol_cannot_be(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    network net;
    protocol p;
    error e = {""};
    number_system fixed = number_fixed(2, 5), half;
    construction_find("cot")->build(&net, &task);
    TEST_ASSERT_EQUAL_INT(STATUS_USAGE, protocol_from_network(&p, &net, &fixed, &e));
    TEST_ASSERT_NOT_NULL(strstr(e.message, "not a single pass"));
    network_clear(&net);
    construction_find("binary")->build(&net, &task);
    TEST_ASSERT_TRUE(number_float(&half, "fp16"));
    TEST_ASSERT_EQUAL_INT(STATUS_USAGE, protocol_from_network(&p, &net, &half, &e));
    TEST_ASSERT_NOT_NULL(strstr(e.message, "fixed:P"));
    network_clear(&net);
}

/* One bit less per token than the messages need: B with 2 B below what a token is told. */
static void test_a_tightened_budget_is_exceeded(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    for (size_t i = 0; constructions[i]; i++) {
        network net;
        protocol p;
        error e = {""};
        number_system fixed = number_fixed(2, 7);
        constructions[i]->build(&net, &task);
        if (net.steps == 1) {
            require_ok(protocol_from_network(&p, &net, &fixed, &e), &e);
            uint64_t told = protocol_width(&p, p.layers - 1, 2, -1), needed = (told + 1) / 2;
            TEST_ASSERT_TRUE(needed <= p.B);
            p.B = needed;
            require_ok(protocol_check_budget(&p, &e), &e);
            p.B = needed - 1;
            TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, protocol_check_budget(&p, &e));
            p.B = needed;
            if (p.word[0] == 'R') {
                p.S--;
                TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, protocol_check_budget(&p, &e));
                TEST_ASSERT_NOT_NULL(strstr(e.message, "layer 1 (R), player 2 to player 1"));
            }
            protocol_clear(&p);
        }
        network_clear(&net);
    }
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_every_construction_is_a_protocol);
    RUN_TEST(test_too_few_bits_are_wrong_in_the_same_way);
    RUN_TEST(test_three_steps);
    RUN_TEST(test_a_network_that_uses_every_token);
    RUN_TEST(test_what_a_protocol_cannot_be);
    RUN_TEST(test_a_tightened_budget_is_exceeded);
    return UNITY_END();
}
