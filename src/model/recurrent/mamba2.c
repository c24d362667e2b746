/* Mamba-2 (SSD):  S_t = e^{Delta_t A} S_{t-1} + Delta_t x_t B_t^T,  y_t = S_t C_t + D x_t, with
 * Delta, A and D one number per head. Stored as B x^T, like every other state here. A state
 * that is exactly 0 is not multiplied by e^x (see mamba.c). */
#include "model/recurrent/state.h"

enum { C, B, X, DELTA, A, D };
static const part_rule parts[] = {
    {"C", PART_KEY, 0, 0},     {"B", PART_KEY, 0, 0}, {"x", PART_VALUE, 0, 0},
    {"Delta", PART_ONE, 0, 0}, {"A", PART_ONE, 0, 1}, {"D", PART_ONE, 0, 1},
    {NULL, PART_ONE, 0, 0},
};

static int is_zero(const void *state, const recurrent_token *in)
{
    for (size_t i = 0; i < state_matrix_entries(&in->shape); i++)
        if (in->system->sign(number_get(in->system, state, i)) != SIGN_ZERO)
            return 0;
    return 1;
}

static attend_result update(void *state, const recurrent_token *in)
{
    const number_system *system = in->system;
    if (!is_zero(state, in)) {
        system->set(system, in->scratch, in->part[DELTA]);
        system->mul(system, in->scratch, in->part[A]);
        if (system->exp(system, in->scratch) != ATTEND_DONE)
            return ATTEND_INEXACT;
        state_scale(state, in->scratch, in);
    }
    for (size_t j = 0; j < in->shape.key; j++) {
        void *key = number_at(system, in->scratch, j);
        system->set(system, key, in->part[DELTA]);
        system->mul(system, key, number_get(system, in->part[B], j));
    }
    state_write(state, in->scratch, in->part[X], in);
    return ATTEND_DONE;
}

static attend_result read(void *y, const void *state, const recurrent_token *in)
{
    const number_system *system = in->system;
    state_read(y, state, in->part[C], in);
    for (size_t c = 0; c < in->shape.value; c++)
        system->addmul(system, number_at(system, y, c), in->part[D],
                       number_get(system, in->part[X], c));
    return ATTEND_DONE;
}

const recurrence recurrence_mamba2 = {
    .name = "mamba2",
    .title = "Mamba-2 (SSD)",
    .parts = parts,
    .entries = state_matrix_entries,
    .update = update,
    .read = read,
};
