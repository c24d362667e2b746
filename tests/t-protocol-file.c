/* The language of protocol files: what expressions mean, and that files say what they should. */
#include "base/memory.h"
#include "protocol/from-file.h"
#include "protocol/language.h"
#include "protocol/transcript.h"
#include "task/order.h"
#include "tests/support/support.h"

#include <stdio.h>
#include <string.h>

static void read_ok(protocol *p, const char *text)
{
    error e = {""};
    status s = protocol_read_text(p, text, strlen(text), "text", &e);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, s, e.message);
    s = protocol_check_budget(p, &e);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, s, e.message);
}

static uint64_t run(const protocol *p, const uint64_t *prompt)
{
    transcript t;
    error e = {""};
    transcript_init(&t, p);
    status s = protocol_run(&t, prompt, &e);
    uint64_t answer = t.answer;
    transcript_clear(&t);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, s, e.message);
    return answer;
}

/* w_1 = 1, w_2 = 2 in FC(3;2;2,3) */
static void means(uint64_t expected, const char *expression)
{
    char text[400];
    protocol p;
    uint64_t prompt[32] = {0};
    prompt[12 + 4 + 2 + 1] = 1 + 2 * 2;
    snprintf(text, sizeof text, "task 3 2 2 3\nword F\nB 5\ntable t: 7 8 9\nannounce: %s\n",
             expression);
    read_ok(&p, text);
    TEST_ASSERT_EQUAL_UINT64_MESSAGE(expected, run(&p, prompt), expression);
    protocol_clear(&p);
}

static void test_arithmetic(void)
{
    means(14, "2 + 3 * 4");
    means(20, "(2 + 3) * 4");
    means(1, "10 - 4 - 5");
    means(2, "17 / 4 % 3 + 1");
    means(0, "1 / 0 + 1 % 0");
    means(UINT64_MAX, "0 - 1");
    means(UINT64_MAX, "-1");
    means(UINT64_MAX - 5, "~5");
    means(1, "!0 + !7");
    means(1, "18446744073709551615 + 2");
}

static void test_comparisons_and_bits(void)
{
    means(1, "1 + 1 == 2 && 3 != 4");
    means(0, "2 < 2 || 3 > 4");
    means(1, "2 <= 2 && 3 >= 3");
    means(1, "1 || 0 && 0");
    means(7, "1 | 2 | 4");
    means(6, "3 ^ 5");
    means(2, "6 & 3");
    means(7, "4 | 6 & 3 ^ 1"); /* & before ^ before | */
    means(40, "5 << 3");
    means(0, "5 << 64");
    means(0, "5 >> 64");
    means(5, "bits(90, 1, 3)"); /* 90 = 1011010 */
    means(45, "bits(90, 1, 64)");
    means(0, "bits(90, 70, 3)");
}

static void test_choices_calls_and_folds(void)
{
    means(3, "if 1 then 3 else 4");
    means(5, "if 0 then 3 else if 0 then 4 else 5");
    means(2, "min(5, 2, 9)");
    means(9, "max(5, 2, 9)");
    means(10, "sum(k in 0..5: k)");
    means(0, "sum(k in 3..3: k)");
    means(4, "xor(k in 1..5: k)");
    means(3, "count(k in 0..6: k % 2)");
    means(3, "argmin(k in 0..6: (k - 3) * (k - 3))");
    means(1, "argmax(k in 0..3: k == 1)");
    means(4, "first(k in 0..9: k * k > 10)");
    means(9, "first(k in 0..9: 0)");
    means(60, "sum(i in 0..4: sum(j in 0..5: i * (j == 2) * 2 * 5))");
    means(24, "t[0] + t[1] + t[2] + t[3]");
    means(hash_step(hash_step(0, 1), 2), "hash(1, 2)");
}

static void test_names(void)
{
    means(3, "L");
    means(2, "m");
    means(5, "B");
    means(0, "S");
    means(2 + 4 + 12, "N0 + N1 + N2");
    means(2 + 3, "n1 + n2");
    means(5, "w");
    means(1, "w1");
    means(2, "w2");
    means(5, "code(-1)");
}

static void test_lines_go_on_when_indented(void)
{
    protocol p;
    uint64_t prompt[4] = {0};
    read_ok(&p, "# a comment\n\nprotocol \"x y\" # another\ntask 1 2\nword F\nB 1\n"
                "announce: 1 +\n\n  # in between\n\t2\n  + 4\n# the end");
    TEST_ASSERT_EQUAL_STRING("x y", p.name);
    TEST_ASSERT_EQUAL_UINT64(7, run(&p, prompt));
    protocol_clear(&p);
    read_ok(&p, "task 1 2\r\nword F\r\nB 1\r\nannounce: 1 +\r\n 2"); /* no newline at the end */
    TEST_ASSERT_EQUAL_UINT64(3, run(&p, prompt));
    protocol_clear(&p);
}

/* What F and R messages may be made of, and what arrives. */
static void test_messages(void)
{
    protocol p;
    transcript t;
    error e = {""};
    uint64_t prompt[8] = {3, 1, 2, 0, 1, 0, 1, 1}; /* z_2, z_1, z_0, w */
    read_ok(&p, "task 2 2 2\nword FRF\nB 6\nS 9\n"
                "send 1 2 -> 1: for k in 0..4: z2[k] : 2, z1[0] : 1\n"
                "send 2 2 -> 1: code(2) : 8\n"
                "send 2 1 -> 0: msg(2, 2, 1) : 8, msg(1, 2, 1, 4) : 1\n"
                "send 2 0 -> -1: msg(2, 1, 0) + z0 : 9\n"
                "send 3 1 -> -1: msg(1, 2, 1, 2) : 2, msg(2, 0, -1) : 9, w : 1\n"
                "announce: msg(3, 1, -1, 1) + 1000 * msg(3, 1, -1, 0)\n");
    transcript_init(&t, &p);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, protocol_run(&t, prompt, &e), e.message);
    uint64_t code = 3 + 4 * (1 + 4 * 2);
    TEST_ASSERT_EQUAL_UINT64(code + (1 << 8), bits_get(transcript_full(&t, 0, 2, 1), 0, 9));
    TEST_ASSERT_EQUAL_UINT64(code, bits_get(transcript_handed(&t, 1, 1), 0, 8));
    TEST_ASSERT_EQUAL_UINT64(code + 256, bits_get(transcript_handed(&t, 1, 0), 0, 9));
    TEST_ASSERT_EQUAL_UINT64(code + 1, bits_get(transcript_handed(&t, 1, -1), 0, 9));
    TEST_ASSERT_EQUAL_UINT64(0, protocol_width(&p, 0, 2, -1));
    TEST_ASSERT_EQUAL_UINT64(code + 1 + 2000, t.answer);
    transcript_clear(&t);
    protocol_clear(&p);
}

/* A value keeps the low bits of its width, so that a message is never longer than stated. */
static void test_fields_keep_their_width(void)
{
    protocol p;
    uint64_t prompt[4] = {0};
    read_ok(&p, "task 1 2\nword F\nB 40\nsend 1 0 -> -1: 255 : 3, -1 : 64\n"
                "announce: msg(1, 0, -1) * 10 + (msg(1, 0, -1, 1) == ~0) + msg(1, 0, -1, 2)\n");
    TEST_ASSERT_EQUAL_UINT64(71, run(&p, prompt));
    protocol_clear(&p);
}

static void test_a_look_up_chain_is_right_on_every_input(void)
{
    protocol p;
    transcript t;
    order_walk walk;
    error e = {""};
    read_ok(&p, "task 2 3 2\nword RFF\nB 2\nS 2\nsend 1 0 -> -1: z0 : 2\n"
                "send 2 1 -> -1: z1[msg(1, 0, -1)] : 2\n"
                "send 3 2 -> -1: z2[w1 * N0 + msg(2, 1, -1)] : 3\nannounce: msg(3, 2, -1)\n");
    transcript_init(&t, &p);
    order_walk_init(&walk, &p.task);
    for (int k = 0; k < 100000; k++) {
        TEST_ASSERT_EQUAL_INT(STATUS_OK, protocol_run(&t, walk.prompt, &e));
        TEST_ASSERT_EQUAL_UINT64(fc_answer(&p.task, walk.prompt), t.answer);
        order_walk_next(&walk);
    }
    order_walk_clear(&walk);
    transcript_clear(&t);
    protocol_clear(&p);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_arithmetic);
    RUN_TEST(test_comparisons_and_bits);
    RUN_TEST(test_choices_calls_and_folds);
    RUN_TEST(test_names);
    RUN_TEST(test_lines_go_on_when_indented);
    RUN_TEST(test_messages);
    RUN_TEST(test_fields_keep_their_width);
    RUN_TEST(test_a_look_up_chain_is_right_on_every_input);
    return UNITY_END();
}
