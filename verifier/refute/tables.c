#include "verifier/refute/tables.h"

/* a * b, or 0 if a factor is 0 or the product is too large */
static uint64_t product(uint64_t a, uint64_t b)
{
    const uint64_t limit = UINT64_C(1) << 62;
    return a == 0 || b == 0 || a > (limit - 1) / b ? 0 : a * b;
}

uint64_t tables_count(const fc *task, unsigned l)
{
    uint64_t N = task->N[l - 1], count = 1;
    for (uint64_t i = 0; i < N && count && N > 1; i++)
        count = product(count, N);
    return count;
}

uint64_t tables_count_from(const fc *task, unsigned l)
{
    uint64_t count = 1;
    for (; l <= task->L && count; l++)
        count = product(count, tables_count(task, l));
    return count;
}

void tables_write(uint64_t *prompt, const fc *task, unsigned l, uint64_t number)
{
    uint64_t N = task->N[l - 1], *z = prompt + fc_block_start(task, (int)l);
    for (uint64_t i = 0; i < N; i++, number /= N)
        z[i] = number % N;
}

void tables_write_from(uint64_t *prompt, const fc *task, unsigned l, uint64_t number)
{
    for (; l <= task->L; l++) {
        uint64_t count = tables_count(task, l);
        REQUIRE(count != 0); /* such tuples have no numbers */
        tables_write(prompt, task, l, number % count);
        number /= count;
    }
}

void tables_next_from(uint64_t *prompt, const fc *task, unsigned l)
{
    for (; l <= task->L; l++) {
        uint64_t N = task->N[l - 1], *z = prompt + fc_block_start(task, (int)l);
        for (uint64_t i = 0; i < N; i++) {
            if (++z[i] < N)
                return;
            z[i] = 0;
        }
    }
}

uint64_t tables_value(const fc *task, unsigned l, uint64_t number, uint64_t i)
{
    uint64_t N = task->N[l - 1];
    for (; i > 0; i--)
        number /= N;
    return number % N;
}
