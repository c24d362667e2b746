/* The symbolic engine: right where the network is right, and never of another opinion than
 * running every input, on networks broken weight by weight. */
#include "base/memory.h"
#include "constructions/construction.h"
#include "task/input.h"
#include "tests/support/support.h"
#include "verifier/analysis.h"
#include "verifier/hunt.h"
#include "verifier/solve.h"
#include "verifier/sweep.h"
#include "verifier/symbolic-certificate.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct size_case {
    unsigned L;
    uint64_t m, n[4];
} size_case;

static void build(network *net, const size_case *c)
{
    fc task = make_task(c->L, c->m, c->n);
    construction_find("binary")->build(net, &task);
}

static int proves(const network *net)
{
    error e = {""};
    symbolic_proof proof;
    symbolic_proof_init(&proof, net);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, symbolic_prove(&proof, &e), e.message);
    int complete = proof.complete;
    TEST_ASSERT_TRUE(complete || proof.spot.reason[0]);
    symbolic_proof_clear(&proof);
    return complete;
}

static void test_right_networks_are_proved(void)
{
    static const size_case cases[] = {
        {1, 1, {0}},          {1, 2, {0}},    {1, 7, {0}},       {1, 1000, {0}},
        {2, 1, {1}},          {2, 1, {5}},    {2, 5, {1}},       {2, 2, {2}},
        {2, 3, {3}},          {2, 30, {30}},  {2, 33, {31}},     {3, 1, {1, 1}},
        {3, 3, {1, 5}},       {3, 5, {3, 2}}, {4, 2, {3, 1, 2}}, {5, 4, {4, 4, 4, 4}},
        {5, 3, {2, 1, 5, 3}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        network net;
        build(&net, &cases[i]);
        TEST_ASSERT_TRUE(proves(&net));
        network_clear(&net);
    }
}

/* ---- against running every input ------------------------------------------------------------ */

static unsigned proved, refuted, run, undecided;

/* All inputs, by the fast engine where it may be used (which has tests of its own). */
static int is_right(const network *net)
{
    error e = {""};
    analysis facts;
    sweep all;
    analysis_init(&facts, net);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, sweep_init(&all, net, &e), e.message);
    all.facts = facts.allowed ? &facts : NULL;
    all.stop_at_first = 1;
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, sweep_run(&all, &e), e.message);
    int right = sweep_total(&all).first == NO_FAILURE;
    sweep_clear(&all);
    analysis_clear(&facts);
    return right;
}

static void confirm(const network *net, const verdict *found)
{
    json_t *input = input_to_json(&net->task, found->counterexample);
    evaluator ev;
    error e;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, evaluator_init(&ev, net, &e));
    run_result got = evaluator_answer(&ev, found->counterexample, NULL);
    TEST_ASSERT_TRUE(got.outcome != RUN_ANSWER || got.answer != oracle_answer(&net->task, input));
    evaluator_clear(&ev);
    json_decref(input);
}

/* What the engine proves, the kernel proves, too (it has rules for full layers in one pass). */
static void ask_kernel(const symbolic_proof *proof)
{
    const network *net = proof->net;
    theorem *made = NULL;
    error e = {""};
    for (size_t t = 0; t < net->layers; t++)
        if (net->layer[t].kind != LAYER_FULL || net->steps > 1)
            return;
    char *text = symbolic_certificate(proof, "base2");
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, solve_by_lookups_text(&made, text, &e), e.message);
    theorem_clear(made);
    memory_free(text);
}

/* What the engine says must be what running every input says. */
static void judge(const network *net)
{
    error e = {""};
    symbolic_proof proof;
    verdict found;
    symbolic_proof_init(&proof, net);
    verdict_init(&found);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, symbolic_prove(&proof, &e), e.message);
    if (proof.complete) {
        TEST_ASSERT_TRUE(is_right(net));
        ask_kernel(&proof);
        proved++;
    } else {
        hunt_end end;
        TEST_ASSERT_EQUAL_INT(STATUS_OK, hunt_counterexample(&end, &found, &proof, 1, &e));
        refuted += end == HUNT_FOUND;
        run += end == HUNT_NONE_EXIST;
        undecided += end == HUNT_GAVE_UP;
        if (end == HUNT_FOUND)
            confirm(net, &found);
    }
    verdict_clear(&found);
    symbolic_proof_clear(&proof);
}

static unsigned stride;

static void mutate(const network *net, mpq_ptr weight)
{
    static unsigned count;
    static const struct {
        int numerator;
        unsigned denominator;
    } change[] = {{1, 1}, {-1, 1}, {1, 2}, {-2, 1}};
    mpq_t old, by;
    mpq_inits(old, by, NULL);
    mpq_set(old, weight);
    for (size_t i = 0; i < sizeof change / sizeof *change; i++) {
        if (count++ % stride != 0)
            continue;
        mpq_set_si(by, change[i].numerator, change[i].denominator);
        mpq_add(weight, old, by);
        judge(net);
    }
    mpq_set(weight, old);
    mpq_clears(old, by, NULL);
}

static void mutate_matrix(const network *net, qmat_t a, int zeros_too)
{
    for (size_t i = 0; i < a->rows * a->columns; i++)
        if (zeros_too || mpq_sgn(a->entry[i]) != 0)
            mutate(net, a->entry[i]);
}

static void mutate_everything(network *net, int zeros_too)
{
    for (size_t i = 0; i < net->layers; i++) {
        network_layer *layer = &net->layer[i];
        mutate_matrix(net, layer->head[0].query, zeros_too);
        mutate_matrix(net, layer->head[0].key, zeros_too);
        mutate_matrix(net, layer->head[0].value, zeros_too);
        mutate_matrix(net, layer->head[0].output, zeros_too);
        mutate_matrix(net, layer->mlp_in, zeros_too);
        mutate_matrix(net, layer->mlp_out, zeros_too);
        for (size_t u = 0; u < layer->mlp_in_bias->length; u++)
            mutate(net, layer->mlp_in_bias->entry[u]);
    }
    for (size_t c = 0; c < net->embed.width; c++)
        for (size_t i = 0; i < net->embed.coordinate[c].count; i++) {
            mutate(net, net->embed.coordinate[c].term[i].scale);
            mutate(net, net->embed.coordinate[c].term[i].offset);
        }
    mutate_matrix(net, net->readout, zeros_too);
}

static void compare(const size_case *c, unsigned every, int zeros_too)
{
    network net;
    build(&net, c);
    proved = refuted = run = undecided = 0;
    /* STRATA_TEST_ALL=1 tries every change: minutes instead of seconds */
    stride = sanitized() ? 23 * every : getenv("STRATA_TEST_ALL") ? 1 : every;
    mutate_everything(&net, zeros_too);
    printf("FC(%u;%u;..): %u proved, %u refuted, %u decided by running, %u undecided\n", c->L,
           (unsigned)c->m, proved, refuted, run, undecided);
    TEST_ASSERT_EQUAL_UINT(0, undecided);
    TEST_ASSERT_TRUE(sanitized() || (proved > 0 && refuted > 0));
    network_clear(&net);
}

static void test_small_networks_broken_anywhere(void)
{
    compare(&(size_case){1, 3, {0}}, 7, 1);
    compare(&(size_case){2, 1, {3}}, 7, 1);
    compare(&(size_case){2, 2, {1}}, 7, 1);
}

static void test_weights_of_2_2_2(void)
{
    compare(&(size_case){2, 2, {2}}, 11, 0);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_right_networks_are_proved);
    RUN_TEST(test_small_networks_broken_anywhere);
    RUN_TEST(test_weights_of_2_2_2);
    return UNITY_END();
}
