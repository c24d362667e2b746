/* The communication model: who may know what, how much may be said, and that every run obeys. */
#include "base/memory.h"
#include "protocol/random.h"
#include "protocol/transcript.h"
#include "task/order.h"
#include "tests/support/support.h"

#include <string.h>

static void require_ok(status s, const error *e)
{
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, s, e->message);
}

/* ---- bit strings ------------------------------------------------------------------------- */

static void test_bits_come_back_as_they_were_put(void)
{
    uint64_t word[8] = {0};
    bit_writer to = {word, 0, 512};
    mpz_t z, back;
    mpz_inits(z, back, NULL);
    bits_put(&to, 5, 3);
    bits_put(&to, UINT64_MAX, 64);
    bits_put(&to, 0, 7);
    mpz_set_si(z, -77);
    bits_put_integer(&to, z, 100);
    bits_put_integer(&to, z, 8);
    bits from = {word, to.count};
    TEST_ASSERT_EQUAL_UINT64(182, to.count);
    TEST_ASSERT_EQUAL_UINT64(5, bits_get(from, 0, 3));
    TEST_ASSERT_EQUAL_UINT64(UINT64_MAX, bits_get(from, 3, 64));
    TEST_ASSERT_EQUAL_UINT64(0, bits_get(from, 67, 7));
    bits_get_integer(back, from, 74, 100);
    TEST_ASSERT_EQUAL_INT(0, mpz_cmp(z, back));
    bits_get_integer(back, from, 174, 8);
    TEST_ASSERT_EQUAL_INT(0, mpz_cmp(z, back));
    bits_get_natural(back, from, 174, 8);
    TEST_ASSERT_EQUAL_INT(0, mpz_cmp_ui(back, 256 - 77));
    mpz_clears(z, back, NULL);
}

static void test_bits_know_what_fits(void)
{
    mpz_t z;
    mpz_init(z);
    for (long value = -20; value <= 20; value++) {
        mpz_set_si(z, value);
        TEST_ASSERT_EQUAL_INT(value >= -8 && value < 8, bits_integer_fits(z, 4));
        TEST_ASSERT_EQUAL_INT(value == 0, bits_integer_fits(z, 0));
    }
    mpz_clear(z);
}

static void test_too_many_bits_are_counted_not_written(void)
{
    uint64_t word[2] = {0, 42};
    bit_writer to = {word, 0, 10};
    bits_put(&to, 1023, 10);
    bits_put(&to, UINT64_MAX, 64);
    TEST_ASSERT_EQUAL_UINT64(74, to.count);
    TEST_ASSERT_EQUAL_UINT64(1023, word[0]);
    TEST_ASSERT_EQUAL_UINT64(42, word[1]);
}

static void test_bits_as_text(void)
{
    uint64_t word[1] = {0x2c};
    char *text = bits_to_text((bits){word, 7});
    TEST_ASSERT_EQUAL_STRING("0x2c/7", text);
    memory_free(text);
}

/* ---- causality ----------------------------------------------------------------------------- */

/* Everything player i ever knows is a function of z_i, ..., z_L; whoever sends learns nothing. */
static void knows_only_earlier_blocks(const char *word)
{
    fc task = make_task(3, 2, (uint64_t[]){2, 2});
    protocol p;
    transcript a, b;
    error e = {""};
    random_source source = {11};
    uint64_t one[32], other[32];
    require_ok(protocol_random(&p, &task, word, 2, 9, 5, ANNOUNCE_RANDOM, &e), &e);
    transcript_init(&a, &p);
    transcript_init(&b, &p);
    int differed = 0;
    for (int round = 0; round < 200; round++) {
        order_random(one, &task, &source);
        order_random(other, &task, &source);
        int cut = (int)(round % 5) - 1; /* the blocks below `cut` are taken from `other` */
        for (uint64_t t = 0; t < task.tokens; t++)
            if (fc_locate(&task, t).block >= cut)
                other[t] = one[t];
        require_ok(protocol_run(&a, one, &e), &e);
        require_ok(protocol_run(&b, other, &e), &e);
        for (int i = -1; i <= 3; i++)
            for (size_t layers = 0; layers <= p.layers; layers++) {
                knowledge x = transcript_knowledge(&a, i, layers);
                knowledge y = transcript_knowledge(&b, i, layers);
                int equal = knowledge_equal(&x, &y);
                TEST_ASSERT_TRUE(equal || i < cut);
                differed |= !equal;
            }
    }
    TEST_ASSERT_TRUE(differed);
    transcript_clear(&a);
    transcript_clear(&b);
    protocol_clear(&p);
}

static void test_players_know_only_what_came_before(void)
{
    knows_only_earlier_blocks("FRF");
    knows_only_earlier_blocks("RRF");
    knows_only_earlier_blocks("FFRR");
}

/* ---- what message functions get to see ------------------------------------------------------ */

/* A protocol whose messages write down what they were given. */
static status tell_full(bit_writer *message, void *work, const protocol *p, size_t layer,
                        const knowledge *from, const knowledge *to, error *e)
{
    (void)work, (void)e;
    TEST_ASSERT_EQUAL_UINT64(layer, from->layers);
    TEST_ASSERT_EQUAL_UINT64(layer, to->layers);
    TEST_ASSERT_EQUAL_UINT64(fc_block_size(&p->task, from->player), from->symbols);
    bits_put(message, from->symbol[0], 4);
    bits_put(message, to->symbol[0], 4);
    return STATUS_OK;
}

/* The first symbols of L, ..., i+1, the latest first. */
static status tell_hand(bit_writer *message, void *work, const protocol *p, size_t layer,
                        const knowledge *from, bits handed, error *e)
{
    (void)work, (void)p, (void)e;
    TEST_ASSERT_EQUAL_UINT64(layer, from->layers);
    bits_put(message, from->symbol[0], 4);
    bits_put(message, handed.count ? bits_get(handed, 0, 4) : 0, 4);
    return STATUS_OK;
}

static status tell_announce(uint64_t *answer, void *work, const protocol *p, const knowledge *who,
                            error *e)
{
    (void)work, (void)e;
    TEST_ASSERT_EQUAL_UINT64(p->layers, who->layers);
    TEST_ASSERT_EQUAL_INT(-1, who->player);
    *answer = bits_get(knowledge_received(who, 1, 0), 4, 4); /* z_1(0), over player 0 */
    return STATUS_OK;
}

static const protocol_rules telling = {
    .full = tell_full, .hand = tell_hand, .announce = tell_announce};

static void make_telling(protocol *p, uint64_t B, uint64_t S, uint64_t width)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    error e = {""};
    require_ok(protocol_init(p, "telling", &task, "FR", B, S, &telling, NULL, &e), &e);
    for (int to = -1; to < 2; to++) {
        for (int from = to + 1; from <= 2; from++)
            protocol_set_width(p, 0, from, to, width);
        protocol_set_width(p, 1, to + 1, to, 8);
    }
    require_ok(protocol_seal(p, &e), &e);
}

static void test_messages_reach_whom_they_are_for(void)
{
    protocol p;
    transcript t;
    error e = {""};
    uint64_t prompt[8] = {3, 0, 0, 0, 1, 0, 1, 0};
    make_telling(&p, 4, 8, 8);
    transcript_init(&t, &p);
    require_ok(protocol_run(&t, prompt, &e), &e);
    TEST_ASSERT_EQUAL_UINT64(3 + 16 * 1, bits_get(transcript_full(&t, 0, 2, 1), 0, 8));
    TEST_ASSERT_EQUAL_UINT64(1 + 16 * 0, bits_get(transcript_full(&t, 0, 1, -1), 0, 8));
    TEST_ASSERT_EQUAL_UINT64(3, bits_get(transcript_handed(&t, 1, 1), 0, 8));
    TEST_ASSERT_EQUAL_UINT64(1 + 16 * 3, bits_get(transcript_handed(&t, 1, 0), 0, 8));
    TEST_ASSERT_EQUAL_UINT64(1 + 16 * 1, bits_get(transcript_handed(&t, 1, -1), 0, 8));
    TEST_ASSERT_EQUAL_UINT64(1, t.answer);
    transcript_clear(&t);
    protocol_clear(&p);
}

static void test_a_longer_message_is_refused(void)
{
    protocol p;
    error e = {""};
    make_telling(&p, 4, 8, 8); /* 8 bits to player -1, 2 B |-1| = 8 */
    require_ok(protocol_check_budget(&p, &e), &e);
    protocol_clear(&p);
    make_telling(&p, 3, 8, 8);
    TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, protocol_check_budget(&p, &e));
    TEST_ASSERT_EQUAL_STRING("layer 1 (F), player 2 to player 0: 8 bits, but 2 B |0| = 2 * 3 * 1 = "
                             "6 allowed",
                             e.message);
    transcript t;
    uint64_t prompt[8] = {0};
    transcript_init(&t, &p);
    TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, protocol_run(&t, prompt, &e));
    transcript_clear(&t);
    protocol_clear(&p);
    make_telling(&p, 4, 7, 8);
    TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, protocol_check_budget(&p, &e));
    TEST_ASSERT_EQUAL_STRING("layer 2 (R), player 2 to player 1: 8 bits, but S = 7 allowed",
                             e.message);
    protocol_clear(&p);
}

/* A length that depends on the input would be one more message. */
static void test_a_message_of_another_length_is_refused(void)
{
    protocol p;
    transcript t;
    error e = {""};
    uint64_t prompt[8] = {0};
    for (uint64_t width = 7; width <= 9; width++) {
        make_telling(&p, 100, 8, width);
        transcript_init(&t, &p);
        status expected = width == 8 ? STATUS_OK : STATUS_NEGATIVE;
        TEST_ASSERT_EQUAL_INT(expected, protocol_run(&t, prompt, &e));
        transcript_clear(&t);
        protocol_clear(&p);
    }
}

/* ---- random protocols ------------------------------------------------------------------------ */

static unsigned right_answers(const fc *task, uint64_t seed, random_announce how)
{
    protocol p;
    transcript t;
    error e = {""};
    order_walk walk;
    unsigned right = 0;
    require_ok(protocol_random(&p, task, "F", 1, 0, seed, how, &e), &e);
    require_ok(protocol_check_budget(&p, &e), &e);
    transcript_init(&t, &p);
    order_walk_init(&walk, task);
    do {
        require_ok(protocol_run(&t, walk.prompt, &e), &e);
        TEST_ASSERT_TRUE(t.answer < 4);
        right += t.answer == fc_answer(task, walk.prompt);
    } while (order_walk_next(&walk) >= 0);
    order_walk_clear(&walk);
    transcript_clear(&t);
    protocol_clear(&p);
    return right;
}

static void test_a_guess_is_better_than_chance_and_still_wrong(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    for (uint64_t seed = 0; seed < 5; seed++) {
        unsigned chance = right_answers(&task, seed, ANNOUNCE_RANDOM);
        unsigned guess = right_answers(&task, seed, ANNOUNCE_GUESS);
        TEST_ASSERT_TRUE(chance > 512 && chance < 1536); /* of 4096, one in four */
        TEST_ASSERT_TRUE(guess > chance && guess < 4096);
    }
    TEST_ASSERT_TRUE(right_answers(&task, 1, ANNOUNCE_RANDOM) ==
                     right_answers(&task, 1, ANNOUNCE_RANDOM));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_bits_come_back_as_they_were_put);
    RUN_TEST(test_bits_know_what_fits);
    RUN_TEST(test_too_many_bits_are_counted_not_written);
    RUN_TEST(test_bits_as_text);
    RUN_TEST(test_players_know_only_what_came_before);
    RUN_TEST(test_messages_reach_whom_they_are_for);
    RUN_TEST(test_a_longer_message_is_refused);
    RUN_TEST(test_a_message_of_another_length_is_refused);
    RUN_TEST(test_a_guess_is_better_than_chance_and_still_wrong);
    return UNITY_END();
}
