/* Broken on purpose: every nonzero weight of the FC(2;2;2) network changed by one, up and
 * down, and pairs of keys made equal. Each such network is either still right on all 4096
 * inputs or refuted by a counterexample on which a second definition of the task disagrees
 * with what the network answers there. */
#include "base/memory.h"
#include "constructions/construction.h"
#include "exact/rational.h"
#include "model/network-file.h"
#include "task/input.h"
#include "tests/support/support.h"
#include "verifier/exhaustive.h"

#include <stdio.h>

static unsigned right, refuted; /* how many of each kind there were */

/* The network after a trip through its file, as a person would hand it in. */
static void reread(network *again, const network *net)
{
    error e = {""};
    json_t *json = network_to_json(net);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, network_from_json(again, json, &e), e.message);
    json_decref(json);
}

static void confirm_counterexample(const network *net, const verdict *found)
{
    json_t *input = input_to_json(&net->task, found->counterexample);
    uint64_t truth = oracle_answer(&net->task, input);
    evaluator ev;
    error e;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, evaluator_init(&ev, net, &e));
    run_result got = evaluator_answer(&ev, found->counterexample, NULL);
    TEST_ASSERT_TRUE(got.outcome != RUN_ANSWER || got.answer != truth);
    TEST_ASSERT_EQUAL_UINT64(truth, found->expected);
    evaluator_clear(&ev);
    json_decref(input);
}

static void judge(const network *changed)
{
    network net;
    verdict found;
    error e = {""};
    reread(&net, changed);
    exhaustive_job job = {.net = &net, .threads = 1, .stop_at_first = 1};
    mpz_inits(job.from, job.to, NULL);
    fc_count(job.to, &net.task);
    verdict_init(&found);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, exhaustive_verify(&found, &job, &e), e.message);
    if (found.counterexample) {
        confirm_counterexample(&net, &found);
        refuted++;
    } else {
        TEST_ASSERT_EQUAL_INT(0, mpz_cmp_ui(found.checked, 4096));
        right++;
    }
    verdict_clear(&found);
    mpz_clears(job.from, job.to, NULL);
    network_clear(&net);
}

/* Under sanitizers only some of the weights are tried; the suite proper tries all. */
static int chosen(void)
{
    static unsigned count;
    return count++ % (sanitized() ? 17 : 1) == 0;
}

static void mutate(const network *net, mpq_ptr weight)
{
    mpq_t old, one;
    if (mpq_sgn(weight) == 0 || !chosen())
        return;
    mpq_inits(old, one, NULL);
    mpq_set(old, weight);
    mpq_set_ui(one, 1, 1);
    mpq_add(weight, old, one);
    judge(net);
    mpq_sub(weight, old, one);
    judge(net);
    mpq_set(weight, old);
    mpq_clears(old, one, NULL);
}

static void mutate_all(const network *net, mpq_t *entry, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mutate(net, entry[i]);
}

static void mutate_matrix(const network *net, qmat_t a)
{
    mutate_all(net, a->entry, a->rows * a->columns);
}

static void build(network *net)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    construction_find("binary")->build(net, &task);
    right = refuted = 0;
}

static void report(const char *what)
{
    printf("%s: %u still right, %u refuted with a confirmed counterexample\n", what, right,
           refuted);
}

static void test_attention_weights(void)
{
    network net;
    build(&net);
    for (size_t i = 0; i < net.layers; i++) {
        attention_head *head = &net.layer[i].head[0];
        mutate_matrix(&net, head->query);
        mutate_matrix(&net, head->key);
        mutate_matrix(&net, head->value);
        mutate_matrix(&net, head->output);
    }
    report("attention");
    TEST_ASSERT_TRUE(sanitized() || refuted > 0);
    network_clear(&net);
}

static void test_mlp_weights(void)
{
    network net;
    build(&net);
    for (size_t i = 0; i < net.layers; i++) {
        network_layer *layer = &net.layer[i];
        mutate_matrix(&net, layer->mlp_in);
        mutate_matrix(&net, layer->mlp_out);
        mutate_all(&net, layer->mlp_in_bias->entry, layer->mlp_in_bias->length);
        mutate_all(&net, layer->mlp_out_bias->entry, layer->mlp_out_bias->length);
    }
    report("MLP");
    TEST_ASSERT_TRUE(sanitized() || refuted > 0);
    network_clear(&net);
}

static void test_embedding_and_readout_weights(void)
{
    network net;
    build(&net);
    for (size_t c = 0; c < net.embed.width; c++)
        for (size_t i = 0; i < net.embed.coordinate[c].count; i++) {
            mutate(&net, net.embed.coordinate[c].term[i].scale);
            mutate(&net, net.embed.coordinate[c].term[i].offset);
        }
    mutate_matrix(&net, net.readout);
    report("embedding and read-out");
    TEST_ASSERT_TRUE(sanitized() || refuted > 0);
    network_clear(&net);
}

/* Token z_2(b) gets the key of z_2(a): the network cannot tell them apart and must fail. */
static void test_two_equal_keys(void)
{
    network net;
    build(&net);
    size_t key = net.embed.field[0].start, width = net.embed.field[0].width;
    qvec_t x, y;
    qvec_init(x, net.embed.width);
    qvec_init(y, net.embed.width);
    unsigned pairs = 0;
    for (uint64_t a = 0; a < 4; a++)
        for (uint64_t b = 0; b < 4; b++) {
            if (a == b || (sanitized() && a != 1))
                continue;
            network changed;
            reread(&changed, &net);
            embedding_evaluate(x, &changed.embed, &changed.task, a, 0);
            embedding_evaluate(y, &changed.embed, &changed.task, b, 0);
            for (size_t c = key; c < key + width; c++) {
                embedding_term *term = embedding_add_term(&changed.embed, c, BLOCK_BIT(2));
                term->has_at = 1;
                term->at = b;
                mpq_sub(term->scale, x->entry[c], y->entry[c]);
            }
            unsigned before = refuted;
            judge(&changed);
            TEST_ASSERT_EQUAL_UINT(before + 1, refuted);
            network_clear(&changed);
            pairs++;
        }
    report("equal keys");
    TEST_ASSERT_EQUAL_UINT(sanitized() ? 3 : 12, pairs);
    qvec_clear(x);
    qvec_clear(y);
    network_clear(&net);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_attention_weights);
    RUN_TEST(test_mlp_weights);
    RUN_TEST(test_embedding_and_readout_weights);
    RUN_TEST(test_two_equal_keys);
    return UNITY_END();
}
