#include "task/input.h"

#include "base/memory.h"

#include <stdio.h>

typedef unsigned long long ull;

void input_token_name(char *name, const fc *task, uint64_t t)
{
    fc_place place = fc_locate(task, t);
    if (place.block < 0)
        snprintf(name, token_name_room, "w");
    else if (place.block == 0)
        snprintf(name, token_name_room, "z_0");
    else
        snprintf(name, token_name_room, "z_%d(%llu)", place.block, (ull)place.argument);
}

/* ---- parts ----------------------------------------------------------------- */

status input_set_seed(uint64_t *prompt, const fc *task, uint64_t z0, const char *name, error *e)
{
    if (z0 >= task->N[0])
        return error_set(e, STATUS_USAGE, "%s: %llu is out of range (0 .. m-1 = %llu)", name,
                         (ull)z0, (ull)(task->N[0] - 1));
    prompt[task->tokens - 2] = z0;
    return STATUS_OK;
}

status input_set_query(uint64_t *prompt, const fc *task, const uint64_t *w, size_t count,
                       const char *name, error *e)
{
    if (count != task->L - 1)
        return error_set(e, STATUS_USAGE, "%s: expected L-1 = %u numbers, got %zu", name,
                         task->L - 1, count);
    uint64_t packed = 0;
    for (unsigned l = task->L - 1; l >= 1; l--) {
        if (w[l - 1] >= task->n[l])
            return error_set(e, STATUS_USAGE,
                             "%s: w_%u = %llu is out of range (0 .. n_%u-1 = %llu)", name, l,
                             (ull)w[l - 1], l, (ull)(task->n[l] - 1));
        packed = packed * task->n[l] + w[l - 1];
    }
    prompt[task->tokens - 1] = packed;
    return STATUS_OK;
}

status input_set_function(uint64_t *prompt, const fc *task, unsigned l, const uint64_t *value,
                          size_t count, const char *name, error *e)
{
    REQUIRE(l >= 1 && l <= task->L);
    uint64_t N = task->N[l - 1], start = fc_block_start(task, (int)l);
    if (count != N)
        return error_set(e, STATUS_USAGE, "%s: expected N_%u = %llu values, got %zu", name, l - 1,
                         (ull)N, count);
    for (size_t i = 0; i < count; i++) {
        if (value[i] >= N)
            return error_set(e, STATUS_USAGE,
                             "%s: z_%u(%zu) = %llu is out of range (0 .. N_%u-1 = %llu)", name, l,
                             i, (ull)value[i], l - 1, (ull)(N - 1));
        prompt[start + i] = value[i];
    }
    return STATUS_OK;
}

/* ---- JSON ------------------------------------------------------------------- */

json_t *input_to_json(const fc *task, const uint64_t *prompt)
{
    json_t *object = json_object(), *w = json_array(), *z = json_array();
    for (unsigned l = 1; l < task->L; l++)
        json_array_append_new(
            w, json_integer((json_int_t)fc_query_part(task, prompt[task->tokens - 1], l)));
    for (unsigned l = 1; l <= task->L; l++) {
        json_t *table = json_array();
        uint64_t start = fc_block_start(task, (int)l);
        for (uint64_t i = 0; i < task->N[l - 1]; i++)
            json_array_append_new(table, json_integer((json_int_t)prompt[start + i]));
        json_array_append_new(z, table);
    }
    json_object_set_new(object, "z0", json_integer((json_int_t)prompt[task->tokens - 2]));
    json_object_set_new(object, "w", w);
    json_object_set_new(object, "z", z);
    return object;
}

/* An array of nonnegative integers as a fresh block. */
static status read_numbers(uint64_t **value, size_t *count, const json_t *from, const char *name,
                           error *e)
{
    if (!json_is_array(from))
        return error_set(e, STATUS_MALFORMED, "%s: expected a list of numbers", name);
    *count = json_array_size(from);
    *value = memory_new(*count, sizeof **value);
    for (size_t i = 0; i < *count; i++) {
        const json_t *item = json_array_get(from, i);
        if (!json_is_integer(item) || json_integer_value(item) < 0) {
            memory_free(*value);
            return error_set(e, STATUS_MALFORMED, "%s[%zu]: expected a number >= 0", name, i);
        }
        (*value)[i] = (uint64_t)json_integer_value(item);
    }
    return STATUS_OK;
}

/* Range errors inside a file are errors of the file, not of the command line. */
static status as_file_error(status s)
{
    return s == STATUS_USAGE ? STATUS_MALFORMED : s;
}

status input_from_json(uint64_t *prompt, const fc *task, const json_t *from, error *e)
{
    const json_t *z0 = json_object_get(from, "z0"), *z = json_object_get(from, "z");
    if (!json_is_object(from) || !json_is_integer(z0) || json_integer_value(z0) < 0)
        return error_set(
            e, STATUS_MALFORMED,
            "z0: expected a number (an input is {\"z0\":1,\"w\":[0],\"z\":[[1,0],..]})");
    if (json_object_size(from) != 3)
        return error_set(e, STATUS_MALFORMED, "an input has exactly the fields z0, w and z");
    status s = input_set_seed(prompt, task, (uint64_t)json_integer_value(z0), "z0", e);
    if (s != STATUS_OK)
        return as_file_error(s);
    if (!json_is_array(z) || json_array_size(z) != task->L)
        return error_set(e, STATUS_MALFORMED, "z: expected a list of L = %u tables", task->L);
    uint64_t *value;
    size_t count;
    s = read_numbers(&value, &count, json_object_get(from, "w"), "w", e);
    if (s != STATUS_OK)
        return s;
    s = input_set_query(prompt, task, value, count, "w", e);
    memory_free(value);
    for (unsigned l = 1; l <= task->L && s == STATUS_OK; l++) {
        char name[24];
        snprintf(name, sizeof name, "z[%u]", l - 1);
        s = read_numbers(&value, &count, json_array_get(z, l - 1), name, e);
        if (s != STATUS_OK)
            return s;
        s = input_set_function(prompt, task, l, value, count, name, e);
        memory_free(value);
    }
    return as_file_error(s);
}
