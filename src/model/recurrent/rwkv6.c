/* RWKV-6 reads before it writes:  o_t = (S_{t-1} + Diag(u) k_t v_t^T)^T q_t, then
 * S_t = Diag(alpha_t) S_{t-1} + k_t v_t^T. */
#include "model/recurrent/state.h"

enum { QUERY, KEY, VALUE, ALPHA, BONUS };
static const part_rule parts[] = {
    {"query", PART_KEY, 0, 0}, {"key", PART_KEY, 0, 0}, {"value", PART_VALUE, 0, 0},
    {"alpha", PART_KEY, 0, 0}, {"u", PART_KEY, 0, 1},   {NULL, PART_ONE, 0, 0},
};

static attend_result update(void *state, const recurrent_token *in)
{
    state_scale_rows(state, in->part[ALPHA], in);
    state_write(state, in->part[KEY], in->part[VALUE], in);
    return ATTEND_DONE;
}

static attend_result read(void *y, const void *state, const recurrent_token *in)
{
    const number_system *system = in->system;
    void *term = in->scratch, *own = number_at(system, in->scratch, 1); /* sum of u k q */
    state_read(y, state, in->part[QUERY], in);
    numbers_zero(system, own, 1);
    for (size_t i = 0; i < in->shape.key; i++) {
        system->set(system, term, number_get(system, in->part[BONUS], i));
        system->mul(system, term, number_get(system, in->part[KEY], i));
        system->addmul(system, own, term, number_get(system, in->part[QUERY], i));
    }
    for (size_t j = 0; j < in->shape.value; j++)
        system->addmul(system, number_at(system, y, j), own,
                       number_get(system, in->part[VALUE], j));
    return ATTEND_DONE;
}

const recurrence recurrence_rwkv6 = {
    .name = "rwkv6",
    .title = "RWKV-6",
    .parts = parts,
    .entries = state_matrix_entries,
    .reads_first = 1,
    .update = update,
    .read = read,
};
