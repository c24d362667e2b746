#include "tests/support/support.h"

#include <stdio.h>
#include <stdlib.h>

void setUp(void)
{
}

void tearDown(void)
{
}

fc make_task(unsigned L, uint64_t m, const uint64_t *n)
{
    fc task;
    error e;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, fc_init(&task, L, m, n, &e));
    return task;
}

static json_int_t entry(const json_t *list, json_int_t i)
{
    TEST_ASSERT_TRUE(i >= 0 && (size_t)i < json_array_size(list));
    return json_integer_value(json_array_get(list, (size_t)i));
}

uint64_t oracle_answer(const fc *task, const json_t *input)
{
    const json_t *w = json_object_get(input, "w"), *z = json_object_get(input, "z");
    json_int_t i = json_integer_value(json_object_get(input, "z0"));
    json_int_t N = (json_int_t)task->N[0]; /* N_{l-2} for l = 2 */
    i = entry(json_array_get(z, 0), i);
    for (unsigned l = 2; l <= task->L; l++) {
        i = entry(json_array_get(z, l - 1), entry(w, (json_int_t)l - 2) * N + i);
        N *= (json_int_t)task->n[l - 1];
    }
    return (uint64_t)i;
}

const char *test_file(char *path, size_t room, const char *name)
{
    const char *top = getenv("TOP");
    snprintf(path, room, "%s/tests/%s", top ? top : ".", name);
    return path;
}

int sanitized(void)
{
    return getenv("SANITIZED") != NULL;
}
