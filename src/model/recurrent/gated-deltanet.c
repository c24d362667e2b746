/* Gated DeltaNet:  S' = alpha_t S_{t-1} (one gate),  S_t = S' + beta_t k_t (v_t - S'^T k_t)^T. */
#include "model/recurrent/state.h"

enum { QUERY, KEY, VALUE, BETA, ALPHA };
static const part_rule parts[] = {
    {"query", PART_KEY, 0, 0}, {"key", PART_KEY, 0, 0},   {"value", PART_VALUE, 0, 0},
    {"beta", PART_ONE, 0, 0},  {"alpha", PART_ONE, 0, 0}, {NULL, PART_ONE, 0, 0},
};

static attend_result update(void *state, const recurrent_token *in)
{
    state_scale(state, in->part[ALPHA], in);
    state_delta(state, in->part[KEY], in->part[VALUE], in->part[BETA], in);
    return ATTEND_DONE;
}

static attend_result read(void *y, const void *state, const recurrent_token *in)
{
    state_read(y, state, in->part[QUERY], in);
    return ATTEND_DONE;
}

const recurrence recurrence_gated_deltanet = {
    .name = "gated-deltanet",
    .title = "Gated DeltaNet",
    .parts = parts,
    .entries = state_matrix_entries,
    .update = update,
    .read = read,
};
