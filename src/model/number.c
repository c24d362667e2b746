#include "model/number.h"

#include "base/memory.h"

void *numbers_new(const number_system *system, size_t count)
{
    void *numbers = memory_new(count, system->size);
    for (size_t i = 0; i < count; i++)
        system->init(system, number_at(system, numbers, i));
    return numbers;
}

void numbers_free(const number_system *system, void *numbers, size_t count)
{
    if (!numbers)
        return;
    for (size_t i = 0; i < count; i++)
        system->clear(number_at(system, numbers, i));
    memory_free(numbers);
}

void numbers_zero(const number_system *system, void *numbers, size_t count)
{
    mp_limb_t one[] = {1}; /* 0/1, without asking for memory: this is called all the time */
    const __mpq_struct zero = {{0, 0, one}, {0, 1, one}};
    for (size_t i = 0; i < count; i++)
        system->set_q(system, number_at(system, numbers, i), &zero);
}

void numbers_round(const number_system *system, void *numbers, size_t count)
{
    for (size_t i = 0; system->round && i < count; i++)
        system->round(system, number_at(system, numbers, i));
}
