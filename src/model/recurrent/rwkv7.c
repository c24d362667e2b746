/* RWKV-7:  S_t = (Diag(alpha_t) - (kappa_t . a_t) kappa_t^T) S_{t-1} + k_t v_t^T, with "." entry
 * by entry: forget a little everywhere, and what is held under kappa more. */
#include "model/recurrent/state.h"

enum { QUERY, KEY, VALUE, ALPHA, KAPPA, RATE };
static const part_rule parts[] = {
    {"query", PART_KEY, 0, 0}, {"key", PART_KEY, 0, 0},   {"value", PART_VALUE, 0, 0},
    {"alpha", PART_KEY, 0, 0}, {"kappa", PART_KEY, 0, 0}, {"a", PART_KEY, 0, 0},
    {NULL, PART_ONE, 0, 0},
};

static attend_result update(void *state, const recurrent_token *in)
{
    const number_system *system = in->system;
    size_t width = in->shape.value;
    void *held = in->scratch; /* kappa^T S, before anything is forgotten */
    void *term = number_at(system, in->scratch, width);
    state_read(held, state, in->part[KAPPA], in);
    state_scale_rows(state, in->part[ALPHA], in);
    for (size_t i = 0; i < in->shape.key; i++)
        for (size_t j = 0; j < width; j++) {
            system->set(system, term, number_get(system, in->part[KAPPA], i));
            system->mul(system, term, number_get(system, in->part[RATE], i));
            system->mul(system, term, number_get(system, held, j));
            system->sub(system, number_at(system, state, i * width + j), term);
        }
    state_write(state, in->part[KEY], in->part[VALUE], in);
    return ATTEND_DONE;
}

static attend_result read(void *y, const void *state, const recurrent_token *in)
{
    state_read(y, state, in->part[QUERY], in);
    return ATTEND_DONE;
}

const recurrence recurrence_rwkv7 = {
    .name = "rwkv7",
    .title = "RWKV-7",
    .parts = parts,
    .entries = state_matrix_entries,
    .update = update,
    .read = read,
};
