#include "verifier/exhaustive.h"

#include "base/memory.h"

#include <mpfr.h>
#include <pthread.h>
#include <string.h>

void verdict_init(verdict *v)
{
    *v = (verdict){.counterexample = NULL};
    mpz_inits(v->checked, v->failures, v->first_failure, NULL);
}

void verdict_clear(verdict *v)
{
    mpz_clears(v->checked, v->failures, v->first_failure, NULL);
    memory_free(v->counterexample);
}

static void record_failure(verdict *v, const fc *task, const mpz_t number, const uint64_t *prompt,
                           run_result got)
{
    mpz_add_ui(v->failures, v->failures, 1);
    if (v->counterexample && mpz_cmp(number, v->first_failure) >= 0)
        return;
    size_t bytes = (size_t)task->tokens * sizeof *prompt;
    if (!v->counterexample)
        v->counterexample = memory_new(bytes, 1);
    memcpy(v->counterexample, prompt, bytes);
    mpz_set(v->first_failure, number);
    v->got = got;
    v->expected = fc_answer(task, prompt);
}

/* Joins what another thread found. */
static void merge(verdict *v, const verdict *other, const fc *task)
{
    mpz_add(v->checked, v->checked, other->checked);
    mpz_add(v->failures, v->failures, other->failures);
    if (other->precision > v->precision)
        v->precision = other->precision;
    if (!other->counterexample ||
        (v->counterexample && mpz_cmp(v->first_failure, other->first_failure) <= 0))
        return;
    size_t bytes = (size_t)task->tokens * sizeof *other->counterexample;
    if (!v->counterexample)
        v->counterexample = memory_new(bytes, 1);
    memcpy(v->counterexample, other->counterexample, bytes);
    mpz_set(v->first_failure, other->first_failure);
    v->got = other->got;
    v->expected = other->expected;
}

/* ---- one thread --------------------------------------------------------------------- */

/* The range is handed out in chunks; a chunk is the unit of progress and cancelling. */
enum { chunk_inputs = 64 };

typedef struct shared_state {
    const exhaustive_job *job;
    pthread_mutex_t lock;
    mpz_t next, done, total; /* next number to hand out */
    int failed;              /* some thread found a failure and stop_at_first is set */
    status result;
    error *e;
} shared_state;

static int take_chunk(shared_state *shared, mpz_t from, mpz_t to)
{
    const exhaustive_job *job = shared->job;
    int cancelled = job->cancelled && *job->cancelled;
    pthread_mutex_lock(&shared->lock);
    int some = mpz_cmp(shared->next, job->to) < 0 && !cancelled && shared->result == STATUS_OK &&
               !shared->failed;
    if (some) {
        mpz_set(from, shared->next);
        mpz_add_ui(to, from, chunk_inputs);
        if (mpz_cmp(to, job->to) > 0)
            mpz_set(to, job->to);
        mpz_set(shared->next, to);
    }
    pthread_mutex_unlock(&shared->lock);
    return some;
}

static void finish_chunk(shared_state *shared, const mpz_t from, const mpz_t to, int failed)
{
    const exhaustive_job *job = shared->job;
    pthread_mutex_lock(&shared->lock);
    mpz_add(shared->done, shared->done, to);
    mpz_sub(shared->done, shared->done, from);
    if (failed && job->stop_at_first)
        shared->failed = 1;
    if (job->progress)
        job->progress(job->progress_data, shared->done, shared->total);
    pthread_mutex_unlock(&shared->lock);
}

/* Input number k of a sample is drawn from its own generator, so that a sample does not
 * depend on the number of threads. */
static void draw(uint64_t *prompt, const fc *task, uint64_t seed, const mpz_t k)
{
    random_source mixer = {seed};
    random_source source = {random_next(&mixer) ^ mpz_get_ui(k) * UINT64_C(0xd1342543de82ef95)};
    order_random(prompt, task, &source);
}

static void check_chunk(verdict *v, evaluator *ev, order_walk *walk, const exhaustive_job *job,
                        const mpz_t from, const mpz_t to)
{
    const fc *task = &job->net->task;
    mpz_t k;
    mpz_init_set(k, from);
    if (!job->sample)
        order_walk_seek(walk, from);
    while (mpz_cmp(k, to) < 0) {
        if (job->sample)
            draw(walk->prompt, task, job->seed, k);
        run_result got = evaluator_answer(ev, walk->prompt, NULL);
        mpz_add_ui(v->checked, v->checked, 1);
        if (got.outcome != RUN_ANSWER || got.answer != fc_answer(task, walk->prompt)) {
            record_failure(v, task, k, walk->prompt, got);
            if (job->stop_at_first)
                break;
        }
        mpz_add_ui(k, k, 1);
        if (!job->sample)
            order_walk_next(walk);
    }
    mpz_clear(k);
}

typedef struct worker {
    shared_state *shared;
    verdict found;
} worker;

static void *work(void *argument)
{
    worker *me = argument;
    shared_state *shared = me->shared;
    evaluator ev;
    error e = {""};
    const exhaustive_job *job = shared->job;
    status started = job->number ? evaluator_init_number(&ev, job->net, job->number, &e)
                                 : evaluator_init(&ev, job->net, &e);
    if (started != STATUS_OK) {
        pthread_mutex_lock(&shared->lock);
        shared->result = started;
        *shared->e = e;
        pthread_mutex_unlock(&shared->lock);
        return NULL;
    }
    order_walk walk;
    mpz_t from, to;
    order_walk_init(&walk, &job->net->task);
    mpz_inits(from, to, NULL);
    while (take_chunk(shared, from, to)) {
        check_chunk(&me->found, &ev, &walk, job, from, to);
        finish_chunk(shared, from, to, me->found.counterexample != NULL);
    }
    me->found.precision = ev.precision;
    mpz_clears(from, to, NULL);
    order_walk_clear(&walk);
    evaluator_clear(&ev);
    mpfr_free_cache(); /* MPFR's caches belong to the thread */
    return NULL;
}

/* ---- all threads ---------------------------------------------------------------------- */

status exhaustive_verify(verdict *v, const exhaustive_job *job, error *e)
{
    shared_state shared = {.job = job, .result = STATUS_OK, .e = e};
    REQUIRE(pthread_mutex_init(&shared.lock, NULL) == 0);
    mpz_inits(shared.next, shared.done, shared.total, NULL);
    mpz_set(shared.next, job->from);
    mpz_sub(shared.total, job->to, job->from);

    worker *workers = memory_new(job->threads, sizeof *workers);
    pthread_t *threads = memory_new(job->threads, sizeof *threads);
    unsigned started = 0;
    for (unsigned i = 0; i < job->threads; i++) {
        workers[i].shared = &shared;
        verdict_init(&workers[i].found);
        if (i > 0 && started == i - 1 && pthread_create(&threads[i], NULL, work, &workers[i]) == 0)
            started = i;
    }
    work(&workers[0]); /* this thread is the first worker */
    for (unsigned i = 1; i <= started; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < job->threads; i++) {
        merge(v, &workers[i].found, &job->net->task);
        verdict_clear(&workers[i].found);
    }
    status result = shared.result;
    int complete = mpz_cmp(v->checked, shared.total) == 0 || shared.failed;
    if (result == STATUS_OK && !complete)
        result = error_set(e, STATUS_LIMIT, "interrupted");
    memory_free(workers);
    memory_free(threads);
    mpz_clears(shared.next, shared.done, shared.total, NULL);
    pthread_mutex_destroy(&shared.lock);
    return result;
}
