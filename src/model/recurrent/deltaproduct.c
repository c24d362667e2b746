/* DeltaProduct: a gate, then n_h = `repeats` steps of the delta rule per token, each with its own
 * key, value and beta. (alpha = 1 is the variant without a gate.) */
#include "model/recurrent/state.h"

enum { QUERY, KEY, VALUE, BETA, ALPHA };
static const part_rule parts[] = {
    {"query", PART_KEY, 0, 0}, {"key", PART_KEY, 1, 0},   {"value", PART_VALUE, 1, 0},
    {"beta", PART_ONE, 1, 0},  {"alpha", PART_ONE, 0, 0}, {NULL, PART_ONE, 0, 0},
};

static attend_result update(void *state, const recurrent_token *in)
{
    const number_system *system = in->system;
    state_scale(state, in->part[ALPHA], in);
    for (size_t r = 0; r < in->shape.repeats; r++)
        state_delta(state, number_get(system, in->part[KEY], r * in->shape.key),
                    number_get(system, in->part[VALUE], r * in->shape.value),
                    number_get(system, in->part[BETA], r), in);
    return ATTEND_DONE;
}

static attend_result read(void *y, const void *state, const recurrent_token *in)
{
    state_read(y, state, in->part[QUERY], in);
    return ATTEND_DONE;
}

const recurrence recurrence_deltaproduct = {
    .name = "deltaproduct",
    .title = "DeltaProduct",
    .parts = parts,
    .entries = state_matrix_entries,
    .uses_repeats = 1,
    .update = update,
    .read = read,
};
