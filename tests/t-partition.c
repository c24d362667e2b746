/* Sums digit by digit against sums term by term; ranges of terms against visiting every
 * token and symbol; ranges of MLPs against points. */
#include "base/memory.h"
#include "base/random.h"
#include "constructions/construction.h"
#include "tests/support/support.h"
#include "verifier/digits.h"
#include "verifier/mixing.h"
#include "verifier/piecewise.h"
#include "verifier/terms.h"

#include <string.h>

static random_source source = {11};

static int64_t below(uint64_t bound)
{
    return (int64_t)random_below(&source, bound);
}

static void plain_sum(mpz_t sum, uint64_t count, const int64_t *exponent, int64_t low)
{
    mpz_t term;
    mpz_init(term);
    mpz_set_ui(sum, 0);
    for (uint64_t i = 0; i < count; i++) {
        int64_t score = -low;
        for (unsigned j = 0; j < digits_limit; j++)
            score += i >> j & 1 ? exponent[j] : 0;
        mpz_set_ui(term, 1);
        mpz_mul_2exp(term, term, (mp_bitcnt_t)score);
        mpz_add(sum, sum, term);
    }
    mpz_clear(term);
}

static void test_digit_sums(void)
{
    digit_sum s;
    mpz_t plain;
    digit_sum_init(&s);
    mpz_init(plain);
    for (int round = 0; round < (sanitized() ? 200 : 2000); round++) {
        int64_t exponent[digits_limit] = {0};
        uint64_t count = round < 70 ? (uint64_t)round : (uint64_t)below(300);
        for (unsigned j = 0; j < 10; j++)
            exponent[j] = below(9) - 4;
        digit_sum_compute(&s, count, exponent);
        plain_sum(plain, count, exponent, s.low);
        TEST_ASSERT_EQUAL_INT(0, mpz_cmp(plain, s.sum));
    }
    mpz_clear(plain);
    digit_sum_clear(&s);
}

/* ---- mixing rows against a plain softmax --------------------------------------------------------
 */

static void plain_row(mpq_t share, const network *net, const attention_head *head,
                      const qvec_t x_last, uint64_t wanted)
{
    size_t width = net->embed.width;
    qvec_t x, q, k;
    mpq_t score, total, mine, weight;
    qvec_init(x, width);
    qvec_init(q, head->query->rows);
    qvec_init(k, head->key->rows);
    mpq_inits(score, total, mine, weight, NULL);
    qmat_apply(q, head->query, x_last);
    for (uint64_t t = 0; t < net->task.tokens; t++) {
        embedding_evaluate(x, &net->embed, &net->task, t, 0);
        qmat_apply(k, head->key, t + 1 == net->task.tokens ? x_last : x);
        qvec_dot(score, q, k);
        long e = mpz_get_si(mpq_numref(score));
        mpq_set_ui(weight, 1, 1);
        if (e >= 0)
            mpq_mul_2exp(weight, weight, (mp_bitcnt_t)e);
        else
            mpq_div_2exp(weight, weight, (mp_bitcnt_t)-e);
        mpq_add(total, total, weight);
        if (t == wanted)
            mpq_set(mine, weight);
    }
    mpq_div(share, mine, total);
    qvec_clear(x);
    qvec_clear(q);
    qvec_clear(k);
    mpq_clears(score, total, mine, weight, NULL);
}

static int compare_row(const fc *task, int spoil)
{
    network net;
    error e = {""};
    construction_find("binary")->build(&net, task);
    if (spoil) { /* a key that is no binary digit: that block is summed token by token */
        embedding_term *term = embedding_add_term(&net.embed, 0, BLOCK_BIT(task->L));
        term->what = QUANTITY_ARGUMENT;
        term->mod = 3;
    }
    const attention_head *head = &net.layer[task->L].head[0];
    size_t width = net.embed.width;
    score_rule rule;
    mixing_row row;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, score_rule_init(&rule, &net, head, &e));
    mixing_row_init(&row, task);
    qvec_t x;
    qvec_init(x, width);
    int64_t *stream = memory_new(width, sizeof *stream);
    int64_t *own = memory_new(rule.keys, sizeof *own);
    embedding_evaluate(x, &net.embed, task, task->tokens - 1, random_below(&source, task->A));
    for (size_t c = 0; c < width; c++) {
        if (net.embed.coordinate[c].count == 0) /* registers hold anything */
            mpq_set_si(x->entry[c], (long)(below(5) - 2), 1);
        stream[c] = mpz_get_si(mpq_numref(x->entry[c]));
    }
    for (size_t k = 0; k < rule.keys; k++)
        own[k] = stream[rule.key[k]];
    score_query query = {stream, 1, own};
    uint64_t t = random_below(&source, task->tokens - 1);
    TEST_ASSERT_EQUAL_INT_MESSAGE(
        STATUS_OK, mixing_row_compute(&row, &rule, &query, fc_locate(task, t), &e), e.message);
    mpq_t share, plain;
    mpq_inits(share, plain, NULL);
    mpq_set_num(share, row.wanted);
    mpq_set_den(share, row.total);
    mpq_canonicalize(share);
    plain_row(plain, &net, head, x, t);
    TEST_ASSERT_TRUE(mpq_equal(share, plain));
    TEST_ASSERT_EQUAL_INT(0, mpz_cmp(row.total, row.total_with_tiny));
    int by_digits = rule.block[task->L].by_digits;
    mpq_clears(share, plain, NULL);
    memory_free(stream);
    memory_free(own);
    qvec_clear(x);
    mixing_row_clear(&row);
    score_rule_clear(&rule);
    network_clear(&net);
    return by_digits;
}

static void test_mixing_rows(void)
{
    for (int round = 0; round < (sanitized() ? 20 : 200); round++) {
        uint64_t n[] = {(uint64_t)below(5) + 1, (uint64_t)below(4) + 1};
        fc task = make_task((unsigned)below(3) + 1, (uint64_t)below(7) + 1, n);
        int one_token = fc_block_size(&task, (int)task.L) == 1;
        TEST_ASSERT_EQUAL_INT(!one_token, compare_row(&task, 0));
        TEST_ASSERT_EQUAL_INT(0, compare_row(&task, 1));
    }
}

/* ---- ranges
 * ---------------------------------------------------------------------------------------- */

static void test_term_ranges(void)
{
    fc task = make_task(2, 5, (uint64_t[]){3});
    embedding e;
    mpq_t value;
    qrange_t range, point;
    mpq_init(value);
    qrange_init(range);
    qrange_init(point);
    qvec_t x;
    for (int round = 0; round < 2000; round++) {
        int block = (int)below(4) - 1;
        embedding_init(&e);
        embedding_add_field(&e, "f", 1);
        embedding_term *term = embedding_add_term(&e, 0, (block_set)below(16));
        do
            term->what = (quantity)below(6);
        while ((term->what == QUANTITY_QUERY) != (block == -1) && term->what != QUANTITY_ONE);
        if (term->what == QUANTITY_QUERY)
            term->blocks = BLOCK_BIT(-1);
        term->part = 1;
        term->within = (uint64_t)below(8);
        term->div = (uint64_t)below(4);
        term->mod = (uint64_t)below(4);
        term->power = (unsigned)below(2) + 1;
        term->has_at = below(4) == 0;
        term->at = (uint64_t)below(7);
        mpq_set_si(term->scale, (long)below(7) - 3, 2);
        mpq_canonicalize(term->scale);
        mpq_set_si(term->offset, (long)below(7) - 3, 1);
        coordinate_range(range, &e.coordinate[0], &task, block);
        qvec_init(x, 1);
        for (uint64_t a = 0; a < fc_block_size(&task, block); a++)
            for (uint64_t c = 0; c < fc_block_radix(&task, block); c++) {
                embedding_evaluate(x, &e, &task, fc_block_start(&task, block) + a, c);
                qrange_set_q(point, x->entry[0]);
                TEST_ASSERT_TRUE(qrange_within(point, range));
            }
        qvec_clear(x);
        embedding_clear(&e);
    }
    mpq_clear(value);
    qrange_clear(range);
    qrange_clear(point);
}

/* Random small MLPs: random points of the box land in the range, and with one varying
 * coordinate the range is attained at its ends up to the grid. */
static void test_mlp_ranges(void)
{
    enum { width = 3, hidden = 4 };
    fc task = make_task(1, 2, NULL);
    qrange_t out, point;
    qrange_init(out);
    qrange_init(point);
    mpq_t sum, unit;
    mpq_inits(sum, unit, NULL);
    for (int round = 0; round < (sanitized() ? 50 : 500); round++) {
        network net;
        network_init(&net, "random", &task);
        embedding_add_field(&net.embed, "f", width);
        network_layer *layer = network_add_layer(&net, 0, 0, 0, hidden);
        for (size_t i = 0; i < (size_t)width * hidden; i++) {
            mpq_set_si(layer->mlp_in->entry[i], (long)below(5) - 2, 1);
            mpq_set_si(layer->mlp_out->entry[i], (long)below(5) - 2, 1);
        }
        for (size_t u = 0; u < hidden; u++)
            mpq_set_si(layer->mlp_in_bias->entry[u], (long)below(5) - 2, 1);
        qrange_struct *box = qranges_new(width);
        for (size_t c = 0; c < width; c++) {
            mpq_set_si(box[c].lo, (long)below(5) - 2, 1);
            mpq_set(box[c].hi, box[c].lo);
            if (below(2))
                mpz_add_ui(mpq_numref(box[c].hi), mpq_numref(box[c].lo), (unsigned)below(4));
        }
        mlp_output_range(out, layer, 0, box);
        for (int k = 0; k < 20; k++) {
            qvec_t x;
            qvec_init(x, width);
            for (size_t c = 0; c < width; c++) { /* lo + (hi - lo) k / 8 */
                mpq_sub(unit, box[c].hi, box[c].lo);
                mpq_set_ui(sum, (unsigned)below(9), 8);
                mpq_canonicalize(sum);
                mpq_mul(unit, unit, sum);
                mpq_add(x->entry[c], box[c].lo, unit);
            }
            mpq_set(point->lo, x->entry[0]);
            for (size_t u = 0; u < hidden; u++) {
                qmat_struct row = {1, width, layer->mlp_in->entry + u * width};
                qvec_t in;
                qvec_init(in, 1);
                qmat_apply(in, &row, x);
                mpq_add(in->entry[0], in->entry[0], layer->mlp_in_bias->entry[u]);
                if (mpq_sgn(in->entry[0]) > 0) {
                    mpq_mul(unit, in->entry[0], qmat_get(layer->mlp_out, 0, u));
                    mpq_add(point->lo, point->lo, unit);
                }
                qvec_clear(in);
            }
            mpq_set(point->hi, point->lo);
            TEST_ASSERT_TRUE(qrange_within(point, out));
            qvec_clear(x);
        }
        qranges_free(box, width);
        network_clear(&net);
    }
    mpq_clears(sum, unit, NULL);
    qrange_clear(out);
    qrange_clear(point);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_digit_sums);
    RUN_TEST(test_mixing_rows);
    RUN_TEST(test_term_ranges);
    RUN_TEST(test_mlp_ranges);
    return UNITY_END();
}
