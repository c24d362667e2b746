/* Every built-in construction: right on small tasks, in exact arithmetic and in the bits it
 * claims to need, and no layer of it is idle. */
#include "base/memory.h"
#include "constructions/construction.h"
#include "tests/support/support.h"
#include "verifier/least-precision.h"

#include <string.h>

static const char *const names[] = {
    "binary",
    "quadratic",
    "cot",
    "hybrid-linear",
    "hybrid-linear-norm",
    "hybrid-retnet",
    "hybrid-gla",
    "hybrid-hgrn2",
    "hybrid-deltanet",
    "hybrid-gated-deltanet",
    "hybrid-kda",
    "hybrid-deltaproduct",
    "hybrid-rwkv6",
    "hybrid-rwkv7",
    "hybrid-mamba",
    "hybrid-mamba2",
    "hybrid-window",
};
enum { name_count = sizeof names / sizeof *names };

/* Checks all inputs, or `sample` random ones; the number of failures found (at most 1). */
static int fails(const network *net, const number_choice *number, unsigned long sample)
{
    error e = {""};
    verdict found;
    exhaustive_job job = {.net = net,
                          .number = number,
                          .threads = 1,
                          .stop_at_first = 1,
                          .sample = sample != 0,
                          .seed = 5};
    mpz_inits(job.from, job.to, NULL);
    if (sample)
        mpz_set_ui(job.to, sample);
    else
        fc_count(job.to, &net->task);
    verdict_init(&found);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, exhaustive_verify(&found, &job, &e), e.message);
    int failed = found.counterexample != NULL;
    TEST_ASSERT_TRUE(failed || mpz_cmp(found.checked, job.to) == 0);
    verdict_clear(&found);
    mpz_clears(job.from, job.to, NULL);
    return failed;
}

static unsigned long thin(unsigned long sample)
{
    return sanitized() ? sample : 0;
}

static void test_the_list_is_the_contract(void)
{
    for (size_t i = 0; i < name_count; i++) {
        TEST_ASSERT_NOT_NULL_MESSAGE(constructions[i], names[i]);
        TEST_ASSERT_EQUAL_STRING(names[i], constructions[i]->name);
        TEST_ASSERT_EQUAL_PTR(constructions[i], construction_find(names[i]));
    }
    TEST_ASSERT_NULL(constructions[name_count]);
    TEST_ASSERT_NULL(construction_find("hybrid-lstm"));
}

static void check_all(fc task, unsigned long sample)
{
    for (size_t i = 0; constructions[i]; i++) {
        network net;
        constructions[i]->build(&net, &task);
        TEST_ASSERT_EQUAL_STRING(names[i], net.name);
        TEST_ASSERT_FALSE_MESSAGE(fails(&net, NULL, sample), names[i]);
        network_clear(&net);
    }
}

static void test_all_are_right_on_every_input_of_small_tasks(void)
{
    check_all(make_task(2, 2, (uint64_t[]){2}), sanitized() ? 20 : 500); /* all: t-engines.c */
    check_all(make_task(1, 3, NULL), thin(20));
    check_all(make_task(1, 1, NULL), 0);
    check_all(make_task(2, 1, (uint64_t[]){1}), 0);
    check_all(make_task(2, 1, (uint64_t[]){3}), thin(20));
    check_all(make_task(2, 3, (uint64_t[]){1}), 20);
}

static void test_all_are_right_on_samples_of_larger_tasks(void)
{
    unsigned long sample = sanitized() ? 1 : 8;
    check_all(make_task(3, 2, (uint64_t[]){2, 2}), sample);
    check_all(make_task(3, 2, (uint64_t[]){3, 1}), sample);
    check_all(make_task(4, 1, (uint64_t[]){2, 1, 2}), sample);
}

static void test_words_and_sizes(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    for (size_t i = 0; constructions[i]; i++) {
        network net;
        char word[8];
        constructions[i]->build(&net, &task);
        network_word(word, &net);
        int hybrid = strncmp(net.name, "hybrid-", 7) == 0, cot = strcmp(net.name, "cot") == 0;
        TEST_ASSERT_EQUAL_STRING(hybrid ? "RFF" : cot ? "F" : "FFF", word);
        TEST_ASSERT_EQUAL_UINT64(cot ? 3 : 1, net.steps);
        TEST_ASSERT_EQUAL_UINT64(1, network_heads(&net));
        TEST_ASSERT_EQUAL_INT(hybrid, network_state_entries(&net) > 0);
        TEST_ASSERT_TRUE(run_reads_memory_only(&net));
        network_clear(&net);
    }
}

static void test_dropping_any_layer_is_refuted(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    for (size_t i = 0; constructions[i]; i++)
        for (size_t layer = 0; layer < 3 && strcmp(names[i], "cot") != 0; layer++) {
            network net;
            constructions[i]->build(&net, &task);
            network_drop_layer(&net, layer);
            TEST_ASSERT_EQUAL_UINT64(2, net.layers);
            TEST_ASSERT_TRUE_MESSAGE(fails(&net, NULL, 0), names[i]);
            network_clear(&net);
        }
}

/* Fewer passes do not do, either. */
static void test_chain_of_thought_needs_all_its_passes(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    for (size_t steps = 1; steps < 3; steps++) {
        network net;
        construction_find("cot")->build(&net, &task);
        net.steps = steps;
        TEST_ASSERT_TRUE(fails(&net, NULL, 0));
        network_clear(&net);
    }
}

/* ---- number systems -------------------------------------------------------------------------- */

static void check_fixed(fc task, unsigned long sample)
{
    for (size_t i = 0; constructions[i]; i++) {
        network net;
        constructions[i]->build(&net, &task);
        unsigned P = (unsigned)constructions[i]->precision_bits(&task);
        number_choice fixed = {NUMBER_ROUNDED, number_fixed(2, P - 3)};
        TEST_ASSERT_FALSE_MESSAGE(fails(&net, &fixed, sample), names[i]);
        network_clear(&net);
    }
}

static void test_the_bits_they_claim_are_enough(void)
{
    check_fixed(make_task(2, 2, (uint64_t[]){2}), sanitized() ? 10 : 200);
    check_fixed(make_task(1, 3, NULL), thin(20));
    check_fixed(make_task(3, 2, (uint64_t[]){2, 3}), sanitized() ? 1 : 5);
    check_fixed(make_task(2, 30, (uint64_t[]){7}), 1);
}

static void test_base_e_is_certified(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    number_choice base_e;
    error e;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, number_choice_parse(&base_e, "e", &e));
    static const char *const some[] = {"binary", "quadratic", "cot", "hybrid-hgrn2",
                                       "hybrid-window"};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        network net;
        construction_find(some[i])->build(&net, &task);
        TEST_ASSERT_FALSE_MESSAGE(fails(&net, &base_e, sanitized() ? 10 : 100), some[i]);
        network_clear(&net);
    }
}

static void test_least_precision_is_verified_and_one_less_refuted(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    static const char *const some[] = {"binary", "quadratic", "hybrid-rwkv7"};
    for (size_t i = 0; i < 3; i++) {
        network net;
        least_precision least;
        error e = {""};
        construction_find(some[i])->build(&net, &task);
        least_precision_init(&least);
        exhaustive_job job = {.net = &net, .threads = 1};
        mpz_inits(job.from, job.to, NULL);
        fc_count(job.to, &task);
        TEST_ASSERT_EQUAL_INT(STATUS_OK, least_precision_find(&least, &job, &e));
        unsigned P = number_fixed_bits(&least.choice.system);
        TEST_ASSERT_TRUE(P >= 3 && P <= construction_find(some[i])->precision_bits(&task));
        TEST_ASSERT_EQUAL_UINT64(P - 1, least.refuted);
        for (unsigned I = 0; I < least.refuted; I++) {
            number_choice smaller = {NUMBER_ROUNDED, number_fixed(I, P - 2 - I)};
            evaluator ev;
            TEST_ASSERT_EQUAL_INT(STATUS_OK, evaluator_init_number(&ev, &net, &smaller, &e));
            const uint64_t *prompt = least.refutation[I].counterexample;
            run_result got = evaluator_answer(&ev, prompt, NULL);
            TEST_ASSERT_TRUE(got.outcome != RUN_ANSWER || got.answer != fc_answer(&task, prompt));
            evaluator_clear(&ev);
        }
        least_precision_clear(&least);
        mpz_clears(job.from, job.to, NULL);
        network_clear(&net);
    }
}

/* In the number systems that round, the last token alone gives the same as all tokens. */
static void test_the_last_token_alone_is_enough(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    static const char *const systems[] = {"fixed:5", "fixed:3:0", "bf16", "fp8e4m3", "fp8e5m2"};
    random_source source = {8};
    uint64_t prompt[8];
    for (size_t i = 0; constructions[i]; i++)
        for (size_t k = 0; k < sizeof systems / sizeof *systems; k++) {
            network net;
            number_choice number;
            run_machine all, last;
            error e;
            constructions[i]->build(&net, &task);
            TEST_ASSERT_EQUAL_INT(STATUS_OK, number_choice_parse(&number, systems[k], &e));
            TEST_ASSERT_EQUAL_INT(STATUS_OK, run_machine_init(&all, &net, number.system, &e));
            TEST_ASSERT_EQUAL_INT(STATUS_OK, run_machine_init(&last, &net, number.system, &e));
            run_last_only(&last);
            for (int round = 0; round < 4; round++) {
                order_random(prompt, &task, &source);
                run_result a = run_prompt(&all, prompt, NULL), b = run_prompt(&last, prompt, NULL);
                TEST_ASSERT_EQUAL_INT(a.outcome, b.outcome);
                TEST_ASSERT_EQUAL_UINT64(a.answer, b.answer);
                TEST_ASSERT_EQUAL_UINT64(a.coordinate, b.coordinate);
            }
            run_machine_clear(&all);
            run_machine_clear(&last);
            network_clear(&net);
        }
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_the_list_is_the_contract);
    RUN_TEST(test_all_are_right_on_every_input_of_small_tasks);
    RUN_TEST(test_all_are_right_on_samples_of_larger_tasks);
    RUN_TEST(test_words_and_sizes);
    RUN_TEST(test_dropping_any_layer_is_refuted);
    RUN_TEST(test_chain_of_thought_needs_all_its_passes);
    RUN_TEST(test_the_bits_they_claim_are_enough);
    RUN_TEST(test_base_e_is_certified);
    RUN_TEST(test_least_precision_is_verified_and_one_less_refuted);
    RUN_TEST(test_the_last_token_alone_is_enough);
    return UNITY_END();
}
