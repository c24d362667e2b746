#include "task/fc.h"

#include <stdio.h>
#include <string.h>

/* ---- sizes ---------------------------------------------------------------- */

static int multiply(uint64_t *product, uint64_t a, uint64_t b, uint64_t limit)
{
    if (a > limit / b)
        return 0;
    *product = a * b;
    return 1;
}

static status too_large(error *e)
{
    return error_set(e, STATUS_LIMIT,
                     "sizes too large to lay out: the prompt would have more than 2^40 tokens or "
                     "2^62 queries w");
}

status fc_init(fc *task, unsigned L, uint64_t m, const uint64_t *n, error *e)
{
    memset(task, 0, sizeof *task);
    if (L < 1)
        return error_set(e, STATUS_USAGE, "--L: at least 1 (a composition of L functions)");
    if (L > fc_max_L)
        return error_set(e, STATUS_USAGE, "--L: at most %d for a task that is laid out", fc_max_L);
    if (m < 1)
        return error_set(e, STATUS_USAGE, "--m: at least 1");
    task->L = L;
    task->A = task->n[0] = 1;
    task->N[0] = m;
    for (unsigned l = 1; l < L; l++) {
        task->n[l] = n[l - 1];
        if (task->n[l] < 1)
            return error_set(e, STATUS_USAGE, "--n: n_%u must be at least 1", l);
        if (!multiply(&task->N[l], task->N[l - 1], task->n[l], FC_MAX_TOKENS) ||
            !multiply(&task->A, task->A, task->n[l], UINT64_C(1) << 62))
            return too_large(e);
    }
    task->tokens = 2;
    for (unsigned l = 0; l < L; l++) {
        if (task->N[l] > FC_MAX_TOKENS - task->tokens)
            return too_large(e);
        task->tokens += task->N[l];
    }
    return STATUS_OK;
}

int fc_equal(const fc *a, const fc *b)
{
    if (a->L != b->L || a->N[0] != b->N[0])
        return 0;
    for (unsigned l = 1; l < a->L; l++)
        if (a->n[l] != b->n[l])
            return 0;
    return 1;
}

void fc_to_text(char *text, const fc *task)
{
    int used = snprintf(text, fc_text_room, "FC(%u;%llu", task->L, (unsigned long long)task->N[0]);
    for (unsigned l = 1; l < task->L; l++)
        used += snprintf(text + used, fc_text_room - (size_t)used, "%c%llu", l == 1 ? ';' : ',',
                         (unsigned long long)task->n[l]);
    snprintf(text + used, fc_text_room - (size_t)used, ")");
}

int fc_count_fits(const fc *task)
{
    return task->tokens <= UINT64_C(1) << 24;
}

void fc_count(mpz_t count, const fc *task)
{
    REQUIRE(fc_count_fits(task));
    mpz_t factor;
    mpz_init(factor);
    mpz_set_ui(count, (unsigned long)task->N[0]);
    mpz_mul_ui(count, count, (unsigned long)task->A);
    for (unsigned l = 0; l < task->L; l++) {
        mpz_ui_pow_ui(factor, (unsigned long)task->N[l], (unsigned long)task->N[l]);
        mpz_mul(count, count, factor);
    }
    mpz_clear(factor);
}

/* ---- layout ---------------------------------------------------------------- */

uint64_t fc_block_size(const fc *task, int block)
{
    return block >= 1 ? task->N[block - 1] : 1;
}

uint64_t fc_block_start(const fc *task, int block)
{
    uint64_t start = 0;
    for (int earlier = (int)task->L; earlier > block; earlier--)
        start += fc_block_size(task, earlier);
    return start;
}

fc_place fc_locate(const fc *task, uint64_t t)
{
    REQUIRE(t < task->tokens);
    int block = (int)task->L;
    while (t >= fc_block_size(task, block))
        t -= fc_block_size(task, block--);
    return (fc_place){block, t};
}

uint64_t fc_block_radix(const fc *task, int block)
{
    return block >= 1 ? task->N[block - 1] : block == 0 ? task->N[0] : task->A;
}

uint64_t fc_radix(const fc *task, uint64_t t)
{
    return fc_block_radix(task, fc_locate(task, t).block);
}

uint64_t fc_query_part(const fc *task, uint64_t w, unsigned l)
{
    REQUIRE(l >= 1 && l < task->L);
    for (unsigned k = 1; k < l; k++)
        w /= task->n[k];
    return w % task->n[l];
}

/* ---- the answer ------------------------------------------------------------- */

uint64_t fc_intermediate(const fc *task, const uint64_t *prompt, unsigned l)
{
    REQUIRE(l <= task->L);
    uint64_t w = prompt[task->tokens - 1];
    uint64_t i = prompt[task->tokens - 2];
    for (unsigned k = 1; k <= l; k++) {
        uint64_t argument = k == 1 ? i : fc_query_part(task, w, k - 1) * task->N[k - 2] + i;
        i = prompt[fc_block_start(task, (int)k) + argument];
    }
    return i;
}

uint64_t fc_answer(const fc *task, const uint64_t *prompt)
{
    return fc_intermediate(task, prompt, task->L);
}
