#include "verifier/sweep.h"

#include "base/memory.h"
#include "exact/rational.h"

#include <mpfr.h>
#include <pthread.h>
#include <time.h>

/* About a thousand chunks, so that there is something to share out and to re-run. */
enum { least_chunk = 64, usual_chunks = 1024, largest_chunk_bits = 30 };

/* All settings of some last tokens, times a power of two: engines that fix the first tokens
 * and run through the last ones need not break off within a run. */
static uint64_t chunk_size(const fc *task, uint64_t inputs)
{
    uint64_t wanted = inputs / usual_chunks > least_chunk ? inputs / usual_chunks : least_chunk;
    uint64_t size = 1;
    for (size_t t = (size_t)task->tokens; t-- > 0 && size * fc_radix(task, t) <= wanted;)
        size *= fc_radix(task, t);
    while (size < wanted && size < UINT64_C(1) << largest_chunk_bits)
        size *= 2;
    return size;
}

status sweep_plan_init(sweep_plan *plan, const fc *task, error *e)
{
    *plan = (sweep_plan){0};
    char text[fc_text_room];
    fc_to_text(text, task);
    mpz_t count;
    mpz_init(count);
    int fits = fc_count_fits(task);
    if (fits) {
        fc_count(count, task);
        fits = mpz_sizeinbase(count, 2) <= sweep_bits;
    }
    if (fits)
        plan->inputs = integer_get_u64(count);
    mpz_clear(count);
    if (!fits)
        return error_set(
            e, STATUS_LIMIT,
            "%.60s has too many inputs to enumerate, more than 2^%d (use --sample K or "
            "--mode symbolic)",
            text, sweep_bits);
    plan->chunk_inputs = chunk_size(task, plan->inputs);
    plan->chunks = (plan->inputs + plan->chunk_inputs - 1) / plan->chunk_inputs;
    return STATUS_OK;
}

status sweep_init(sweep *s, const network *net, error *e)
{
    *s = (sweep){.net = net, .threads = 1, .shards = 1};
    status made = sweep_plan_init(&s->plan, &net->task, e);
    if (made != STATUS_OK)
        return made;
    s->record = memory_new((size_t)s->plan.chunks, sizeof *s->record);
    for (uint64_t c = 0; c < s->plan.chunks; c++)
        s->record[c].found = TALLY_EMPTY;
    return STATUS_OK;
}

void sweep_clear(sweep *s)
{
    memory_free(s->record);
}

tally sweep_total(const sweep *s)
{
    tally total = TALLY_EMPTY;
    for (uint64_t c = 0; c < s->plan.chunks; c++)
        tally_join(&total, &s->record[c].found);
    return total;
}

uint64_t sweep_share(const sweep *s)
{
    uint64_t inputs = 0;
    for (uint64_t c = s->shard % s->shards; c < s->plan.chunks; c += s->shards)
        inputs += sweep_chunk_size(&s->plan, c);
    return inputs;
}

int sweep_is_complete(const sweep *s)
{
    for (uint64_t c = 0; c < s->plan.chunks; c++)
        if (s->record[c].done < sweep_chunk_size(&s->plan, c))
            return 0;
    return 1;
}

/* ---- threads ----------------------------------------------------------------------------- */

typedef struct shared_state {
    sweep *sweep;
    pthread_mutex_t lock;
    uint64_t next; /* chunk to hand out */
    uint64_t done, total;
    uint64_t first; /* failure found so far */
    double saved;   /* when */
    status result;
    error *e;
} shared_state;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The next chunk of the shard that is not done, if there is work left for this thread. */
static int take_chunk(shared_state *shared, uint64_t *c)
{
    sweep *s = shared->sweep;
    pthread_mutex_lock(&shared->lock);
    while (shared->next < s->plan.chunks &&
           s->record[shared->next].done == sweep_chunk_size(&s->plan, shared->next))
        shared->next += s->shards;
    *c = shared->next;
    int some = *c < s->plan.chunks && shared->result == STATUS_OK &&
               !(s->cancelled && *s->cancelled) &&
               !(s->stop_at_first && shared->first < *c * s->plan.chunk_inputs);
    if (some)
        shared->next += s->shards;
    pthread_mutex_unlock(&shared->lock);
    return some;
}

/* Writes down a finished slice; says whether to go on with the chunk. */
static int record_slice(shared_state *shared, uint64_t c, uint64_t inputs, const tally *found)
{
    sweep *s = shared->sweep;
    sweep_record *record = &s->record[c];
    pthread_mutex_lock(&shared->lock);
    record->done += inputs;
    tally_join(&record->found, found);
    shared->done += inputs;
    if (found->first < shared->first)
        shared->first = found->first;
    if (s->progress)
        s->progress(s->data, shared->done, shared->total);
    if (s->save && now() - shared->saved > 2.0) {
        s->save(s->data);
        shared->saved = now();
    }
    int stop = (s->cancelled && *s->cancelled) ||
               (s->stop_at_first && shared->first < c * s->plan.chunk_inputs + record->done);
    pthread_mutex_unlock(&shared->lock);
    return !stop && record->done < sweep_chunk_size(&s->plan, c);
}

/* Slices take about a tenth of a second, whatever the engine and the network. */
static uint64_t adapt(uint64_t slice, double seconds)
{
    if (seconds < 0.05)
        return slice < UINT64_C(1) << 40 ? 2 * slice : slice;
    return seconds > 0.2 && slice > 1 ? slice / 2 : slice;
}

static void *work(void *argument)
{
    shared_state *shared = argument;
    sweep *s = shared->sweep;
    engine it;
    error e = {""};
    status started = engine_init(&it, s->net, s->facts, &e);
    if (started != STATUS_OK) {
        pthread_mutex_lock(&shared->lock);
        shared->result = started;
        *shared->e = e;
        pthread_mutex_unlock(&shared->lock);
        return NULL;
    }
    uint64_t c, slice = s->facts ? 4096 : 16;
    while (take_chunk(shared, &c)) {
        int more = 1;
        while (more) {
            uint64_t left = sweep_chunk_size(&s->plan, c) - s->record[c].done;
            uint64_t inputs = left < slice ? left : slice;
            uint64_t from = c * s->plan.chunk_inputs + s->record[c].done;
            tally found = TALLY_EMPTY;
            double start = now();
            engine_run(&it, from, from + inputs, &found);
            more = record_slice(shared, c, inputs, &found);
            slice = adapt(slice, now() - start);
        }
    }
    engine_clear(&it);
    mpfr_free_cache(); /* MPFR's caches belong to the thread */
    return NULL;
}

static void run_threads(shared_state *shared, unsigned count)
{
    pthread_t *thread = memory_new(count, sizeof *thread);
    unsigned started = 0;
    while (started + 1 < count && pthread_create(&thread[started], NULL, work, shared) == 0)
        started++;
    work(shared); /* this thread works, too */
    for (unsigned i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    memory_free(thread);
}

status sweep_run(sweep *s, error *e)
{
    shared_state shared = {.sweep = s,
                           .next = s->shard % s->shards,
                           .total = sweep_share(s),
                           .first = sweep_total(s).first,
                           .saved = now(),
                           .e = e};
    for (uint64_t c = shared.next; c < s->plan.chunks; c += s->shards)
        shared.done += s->record[c].done;
    REQUIRE(pthread_mutex_init(&shared.lock, NULL) == 0);
    uint64_t most = s->plan.chunks / s->shards + 1;
    run_threads(&shared, s->threads < most ? s->threads : (unsigned)most);
    pthread_mutex_destroy(&shared.lock);
    if (shared.result != STATUS_OK)
        return shared.result;
    if (shared.done == shared.total || (s->stop_at_first && shared.first != NO_FAILURE))
        return STATUS_OK;
    return error_set(e, STATUS_LIMIT, "interrupted");
}
