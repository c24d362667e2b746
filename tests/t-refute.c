/* The decomposition against brute force, the theorem's promises on random protocols, and the
 * search. */
#include "base/memory.h"
#include "base/random.h"
#include "constructions/construction.h"
#include "protocol/random.h"
#include "protocol/transcript.h"
#include "tests/support/support.h"
#include "verifier/refute/forbidden.h"
#include "verifier/refute/linearise.h"
#include "verifier/refute/refute.h"
#include "verifier/refute/search.h"
#include "verifier/refute/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t two[] = {2}, four[] = {4}, two_one[] = {2, 1};

static void search_theorem(forbidden *f, const fc *task, const char *word, uint64_t B, uint64_t S)
{
    protocol_kind kind = {task, word, B, S};
    forbidden_init(f);
    forbidden_search(f, &kind);
}

/* ---- where the theorems apply
 * ---------------------------------------------------------------------- */

static int is_forbidden(const fc *task, const char *word, uint64_t B, uint64_t S)
{
    forbidden f;
    search_theorem(&f, task, word, B, S);
    int found = f.theorem != NULL;
    TEST_ASSERT_EQUAL_INT(!found, f.reason[0] != '\0');
    forbidden_clear(&f);
    return found;
}

static void test_the_kernel_says_who_is_forbidden(void)
{
    fc small = make_task(2, 2, two), large = make_task(2, 2, four), recall = make_task(1, 4, NULL);
    TEST_ASSERT_TRUE(is_forbidden(&small, "F", 1, 0));
    TEST_ASSERT_TRUE(is_forbidden(&large, "F", 1, 0));
    TEST_ASSERT_FALSE(is_forbidden(&small, "F", 2, 0)); /* 8 bits are enough for four entries */
    TEST_ASSERT_TRUE(is_forbidden(&large, "F", 2, 0));
    TEST_ASSERT_TRUE(is_forbidden(&small, "", 1, 0));
    TEST_ASSERT_FALSE(is_forbidden(&small, "RF", 1, 1));
    TEST_ASSERT_FALSE(is_forbidden(&small, "RFF", 1, 0));
    TEST_ASSERT_FALSE(is_forbidden(&small, "FFF", 1, 0));
    /* L = 1: a S < m log2 m */
    TEST_ASSERT_TRUE(is_forbidden(&recall, "R", 1, 7));
    TEST_ASSERT_FALSE(is_forbidden(&recall, "R", 1, 8));
    TEST_ASSERT_TRUE(is_forbidden(&recall, "RRR", 1, 2));
    fc odd = make_task(1, 5, NULL); /* 5 log2 5 = 11.6 */
    TEST_ASSERT_TRUE(is_forbidden(&odd, "R", 1, 11));
    TEST_ASSERT_FALSE(is_forbidden(&odd, "R", 1, 12));
    /* the longest table entry of the notes: 19,758 tokens, B = 65,536, one full layer */
    const uint64_t one[] = {1};
    fc notes = make_task(2, 9878, one), shorter = make_task(2, 9000, one);
    TEST_ASSERT_TRUE(is_forbidden(&notes, "F", 65536, 0));
    TEST_ASSERT_FALSE(is_forbidden(&shorter, "F", 65536, 0));
}

/* For one full layer and two functions the theorem is exact: B is forbidden if and only if
 * 2^(2B) < N_1^m (docs/tables/tight.md says why). */
static void test_one_full_layer_exactly(void)
{
    for (uint64_t m = 1; m <= 6; m++)
        for (uint64_t n = 1; n <= 5; n++)
            for (uint64_t B = 1; B <= 16; B++) {
                fc task = make_task(2, m, &n);
                uint64_t rows = 1; /* at most 30^6 */
                for (uint64_t i = 0; i < m; i++)
                    rows *= m * n;
                int short_of = (UINT64_C(1) << (2 * B)) < rows;
                TEST_ASSERT_EQUAL_INT(short_of, is_forbidden(&task, "F", B, 0));
            }
}

static void test_a_given_choice_is_confirmed_or_not(void)
{
    fc task = make_task(2, 2, two);
    protocol_kind kind = {&task, "F", 1, 0};
    const uint64_t x[] = {1, 2}, theta[] = {0, 2}, too_much[] = {0, 3}, few[] = {1, 1};
    const uint64_t *const xs[] = {x, x, few}, *const thetas[] = {theta, too_much, theta};
    for (int k = 0; k < 3; k++) {
        forbidden f;
        forbidden_init(&f);
        forbidden_confirm(&f, &kind, xs[k], thetas[k]);
        TEST_ASSERT_EQUAL_INT(k == 0, f.theorem != NULL);
        forbidden_clear(&f);
    }
}

/* ---- the decomposition
 * -------------------------------------------------------------------------------- */

/* Says nothing that a run of both inputs does not show. */
static void assert_collision(const protocol *p, uint64_t *const input[2])
{
    error e = {""};
    transcript run[2];
    knowledge known[2];
    for (int k = 0; k < 2; k++) {
        transcript_init(&run[k], p);
        TEST_ASSERT_EQUAL_INT(STATUS_OK, protocol_run(&run[k], input[k], &e));
        known[k] = transcript_knowledge(&run[k], -1, p->layers);
    }
    TEST_ASSERT_TRUE(knowledge_equal(&known[0], &known[1]));
    TEST_ASSERT_TRUE(run[0].answer == run[1].answer);
    TEST_ASSERT_TRUE(fc_answer(&p->task, input[0]) != fc_answer(&p->task, input[1]));
    for (int k = 0; k < 2; k++)
        transcript_clear(&run[k]);
}

static void decompose_random(const fc *task, const char *word, uint64_t S, uint64_t seed)
{
    error e = {""};
    protocol p;
    forbidden f;
    decomposition d;
    search_theorem(&f, task, word, 1, S);
    TEST_ASSERT_NOT_NULL(f.theorem);
    TEST_ASSERT_EQUAL_INT(STATUS_OK,
                          protocol_random(&p, task, word, 1, S, seed, ANNOUNCE_RANDOM, &e));
    TEST_ASSERT_EQUAL_INT(STATUS_OK, decomposition_run(&d, &p, &f, NULL, &e));
    TEST_ASSERT_EQUAL_UINT(task->L, d.reached);
    for (unsigned l = 1; l <= d.reached; l++)
        TEST_ASSERT_TRUE(decomposition_keeps_promise(&d, &f, l));
    assert_collision(&p, d.input);
    decomposition_clear(&d);
    protocol_clear(&p);
    forbidden_clear(&f);
}

static void test_twenty_random_protocols_on_222(void)
{
    fc task = make_task(2, 2, two);
    for (uint64_t seed = 1; seed <= 20; seed++)
        decompose_random(&task, "F", 0, seed);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        decompose_random(&task, "FR", 0, seed);
        decompose_random(&task, "", 0, seed);
        decompose_random(&task, "RFRR", 0, seed);
    }
}

/* All twenty take two minutes: STRATA_TEST_ALL=1. */
static void test_random_protocols_on_224(void)
{
    fc task = make_task(2, 2, four);
    uint64_t count = sanitized() ? 0 : getenv("STRATA_TEST_ALL") ? 20 : 1;
    for (uint64_t seed = 1; seed <= count; seed++)
        decompose_random(&task, "F", 0, seed);
}

static void test_linear_layers_on_recall(void)
{
    fc task = make_task(1, 4, NULL), small = make_task(1, 3, NULL);
    for (uint64_t seed = 1; seed <= 10; seed++) {
        decompose_random(&task, "R", 7, seed);
        decompose_random(&task, "RRR", 2, seed);
        decompose_random(&small, "RR", 2, seed);
    }
}

/* The most frequent pair of messages from 2 to -1, one for each w, by full runs. */
static uint64_t count_by_hand(const protocol *p)
{
    const fc *task = &p->task;
    uint64_t prompt[8] = {0}, count[256] = {0}, best = 0;
    error e = {""};
    transcript run;
    transcript_init(&run, p);
    for (uint64_t z = 0; z < 256; z++) {
        uint64_t key = 0;
        for (uint64_t w = 0; w < 2; w++) {
            for (int i = 0; i < 4; i++)
                prompt[i] = z >> (2 * i) & 3;
            prompt[task->tokens - 1] = w;
            TEST_ASSERT_EQUAL_INT(STATUS_OK, protocol_run(&run, prompt, &e));
            bits heard = transcript_full(&run, 0, 2, -1);
            key = key * 4 + bits_get(heard, 0, 2);
        }
        count[key]++;
        best = count[key] > best ? count[key] : best;
    }
    transcript_clear(&run);
    return best;
}

static void test_class_sizes_by_hand(void)
{
    fc task = make_task(2, 2, two);
    for (uint64_t seed = 1; seed <= 10; seed++) {
        error e = {""};
        protocol p;
        forbidden f;
        decomposition d;
        search_theorem(&f, &task, "F", 1, 0);
        protocol_random(&p, &task, "F", 1, 0, seed, ANNOUNCE_RANDOM, &e);
        TEST_ASSERT_EQUAL_INT(STATUS_OK, decomposition_run(&d, &p, &f, NULL, &e));
        TEST_ASSERT_EQUAL_UINT64(count_by_hand(&p), d.level[2].R);
        TEST_ASSERT_EQUAL_UINT64(256, d.level[2].of);
        TEST_ASSERT_EQUAL_UINT64(4, d.level[2].bits);
        /* a promise that is broken is noticed */
        d.level[2].R = 15;
        TEST_ASSERT_FALSE(decomposition_keeps_promise(&d, &f, 2)); /* 256 / 2^4 = 16 */
        d.level[2].R = 16;
        TEST_ASSERT_TRUE(decomposition_keeps_promise(&d, &f, 2));
        d.level[2].I = 1;
        TEST_ASSERT_FALSE(decomposition_keeps_promise(&d, &f, 2));
        decomposition_clear(&d);
        protocol_clear(&p);
        forbidden_clear(&f);
    }
}

/* ---- deeper than theorems reach at such sizes
 * ------------------------------------------------------------ */

static status whisper(bit_writer *message, void *work, const protocol *p, size_t layer,
                      const knowledge *from, const knowledge *to, error *e)
{
    (void)work;
    (void)e;
    random_source source = {from->digest ^ (to->digest * 3) ^ (layer << 7)};
    source.state ^= *(const uint64_t *)p->data;
    if (message->room)
        bits_put(message, random_next(&source), 1);
    return STATUS_OK;
}

static status shrug(uint64_t *answer, void *work, const protocol *p, const knowledge *who, error *e)
{
    (void)work;
    (void)p;
    (void)e;
    *answer = who->digest & 1;
    return STATUS_OK;
}

/* Two full layers on FC(3; 2; 2, 1); player -1 hears one bit from player 3 in each. */
static void whisper_init(protocol *p, const fc *task, uint64_t *seed)
{
    static const protocol_rules rules = {.full = whisper, .announce = shrug};
    error e = {""};
    TEST_ASSERT_EQUAL_INT(STATUS_OK,
                          protocol_init(p, "whisper", task, "FF", 1, 0, &rules, seed, &e));
    for (size_t layer = 0; layer < 2; layer++)
        protocol_set_width(p, layer, 3, -1, 1);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, protocol_seal(p, &e));
}

/* R_2 is no longer everything, so Z_2 must be searched for. */
static void test_three_levels(void)
{
    fc task = make_task(3, 2, two_one);
    for (uint64_t seed = 1; seed <= 6; seed++) {
        protocol p;
        forbidden choice;
        decomposition d;
        error e = {""};
        uint64_t data = seed;
        forbidden_init(&choice);
        choice.last_full = 1;
        choice.x[0] = choice.theta[0] = 1;
        choice.x[1] = choice.theta[1] = 2;
        choice.x[2] = 1 + seed % 2;
        choice.theta[2] = 2;
        whisper_init(&p, &task, &data);
        TEST_ASSERT_EQUAL_INT(STATUS_OK, decomposition_run(&d, &p, &choice, NULL, &e));
        assert_collision(&p, d.input);
        TEST_ASSERT_TRUE(d.level[2].R < d.level[2].of && d.level[3].I >= 2);
        TEST_ASSERT_EQUAL_UINT64(2, d.level[2].bits); /* one for each w */
        decomposition_clear(&d);
        protocol_clear(&p);
        forbidden_clear(&choice);
    }
}

/* With a linear layer R_1 is no longer everything. */
static void test_a_linear_layer_below(void)
{
    fc task = make_task(2, 2, two);
    for (uint64_t seed = 1; seed <= 6; seed++) {
        protocol p;
        forbidden choice;
        decomposition d;
        error e = {""};
        forbidden_init(&choice);
        choice.last_full = 1;
        choice.x[0] = choice.theta[0] = choice.x[1] = choice.theta[1] = 1;
        protocol_random(&p, &task, "RF", 1, 1, seed, ANNOUNCE_RANDOM, &e);
        TEST_ASSERT_EQUAL_INT(STATUS_OK, decomposition_run(&d, &p, &choice, NULL, &e));
        assert_collision(&p, d.input);
        TEST_ASSERT_EQUAL_UINT64(1, d.level[1].bits);
        TEST_ASSERT_TRUE(2 * d.level[1].R >= d.level[1].of && d.level[1].R < d.level[1].of);
        TEST_ASSERT_EQUAL_UINT64(5, d.level[2].bits); /* 2 bits for each w, and the state */
        decomposition_clear(&d);
        protocol_clear(&p);
        forbidden_clear(&choice);
    }
}

/* ---- the search, and who is not refuted
 * -------------------------------------------------------------------- */

static void test_collisions_beyond_enumeration(void)
{
    const uint64_t n[] = {2}, three[] = {2, 2};
    fc tasks[] = {make_task(2, 8, n), make_task(3, 2, three)};
    for (int k = 0; k < 2; k++) {
        error e = {""};
        protocol p;
        search_found found;
        search_plan plan = {.effort = 1 << 14, .seed = 1};
        protocol_random(&p, &tasks[k], k == 0 ? "F" : "FRF", 2, 2, 5, ANNOUNCE_RANDOM, &e);
        TEST_ASSERT_FALSE(decomposition_is_feasible(&p));
        TEST_ASSERT_EQUAL_INT(STATUS_OK, search_collision(&found, &p, &plan, &e));
        TEST_ASSERT_TRUE(found.collision);
        assert_collision(&p, found.input);
        search_clear(&found);
        protocol_clear(&p);
    }
}

/* A construction with layer `drop` removed (0: none) or replaced by linear layers, in a number
 * system, or with the bits that it claims to need. */
static status refute_construction(refute_method *method, int *applies, const char *name,
                                  size_t drop, size_t linear, const char *number)
{
    fc task = make_task(2, 2, two);
    const construction *by = construction_find(name);
    error e = {""};
    network net;
    number_choice system;
    candidate c;
    refutation r;
    refute_plan plan = {.seed = 1, .threads = 1};
    char own[32];
    snprintf(own, sizeof own, "fixed:%u", (unsigned)by->precision_bits(&task));
    TEST_ASSERT_EQUAL_INT(STATUS_OK, number_choice_parse(&system, number ? number : own, &e));
    by->build(&net, &task);
    if (drop && linear)
        network_linearise_layer(&net, drop - 1, linear);
    else if (drop)
        network_drop_layer(&net, drop - 1);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, candidate_from_network(&c, &net, &system, &e));
    status s = refute(&r, &c, &plan, &e);
    *method = r.method;
    *applies = r.theorem.theorem != NULL;
    if (r.inputs == 2)
        assert_collision(&c.p, r.input);
    if (r.inputs == 1) {
        TEST_ASSERT_TRUE(r.answer[0] != r.expected[0]);
    }
    refutation_clear(&r);
    candidate_clear(&c);
    return s;
}

static void test_weakened_constructions(void)
{
    static const size_t linear[] = {0, 1, 10};
    refute_method method;
    int applies;
    for (size_t layer = 1; layer <= 3; layer++)
        for (int k = 0; k < 3; k++) {
            TEST_ASSERT_EQUAL_INT(STATUS_OK, refute_construction(&method, &applies, "binary", layer,
                                                                 linear[k], NULL));
            TEST_ASSERT_FALSE(applies);
            TEST_ASSERT_EQUAL_INT(STATUS_OK, refute_construction(&method, &applies, "binary", layer,
                                                                 linear[k], "base2"));
            TEST_ASSERT_EQUAL_INT(REFUTE_WRONG_ANSWER, method);
        }
    for (size_t layer = 2; layer <= 3; layer++)
        TEST_ASSERT_EQUAL_INT(
            STATUS_OK, refute_construction(&method, &applies, "hybrid-linear", layer, 1, NULL));
}

static void test_right_networks_stay(void)
{
    static const char *const names[] = {"binary", "quadratic", "hybrid-linear", "hybrid-mamba2"};
    refute_method method;
    int applies;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE,
                              refute_construction(&method, &applies, names[k], 0, 0, NULL));
        TEST_ASSERT_EQUAL_INT(REFUTE_NOT, method);
        TEST_ASSERT_FALSE(applies);
    }
    /* L full layers and one linear one can be enough, and here they are, in fixed point, on all
     * 4096 inputs; not in exact arithmetic. */
    TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE,
                          refute_construction(&method, &applies, "quadratic", 1, 1, NULL));
    TEST_ASSERT_EQUAL_INT(STATUS_OK,
                          refute_construction(&method, &applies, "quadratic", 1, 1, "base2"));
}

int main(void)
{
    memory_install();
    UNITY_BEGIN();
    RUN_TEST(test_the_kernel_says_who_is_forbidden);
    RUN_TEST(test_one_full_layer_exactly);
    RUN_TEST(test_a_given_choice_is_confirmed_or_not);
    RUN_TEST(test_twenty_random_protocols_on_222);
    RUN_TEST(test_random_protocols_on_224);
    RUN_TEST(test_linear_layers_on_recall);
    RUN_TEST(test_class_sizes_by_hand);
    RUN_TEST(test_three_levels);
    RUN_TEST(test_a_linear_layer_below);
    RUN_TEST(test_collisions_beyond_enumeration);
    RUN_TEST(test_weakened_constructions);
    RUN_TEST(test_right_networks_stay);
    return UNITY_END();
}
