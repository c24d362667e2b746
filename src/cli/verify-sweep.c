#include "cli/verify-sweep.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "cli/cluster.h"
#include "exact/rational.h"
#include "verifier/checkpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What one verification is about; also what the sweep calls back with. */
typedef struct errand {
    sweep sweep;
    analysis facts;
    progress *bar;
    uint64_t shard, shards; /* as asked for; the sweep's are this process's part of them */
    char *checkpoint;       /* or NULL */
    status saved;           /* how writing it went */
    error *e;
} errand;

/* ---- options ------------------------------------------------------------------------------- */

static status read_shard(uint64_t *shard, uint64_t *shards, const options *o, error *e)
{
    const char *text = options_get(o, "shard", NULL);
    *shard = 0;
    *shards = 1;
    if (!text)
        return STATUS_OK;
    char part[24];
    size_t length = strcspn(text, "/");
    if (text[length] != '/' || length >= sizeof part)
        return error_set(e, STATUS_USAGE, "--shard: expected I/K such as 2/3, got '%.40s'", text);
    memcpy(part, text, length);
    part[length] = '\0';
    TRY(integer_parse_u64(shard, part, UINT32_MAX, "--shard", e));
    TRY(integer_parse_u64(shards, text + length + 1, UINT32_MAX, "--shard", e));
    if (*shards == 0 || *shard > *shards)
        return error_set(e, STATUS_USAGE, "--shard: I/K needs K >= 1 and I = 0 .. K");
    *shard %= *shards; /* K/K is 0/K, so that shards may be counted from 0 or from 1 */
    return STATUS_OK;
}

static status check_first(const options *o, error *e)
{
    static const char *const without[] = {"cert", "checkpoint", "shard"};
    for (size_t i = 0; options_has(o, "first") && i < sizeof without / sizeof *without; i++)
        if (options_has(o, without[i]))
            return error_set(e, STATUS_USAGE, "--first stops early and leaves nothing for --%s",
                             without[i]);
    return STATUS_OK;
}

/* Each process of a cluster has a checkpoint of its own. */
static char *checkpoint_name(const options *o)
{
    const char *file = options_get(o, "checkpoint", NULL);
    if (!file || cluster_size() == 1)
        return file ? memory_copy_string(file) : NULL;
    size_t room = strlen(file) + 48;
    char *name = memory_new(room, 1);
    snprintf(name, room, "%s.%u-of-%u", file, cluster_rank(), cluster_size());
    return name;
}

static status choose_engine(errand *job, sweep_outcome *outcome, const options *o, error *e)
{
    const char *asked = options_get(o, "engine", "fast");
    int fast = strcmp(asked, "fast") == 0;
    if (!fast && strcmp(asked, "reference") != 0)
        return error_set(e, STATUS_USAGE, "--engine: expected fast or reference, got '%.40s'",
                         asked);
    if (fast && job->facts.allowed)
        job->sweep.facts = &job->facts;
    else if (fast)
        snprintf(outcome->note, sizeof outcome->note, "the reference engine runs: %s",
                 job->facts.refusal);
    outcome->engine = job->sweep.facts ? "fast" : "reference";
    return STATUS_OK;
}

/* ---- while it runs ----------------------------------------------------------------------- */

static void show_progress(void *data, uint64_t done, uint64_t total)
{
    const errand *job = data;
    mpz_t a, b;
    mpz_inits(a, b, NULL);
    integer_set_u64(a, done);
    integer_set_u64(b, total);
    progress_update(job->bar, a, b);
    mpz_clears(a, b, NULL);
}

static void save(void *data)
{
    errand *job = data;
    if (job->saved == STATUS_OK)
        job->saved = checkpoint_write(job->checkpoint, &job->sweep, job->e);
}

static status run(errand *job, const options *o, error *e)
{
    sweep *s = &job->sweep;
    unsigned size = cluster_size();
    TRY(options_threads(&s->threads, o, e));
    if (size > 1 && !options_has(o, "threads"))
        s->threads = 1; /* mpirun decides how many processes share a machine */
    TRY(read_shard(&job->shard, &job->shards, o, e));
    TRY(check_first(o, e));
    s->stop_at_first = options_has(o, "first");
    s->shards = job->shards * size;
    s->shard = job->shard + job->shards * cluster_rank();
    s->data = job;
    s->progress = cluster_rank() == 0 ? show_progress : NULL;
    s->cancelled = interrupt_flag();
    if (job->checkpoint) {
        TRY(checkpoint_read(s, job->checkpoint, e));
        TRY(checkpoint_write(job->checkpoint, s, e)); /* now, if it cannot be written at all */
        s->save = save;
    }
    status ran = sweep_run(s, e);
    if (s->save)
        save(job);
    if (job->saved != STATUS_OK)
        return job->saved;
    if (ran == STATUS_LIMIT && job->checkpoint)
        error_prefix(e, "the same command goes on from %.200s", job->checkpoint);
    return ran;
}

/* ---- what it came to --------------------------------------------------------------------- */

static status fill_verdict(verdict *found, const errand *job, error *e)
{
    const sweep *s = &job->sweep;
    tally total = sweep_total(s);
    if (s->stop_at_first && total.first != NO_FAILURE) {
        total.failures = 1; /* threads may have seen more: say the same on every machine */
        total.checked = total.first + 1;
    }
    integer_set_u64(found->checked, total.checked);
    integer_set_u64(found->failures, total.failures);
    if (total.first == NO_FAILURE)
        return STATUS_OK;
    counterexample failing;
    TRY(counterexample_init(&failing, s->net, total.first, e));
    integer_set_u64(found->first_failure, failing.index);
    found->counterexample = failing.prompt;
    found->got = failing.got;
    found->expected = failing.expected;
    return STATUS_OK;
}

static status write_certificate(sweep_outcome *outcome, const errand *job, const options *o,
                                error *e)
{
    char *text;
    TRY(exhaustive_certificate_text(&text, &job->sweep, e));
    sha256_hex(outcome->certificate_sha256, text, strlen(text));
    status s = STATUS_OK;
    if (options_has(o, "cert"))
        s = file_write(options_get(o, "cert", NULL), text, strlen(text), e);
    memory_free(text);
    return s;
}

static status conclude(verdict *found, sweep_outcome *outcome, errand *job, status ran,
                       const options *o, error *e)
{
    ran = cluster_agree(ran);
    if (ran != STATUS_OK && ran != STATUS_LIMIT)
        return ran;
    cluster_gather(&job->sweep, job->shard, job->shards);
    if (outcome->silent)
        return ran;
    TRY(fill_verdict(found, job, e));
    if (ran == STATUS_OK && !job->sweep.stop_at_first)
        TRY(write_certificate(outcome, job, o, e));
    if (ran == STATUS_OK && outcome->whole && job->sweep.plan.inputs == 0)
        return error_set(e, STATUS_INTERNAL, "a task without inputs");
    return ran;
}

status verify_sweep(verdict *found, sweep_outcome *outcome, const network *net, const options *o,
                    progress *bar, error *e)
{
    errand job = {.bar = bar, .shards = 1, .e = e};
    *outcome = (sweep_outcome){
        .engine = "fast", .whole = !options_has(o, "shard"), .silent = cluster_rank() > 0};
    TRY(sweep_init(&job.sweep, net, e));
    analysis_init(&job.facts, net);
    job.checkpoint = checkpoint_name(o);
    status s = choose_engine(&job, outcome, o, e);
    if (s == STATUS_OK)
        s = run(&job, o, e);
    s = conclude(found, outcome, &job, s, o, e);
    memory_free(job.checkpoint);
    analysis_clear(&job.facts);
    sweep_clear(&job.sweep);
    return s;
}
