#include "cli/check-exhaustive.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "cli/progress.h"
#include "cli/subject.h"
#include "exact/rational.h"
#include "verifier/solve.h"

#include <inttypes.h>
#include <string.h>

/* Quick enough to run again unasked. */
enum { quick_bits_fast = 30, quick_bits_reference = 12, some_chunks = 8 };

static status check_owner(const exhaustive_certificate *c, const options *o, error *e)
{
    if (!options_has(o, "network") && !options_has(o, "construction") && !options_has(o, "L"))
        return STATUS_OK;
    network net;
    char own[SHA256_HEX], asked[SHA256_HEX];
    TRY(subject_network(&net, o, e));
    network_hash(own, &c->net);
    network_hash(asked, &net);
    network_clear(&net);
    if (strcmp(own, asked) == 0)
        return STATUS_OK;
    return error_set(e, STATUS_NEGATIVE, "the certificate is about another network (%.12s...)",
                     own);
}

/* How many of `there` chunks to run again. */
static status read_rerun(uint64_t *count, const exhaustive_certificate *c, uint64_t there, int fast,
                         const options *o, error *e)
{
    const char *text = options_get(o, "rerun", NULL);
    uint64_t quick = UINT64_C(1) << (fast ? quick_bits_fast : quick_bits_reference);
    *count = c->sweep.plan.inputs <= quick ? there : some_chunks;
    if (text && strcmp(text, "all") == 0)
        *count = there;
    else if (text && strcmp(text, "none") == 0)
        *count = 0;
    else if (text)
        TRY(integer_parse_u64(count, text, UINT64_MAX, "--rerun", e));
    *count = *count < there ? *count : there;
    return STATUS_OK;
}

/* Runs chunk c again and compares. */
static status rerun_chunk(engine *it, const sweep *s, uint64_t c, error *e)
{
    const tally *claimed = &s->record[c].found;
    uint64_t from = c * s->plan.chunk_inputs;
    tally found = TALLY_EMPTY;
    engine_run(it, from, from + sweep_chunk_size(&s->plan, c), &found);
    if (found.digest.sum == claimed->digest.sum &&
        found.digest.product == claimed->digest.product && found.failures == claimed->failures &&
        (claimed->first == NO_FAILURE || claimed->first == found.first))
        return STATUS_OK;
    return error_set(e, STATUS_NEGATIVE,
                     "chunk %" PRIu64 ", run again, has another digest or other failures", c);
}

/* Runs `count` of the `there` chunks again, a random choice unless it is all of them. */
static status rerun(uint64_t *inputs, const exhaustive_certificate *cert, const analysis *facts,
                    uint64_t count, uint64_t there, uint64_t seed, error *e)
{
    const sweep *s = &cert->sweep;
    const volatile int *cancelled = interrupt_flag();
    engine it;
    random_source source = {seed};
    for (size_t i = 0; i < 16; i++) /* the file itself has a say in what is chosen */
        source.state = random_next(&source) ^ (unsigned char)cert->sha256[i];
    TRY(engine_init(&it, &cert->net, facts, e));
    status result = STATUS_OK;
    for (uint64_t c = 0; c < s->plan.chunks && count && result == STATUS_OK; c++) {
        if (s->record[c].done == 0)
            continue;
        if (random_below(&source, there--) < count) { /* each subset is equally likely */
            count--;
            *inputs += sweep_chunk_size(&s->plan, c);
            result = rerun_chunk(&it, s, c, e);
        }
        if (result == STATUS_OK && *cancelled)
            result = error_set(e, STATUS_LIMIT, "interrupted");
    }
    engine_clear(&it);
    return result;
}

static status conclude(FILE *to, const exhaustive_certificate *c, uint64_t again, error *e)
{
    tally total = sweep_total(&c->sweep);
    fprintf(to,
            "%" PRIu64 " of %" PRIu64 " inputs certified, %" PRIu64 " failures; %" PRIu64
            " inputs run again, with the same digests\n",
            total.checked, c->sweep.plan.inputs, total.failures, again);
    if (total.failures) {
        fprintf(to, "REFUTED\n");
        return STATUS_NEGATIVE;
    }
    if (again != total.checked || !sweep_is_complete(&c->sweep)) {
        fprintf(to, "SAMPLED %" PRIu64 "\n", again);
        return STATUS_OK;
    }
    theorem *proved = NULL;
    TRY(solve_by_exhaustive(&proved, c, e));
    theorem_clear(proved);
    fprintf(to, "VERIFIED %s\n", c->sha256);
    return STATUS_OK;
}

static status check(FILE *to, const exhaustive_certificate *c, const options *o, error *e)
{
    const char *asked = options_get(o, "engine", "fast");
    char task[fc_text_room];
    uint64_t there = 0, count, seed, again = 0;
    if (strcmp(asked, "fast") != 0 && strcmp(asked, "reference") != 0)
        return error_set(e, STATUS_USAGE, "--engine: expected fast or reference, got '%.40s'",
                         asked);
    TRY(options_u64(&seed, o, "seed", 1, UINT64_MAX, e));
    TRY(check_owner(c, o, e));
    for (uint64_t k = 0; k < c->sweep.plan.chunks; k++)
        there += c->sweep.record[k].done != 0;
    analysis facts;
    analysis_init(&facts, &c->net);
    int fast = facts.allowed && strcmp(asked, "fast") == 0;
    status s = read_rerun(&count, c, there, fast, o, e);
    if (s == STATUS_OK)
        s = rerun(&again, c, fast ? &facts : NULL, count, there, seed, e);
    analysis_clear(&facts);
    if (s != STATUS_OK)
        return s;
    fc_to_text(task, &c->net.task);
    fprintf(to, "exhaustive certificate for network '%s' on %s; form, checksum, totals: fine\n",
            c->net.name, task);
    return conclude(to, c, again, e);
}

status check_exhaustive(FILE *to, const char *path, const options *o, error *e)
{
    exhaustive_certificate c;
    TRY(exhaustive_certificate_read(&c, path, e));
    status s = check(to, &c, o, e);
    exhaustive_certificate_clear(&c);
    return s;
}
