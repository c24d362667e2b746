/* Verdicts where exact arithmetic cannot hold the weights: decided by enclosures or reported
 * as undecided, and a read-out of exactly zero is no answer. */
#include "model/evaluate.h"
#include "tests/support/support.h"

/* FC(1;2) with one layer, one head of key width 1: every token's key is its position, the
 * query of the last token is `query`, values are the symbols as +1/-1 (0 on the w token). The
 * read-out is  read - offset. */
static void build(network *net, long query_numerator, unsigned long query_denominator,
                  long offset_numerator, unsigned long offset_denominator)
{
    fc task = make_task(1, 2, NULL);
    network_init(net, "test", &task);
    size_t key = embedding_add_field(&net->embed, "key", 1);
    size_t value = embedding_add_field(&net->embed, "value", 1);
    size_t flag = embedding_add_field(&net->embed, "flag", 1);
    size_t read = embedding_add_field(&net->embed, "read", 1);
    embedding_add_term(&net->embed, key, blocks_all(&task))->what = QUANTITY_POSITION;
    embedding_add_bit(&net->embed, value, BLOCK_BIT(0) | BLOCK_BIT(1), QUANTITY_SYMBOL, 0, 0, 1);
    embedding_add_term(&net->embed, flag, BLOCK_BIT(-1));
    network_layer *layer = network_add_layer(net, 1, 1, 1, 0);
    qmat_set_si(layer->head[0].key, 0, key, 1);
    mpq_set_si(qmat_at(layer->head[0].query, 0, flag), query_numerator, query_denominator);
    mpq_canonicalize(qmat_at(layer->head[0].query, 0, flag));
    qmat_set_si(layer->head[0].value, 0, value, 1);
    qmat_set_si(layer->head[0].output, read, 0, 1);
    network_set_readout_size(net, 1);
    qmat_set_si(net->readout, 0, read, 1);
    mpq_set_si(qmat_at(net->readout, 0, flag), -offset_numerator, offset_denominator);
    mpq_canonicalize(qmat_at(net->readout, 0, flag));
}

static run_result evaluate(const network *net, const uint64_t *prompt, mpfr_prec_t *precision)
{
    evaluator ev;
    error e;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, evaluator_init(&ev, net, &e));
    run_result got = evaluator_answer(&ev, prompt, NULL);
    *precision = ev.has_enclosure ? ev.enclosure.system.precision : 0;
    evaluator_clear(&ev);
    return got;
}

static const uint64_t prompt[] = {1, 0, 1, 0}; /* values +1, -1, +1, 0 */

static void test_integer_scores_are_exact(void)
{
    network net;
    mpfr_prec_t precision;
    build(&net, 1, 1, 0, 1); /* weights 1, 2, 4, 8 of 15: read = 3/15 > 0 */
    run_result got = evaluate(&net, prompt, &precision);
    TEST_ASSERT_EQUAL_INT(RUN_ANSWER, got.outcome);
    TEST_ASSERT_EQUAL_UINT64(1, got.answer);
    TEST_ASSERT_EQUAL_INT(0, precision);
    network_clear(&net);
}

static void test_a_read_out_of_exactly_zero_is_no_answer(void)
{
    network net;
    mpfr_prec_t precision;
    build(&net, 1, 1, 1, 5); /* 3/15 - 1/5 = 0 */
    run_result got = evaluate(&net, prompt, &precision);
    TEST_ASSERT_EQUAL_INT(RUN_ZERO, got.outcome);
    TEST_ASSERT_EQUAL_UINT64(0, got.coordinate);
    network_clear(&net);
}

static void test_half_integer_scores_are_decided_by_enclosures(void)
{
    network net;
    mpfr_prec_t precision;
    /* r = sqrt 2: weights 1, r, 2, 2r; read = (3 - r)/(3 + 3r) = 0.2189...  > 1/5, < 1/4 */
    build(&net, 1, 2, 1, 5);
    run_result got = evaluate(&net, prompt, &precision);
    TEST_ASSERT_EQUAL_INT(RUN_ANSWER, got.outcome);
    TEST_ASSERT_EQUAL_UINT64(1, got.answer);
    TEST_ASSERT_EQUAL_INT(enclosure_first_precision, precision);
    network_clear(&net);
    build(&net, 1, 2, 1, 4);
    got = evaluate(&net, prompt, &precision);
    TEST_ASSERT_EQUAL_INT(RUN_ANSWER, got.outcome);
    TEST_ASSERT_EQUAL_UINT64(0, got.answer);
    network_clear(&net);
}

/* (3 - r)/(3 + 3r) = (4r - 5)/3 = 0.218951416497460065068918...: an offset that agrees in 23
 * digits (about 75 bits) is beyond 64 bits and decided at 128. */
static void test_precision_rises_until_the_sign_is_forced(void)
{
    network net;
    mpfr_prec_t precision;
    build(&net, 1, 2, 0, 1);
    mpq_ptr offset = qmat_at(net.readout, 0, 2);
    TEST_ASSERT_EQUAL_INT(
        0, mpq_set_str(offset, "-21895141649746006506891/100000000000000000000000", 10));
    run_result got = evaluate(&net, prompt, &precision);
    TEST_ASSERT_EQUAL_INT(RUN_ANSWER, got.outcome);
    TEST_ASSERT_EQUAL_UINT64(1, got.answer);
    TEST_ASSERT_EQUAL_INT(2 * enclosure_first_precision, precision);
    mpq_set_str(offset, "-21895141649746006506892/100000000000000000000000", 10);
    mpq_canonicalize(offset);
    got = evaluate(&net, prompt, &precision);
    TEST_ASSERT_EQUAL_INT(RUN_ANSWER, got.outcome);
    TEST_ASSERT_EQUAL_UINT64(0, got.answer);
    network_clear(&net);
}

/* An irrational number minus itself is 0, but no enclosure can say so: undecided, not a guess. */
static void test_what_no_enclosure_can_decide_is_undecided(void)
{
    network net;
    mpfr_prec_t precision;
    build(&net, 1, 2, 0, 1);
    network_layer *layer = network_add_layer(&net, 0, 0, 0, 1);
    qmat_set_si(layer->mlp_in, 0, 3, 1); /* ReLU(read), read > 0, subtracted from read */
    qmat_set_si(layer->mlp_out, 3, 0, -1);
    run_result got = evaluate(&net, prompt, &precision);
    TEST_ASSERT_EQUAL_INT(RUN_UNDECIDED, got.outcome);
    TEST_ASSERT_EQUAL_INT(enclosure_last_precision, precision);
    network_clear(&net);
}

static void test_scores_of_any_size_are_handled(void)
{
    network net;
    mpfr_prec_t precision;
    build(&net, 1, 1, 0, 1);
    mpq_ptr query = qmat_at(net.layer[0].head[0].query, 0, 2);
    mpz_ui_pow_ui(mpq_numref(query), 10, 30);      /* all weight on the last token, value 0 */
    mpz_neg(mpq_numref(query), mpq_numref(query)); /* now: all weight on the first token */
    run_result got = evaluate(&net, prompt, &precision);
    TEST_ASSERT_EQUAL_INT(RUN_ANSWER, got.outcome);
    TEST_ASSERT_EQUAL_UINT64(1, got.answer);
    TEST_ASSERT_TRUE(precision > 0); /* not by writing down 2^(10^30) */
    network_clear(&net);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_integer_scores_are_exact);
    RUN_TEST(test_a_read_out_of_exactly_zero_is_no_answer);
    RUN_TEST(test_half_integer_scores_are_decided_by_enclosures);
    RUN_TEST(test_precision_rises_until_the_sign_is_forced);
    RUN_TEST(test_what_no_enclosure_can_decide_is_undecided);
    RUN_TEST(test_scores_of_any_size_are_handled);
    return UNITY_END();
}
