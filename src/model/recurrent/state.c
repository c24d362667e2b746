#include "model/recurrent/state.h"

size_t state_matrix_entries(const recurrent_shape *shape)
{
    return shape->key * shape->value;
}

void state_set_one(void *z, const number_system *system)
{
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    system->set_q(system, z, one);
    mpq_clear(one);
}

void state_scale(void *state, const void *factor, const recurrent_token *in)
{
    const number_system *system = in->system;
    for (size_t i = 0; i < in->shape.key * in->shape.value; i++)
        system->mul(system, number_at(system, state, i), factor);
}

void state_scale_rows(void *state, const void *factor, const recurrent_token *in)
{
    const number_system *system = in->system;
    size_t width = in->shape.value;
    for (size_t i = 0; i < in->shape.key; i++)
        for (size_t j = 0; j < width; j++)
            system->mul(system, number_at(system, state, i * width + j),
                        number_get(system, factor, i));
}

void state_write(void *state, const void *key, const void *value, const recurrent_token *in)
{
    const number_system *system = in->system;
    size_t width = in->shape.value;
    for (size_t i = 0; i < in->shape.key; i++)
        for (size_t j = 0; j < width; j++)
            system->addmul(system, number_at(system, state, i * width + j),
                           number_get(system, key, i), number_get(system, value, j));
}

void state_read(void *y, const void *state, const void *query, const recurrent_token *in)
{
    const number_system *system = in->system;
    size_t width = in->shape.value;
    numbers_zero(system, y, width);
    for (size_t i = 0; i < in->shape.key; i++)
        for (size_t j = 0; j < width; j++)
            system->addmul(system, number_at(system, y, j), number_get(system, query, i),
                           number_get(system, state, i * width + j));
}

void state_delta(void *state, const void *key, const void *value, const void *beta,
                 const recurrent_token *in)
{
    const number_system *system = in->system;
    size_t width = in->shape.value;
    void *missing = in->scratch; /* beta (v - S^T k) */
    void *held = number_at(system, in->scratch, width);
    for (size_t j = 0; j < width; j++) {
        void *u = number_at(system, missing, j);
        numbers_zero(system, held, 1);
        for (size_t i = 0; i < in->shape.key; i++)
            system->addmul(system, held, number_get(system, key, i),
                           number_get(system, state, i * width + j));
        system->set(system, u, number_get(system, value, j));
        system->sub(system, u, held);
        system->mul(system, u, beta);
    }
    state_write(state, key, missing, in);
}

void state_dot(void *z, const void *x, const void *y, size_t count, const number_system *system)
{
    numbers_zero(system, z, 1);
    for (size_t i = 0; i < count; i++)
        system->addmul(system, z, number_get(system, x, i), number_get(system, y, i));
}
