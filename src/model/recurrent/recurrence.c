#include "model/recurrent/recurrence.h"

#include <string.h>

const recurrence *const recurrences[] = {
    &recurrence_linear,
    &recurrence_linear_norm,
    &recurrence_retnet,
    &recurrence_gla,
    &recurrence_hgrn2,
    &recurrence_deltanet,
    &recurrence_gated_deltanet,
    &recurrence_kda,
    &recurrence_deltaproduct,
    &recurrence_rwkv6,
    &recurrence_rwkv7,
    &recurrence_mamba,
    &recurrence_mamba2,
    &recurrence_window,
    NULL,
};

const recurrence *recurrence_find(const char *name)
{
    for (size_t i = 0; recurrences[i]; i++)
        if (strcmp(recurrences[i]->name, name) == 0)
            return recurrences[i];
    return NULL;
}

size_t recurrence_parts(const recurrence *kind)
{
    size_t count = 0;
    while (kind->parts[count].name)
        count++;
    return count;
}

/* Mamba and Mamba-2 say C and x for query and value. */
static size_t find_part(const recurrence *kind, const char *name, const char *other)
{
    size_t i = 0;
    while (strcmp(kind->parts[i].name, name) != 0 && strcmp(kind->parts[i].name, other) != 0)
        i++;
    return i;
}

size_t recurrence_query_part(const recurrence *kind)
{
    return find_part(kind, "query", "C");
}

size_t recurrence_value_part(const recurrence *kind)
{
    return find_part(kind, "value", "x");
}

size_t part_rows(const part_rule *rule, const recurrent_shape *shape)
{
    size_t rows = 1;
    if (rule->height == PART_KEY || rule->height == PART_KEY_VALUE)
        rows *= shape->key;
    if (rule->height == PART_VALUE || rule->height == PART_KEY_VALUE)
        rows *= shape->value;
    return rule->repeated ? rows * shape->repeats : rows;
}

static attend_result update(const recurrence *kind, void *state, const recurrent_token *in)
{
    if (kind->update(state, in) != ATTEND_DONE)
        return ATTEND_INEXACT;
    numbers_round(in->system, state, kind->entries(&in->shape));
    return ATTEND_DONE;
}

attend_result recurrence_step(const recurrence *kind, void *y, void *state,
                              const recurrent_token *in)
{
    if (!kind->reads_first && update(kind, state, in) != ATTEND_DONE)
        return ATTEND_INEXACT;
    if (kind->read(y, state, in) != ATTEND_DONE)
        return ATTEND_INEXACT;
    numbers_round(in->system, y, in->shape.value);
    return kind->reads_first ? update(kind, state, in) : ATTEND_DONE;
}
