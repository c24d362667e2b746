/* The closed formulas: side conditions by hand, agreement with the networks that can be
 * built, and sizes that cannot. */
#include "base/memory.h"
#include "constructions/construction.h"
#include "exact/rational.h"
#include "tests/support/support.h"
#include "verifier/parametric.h"
#include "verifier/symbolic.h"

static void take(parametric_result *r, const fc *task, const char *name)
{
    sizes s;
    error e = {""};
    sizes_init_fc(&s, task);
    parametric_result_init(r);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, parametric_verify(r, name, &s, &e), e.message);
    sizes_clear(&s);
}

/* The formula's bound must hold for the shares the symbolic engine computes exactly, and
 * the shape must be the network's. */
static void test_against_networks(void)
{
    for (unsigned L = 1; L <= 3; L++)
        for (uint64_t m = 1; m <= 6; m++)
            for (uint64_t n = 1; n <= 5; n++) {
                uint64_t list[] = {n, 6 - n};
                fc task = make_task(L, m, list);
                const construction *binary = construction_find("binary");
                parametric_result r;
                network net;
                symbolic_proof proof;
                error e;
                take(&r, &task, "binary");
                TEST_ASSERT_TRUE(r.verified);
                binary->build(&net, &task);
                TEST_ASSERT_EQUAL_INT(0, mpz_cmp_ui(r.layers, net.layers));
                TEST_ASSERT_EQUAL_INT(0, mpz_cmp_ui(r.dim, network_dim(&net)));
                TEST_ASSERT_EQUAL_INT(0, mpz_cmp_ui(r.width, net.embed.width));
                TEST_ASSERT_EQUAL_INT(0,
                                      mpz_cmp_ui(r.precision_bits, binary->precision_bits(&task)));
                symbolic_proof_init(&proof, &net);
                TEST_ASSERT_EQUAL_INT(STATUS_OK, symbolic_prove(&proof, &e));
                TEST_ASSERT_TRUE(proof.complete);
                for (size_t t = 0; t < proof.layers; t++) {
                    mpq_t lost, one;
                    mpq_inits(lost, one, NULL);
                    mpq_set_ui(one, 1, 1);
                    mpq_sub(lost, one, proof.layer[t].hull[0].share->lo);
                    TEST_ASSERT_TRUE(mpq_cmp(lost, r.epsilon) <= 0);
                    mpq_clears(lost, one, NULL);
                }
                symbolic_proof_clear(&proof);
                network_clear(&net);
                parametric_result_clear(&r);
            }
}

static void test_by_hand(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2}); /* n = 8: 4 * 7 = 28 <= 4^3, eps <= 7/64 */
    parametric_result r;
    take(&r, &task, "binary");
    ASSERT_RATIONAL("7/64", r.epsilon);
    char *log2 = parametric_log2_epsilon(&r, 3); /* log2(7/64) = -3.19264..., rounded up */
    TEST_ASSERT_EQUAL_STRING("-3.192", log2);
    memory_free(log2);
    parametric_result_clear(&r);
    take(&r, &task, "quadratic");
    TEST_ASSERT_TRUE(r.verified);
    ASSERT_RATIONAL("2049/16384", r.epsilon);
    parametric_result_clear(&r);
}

static void test_sizes_nobody_can_build(void)
{
    sizes s;
    error e = {""};
    parametric_result r;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, sizes_init(&s, 100, &e));
    mpz_ui_pow_ui(s.N[0], 2, 500);
    for (unsigned l = 1; l < 100; l++)
        mpz_ui_pow_ui(s.n[l], 3, 100 + l);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, sizes_complete(&s, &e));
    parametric_result_init(&r);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, parametric_verify(&r, "binary", &s, &e));
    TEST_ASSERT_TRUE(r.verified);
    TEST_ASSERT_TRUE(mpq_cmp_ui(r.epsilon, 1, 4) <= 0 && mpq_cmp_ui(r.epsilon, 1, 17) > 0);
    TEST_ASSERT_EQUAL_INT(STATUS_USAGE, parametric_verify(&r, "cot", &s, &e));
    parametric_result_clear(&r);
    sizes_clear(&s);
}

static void test_counts(void)
{
    static const struct {
        uint64_t m, n;
        const char *text;
    } cases[] = {
        {2, 2, "4096"},
        {2, 4, "536870912"},
        {1000, 1000, "1000*1000*1000^1000*1000000^1000000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sizes s;
        fc task = make_task(2, cases[i].m, &cases[i].n);
        sizes_init_fc(&s, &task);
        char *text = sizes_inputs_text(&s);
        TEST_ASSERT_EQUAL_STRING(cases[i].text, text);
        memory_free(text);
        sizes_clear(&s);
    }
    sizes s;
    error e = {""};
    TEST_ASSERT_EQUAL_INT(STATUS_OK, sizes_init(&s, 1, &e));
    mpz_ui_pow_ui(s.N[0], 2, 500);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, sizes_complete(&s, &e));
    char *text = sizes_inputs_text(&s), *task = sizes_task_text(&s);
    TEST_ASSERT_EQUAL_STRING("2^500*1*(2^500)^(2^500)", text);
    TEST_ASSERT_EQUAL_STRING("FC(1;2^500)", task);
    memory_free(text);
    memory_free(task);
    sizes_clear(&s);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_against_networks);
    RUN_TEST(test_by_hand);
    RUN_TEST(test_sizes_nobody_can_build);
    RUN_TEST(test_counts);
    return UNITY_END();
}
