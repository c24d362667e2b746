/* Number systems: floating point against the machine's own and against a search through all
 * numbers of a format; fixed point against its definition. */
#include "base/memory.h"
#include "base/random.h"
#include "exact/rational.h"
#include "model/number-choice.h"
#include "tests/support/support.h"

#include <math.h>
#include <string.h>

/* ---- floating point ---------------------------------------------------------------------------
 */

static float random_float(random_source *source)
{
    uint32_t bits = (uint32_t)random_next(source);
    if (random_below(source, 2)) /* near 1, where sums and products interact */
        bits = (bits & 0x807fffffu) | ((uint32_t)(110 + random_below(source, 30)) << 23);
    float x;
    memcpy(&x, &bits, sizeof x);
    return isfinite(x) ? x : 1.5f;
}

static double to_double(const number_system *system, const void *x)
{
    return system->to_double(x);
}

static void load(const number_system *system, void *z, double value)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, value);
    system->set_q(system, z, q);
    mpq_clear(q);
}

static void test_fp32_is_what_this_machine_computes(void)
{
    random_source source = {4};
    number_system fp32;
    TEST_ASSERT_TRUE(number_float(&fp32, "fp32"));
    void *z = numbers_new(&fp32, 3), *x = number_at(&fp32, z, 1), *y = number_at(&fp32, z, 2);
    int rounds = sanitized() ? 2000 : 50000;
    for (int i = 0; i < rounds; i++) {
        volatile float a = random_float(&source), b = random_float(&source);
        volatile float c = random_float(&source), product = a * b;
        volatile float want[] = {a + b, a - b, a * b, b != 0 ? a / b : 1, c + product};
        for (int op = 0; op < 5; op++) {
            load(&fp32, z, op == 4 ? (double)c : (double)a);
            load(&fp32, x, op == 4 ? (double)a : (double)b);
            load(&fp32, y, (double)b);
            if (op == 0)
                fp32.add(&fp32, z, x);
            else if (op == 1)
                fp32.sub(&fp32, z, x);
            else if (op == 2)
                fp32.mul(&fp32, z, x);
            else if (op == 3 && b != 0)
                fp32.div(&fp32, z, x);
            else if (op == 4)
                fp32.addmul(&fp32, z, x, y);
            else
                continue;
            TEST_ASSERT_TRUE(isnan(want[op]) || (float)to_double(&fp32, z) == want[op]);
        }
    }
    numbers_free(&fp32, z, 3);
}

/* All nonnegative finite numbers of a format with E exponent and F fraction bits, in order. */
static size_t list_format(double *list, int E, int F, int top_is_special, int only_nan_special)
{
    size_t count = 0;
    int bias = (1 << (E - 1)) - 1, codes = 1 << (E + F);
    for (int code = 0; code < codes; code++) {
        int exponent = code >> F, fraction = code & ((1 << F) - 1);
        if (top_is_special && exponent == (1 << E) - 1)
            continue;
        if (only_nan_special && code == codes - 1)
            continue;
        list[count++] = exponent == 0 ? ldexp(fraction, 1 - bias - F)
                                      : ldexp((1 << F) + fraction, exponent - bias - F);
    }
    return count;
}

/* Nearest number of the list, ties to the even code; above the last one: past half way to
 * the next one there would be, infinity or the last one. */
static double nearest(const double *list, size_t count, double x, int saturates)
{
    double a = fabs(x), last = list[count - 1], beyond = 2 * last - list[count - 2], best;
    if (a >= last) {
        best = a < (last + beyond) / 2 || saturates ? last : INFINITY;
    } else {
        size_t low = 0, high = count - 1;
        while (high - low > 1) {
            size_t middle = (low + high) / 2;
            if (list[middle] <= a)
                low = middle;
            else
                high = middle;
        }
        double below = a - list[low], above = list[high] - a;
        best = below < above || (below == above && low % 2 == 0) ? list[low] : list[high];
    }
    return x < 0 ? -best : best;
}

static void check_format(const char *name, int E, int F, int nan_only, int saturates)
{
    static double list[1 << 16];
    size_t count = list_format(list, E, F, !nan_only, nan_only);
    number_system system;
    random_source source = {12};
    TEST_ASSERT_TRUE(number_float(&system, name));
    void *z = numbers_new(&system, 2), *x = number_at(&system, z, 1);
    for (size_t i = 0; i < count; i += 1 + count / 1024) { /* every number is its own rounding */
        load(&system, z, list[i]);
        TEST_ASSERT_EQUAL_DOUBLE(list[i], to_double(&system, z));
    }
    for (int i = 0; i < 20000; i++) {
        double a = list[random_below(&source, count)], b = list[random_below(&source, count)];
        if (random_below(&source, 2))
            b = -b;
        load(&system, z, a);
        load(&system, x, b);
        int product = (int)random_below(&source, 2);
        if (product)
            system.mul(&system, z, x);
        else
            system.add(&system, z, x);
        /* both fit a double exactly, so there is one rounding */
        double exact = product ? a * b : a + b;
        if (!product && (fabs(b) < ldexp(a, -45) || a < ldexp(fabs(b), -45)))
            continue; /* ... but for sums of very different numbers */
        TEST_ASSERT_EQUAL_DOUBLE(nearest(list, count, exact, saturates), to_double(&system, z));
    }
    numbers_free(&system, z, 2);
}

static void test_small_formats_round_to_the_nearest_of_all_their_numbers(void)
{
    check_format("fp16", 5, 10, 0, 0);
    check_format("bf16", 8, 7, 0, 0);
    check_format("fp8e5m2", 5, 2, 0, 0);
    check_format("fp8e4m3", 4, 3, 1, 1);
}

static void test_extremes_of_the_formats(void)
{
    static const struct {
        const char *name;
        double largest, least;
    } known[] = {
        {"fp32", 3.4028234663852886e38, 0x1p-149},
        {"fp16", 65504, 0x1p-24},
        {"bf16", 3.3895313892515355e38, 0x1p-133},
        {"fp8e4m3", 448, 0x1p-9},
        {"fp8e5m2", 57344, 0x1p-16},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        number_system system;
        TEST_ASSERT_TRUE(number_float(&system, known[i].name));
        void *z = numbers_new(&system, 1);
        load(&system, z, known[i].largest);
        TEST_ASSERT_EQUAL_DOUBLE(known[i].largest, to_double(&system, z));
        load(&system, z, known[i].least);
        TEST_ASSERT_EQUAL_DOUBLE(known[i].least, to_double(&system, z));
        load(&system, z, known[i].least / 2); /* a tie, to the even 0 */
        TEST_ASSERT_EQUAL_INT(SIGN_ZERO, system.sign(z));
        load(&system, z, 2 * known[i].largest);
        double over = to_double(&system, z);
        TEST_ASSERT_TRUE(system.saturates ? over == known[i].largest : isinf(over));
        numbers_free(&system, z, 1);
    }
    number_system none;
    TEST_ASSERT_FALSE(number_float(&none, "fp64"));
}

/* inf - inf has no sign, so no answer comes of it. */
static void test_not_a_number_has_no_sign(void)
{
    number_system system;
    TEST_ASSERT_TRUE(number_float(&system, "fp16"));
    void *z = numbers_new(&system, 2);
    load(&system, z, 1e6);
    load(&system, number_at(&system, z, 1), 1e6);
    system.sub(&system, z, number_at(&system, z, 1));
    TEST_ASSERT_EQUAL_INT(SIGN_UNDECIDED, system.sign(z));
    numbers_free(&system, z, 2);
}

/* ---- fixed point ------------------------------------------------------------------------------
 */

static void check_fixed(const char *value, unsigned I, unsigned F, const char *want)
{
    number_system fixed = number_fixed(I, F);
    mpq_t x;
    mpq_init(x);
    TEST_ASSERT_EQUAL_INT(0, mpq_set_str(x, value, 10));
    mpq_canonicalize(x);
    fixed.round(&fixed, x);
    ASSERT_RATIONAL(want, x);
    mpq_neg(x, x); /* the same on the other side */
    fixed.round(&fixed, x);
    mpq_neg(x, x);
    ASSERT_RATIONAL(want, x);
    mpq_clear(x);
}

static void test_fixed_point_rounds_to_even_and_saturates(void)
{
    check_fixed("1/3", 1, 2, "1/4");
    check_fixed("3/8", 1, 2, "1/2"); /* ties to even */
    check_fixed("1/8", 1, 2, "0");
    check_fixed("5/8", 1, 2, "1/2");
    check_fixed("7/8", 1, 2, "1");
    check_fixed("17/9", 1, 2, "7/4"); /* 2 - 1/4 is the largest */
    check_fixed("100", 1, 2, "7/4");
    check_fixed("5/2", 3, 0, "2");
    check_fixed("7/2", 3, 0, "4");
    check_fixed("9", 3, 0, "7");
    check_fixed("1", 0, 3, "7/8");
    check_fixed("1", 0, 0, "0"); /* a sign and nothing else */
}

/* One block: three scores, values as given; what comes out of attention, unrounded aggregates
 * worked out by hand. */
static void attend_three(mpq_t y, const number_system *system, const long *score, const long *value)
{
    mpq_t s[3], v[3];
    for (size_t i = 0; i < 3; i++) {
        mpq_inits(s[i], v[i], NULL);
        mpq_set_si(s[i], score[i], 1);
        mpq_set_si(v[i], value[i], 1);
    }
    attention_view view = {.count = 3, .width = 1, .dim = 4, .score = s, .value = v};
    TEST_ASSERT_EQUAL_INT(ATTEND_DONE, system->attend(system, y, NULL, &view));
    for (size_t i = 0; i < 3; i++)
        mpq_clears(s[i], v[i], NULL);
}

static void test_fixed_point_attention_by_hand(void)
{
    mpq_t y;
    mpq_init(y);
    number_system wide = number_fixed(2, 20), narrow = number_fixed(2, 1),
                  tiny = number_fixed(1, 0);
    /* weights 1, 1/2, 1/8: D = 13/8, N = 1 - 1/2 - 1/8 = 3/8; y = 3/13 */
    long score[] = {5, 4, 2}, value[] = {1, -1, -1};
    attend_three(y, &wide, score, value);
    mpq_t exact, gap;
    mpq_inits(exact, gap, NULL);
    mpq_set_ui(exact, 3, 13);
    mpq_sub(gap, y, exact);
    mpq_abs(gap, gap);
    mpq_mul_2exp(gap, gap, 18);
    TEST_ASSERT_TRUE(mpq_cmp_ui(gap, 1, 1) < 0);
    /* halves: D = 3/2, N = 1/2; y = 1/3, rounds to 1/2 */
    attend_three(y, &narrow, score, value);
    ASSERT_RATIONAL("1/2", y);
    /* integers up to 1: D = 1, N = 0 */
    attend_three(y, &tiny, score, value);
    ASSERT_RATIONAL("0", y);
    /* a score 10^6 below is bounded, not added up; it does not change the rounding */
    long far[] = {1000000, 0, 0};
    attend_three(y, &wide, far, value);
    ASSERT_RATIONAL("1", y);
    mpq_clears(y, exact, gap, NULL);
}

/* ---- names
 * --------------------------------------------------------------------------------------- */

static void test_number_systems_by_name(void)
{
    static const char *const good[] = {"base2", "e",    "fixed:6:2", "fixed:1:0", "fp32",
                                       "fp16",  "bf16", "fp8e4m3",   "fp8e5m2",   "fixed:min"};
    static const char *const bad[] = {
        "",         "base3",     "fixed", "fixed:",   "fixed:0",     "fixed:x",    "fixed:6:6",
        "fixed:6:", "fixed:999", "fp64",  "fixed:-1", "fixed:6:2:1", "fixed:1000", "E"};
    number_choice choice;
    error e;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        TEST_ASSERT_EQUAL_INT(STATUS_OK, number_choice_parse(&choice, good[i], &e));
        TEST_ASSERT_EQUAL_STRING(good[i], number_choice_name(&choice));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        e.message[0] = '\0';
        TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_USAGE, number_choice_parse(&choice, bad[i], &e),
                                      bad[i]);
        TEST_ASSERT_TRUE(strncmp(e.message, "--number", 8) == 0);
    }
    TEST_ASSERT_EQUAL_INT(STATUS_OK, number_choice_parse(&choice, "fixed:6", &e));
    TEST_ASSERT_EQUAL_UINT(6, number_fixed_bits(&choice.system));
    TEST_ASSERT_EQUAL_UINT(2, choice.system.integer_bits);
    TEST_ASSERT_EQUAL_UINT(0, number_fixed_bits(&number_base2));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_fp32_is_what_this_machine_computes);
    RUN_TEST(test_small_formats_round_to_the_nearest_of_all_their_numbers);
    RUN_TEST(test_extremes_of_the_formats);
    RUN_TEST(test_not_a_number_has_no_sign);
    RUN_TEST(test_fixed_point_rounds_to_even_and_saturates);
    RUN_TEST(test_fixed_point_attention_by_hand);
    RUN_TEST(test_number_systems_by_name);
    return UNITY_END();
}
