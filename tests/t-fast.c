/* The fast engine against the reference engine: the same digest (so the same answer on every
 * input), the same failures, the same first one. On all single-weight changes of FC(2;2;2),
 * on random networks, on networks with symbols in their keys, fractions in their streams,
 * several heads, and sums beyond 64 and 128 bits. */
#include "constructions/construction.h"
#include "tests/support/support.h"
#include "verifier/sweep.h"

#include <stdio.h>
#include <stdlib.h>

static tally run(const network *net, const analysis *facts, uint64_t from, uint64_t to)
{
    engine it;
    error e = {""};
    tally found = TALLY_EMPTY;
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, engine_init(&it, net, facts, &e), e.message);
    engine_run(&it, from, to, &found);
    engine_clear(&it);
    return found;
}

static void compare(const network *net, const analysis *facts, uint64_t from, uint64_t to)
{
    tally fast = run(net, facts, from, to), reference = run(net, NULL, from, to);
    TEST_ASSERT_EQUAL_HEX64(reference.digest.sum, fast.digest.sum);
    TEST_ASSERT_EQUAL_HEX64(reference.digest.product, fast.digest.product);
    TEST_ASSERT_EQUAL_UINT64(to - from, fast.checked);
    TEST_ASSERT_EQUAL_UINT64(reference.failures, fast.failures);
    TEST_ASSERT_EQUAL_UINT64(reference.first, fast.first);
}

static uint64_t count_of(const network *net)
{
    sweep_plan plan;
    error e;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, sweep_plan_init(&plan, &net->task, &e));
    return plan.inputs;
}

static void compare_all(const network *net)
{
    analysis facts;
    analysis_init(&facts, net);
    TEST_ASSERT_TRUE_MESSAGE(facts.allowed, facts.refusal);
    compare(net, &facts, 0, count_of(net));
    analysis_clear(&facts);
}

static void build(network *net, unsigned L, uint64_t m, const uint64_t *n)
{
    fc task = make_task(L, m, n);
    construction_find("binary")->build(net, &task);
}

/* ---- single-weight changes ------------------------------------------------------------- */

static random_source chance = {2026};
static unsigned changes, right, refuted;

/* The reference engine takes a second and a half for all 4096 inputs. So the suite asks it
 * about the first failure the fast engine finds, about some random ranges, and now and then
 * about everything; STRATA_TEST_ALL=1 asks about everything always. */
static void judge(const network *net)
{
    analysis facts;
    analysis_init(&facts, net);
    if (facts.allowed) {
        tally fast = run(net, &facts, 0, 4096);
        if (fast.failures)
            refuted++;
        else
            right++;
        if (fast.first != NO_FAILURE)
            TEST_ASSERT_EQUAL_UINT64(1, run(net, NULL, fast.first, fast.first + 1).failures);
        if (getenv("STRATA_TEST_ALL") || changes % 197 == 5)
            compare(net, &facts, 0, 4096);
        for (int i = 0; i < 2; i++) {
            uint64_t from = random_below(&chance, 4096 - 48);
            compare(net, &facts, from, from + 1 + random_below(&chance, 48));
        }
        if (fast.first != NO_FAILURE && fast.first >= 8) /* none before the first */
            compare(net, &facts, fast.first - 8, fast.first + 1);
    }
    analysis_clear(&facts);
}

static void change(const network *net, mpq_ptr weight)
{
    mpq_t old, one;
    if (mpq_sgn(weight) == 0 || (sanitized() && changes++ % 19 != 0))
        return;
    mpq_inits(old, one, NULL);
    mpq_set(old, weight);
    mpq_set_ui(one, 1, 1);
    mpq_add(weight, old, one);
    changes++;
    judge(net);
    mpq_sub(weight, old, one);
    changes++;
    judge(net);
    mpq_set(weight, old);
    mpq_clears(old, one, NULL);
}

static void change_matrix(const network *net, qmat_t a)
{
    for (size_t i = 0; i < a->rows * a->columns; i++)
        change(net, a->entry[i]);
}

static void test_every_weight_changed_by_one(void)
{
    network net;
    build(&net, 2, 2, (uint64_t[]){2});
    for (size_t i = 0; i < net.layers; i++) {
        network_layer *layer = &net.layer[i];
        change_matrix(&net, layer->head[0].query);
        change_matrix(&net, layer->head[0].key);
        change_matrix(&net, layer->head[0].value);
        change_matrix(&net, layer->head[0].output);
        change_matrix(&net, layer->mlp_in);
        change_matrix(&net, layer->mlp_out);
        for (size_t u = 0; u < layer->mlp_in_bias->length; u++)
            change(&net, layer->mlp_in_bias->entry[u]);
    }
    change_matrix(&net, net.readout);
    for (size_t c = 0; c < net.embed.width; c++)
        for (size_t k = 0; k < net.embed.coordinate[c].count; k++) {
            change(&net, net.embed.coordinate[c].term[k].scale);
            change(&net, net.embed.coordinate[c].term[k].offset);
        }
    printf("%u changes: %u still right, %u refuted\n", changes, right, refuted);
    TEST_ASSERT_TRUE(right > 0 && refuted > 0);
    network_clear(&net);
}

/* ---- random networks --------------------------------------------------------------------- */

static long some(long most) /* -most .. most, often 0 */
{
    if (random_below(&chance, 2))
        return 0;
    return (long)random_below(&chance, 2 * (uint64_t)most + 1) - most;
}

static void fill(qmat_t a, long most, size_t columns)
{
    for (size_t r = 0; r < a->rows; r++)
        for (size_t c = 0; c < a->columns && c < columns; c++)
            qmat_set_si(a, r, c, some(most));
}

/* Two memory fields (a position code and the symbol) and three coordinates to work in; heads
 * read from memory, sometimes with symbols in the keys. */
static void make_random(network *net, const fc *task)
{
    enum { memory = 4, work = 3 };
    block_set tables = blocks_all(task) & ~BLOCK_BIT(-1);
    network_init(net, "random", task);
    embedding_add_field(&net->embed, "where", 2);
    embedding_add_field(&net->embed, "what", 2);
    embedding_add_field(&net->embed, "work", work);
    embedding_add_bit(&net->embed, 0, blocks_all(task), QUANTITY_POSITION, 0, 0, 1);
    embedding_add_bit(&net->embed, 1, blocks_all(task), QUANTITY_POSITION, 0, 0, 2);
    embedding_add_bit(&net->embed, 2, tables, QUANTITY_SYMBOL, 0, 0, 1);
    embedding_add_bit(&net->embed, 3, tables, QUANTITY_SYMBOL, 0, 0, 2);
    mpq_set_si(embedding_add_term(&net->embed, 4, BLOCK_BIT(-1))->scale, 1, 1);
    size_t layers = 1 + random_below(&chance, 3);
    for (size_t i = 0; i < layers; i++) {
        size_t heads = 1 + random_below(&chance, 2);
        network_layer *layer = network_add_layer(net, heads, 2, 2, 4);
        for (size_t h = 0; h < heads; h++) {
            fill(layer->head[h].query, 2, SIZE_MAX);
            fill(layer->head[h].key, 2, random_below(&chance, 2) ? 2 : memory);
            fill(layer->head[h].value, 2, memory);
            fill(layer->head[h].output, 1, SIZE_MAX);
            for (size_t c = 0; c < memory; c++)
                for (size_t j = 0; j < 2; j++)
                    qmat_set_si(layer->head[h].output, c, j, 0);
        }
        fill(layer->mlp_in, 2, SIZE_MAX);
        fill(layer->mlp_out, 1, SIZE_MAX);
        for (size_t c = 0; c < memory; c++)
            for (size_t u = 0; u < 4; u++)
                qmat_set_si(layer->mlp_out, c, u, 0);
        for (size_t u = 0; u < 4; u++)
            mpq_set_si(layer->mlp_in_bias->entry[u], some(3), 1);
    }
    network_set_readout_size(net, 2);
    fill(net->readout, 2, SIZE_MAX);
}

static void test_random_networks(void)
{
    const fc tasks[] = {make_task(1, 2, NULL), make_task(2, 1, (uint64_t[]){2}),
                        make_task(1, 3, NULL), make_task(2, 1, (uint64_t[]){3})};
    unsigned failing = 0;
    for (int i = 0; i < (sanitized() ? 20 : 200); i++) {
        network net;
        make_random(&net, &tasks[i % 4]);
        compare_all(&net);
        analysis facts;
        analysis_init(&facts, &net);
        tally found = run(&net, &facts, 0, count_of(&net));
        failing += found.failures > 0 && found.failures < found.checked;
        analysis_clear(&facts);
        network_clear(&net);
    }
    printf("%u random networks are right on some inputs and wrong on others\n", failing);
    TEST_ASSERT_TRUE(failing > 5);
}

/* ---- special networks ---------------------------------------------------------------------- */

static void test_keys_that_depend_on_values(void)
{
    for (size_t layer = 0; layer < 3; layer++) {
        network net;
        build(&net, 2, 1, (uint64_t[]){3});
        size_t value = net.layer[0].head[0].key->rows; /* values follow the keys */
        qmat_set_si(net.layer[layer].head[0].key, 0, value, 1);
        compare_all(&net);
        network_clear(&net);
    }
}

/* Sharper and sharper scores: 64 bits, then 128, then GMP. Then right at a threshold. */
static void test_wide_sums(void)
{
    for (long beta = 1; beta <= 4096; beta *= 4)
        for (long lean = 0; lean <= 1; lean++) {
            network net;
            build(&net, 2, 1, (uint64_t[]){2});
            for (size_t i = 0; i < net.layers; i++)
                for (size_t k = 0; k < net.layer[i].head[0].query->rows; k++)
                    for (size_t c = 0; c < net.embed.width; c++)
                        if (mpq_sgn(qmat_get(net.layer[i].head[0].query, k, c)) != 0 &&
                            !(lean && k == 0))
                            mpq_set_si(qmat_at(net.layer[i].head[0].query, k, c), beta, 1);
            compare_all(&net);
            network_clear(&net);
        }
}

/* Fractions in the register: scores that are no integers, and contents by the hundred. */
static void test_fractional_streams(void)
{
    network net;
    build(&net, 1, 3, NULL);
    for (size_t u = 0; u < net.layer[0].mlp_in->rows; u++)
        for (size_t c = 0; c < net.embed.width; c++)
            if (mpq_cmp_si(qmat_get(net.layer[0].mlp_in, u, c), 2, 1) == 0)
                mpq_set_si(qmat_at(net.layer[0].mlp_in, u, c), 1, 3);
    compare_all(&net);
    network_clear(&net);
}

static void test_random_ranges_of_larger_tasks(void)
{
    const struct {
        unsigned L;
        uint64_t m, n[2];
    } sizes[] = {{2, 3, {2, 0}}, {2, 2, {4, 0}}, {3, 2, {2, 2}}, {3, 1, {2, 2}}, {1, 5, {0, 0}}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        network net;
        analysis facts;
        build(&net, sizes[i].L, sizes[i].m, sizes[i].n);
        analysis_init(&facts, &net);
        uint64_t count = count_of(&net), length = sanitized() ? 20 : 80;
        for (int k = 0; k < 4; k++) {
            uint64_t from = random_below(&chance, count - length);
            compare(&net, &facts, from, from + length);
        }
        compare(&net, &facts, count - 50, count);
        analysis_clear(&facts);
        network_clear(&net);
    }
}

/* Ranges add up, however they are cut: whole runs, parts of runs, single inputs. */
static void test_digests_add_up(void)
{
    network net;
    analysis facts;
    build(&net, 2, 3, (uint64_t[]){2});
    analysis_init(&facts, &net);
    uint64_t at = 0, end = 200000;
    tally whole = run(&net, &facts, 0, end), parts = TALLY_EMPTY;
    while (at < end) {
        uint64_t next = at + 1 + random_below(&chance, at % 3 ? 5000 : 40000);
        tally part = run(&net, &facts, at, next < end ? next : end);
        tally_join(&parts, &part);
        at = next;
    }
    TEST_ASSERT_EQUAL_HEX64(whole.digest.sum, parts.digest.sum);
    TEST_ASSERT_EQUAL_HEX64(whole.digest.product, parts.digest.product);
    TEST_ASSERT_EQUAL_UINT64(whole.checked, parts.checked);
    analysis_clear(&facts);
    network_clear(&net);
}

/* One wrong key: z_2(1) has that of z_2(0). The first 4096 inputs do not show it. */
static void test_one_wrong_key(void)
{
    network net;
    analysis facts;
    build(&net, 2, 3, (uint64_t[]){2});
    embedding_term *term = embedding_add_term(&net.embed, 3, BLOCK_BIT(2));
    term->has_at = 1;
    term->at = 1;
    mpq_set_si(term->scale, -2, 1);
    analysis_init(&facts, &net);
    TEST_ASSERT_EQUAL_UINT64(0, run(&net, &facts, 0, 4096).failures);
    tally all = run(&net, &facts, 0, count_of(&net));
    TEST_ASSERT_EQUAL_UINT64(7558272, all.checked);
    TEST_ASSERT_EQUAL_UINT64(1360800, all.failures);
    compare(&net, &facts, all.first - 20, all.first + 20);
    for (int k = 0; k < 5; k++) {
        uint64_t from = random_below(&chance, 7558272 - 200);
        compare(&net, &facts, from, from + (sanitized() ? 20 : 200));
    }
    analysis_clear(&facts);
    network_clear(&net);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_every_weight_changed_by_one);
    RUN_TEST(test_random_networks);
    RUN_TEST(test_keys_that_depend_on_values);
    RUN_TEST(test_wide_sums);
    RUN_TEST(test_fractional_streams);
    RUN_TEST(test_random_ranges_of_larger_tasks);
    RUN_TEST(test_digests_add_up);
    RUN_TEST(test_one_wrong_key);
    return UNITY_END();
}
