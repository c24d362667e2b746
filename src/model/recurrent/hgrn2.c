/* HGRN2:  S_t = Diag(alpha_t) S_{t-1} + (1 - alpha_t) v_t^T: the key is what the gate forgets. */
#include "model/recurrent/state.h"

enum { QUERY, VALUE, ALPHA };
static const part_rule parts[] = {
    {"query", PART_KEY, 0, 0},
    {"value", PART_VALUE, 0, 0},
    {"alpha", PART_KEY, 0, 0},
    {NULL, PART_ONE, 0, 0},
};

static attend_result update(void *state, const recurrent_token *in)
{
    const number_system *system = in->system;
    for (size_t i = 0; i < in->shape.key; i++) {
        void *key = number_at(system, in->scratch, i);
        state_set_one(key, system);
        system->sub(system, key, number_get(system, in->part[ALPHA], i));
    }
    state_scale_rows(state, in->part[ALPHA], in);
    state_write(state, in->scratch, in->part[VALUE], in);
    return ATTEND_DONE;
}

static attend_result read(void *y, const void *state, const recurrent_token *in)
{
    state_read(y, state, in->part[QUERY], in);
    return ATTEND_DONE;
}

const recurrence recurrence_hgrn2 = {
    .name = "hgrn2",
    .title = "HGRN2",
    .parts = parts,
    .entries = state_matrix_entries,
    .update = update,
    .read = read,
};
