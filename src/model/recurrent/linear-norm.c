/* Linear attention with a normaliser:  S_t = S_{t-1} + k_t v_t^T,  z_t = z_{t-1} + k_t,
 * o_t = S_t^T q_t / (q_t . z_t), and 0 where q_t . z_t = 0 (no key seen yet).
 * The state is S, then z. */
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
    return shape->key * shape->value + shape->key;
}

static attend_result update(void *state, const recurrent_token *in)
{
    const number_system *system = in->system;
    void *z = number_at(system, state, in->shape.key * in->shape.value);
    state_write(state, in->part[KEY], in->part[VALUE], in);
    for (size_t i = 0; i < in->shape.key; i++)
        system->add(system, number_at(system, z, i), number_get(system, in->part[KEY], i));
    return ATTEND_DONE;
}

static attend_result read(void *y, const void *state, const recurrent_token *in)
{
    const number_system *system = in->system;
    const void *z = number_get(system, state, in->shape.key * in->shape.value);
    void *total = in->scratch;
    state_dot(total, in->part[QUERY], z, in->shape.key, system);
    forced_sign sign = system->sign(total);
    if (sign == SIGN_ZERO) {
        numbers_zero(system, y, in->shape.value);
        return ATTEND_DONE;
    }
    if (sign == SIGN_UNDECIDED)
        return ATTEND_INEXACT; /* 0 or not: an enclosure must decide before it may divide */
    state_read(y, state, in->part[QUERY], in);
    for (size_t j = 0; j < in->shape.value; j++)
        system->div(system, number_at(system, y, j), total);
    return ATTEND_DONE;
}

const recurrence recurrence_linear_norm = {
    .name = "linear-norm",
    .title = "linear attention with normaliser",
    .parts = parts,
    .entries = entries,
    .update = update,
    .read = read,
};
