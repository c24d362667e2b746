#include "base/memory.h"
#include "exact/rational.h"
#include "tests/support/support.h"

#include <string.h>

static void expect_rational(const char *text, const char *shown)
{
    mpq_t q;
    error e;
    mpq_init(q);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, rational_parse(q, text, &e), text);
    ASSERT_RATIONAL(shown, q);
    mpq_clear(q);
}

static void expect_no_rational(const char *text, status code)
{
    mpq_t q;
    error e = {""};
    mpq_init(q);
    TEST_ASSERT_EQUAL_INT_MESSAGE(code, rational_parse(q, text, &e), text);
    TEST_ASSERT_TRUE(e.message[0] != '\0');
    mpq_clear(q);
}

static void test_rationals_are_read_and_reduced(void)
{
    expect_rational("0", "0");
    expect_rational("-0", "0");
    expect_rational("007", "7");
    expect_rational("-6/8", "-3/4");
    expect_rational("10/5", "2");
    expect_rational("123456789012345678901234567890/2", "61728394506172839450617283945");
}

static void test_what_is_no_rational_is_refused(void)
{
    static const char *const bad[] = {"",   "-",    "+1",  "1.5", "1/",    "/2",  "1/-2", " 1",
                                      "1 ", "0x10", "1e3", "--1", "1/2/3", "1/0", "nan",  "\x01"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect_no_rational(bad[i], STATUS_MALFORMED);
    char *huge = memory_new(rational_digit_limit + 2, 1);
    memset(huge, '9', rational_digit_limit + 1);
    expect_no_rational(huge, STATUS_LIMIT);
    memory_free(huge);
}

static void expect_integer(const char *text, const char *shown)
{
    mpz_t z;
    error e;
    mpz_init(z);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, integer_parse(z, text, "--m", &e), text);
    char *got = integer_to_text(z);
    TEST_ASSERT_EQUAL_STRING(shown, got);
    memory_free(got);
    mpz_clear(z);
}

static void test_numbers_as_people_write_them(void)
{
    expect_integer("12", "12");
    expect_integer("2^10", "1024");
    expect_integer("3*2^10", "3072");
    expect_integer("1e6", "1000000");
    expect_integer("2e3*5", "10000");
    expect_integer("0^0", "1");
    expect_integer("0^5", "0");
    expect_integer("1^999999999999999999999", "1");
    expect_integer("2^64", "18446744073709551616");
}

static void test_what_is_no_number_is_refused_by_name(void)
{
    static const char *const bad[] = {"",    "-1", "2^", "^2",   "2**3", "2*", "1e",
                                      "1.5", "x",  "2 ", "2^-1", "1e+3", "*2", "2^2^2"};
    mpz_t z;
    error e;
    mpz_init(z);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_USAGE, integer_parse(z, bad[i], "--m", &e), bad[i]);
        TEST_ASSERT_EQUAL_INT(0, strncmp(e.message, "--m: ", 5));
    }
    TEST_ASSERT_EQUAL_INT(STATUS_LIMIT, integer_parse(z, "2^99999999999", "--m", &e));
    TEST_ASSERT_EQUAL_INT(STATUS_LIMIT, integer_parse(z, "10^10000000", "--m", &e));
    TEST_ASSERT_EQUAL_INT(STATUS_LIMIT, integer_parse(z, "2^9999999*2^9999999", "--m", &e));
    mpz_clear(z);
}

static void test_64_bit_numbers_come_back(void)
{
    static const uint64_t value[] = {0, 1, UINT32_MAX, UINT64_C(1) << 32, UINT64_MAX};
    mpz_t z;
    mpz_init(z);
    for (size_t i = 0; i < sizeof value / sizeof *value; i++) {
        integer_set_u64(z, value[i]);
        TEST_ASSERT_TRUE(integer_fits_u64(z));
        TEST_ASSERT_EQUAL_UINT64(value[i], integer_get_u64(z));
    }
    mpz_add_ui(z, z, 1);
    TEST_ASSERT_FALSE(integer_fits_u64(z));
    mpz_set_si(z, -1);
    TEST_ASSERT_FALSE(integer_fits_u64(z));
    uint64_t limited;
    error e;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, integer_parse_u64(&limited, "100", 100, "--x", &e));
    TEST_ASSERT_EQUAL_INT(STATUS_USAGE, integer_parse_u64(&limited, "101", 100, "--x", &e));
    mpz_clear(z);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_rationals_are_read_and_reduced);
    RUN_TEST(test_what_is_no_rational_is_refused);
    RUN_TEST(test_numbers_as_people_write_them);
    RUN_TEST(test_what_is_no_number_is_refused_by_name);
    RUN_TEST(test_64_bit_numbers_come_back);
    return UNITY_END();
}
