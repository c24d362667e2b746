/* All engines on all constructions: the fast engine and the reference engine agree input by
 * input, the symbolic engine agrees with both, on networks that are right and on networks that
 * are broken; and what a recurrent head reads is the mixture the engines take it for. */
#include "base/memory.h"
#include "constructions/construction.h"
#include "task/order.h"
#include "tests/support/support.h"
#include "verifier/engine.h"
#include "verifier/hunt.h"
#include "verifier/recurrent-mixing.h"

#include <string.h>

static tally run_engine(const network *net, const analysis *facts, uint64_t to)
{
    engine it;
    error e = {""};
    tally t = TALLY_EMPTY;
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, engine_init(&it, net, facts, &e), e.message);
    engine_run(&it, 0, to, &t);
    engine_clear(&it);
    return t;
}

/* The same digest of all answers, and the same first failure; returns whether there is one. */
static int engines_agree(const network *net, uint64_t inputs)
{
    analysis facts;
    analysis_init(&facts, net);
    TEST_ASSERT_TRUE_MESSAGE(facts.allowed, facts.refusal);
    tally fast = run_engine(net, &facts, inputs), slow = run_engine(net, NULL, inputs);
    TEST_ASSERT_EQUAL_UINT64_MESSAGE(slow.digest.sum, fast.digest.sum, net->name);
    TEST_ASSERT_EQUAL_UINT64_MESSAGE(slow.digest.product, fast.digest.product, net->name);
    TEST_ASSERT_EQUAL_UINT64(slow.failures, fast.failures);
    TEST_ASSERT_EQUAL_UINT64(slow.first, fast.first);
    analysis_clear(&facts);
    return slow.failures != 0;
}

/* Is it proved? If not, what the search for a counterexample came to must agree. */
static int symbolic_says_right(const network *net)
{
    symbolic_proof proof;
    error e = {""};
    symbolic_proof_init(&proof, net);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, symbolic_prove(&proof, &e), e.message);
    int right = proof.complete;
    if (!right) {
        verdict found;
        hunt_end end;
        verdict_init(&found);
        TEST_ASSERT_EQUAL_INT(STATUS_OK, hunt_counterexample(&end, &found, &proof, 1, &e));
        TEST_ASSERT_TRUE(end != HUNT_GAVE_UP);
        right = end == HUNT_NONE_EXIST;
        verdict_clear(&found);
    }
    symbolic_proof_clear(&proof);
    return right;
}

static int is_cot(const network *net)
{
    return net->steps > 1;
}

static void test_engines_agree_on_networks_that_are_right(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    for (size_t i = 0; constructions[i]; i++) {
        network net;
        constructions[i]->build(&net, &task);
        TEST_ASSERT_TRUE_MESSAGE(is_cot(&net) || !engines_agree(&net, sanitized() ? 64 : 2048),
                                 net.name);
        TEST_ASSERT_TRUE_MESSAGE(symbolic_says_right(&net), net.name);
        network_clear(&net);
    }
}

/* One weight of layer 0 at a time: doubled, or 0. */
static void break_part(recurrent_head *head, size_t p, int factor)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, factor, 1);
    for (size_t k = 0; k < head->part[p].map->rows * head->part[p].map->columns; k++)
        mpq_mul(head->part[p].map->entry[k], head->part[p].map->entry[k], q);
    for (size_t k = 0; k < head->part[p].bias->length; k++)
        mpq_mul(head->part[p].bias->entry[k], head->part[p].bias->entry[k], q);
    mpq_clear(q);
}

static void test_engines_agree_on_hybrids_with_broken_parts(void)
{
    fc task = make_task(1, 3, NULL);
    unsigned right = 0, wrong = 0;
    for (size_t i = 0; constructions[i]; i++)
        for (size_t p = 0; p < recurrent_max_parts; p++)
            for (int factor = sanitized() ? 1 : -1; factor <= 3; factor += 2) {
                network net;
                constructions[i]->build(&net, &task);
                recurrent_head *head = net.layer[0].recurrent;
                if (head && p < recurrence_parts(head->kind)) {
                    break_part(head, p, factor == 1 ? 0 : factor);
                    int failed = engines_agree(&net, 81);
                    TEST_ASSERT_EQUAL_INT_MESSAGE(!failed, symbolic_says_right(&net), net.name);
                    right += !failed;
                    wrong += failed != 0;
                }
                network_clear(&net);
            }
    TEST_ASSERT_TRUE(right > 5 && wrong > 5); /* some breaks are harmless, some are not */
}

static void test_engines_agree_without_a_layer(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    for (size_t i = 0; constructions[i]; i++) {
        network net;
        if (i % (sanitized() ? 8 : 2) != 0)
            continue;
        constructions[i]->build(&net, &task);
        if (!is_cot(&net)) {
            network_drop_layer(&net, i % 3);
            TEST_ASSERT_TRUE(engines_agree(&net, sanitized() ? 64 : 256));
            TEST_ASSERT_FALSE(symbolic_says_right(&net));
        } else {
            net.steps--;
            TEST_ASSERT_FALSE(symbolic_says_right(&net));
        }
        network_clear(&net);
    }
}

static void test_symbolic_proves_what_nobody_can_enumerate(void)
{
    fc task = make_task(2, 20, (uint64_t[]){20});
    for (size_t i = 0; constructions[i]; i++) {
        network net;
        symbolic_proof proof;
        error e = {""};
        constructions[i]->build(&net, &task);
        symbolic_proof_init(&proof, &net);
        TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, symbolic_prove(&proof, &e), e.message);
        TEST_ASSERT_TRUE_MESSAGE(proof.complete, proof.spot.reason);
        symbolic_proof_clear(&proof);
        network_clear(&net);
    }
}

/* sum_s c_s v_s on a random prompt is what the reference engine reads. */
typedef struct mixture {
    const network *net;
    mpq_t read[8];
    int seen;
} mixture;

static void compare_read(void *data, const number_system *system, size_t layer, size_t head,
                         uint64_t token, const void *state, const void *y)
{
    mixture *m = data;
    (void)layer;
    (void)head;
    (void)state;
    if (token + 1 != m->net->task.tokens)
        return;
    const __mpq_struct *read = y;
    TEST_ASSERT_EQUAL_STRING("base2", system->name);
    for (size_t j = 0; j < m->net->layer[0].recurrent[0].shape.value; j++)
        TEST_ASSERT_TRUE_MESSAGE(mpq_equal(&read[j], m->read[j]), m->net->name);
    m->seen = 1;
}

static void mix(mixture *m, const recurrent_mixing *from, const uint64_t *prompt)
{
    const recurrent_head *head = &m->net->layer[0].recurrent[0];
    const recurrent_part *part = &head->part[recurrence_value_part(head->kind)];
    qvec_t x, v;
    mpq_t term;
    qvec_init(x, m->net->embed.width);
    qvec_init(v, part->map->rows);
    mpq_init(term);
    for (size_t s = 0; s < from->tokens; s++) {
        embedding_evaluate(x, &m->net->embed, &m->net->task, s, prompt[s]);
        qmat_apply(v, part->map, x);
        for (size_t row = 0; row < from->rows; row++) {
            mpq_mul(term, v->entry[row], from->coefficient[s * from->rows + row]);
            mpq_ptr to = m->read[row % head->shape.value];
            mpq_add(to, to, term);
        }
    }
    qvec_clear(x);
    qvec_clear(v);
    mpq_clear(term);
}

static void test_a_recurrent_head_reads_a_mixture(void)
{
    fc task = make_task(2, 2, (uint64_t[]){3});
    random_source source = {6};
    uint64_t prompt[16];
    for (size_t i = 0; constructions[i]; i++) {
        network net;
        constructions[i]->build(&net, &task);
        order_random(prompt, &task, &source);
        if (net.layer[0].recurrent) {
            mixture m = {.net = &net};
            recurrent_mixing from;
            run_machine machine;
            error e;
            qvec_t x;
            for (size_t j = 0; j < 8; j++)
                mpq_init(m.read[j]);
            qvec_init(x, net.embed.width);
            embedding_evaluate(x, &net.embed, &task, task.tokens - 1, prompt[task.tokens - 1]);
            TEST_ASSERT_TRUE(recurrent_mixing_init(&from, &net, &net.layer[0].recurrent[0], x));
            mix(&m, &from, prompt);
            run_observer observer = {.data = &m, .recurrence = compare_read};
            TEST_ASSERT_EQUAL_INT(STATUS_OK, run_machine_init(&machine, &net, number_base2, &e));
            run_prompt(&machine, prompt, &observer);
            TEST_ASSERT_TRUE(m.seen);
            run_machine_clear(&machine);
            recurrent_mixing_clear(&from);
            qvec_clear(x);
            for (size_t j = 0; j < 8; j++)
                mpq_clear(m.read[j]);
        }
        network_clear(&net);
    }
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_engines_agree_on_networks_that_are_right);
    RUN_TEST(test_engines_agree_on_hybrids_with_broken_parts);
    RUN_TEST(test_engines_agree_without_a_layer);
    RUN_TEST(test_symbolic_proves_what_nobody_can_enumerate);
    RUN_TEST(test_a_recurrent_head_reads_a_mixture);
    return UNITY_END();
}
