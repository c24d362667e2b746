/* 2-Sum against block-sparse attention, and the escape of pictures. */
#include "base/memory.h"
#include "bounds/sparse.h"
#include "report/plot.h"
#include "tests/support/support.h"

#include <string.h>

static void expect_bits(unsigned long M, unsigned long block, unsigned long bits)
{
    mpz_t m, b, got;
    mpz_init_set_ui(m, M);
    mpz_init_set_ui(b, block);
    mpz_init(got);
    sparse_needed_bits(got, m, b);
    TEST_ASSERT_EQUAL_INT(0, mpz_cmp_ui(got, bits));
    if (bits > 0) {
        TEST_ASSERT_FALSE(sparse_summary_is_short(got, m, b));
        mpz_sub_ui(got, got, 1);
        TEST_ASSERT_TRUE(sparse_summary_is_short(got, m, b));
    }
    mpz_clears(m, b, got, NULL);
}

static void test_needed_bits_by_hand(void)
{
    expect_bits(5, 1, 3);  /* 5 subsets */
    expect_bits(4, 1, 2);  /* 4 subsets: 2 bits are just enough */
    expect_bits(4, 2, 3);  /* 6 */
    expect_bits(10, 5, 8); /* 252 */
    expect_bits(10, 9, 4); /* 10 */
    expect_bits(7, 7, 0);  /* one subset: nothing can be confused */
}

static void test_shortest_prompt(void)
{
    mpz_t tokens, block, keep;
    mpz_init(tokens);
    mpz_init_set_ui(block, 64);
    mpz_init_set_ui(keep, 4);
    sparse_tokens(tokens, block, keep);
    TEST_ASSERT_EQUAL_INT(0, mpz_cmp_ui(tokens, 5 * 64 + 1));
    mpz_clears(tokens, block, keep, NULL);
}

static void test_pictures_escape_and_clip(void)
{
    plot p;
    plot_begin(&p, "a < b & \"c\"", "");
    p.x_min = p.y_min = 0;
    p.x_max = p.y_max = 10;
    point far = plot_at(&p, 50, -3);
    TEST_ASSERT_TRUE(far.x == p.right && far.y == p.bottom);
    TEST_ASSERT_FALSE(plot_shows(&p, 50, 5));
    plot_axes(&p, "x", "y");
    char *text = plot_end(&p);
    TEST_ASSERT_NOT_NULL(strstr(text, "<title>a &lt; b &amp; &quot;c&quot;</title>"));
    TEST_ASSERT_NULL(strstr(text, "a < b"));
    memory_free(text);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_needed_bits_by_hand);
    RUN_TEST(test_shortest_prompt);
    RUN_TEST(test_pictures_escape_and_clip);
    return UNITY_END();
}
