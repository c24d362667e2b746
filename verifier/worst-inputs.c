#include "verifier/worst-inputs.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "base/random.h"

/* A number below `count`, by kind of target. */
static uint64_t pick(uint64_t count, unsigned kind, random_source *source)
{
    switch (kind) {
    case 0:
        return 0;
    case 1:
        return count - 1;
    case 2:
        return count / 2;
    default:
        return random_below(source, count);
    }
}

void worst_input(uint64_t *prompt, const fc *task, unsigned k)
{
    unsigned kind = k / 2, ones = k % 2;
    random_source source = {kind};
    uint64_t w = 0, part[fc_max_L] = {0};
    for (unsigned l = task->L - 1; l >= 1; l--) {
        part[l] = pick(task->n[l], kind, &source);
        w = w * task->n[l] + part[l];
    }
    prompt[task->tokens - 1] = w;
    uint64_t i = pick(task->N[0], kind, &source);
    prompt[task->tokens - 2] = i;
    for (unsigned l = 1; l <= task->L; l++) {
        uint64_t N = task->N[l - 1], start = fc_block_start(task, (int)l);
        uint64_t target = l == 1 ? i : part[l - 1] * task->N[l - 2] + i;
        i = l == task->L ? (ones ? N - 1 : 0) : pick(N, kind, &source);
        for (uint64_t x = 0; x < N; x++)
            prompt[start + x] = x == target ? i : N - 1 - i;
    }
}

status worst_inputs_try(unsigned *failing, const network *net, const number_choice *number,
                        error *e)
{
    evaluator ev;
    TRY(evaluator_init_number(&ev, net, number, e));
    uint64_t *prompt = memory_new((size_t)net->task.tokens, sizeof *prompt);
    unsigned k = 0;
    for (; k < worst_input_count; k++) {
        worst_input(prompt, &net->task, k);
        run_result got = evaluator_answer(&ev, prompt, NULL);
        if (got.outcome != RUN_ANSWER || got.answer != fc_answer(&net->task, prompt))
            break;
    }
    *failing = k;
    memory_free(prompt);
    evaluator_clear(&ev);
    return STATUS_OK;
}
