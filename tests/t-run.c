/* The reference engine against numbers computed by hand: a network that is no look-up at all,
 * two layers of two heads with MLPs and fractional weights (networks/by-hand.json).
 *
 * Input z_1 = (1, 0), z_0 = 1, so x_t = (a, b, t) starts as (1,0,0), (0,1/2,1), (1,1,2),
 * (1,3/2,3).
 *
 * Layer 0, head 0: q = 2b = t, k = a, v = a/2.  Scores t*a_s, weights at t = 3: 8,1,8,8 of 25.
 *   y = 1/2, 1/3, 4/9, 12/25, added to b.
 * Head 1: q = 0, so plain means of v = b/3 = 0, 1/6, 1/3, 1/2:  0, 1/12, 1/6, 1/4, added to a.
 * Now (a,b) = (1,1/2), (1/12,5/6), (7/6,13/9), (5/4,99/50).
 * MLP: h_0 = ReLU(a-b), h_1 = ReLU(1/2-a):  (1/2,0), (0,5/12), (0,0), (0,0);
 *   a += h_0/2 - h_1,  b += 2 h_1 - 1/4.
 *
 * Layer 1, head 0: means of a+b = 3/2, 13/12, 85/36, 149/50, subtracted from a:
 *   3/2, 31/24, 89/54, 1783/900.
 * Head 1: scores t*s, v = a = 5/4, -1/3, 7/6, 5/4, half of it added to b:
 *   5/4, 7/36 (weights 1,2 of 3), 223/252 (1,4,16 of 21), 317/260 (1,8,64,512 of 585).
 * MLP: h = ReLU(a+b-1/2) = 1/8, 0, 991/1512, 25939/23400;  a += 3h,  b -= h/2. */
#include "base/memory.h"
#include "exact/rational.h"
#include "model/network-file.h"
#include "model/run.h"
#include "tests/support/support.h"

#include <stdio.h>
#include <string.h>

static const char *const stream[3][4][3] = {
    {{"1", "0", "0"}, {"0", "1/2", "1"}, {"1", "1", "2"}, {"1", "3/2", "3"}},
    {{"5/4", "1/4", "0"}, {"-1/3", "17/12", "1"}, {"7/6", "43/36", "2"}, {"5/4", "173/100", "3"}},
    {{"1/8", "13/16", "0"},
     {"-13/8", "109/72", "1"},
     {"2245/1512", "3959/3024", "2"},
     {"60709/23400", "16711/9360", "3"}},
};

static const char *const read_by_head[2][2][4] = {
    {{"1/2", "1/3", "4/9", "12/25"}, {"0", "1/12", "1/6", "1/4"}},
    {{"3/2", "31/24", "89/54", "1783/900"}, {"5/4", "7/36", "223/252", "317/260"}},
};

typedef struct seen {
    int streams, heads;
} seen;

static void see_stream(void *data, const number_system *system, size_t layers_done, uint64_t token,
                       const void *x)
{
    ((seen *)data)->streams++;
    for (size_t c = 0; c < 3; c++) {
        char *text = system->to_text(number_get(system, x, c));
        TEST_ASSERT_EQUAL_STRING(stream[layers_done][token][c], text);
        memory_free(text);
    }
}

static void see_attention(void *data, const number_system *system, size_t layer, size_t head,
                          uint64_t token, const void *weight, const void *y)
{
    ((seen *)data)->heads++;
    char *text = system->to_text(y);
    TEST_ASSERT_EQUAL_STRING(read_by_head[layer][head][token], text);
    memory_free(text);
    mpq_t sum;
    mpq_init(sum);
    for (uint64_t s = 0; s <= token; s++)
        mpq_add(sum, sum, (mpq_srcptr)number_get(system, weight, (size_t)s));
    TEST_ASSERT_EQUAL_INT(0, mpq_cmp_ui(sum, 1, 1));
    if (layer == 1 && head == 1 && token == 3) {
        text = system->to_text(number_get(system, weight, 2));
        TEST_ASSERT_EQUAL_STRING("64/585", text);
        memory_free(text);
    }
    mpq_clear(sum);
}

static void load(network *net, const char *name)
{
    char path[4096];
    error e = {""};
    status s = network_read_file(net, test_file(path, sizeof path, name), &e);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, s, e.message);
}

static const uint64_t prompt[] = {1, 0, 1, 0};

static void test_activations_are_the_hand_computed_ones(void)
{
    network net;
    run_machine machine;
    error e;
    seen counts = {0, 0};
    run_observer observer = {.data = &counts, .attention = see_attention, .stream = see_stream};
    load(&net, "networks/by-hand.json");
    TEST_ASSERT_EQUAL_INT(STATUS_OK, run_machine_init(&machine, &net, number_base2, &e));
    run_result got = run_prompt(&machine, prompt, &observer);
    TEST_ASSERT_EQUAL_INT(RUN_ANSWER, got.outcome);
    TEST_ASSERT_EQUAL_UINT64(1, got.answer);
    TEST_ASSERT_EQUAL_INT(3 * 4, counts.streams);
    TEST_ASSERT_EQUAL_INT(2 * 2 * 4, counts.heads);
    run_machine_clear(&machine);
    network_clear(&net);
}

/* Enclosures of the same run contain the exact activations, at every token and layer. */
static void contain_stream(void *data, const number_system *system, size_t layers_done,
                           uint64_t token, const void *x)
{
    ((seen *)data)->streams++;
    mpq_t exact;
    error e;
    mpq_init(exact);
    for (size_t c = 0; c < 3; c++) {
        TEST_ASSERT_EQUAL_INT(STATUS_OK, rational_parse(exact, stream[layers_done][token][c], &e));
        TEST_ASSERT_TRUE(interval_contains_q((mpfi_srcptr)number_get(system, x, c), exact));
    }
    mpq_clear(exact);
}

static void test_enclosures_contain_the_exact_activations(void)
{
    static const mpfr_prec_t precision[] = {10, 24, 53, 200};
    network net;
    error e;
    load(&net, "networks/by-hand.json");
    for (size_t i = 0; i < sizeof precision / sizeof *precision; i++) {
        run_machine machine;
        seen counts = {0, 0};
        run_observer observer = {.data = &counts, .attention = NULL, .stream = contain_stream};
        number_system system = number_enclosure(SOFTMAX_BASE_2, precision[i]);
        TEST_ASSERT_EQUAL_INT(STATUS_OK, run_machine_init(&machine, &net, system, &e));
        run_result got = run_prompt(&machine, prompt, &observer);
        TEST_ASSERT_EQUAL_INT(RUN_ANSWER, got.outcome);
        TEST_ASSERT_EQUAL_UINT64(1, got.answer);
        TEST_ASSERT_EQUAL_INT(3 * 4, counts.streams);
        run_machine_clear(&machine);
    }
    network_clear(&net);
}

/* Any one weight of it changed changes an activation: the engine really uses all of them. */
static int streams_differ;

static void compare_stream(void *data, const number_system *system, size_t layers_done,
                           uint64_t token, const void *x)
{
    (void)data;
    for (size_t c = 0; c < 3; c++) {
        char *text = system->to_text(number_get(system, x, c));
        streams_differ |= strcmp(text, stream[layers_done][token][c]) != 0;
        memory_free(text);
    }
}

static void expect_difference(const network *net, mpq_ptr weight)
{
    run_machine machine;
    error e;
    run_observer observer = {.data = NULL, .attention = NULL, .stream = compare_stream};
    mpq_t old, one;
    mpq_inits(old, one, NULL);
    mpq_set(old, weight);
    mpq_set_ui(one, 1, 1);
    mpq_add(weight, weight, one);
    streams_differ = 0;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, run_machine_init(&machine, net, number_base2, &e));
    run_result got = run_prompt(&machine, prompt, &observer);
    TEST_ASSERT_TRUE(streams_differ || got.outcome == RUN_INEXACT);
    run_machine_clear(&machine);
    mpq_set(weight, old);
    mpq_clears(old, one, NULL);
}

static void test_every_weight_matters(void)
{
    network net;
    load(&net, "networks/by-hand.json");
    for (size_t i = 0; i < net.layers; i++) {
        network_layer *layer = &net.layer[i];
        for (size_t h = 0; h < layer->heads; h++) {
            qmat_struct *const part[] = {layer->head[h].value, layer->head[h].output};
            for (size_t k = 0; k < 2; k++)
                for (size_t j = 0; j < 3; j++)
                    if (mpq_sgn(part[k]->entry[j]) != 0)
                        expect_difference(&net, part[k]->entry[j]);
        }
        for (size_t j = 0; j < 3; j++) {
            expect_difference(&net, layer->mlp_out_bias->entry[j]);
            expect_difference(&net, layer->mlp_out->entry[j * layer->mlp_in->rows]);
        }
        expect_difference(&net, layer->mlp_in_bias->entry[0]);
    }
    expect_difference(&net, qmat_at(net.layer[0].head[0].query, 0, 1));
    expect_difference(&net, qmat_at(net.layer[0].head[0].key, 0, 0));
    expect_difference(&net, qmat_at(net.layer[1].head[1].query, 0, 2));
    expect_difference(&net, qmat_at(net.layer[1].head[1].key, 0, 2));
    network_clear(&net);
}

static void test_a_prompt_that_does_not_fit_is_refused_with_its_size(void)
{
    network net;
    run_machine machine;
    error e = {""};
    fc task = make_task(1, UINT64_C(1) << 39, NULL);
    network_init(&net, "wide", &task);
    embedding_add_field(&net.embed, "x", 10);
    TEST_ASSERT_EQUAL_INT(STATUS_LIMIT, run_machine_init(&machine, &net, number_base2, &e));
    TEST_ASSERT_NOT_NULL(strstr(e.message, "GB"));
    network_clear(&net);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_activations_are_the_hand_computed_ones);
    RUN_TEST(test_enclosures_contain_the_exact_activations);
    RUN_TEST(test_every_weight_matters);
    RUN_TEST(test_a_prompt_that_does_not_fit_is_refused_with_its_size);
    return UNITY_END();
}
