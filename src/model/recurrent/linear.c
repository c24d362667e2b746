/* Linear attention:  S_t = S_{t-1} + k_t v_t^T,  o_t = S_t^T q_t. */
#include "model/recurrent/state.h"

enum { QUERY, KEY, VALUE };
static const part_rule parts[] = {
    {"query", PART_KEY, 0, 0},
    {"key", PART_KEY, 0, 0},
    {"value", PART_VALUE, 0, 0},
    {NULL, PART_ONE, 0, 0},
};

static attend_result update(void *state, const recurrent_token *in)
{
    state_write(state, in->part[KEY], in->part[VALUE], in);
    return ATTEND_DONE;
}

static attend_result read(void *y, const void *state, const recurrent_token *in)
{
    state_read(y, state, in->part[QUERY], in);
    return ATTEND_DONE;
}

const recurrence recurrence_linear = {
    .name = "linear",
    .title = "linear attention",
    .parts = parts,
    .entries = state_matrix_entries,
    .update = update,
    .read = read,
};
