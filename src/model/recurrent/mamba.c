/* Mamba (S6). Channel c has a state of d_state numbers of its own:
 *
 *     h_t[c,j] = e^{Delta_t[c] A[c,j]} h_{t-1}[c,j] + Delta_t[c] B_t[j] x_t[c]
 *     y_t[c]   = sum_j C_t[j] h_t[c,j] + D[c] x_t[c]
 *
 * Channels are value coordinates, j runs over key coordinates; the state is stored by
 * channels, as A is. Where h is exactly 0 its decay is not computed, so that exact
 * arithmetic needs no e^x for a state that is still empty. */
#include "model/recurrent/state.h"

enum { C, B, X, DELTA, A, D };
static const part_rule parts[] = {
    {"C", PART_KEY, 0, 0},       {"B", PART_KEY, 0, 0},       {"x", PART_VALUE, 0, 0},
    {"Delta", PART_VALUE, 0, 0}, {"A", PART_KEY_VALUE, 0, 1}, {"D", PART_VALUE, 0, 1},
    {NULL, PART_ONE, 0, 0},
};

static attend_result update_entry(void *h, size_t c, size_t j, const recurrent_token *in)
{
    const number_system *system = in->system;
    void *term = in->scratch;
    if (system->sign(h) != SIGN_ZERO) {
        system->set(system, term, number_get(system, in->part[DELTA], c));
        system->mul(system, term, number_get(system, in->part[A], c * in->shape.key + j));
        if (system->exp(system, term) != ATTEND_DONE)
            return ATTEND_INEXACT;
        system->mul(system, h, term);
    }
    system->set(system, term, number_get(system, in->part[DELTA], c));
    system->mul(system, term, number_get(system, in->part[B], j));
    system->addmul(system, h, term, number_get(system, in->part[X], c));
    return ATTEND_DONE;
}

static attend_result update(void *state, const recurrent_token *in)
{
    for (size_t c = 0; c < in->shape.value; c++)
        for (size_t j = 0; j < in->shape.key; j++) {
            void *h = number_at(in->system, state, c * in->shape.key + j);
            if (update_entry(h, c, j, in) != ATTEND_DONE)
                return ATTEND_INEXACT;
        }
    return ATTEND_DONE;
}

static attend_result read(void *y, const void *state, const recurrent_token *in)
{
    const number_system *system = in->system;
    for (size_t c = 0; c < in->shape.value; c++) {
        void *to = number_at(system, y, c);
        state_dot(to, in->part[C], number_get(system, state, c * in->shape.key), in->shape.key,
                  system);
        system->addmul(system, to, number_get(system, in->part[D], c),
                       number_get(system, in->part[X], c));
    }
    return ATTEND_DONE;
}

const recurrence recurrence_mamba = {
    .name = "mamba",
    .title = "Mamba (S6)",
    .parts = parts,
    .entries = state_matrix_entries,
    .update = update,
    .read = read,
};
