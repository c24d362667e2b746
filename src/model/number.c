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
