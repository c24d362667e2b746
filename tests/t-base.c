/* Errors, files, hashes, random numbers: the ground. */
#include "base/file.h"
#include "base/memory.h"
#include "base/random.h"
#include "tests/support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void test_messages_are_one_printable_line(void)
{
    error e = {""};
    TEST_ASSERT_EQUAL_INT(STATUS_USAGE, error_set(&e, STATUS_USAGE, "a\nb\x1b[31m%s", "\x7f"));
    TEST_ASSERT_EQUAL_STRING("a?b?[31m?", e.message);
    error_prefix(&e, "file %d", 7);
    TEST_ASSERT_EQUAL_STRING("file 7: a?b?[31m?", e.message);
}

static void test_long_messages_are_cut_not_overrun(void)
{
    char longer[2000];
    error e = {""};
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    error_record(&e, "%s", longer);
    TEST_ASSERT_EQUAL_UINT64(sizeof e.message - 1, strlen(e.message));
    error_prefix(&e, "%s", longer);
    TEST_ASSERT_TRUE(strlen(e.message) < sizeof e.message);
}

static void test_files_come_back_and_are_replaced_whole(void)
{
    char path[] = "/tmp/strata-test-XXXXXX", *text;
    size_t length;
    error e = {""};
    int descriptor = mkstemp(path);
    TEST_ASSERT_TRUE(descriptor >= 0);
    close(descriptor);
    chmod(path, 0640);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, file_write(path, "one\0two", 7, &e));
    TEST_ASSERT_EQUAL_INT(STATUS_OK, file_read(&text, &length, path, 100, &e));
    TEST_ASSERT_EQUAL_UINT64(7, length);
    TEST_ASSERT_EQUAL_MEMORY("one\0two", text, 8); /* with a zero behind it */
    memory_free(text);
    struct stat it;
    TEST_ASSERT_EQUAL_INT(0, stat(path, &it));
    TEST_ASSERT_EQUAL_UINT(0640, it.st_mode & 07777);
    TEST_ASSERT_EQUAL_INT(STATUS_LIMIT, file_read(&text, &length, path, 6, &e));
    remove(path);
    TEST_ASSERT_EQUAL_INT(STATUS_MALFORMED, file_read(&text, &length, path, 6, &e));
}

static void test_a_file_that_cannot_be_written_leaves_nothing_behind(void)
{
    error e = {""};
    char directory[] = "/tmp/strata-test-XXXXXX", target[64], command[128];
    TEST_ASSERT_NOT_NULL(mkdtemp(directory));
    snprintf(target, sizeof target, "%s/there", directory);
    TEST_ASSERT_EQUAL_INT(0, mkdir(target, 0700)); /* a directory cannot be renamed over */
    TEST_ASSERT_EQUAL_INT(STATUS_MALFORMED, file_write(target, "x", 1, &e));
    TEST_ASSERT_EQUAL_INT(STATUS_MALFORMED, file_write("/nowhere/at/all", "x", 1, &e));
    snprintf(command, sizeof command, "test \"$(ls %s)\" = there", directory);
    TEST_ASSERT_EQUAL_INT(0, system(command)); /* NOLINT: a fixed command */
    rmdir(target);
    rmdir(directory);
}

static void test_sha256_of_known_texts(void)
{
    char hex[SHA256_HEX];
    sha256_hex(hex, "", 0);
    TEST_ASSERT_EQUAL_STRING("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                             hex);
    sha256_hex(hex, "abc", 3);
    TEST_ASSERT_EQUAL_STRING("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                             hex);
}

static void test_random_numbers_are_the_same_everywhere_and_in_range(void)
{
    random_source source = {0};
    TEST_ASSERT_EQUAL_HEX64(UINT64_C(0xe220a8397b1dcdaf), random_next(&source));
    unsigned count[5] = {0};
    for (int i = 0; i < 5000; i++)
        count[random_below(&source, 5)]++;
    for (int i = 0; i < 5; i++)
        TEST_ASSERT_TRUE(count[i] > 850 && count[i] < 1150);
    TEST_ASSERT_EQUAL_UINT64(0, random_below(&source, 1));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_messages_are_one_printable_line);
    RUN_TEST(test_long_messages_are_cut_not_overrun);
    RUN_TEST(test_files_come_back_and_are_replaced_whole);
    RUN_TEST(test_a_file_that_cannot_be_written_leaves_nothing_behind);
    RUN_TEST(test_sha256_of_known_texts);
    RUN_TEST(test_random_numbers_are_the_same_everywhere_and_in_range);
    return UNITY_END();
}
