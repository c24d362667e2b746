#include "base/memory.h"
#include "base/random.h"
#include "exact/qvec.h"
#include "exact/rational.h"
#include "tests/support/support.h"

static void random_rational(mpq_t q, random_source *source)
{
    mpq_set_si(q, (long)random_below(source, 21) - 10, 1 + random_below(source, 7));
    mpq_canonicalize(q);
}

static void test_dot_is_the_sum_of_products(void)
{
    qvec_t u, v;
    mpq_t got, sum, product;
    random_source source = {3};
    mpq_inits(got, sum, product, NULL);
    for (size_t length = 0; length < 12; length++) {
        qvec_init(u, length);
        qvec_init(v, length);
        mpq_set_ui(sum, 0, 1);
        for (size_t i = 0; i < length; i++) {
            random_rational(u->entry[i], &source);
            random_rational(v->entry[i], &source);
            mpq_mul(product, u->entry[i], v->entry[i]);
            mpq_add(sum, sum, product);
        }
        qvec_dot(got, u, v);
        TEST_ASSERT_TRUE(mpq_equal(got, sum));
        qvec_clear(u);
        qvec_clear(v);
    }
    mpq_clears(got, sum, product, NULL);
}

static void test_matrix_times_vector_by_hand(void)
{
    qmat_t a;
    qvec_t u, v;
    qmat_init(a, 2, 3);
    qvec_init(u, 3);
    qvec_init(v, 2);
    qmat_set_si(a, 0, 0, 2);
    mpq_set_si(qmat_at(a, 0, 2), -1, 3);
    qmat_set_si(a, 1, 1, 5);
    mpq_set_si(u->entry[0], 1, 2);
    mpq_set_si(u->entry[1], 7, 1);
    mpq_set_si(u->entry[2], 3, 4);
    qmat_apply(v, a, u); /* (2/2 - 1/4, 35) */
    ASSERT_RATIONAL("3/4", v->entry[0]);
    ASSERT_RATIONAL("35", v->entry[1]);
    TEST_ASSERT_EQUAL_UINT64(3, qmat_nonzero_count(a));
    qmat_clear(a);
    qvec_clear(u);
    qvec_clear(v);
}

static void test_equality_sees_every_entry_and_the_shape(void)
{
    qmat_t a, b, wide;
    qvec_t u, v;
    qmat_init(a, 3, 2);
    qmat_init(b, 3, 2);
    qmat_init(wide, 2, 3);
    TEST_ASSERT_TRUE(qmat_equal(a, b));
    TEST_ASSERT_FALSE(qmat_equal(a, wide));
    for (size_t row = 0; row < 3; row++)
        for (size_t column = 0; column < 2; column++) {
            mpq_set_si(qmat_at(b, row, column), 1, 9);
            TEST_ASSERT_FALSE(qmat_equal(a, b));
            mpq_set_si(qmat_at(b, row, column), 0, 1);
        }
    qvec_init(u, 4);
    qvec_init(v, 4);
    mpq_set_si(u->entry[3], 1, 2);
    TEST_ASSERT_FALSE(qvec_equal(u, v));
    qvec_set(v, u);
    TEST_ASSERT_TRUE(qvec_equal(u, v));
    qvec_clear(u);
    qvec_clear(v);
    qmat_clear(a);
    qmat_clear(b);
    qmat_clear(wide);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_dot_is_the_sum_of_products);
    RUN_TEST(test_matrix_times_vector_by_hand);
    RUN_TEST(test_equality_sees_every_entry_and_the_shape);
    return UNITY_END();
}
