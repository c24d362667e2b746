/* The binary construction is right on every input of every small task, and on samples of
 * larger ones; and what section 2.A says about scores and weights holds. */
#include "base/memory.h"
#include "constructions/construction.h"
#include "exact/rational.h"
#include "tests/support/support.h"
#include "verifier/exhaustive.h"

#include <string.h>

static void verify(unsigned L, uint64_t m, const uint64_t *n, unsigned long sample,
                   const char *expected_count)
{
    fc task = make_task(L, m, n);
    network net;
    verdict found;
    error e = {""};
    exhaustive_job job = {.net = &net, .threads = 2, .sample = sample > 0, .seed = 7};
    mpz_inits(job.from, job.to, NULL);
    construction_find("binary")->build(&net, &task);
    if (sample)
        mpz_set_ui(job.to, sample);
    else
        fc_count(job.to, &task);
    verdict_init(&found);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, exhaustive_verify(&found, &job, &e), e.message);
    char name[fc_text_room], *checked = integer_to_text(found.checked);
    fc_to_text(name, &task);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, mpz_sgn(found.failures), name);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(expected_count, checked, name);
    TEST_ASSERT_EQUAL_UINT64(L + 1, net.layers);
    memory_free(checked);
    verdict_clear(&found);
    mpz_clears(job.from, job.to, NULL);
    network_clear(&net);
}

static void test_every_input_of_small_tasks(void)
{
    verify(1, 1, NULL, 0, "1");
    verify(1, 2, NULL, 0, "8");
    verify(1, 3, NULL, 0, "81");
    verify(2, 1, (uint64_t[]){1}, 0, "1");
    verify(2, 1, (uint64_t[]){2}, 0, "8");
    verify(2, 1, (uint64_t[]){3}, 0, "81");
    verify(2, 2, (uint64_t[]){1}, 0, "32");
    verify(3, 1, (uint64_t[]){1, 2}, 0, "8");
    verify(3, 1, (uint64_t[]){2, 1}, 0, "32");
    verify(4, 1, (uint64_t[]){1, 1, 2}, 0, "8");
    verify(5, 1, (uint64_t[]){1, 1, 1, 1}, 0, "1");
    if (!sanitized()) {
        verify(1, 4, NULL, 0, "1024");
        verify(2, 2, (uint64_t[]){2}, 0, "4096");
    }
}

static void test_samples_of_larger_tasks(void)
{
    verify(1, 17, NULL, 50, "50");
    verify(2, 3, (uint64_t[]){2}, 100, "100");
    verify(2, 5, (uint64_t[]){3}, 50, "50");
    verify(3, 2, (uint64_t[]){2, 2}, 100, "100");
    verify(4, 2, (uint64_t[]){2, 1, 2}, 50, "50");
    verify(3, 3, (uint64_t[]){1, 5}, 20, "20");
    verify(7, 1, (uint64_t[]){2, 1, 2, 1, 2, 1}, 50, "50");
}

/* 2.A: at the last token, in layer t, the wanted token has weight at least 3/4. */
typedef struct weighing {
    const fc *task;
    const uint64_t *prompt;
} weighing;

static void weigh(void *data, const number_system *system, size_t layer, size_t head,
                  uint64_t token, const void *weight, const void *y)
{
    const weighing *it = data;
    const fc *task = it->task;
    (void)head;
    (void)y;
    if (token + 1 != task->tokens)
        return;
    uint64_t argument = 0;
    if (layer >= 1)
        argument = fc_intermediate(task, it->prompt, (unsigned)layer - 1);
    if (layer >= 2)
        argument +=
            fc_query_part(task, it->prompt[token], (unsigned)layer - 1) * task->N[layer - 2];
    uint64_t wanted = fc_block_start(task, (int)layer) + argument;
    TEST_ASSERT_TRUE(mpq_cmp_ui((mpq_srcptr)number_get(system, weight, (size_t)wanted), 3, 4) >= 0);
}

/* ... and after every layer all registers but the last token's are 0. */
static void registers_stay_zero(void *data, const number_system *system, size_t layers_done,
                                uint64_t token, const void *x)
{
    const weighing *it = data;
    network net;
    (void)layers_done;
    if (token + 1 == it->task->tokens)
        return;
    construction_find("binary")->build(&net, it->task);
    for (size_t f = 0; f < net.embed.fields; f++) {
        const embedding_field *field = &net.embed.field[f];
        if (strcmp(field->name, "register") != 0 && strcmp(field->name, "scratch") != 0)
            continue;
        for (size_t j = 0; j < field->width; j++)
            TEST_ASSERT_EQUAL_INT(SIGN_ZERO, system->sign(number_get(system, x, field->start + j)));
    }
    network_clear(&net);
}

static void test_each_layer_looks_at_the_wanted_token(void)
{
    static const struct {
        unsigned L;
        uint64_t m, n[3];
    } sizes[] = {{1, 1, {0}}, {1, 6, {0}}, {2, 3, {2}}, {3, 2, {2, 2}}, {4, 2, {1, 2, 2}}};
    random_source source = {2};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        fc task = make_task(sizes[k].L, sizes[k].m, sizes[k].n);
        uint64_t *prompt = memory_new((size_t)task.tokens, sizeof *prompt);
        weighing it = {&task, prompt};
        run_observer observer = {.data = &it, .attention = weigh, .stream = registers_stay_zero};
        network net;
        run_machine machine;
        error e;
        construction_find("binary")->build(&net, &task);
        TEST_ASSERT_EQUAL_INT(STATUS_OK, run_machine_init(&machine, &net, number_base2, &e));
        for (int round = 0; round < 5; round++) {
            order_random(prompt, &task, &source);
            run_result got = run_prompt(&machine, prompt, &observer);
            TEST_ASSERT_EQUAL_INT(RUN_ANSWER, got.outcome);
            TEST_ASSERT_EQUAL_UINT64(fc_answer(&task, prompt), got.answer);
        }
        run_machine_clear(&machine);
        network_clear(&net);
        memory_free(prompt);
    }
}

static void test_head_dimension_grows_like_log_n(void)
{
    for (unsigned bits = 1; bits <= 19; bits++) {
        fc task = make_task(2, UINT64_C(1) << bits, (uint64_t[]){UINT64_C(1) << bits});
        network net;
        construction_find("binary")->build(&net, &task);
        TEST_ASSERT_EQUAL_UINT64(2 * bits + 2, network_dim(&net)); /* id 2, w bits, i bits */
        TEST_ASSERT_EQUAL_UINT64(1, network_heads(&net));
        network_clear(&net);
    }
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_every_input_of_small_tasks);
    RUN_TEST(test_samples_of_larger_tasks);
    RUN_TEST(test_each_layer_looks_at_the_wanted_token);
    RUN_TEST(test_head_dimension_grows_like_log_n);
    return UNITY_END();
}
