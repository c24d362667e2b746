/* Sliding-window attention is a recurrence, too: its state is the last W = `repeats` keys and
 * values, oldest first, keys before values. A token attends, by softmax, to itself and the
 * W-1 tokens before it. */
#include "model/recurrent/state.h"

enum { QUERY, KEY, VALUE };
static const part_rule parts[] = {
    {"query", PART_KEY, 0, 0},
    {"key", PART_KEY, 0, 0},
    {"value", PART_VALUE, 0, 0},
    {NULL, PART_ONE, 0, 0},
};

static size_t entries(const recurrent_shape *shape)
{
    return shape->repeats * (shape->key + shape->value);
}

static size_t held(const recurrent_token *in)
{
    return in->t + 1 < in->shape.repeats ? in->t + 1 : in->shape.repeats;
}

/* A row of `width` numbers goes in at the end; if the list is full, the oldest leaves. */
static void append(void *list, const void *row, size_t width, const recurrent_token *in)
{
    const number_system *system = in->system;
    size_t at = held(in) - 1;
    if (in->t >= in->shape.repeats)
        for (size_t i = 0; i < at * width; i++)
            system->set(system, number_at(system, list, i), number_get(system, list, i + width));
    for (size_t i = 0; i < width; i++)
        system->set(system, number_at(system, list, at * width + i), number_get(system, row, i));
}

static attend_result update(void *state, const recurrent_token *in)
{
    void *values = number_at(in->system, state, in->shape.repeats * in->shape.key);
    append(state, in->part[KEY], in->shape.key, in);
    append(values, in->part[VALUE], in->shape.value, in);
    return ATTEND_DONE;
}

static attend_result read(void *y, const void *state, const recurrent_token *in)
{
    const number_system *system = in->system;
    size_t key = in->shape.key, value = in->shape.value, count = held(in);
    for (size_t s = 0; s < count; s++)
        state_dot(number_at(system, in->scratch, s), in->part[QUERY],
                  number_get(system, state, s * key), key, system);
    attention_view view = {.task = in->task,
                           .first = in->t + 1 - count,
                           .count = count,
                           .width = value,
                           .dim = key > value ? key : value,
                           .score = in->scratch,
                           .value = number_get(system, state, in->shape.repeats * key)};
    return system->attend(system, y, NULL, &view);
}

const recurrence recurrence_window = {
    .name = "window",
    .title = "sliding-window attention",
    .parts = parts,
    .uses_repeats = 1,
    .entries = entries,
    .update = update,
    .read = read,
};
