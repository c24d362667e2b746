/* What several test programs share. */
#ifndef STRATA_TESTS_SUPPORT_H
#define STRATA_TESTS_SUPPORT_H

#include "model/network.h"
#include "task/fc.h"

#include <jansson.h>
#include <unity.h>

/* FC(L; m; n...) for sizes that are right; n as a list of L-1 numbers. */
fc make_task(unsigned L, uint64_t m, const uint64_t *n);

/* A second definition of the task, straight from the notes, on an input in JSON. It shares
 * nothing with src/task but the JSON form of an input. */
uint64_t oracle_answer(const fc *task, const json_t *input);

/* A file below tests/, wherever the tests are run from. */
const char *test_file(char *path, size_t room, const char *name);

/* The suite is running under sanitizers: heavy loops may be thinned out. */
int sanitized(void);

#define ASSERT_RATIONAL(text, q)                                                                   \
    do {                                                                                           \
        char *rational_shown = rational_to_text(q);                                                \
        TEST_ASSERT_EQUAL_STRING(text, rational_shown);                                            \
        memory_free(rational_shown);                                                               \
    } while (0)

#endif
