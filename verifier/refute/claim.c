#include "verifier/refute/claim.h"

#include "base/memory.h"
#include "verifier/refute/tables.h"

void claim_start(claim *c, const fc *task, uint64_t x0)
{
    *c = (claim){.task = task, .l = 1, .values = task->N[0]};
    c->Z[0] = memory_new((size_t)x0, sizeof *c->Z[0]);
    c->Z_count[0] = (size_t)x0;
    c->reached = memory_new((size_t)task->N[0], 1);
    for (uint64_t z0 = 0; z0 < x0; z0++) {
        c->Z[0][z0] = z0;
        c->reached[z0] = 1;
    }
    c->R.count = c->R.of = tables_count_from(task, 1);
}

void claim_clear(claim *c)
{
    for (unsigned i = 0; i <= fc_max_L; i++)
        memory_free(c->Z[i]);
    memory_free(c->reached);
    memory_free(c->R.list);
}

uint64_t claim_reached(const claim *c)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i < c->values; i++)
        count += c->reached[i];
    return count;
}

uint64_t claim_points(uint64_t *point, const claim *c)
{
    uint64_t count = 0, queries = c->l == 1 ? 1 : c->task->n[c->l - 1];
    for (uint64_t w = 0; w < queries; w++)
        for (uint64_t i = 0; i < c->values; i++)
            if (c->reached[i])
                point[count++] = w * c->values + i;
    return count;
}

/* 0 stays 0: beyond all use */
static uint64_t product(uint64_t a, uint64_t b)
{
    return b && a > UINT64_MAX / b ? 0 : a * b;
}

uint64_t claim_choices(const claim *c, unsigned k)
{
    uint64_t count = c->task->A;
    for (unsigned i = 0; i < k; i++)
        count = product(count, c->Z_count[i]);
    return count;
}

uint64_t claim_block_choices(const claim *c, int i)
{
    return i < 0 ? 1 : claim_choices(c, (unsigned)i);
}

void claim_write_choice(uint64_t *prompt, const claim *c, unsigned k, uint64_t choice)
{
    const fc *task = c->task;
    prompt[task->tokens - 1] = choice % task->A;
    choice /= task->A;
    for (unsigned i = 0; i < k; i++) {
        uint64_t z = c->Z[i][choice % c->Z_count[i]];
        choice /= c->Z_count[i];
        if (i == 0)
            prompt[task->tokens - 2] = z;
        else
            tables_write(prompt, task, i, z);
    }
}
