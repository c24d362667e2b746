#include "protocol/check.h"

#include "base/memory.h"
#include "exact/rational.h"
#include "protocol/transcript.h"
#include "task/order.h"

#include <string.h>

void protocol_findings_clear(protocol_findings *f)
{
    memory_free(f->first);
}

uint64_t protocol_inputs(const fc *task, uint64_t most)
{
    mpz_t count;
    uint64_t inputs = 0;
    if (task->tokens > 4096)
        return 0;
    mpz_init(count);
    fc_count(count, task);
    if (mpz_sizeinbase(count, 2) <= 63 && integer_get_u64(count) <= most)
        inputs = integer_get_u64(count);
    mpz_clear(count);
    return inputs;
}

typedef struct checker {
    const protocol_job *job;
    transcript t;
    evaluator network;
    mpz_t done, total;
} checker;

static void note(protocol_findings *f, const checker *c, const uint64_t *prompt,
                 uint64_t network_says)
{
    const fc *task = &c->job->p->task;
    uint64_t said = c->t.answer, expected = fc_answer(task, prompt);
    int differs = c->job->net && said != network_says, wrong = said != expected;
    f->checked++;
    f->differ += (uint64_t)differs;
    f->wrong += (uint64_t)wrong;
    if (f->first || (!differs && !wrong))
        return;
    f->first = memory_new((size_t)task->tokens, sizeof *f->first);
    memcpy(f->first, prompt, (size_t)task->tokens * sizeof *prompt);
    f->said = said;
    f->network = network_says;
    f->expected = expected;
}

static status check_one(protocol_findings *f, checker *c, const uint64_t *prompt, error *e)
{
    uint64_t network_says = PROTOCOL_NO_ANSWER;
    status s = protocol_run(&c->t, prompt, e);
    if (s != STATUS_OK)
        return s;
    if (c->job->net) {
        run_result got = evaluator_answer(&c->network, prompt, NULL);
        if (got.outcome == RUN_ANSWER)
            network_says = got.answer;
    }
    note(f, c, prompt, network_says);
    if (c->job->progress && f->checked % 64 == 0) {
        integer_set_u64(c->done, f->checked);
        c->job->progress(c->job->progress_data, c->done, c->total);
    }
    return STATUS_OK;
}

static status check_all(protocol_findings *f, checker *c, uint64_t count, error *e)
{
    const protocol_job *job = c->job;
    random_source source = {job->seed};
    order_walk walk;
    status s = STATUS_OK;
    order_walk_init(&walk, &job->p->task);
    while (s == STATUS_OK && f->checked < count && !(job->stop && *job->stop)) {
        if (job->sample)
            order_random(walk.prompt, &job->p->task, &source);
        else if (f->checked > 0)
            order_walk_next(&walk);
        s = check_one(f, c, walk.prompt, e);
    }
    order_walk_clear(&walk);
    f->finished = s == STATUS_OK && f->checked == count;
    return s;
}

status protocol_check(protocol_findings *f, const protocol_job *job, error *e)
{
    checker c = {.job = job};
    uint64_t count = job->sample ? job->sample : protocol_inputs(&job->p->task, UINT64_MAX);
    *f = (protocol_findings){0};
    if (count == 0)
        return error_set(e, STATUS_LIMIT, "too many inputs to run them all (use --sample)");
    if (job->net) {
        status s = evaluator_init_number(&c.network, job->net, job->number, e);
        if (s != STATUS_OK)
            return s;
    }
    transcript_init(&c.t, job->p);
    mpz_inits(c.done, c.total, NULL);
    integer_set_u64(c.total, count);
    status s = check_all(f, &c, count, e);
    mpz_clears(c.done, c.total, NULL);
    transcript_clear(&c.t);
    if (job->net)
        evaluator_clear(&c.network);
    return s;
}
