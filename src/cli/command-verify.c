#include "base/file.h"
#include "base/json-read.h"
#include "base/json.h"
#include "base/memory.h"
#include "cli/cluster.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/subject.h"
#include "cli/verify-number.h"
#include "cli/verify-sweep.h"
#include "cli/verify-symbolic.h"
#include "exact/rational.h"
#include "model/network-file.h"
#include "task/input.h"
#include "verifier/exhaustive.h"

#include "verifier/kernel/statement.h"
#include "verifier/solve.h"

#include <stdio.h>
#include <string.h>

static const option_rule rules[] = {
    TASK_OPTIONS,
    NETWORK_OPTIONS,
    {"mode", "exhaustive|symbolic|parametric",
     "run every input (default), bound all inputs at once, or use the closed formula"},
    {"engine", "fast|reference",
     "fast (default) uses what the weights allow; reference runs every token"},
    {"number", "NAME",
     "base2 (default: exact), e, fixed:P, fixed:P:I, fixed:min, fp32, fp16, bf16, fp8e4m3, "
     "fp8e5m2"},
    {"sample", "K", "K random inputs instead of all (never says VERIFIED)"},
    {"first", NULL, "stop at the first counterexample instead of counting all failures"},
    SWEEP_OPTIONS,
    {NULL, NULL, NULL},
};

static const char help_usage[] = "strata verify --L L --m M --n N1,.. [OPTIONS]";
static const char help_about[] =
    "Runs a network on every input of FC(L; m; n_1, ..., n_{L-1}) in exact arithmetic and\n"
    "compares each answer with the definition of the task. The last line is VERIFIED with the\n"
    "SHA-256 of the certificate, REFUTED after a counterexample, or SAMPLED for a sample or a\n"
    "shard. Ctrl-C keeps what --checkpoint has saved; the same command then goes on.\n"
    "With --number the network runs in another number system (docs/number-systems.md); e is\n"
    "certified by enclosures, fixed:min finds the least P for which fixed:P is right.\n"
    "Exit code 0 = no failure, 1 = refuted, 4 = interrupted or too large.";
static const char help_examples[] =
    "  strata verify --L 2 --m 2 --n 2                       4096 inputs, 3 layers\n"
    "  strata verify --L 2 --m 2 --n 4 --cert fc224.json     536,870,912 inputs\n"
    "  strata verify --L 3 --m 2 --n 2,2 --sample 2000 --seed 7\n"
    "  strata verify --L 2 --m 3 --n 2 --shard 1/3 --checkpoint s1.state --cert s1.json\n"
    "  strata verify --L 2 --m 100 --n 100 --mode symbolic --cert big.json\n"
    "  strata verify --L 3 --m 2^500 --n 2^500,7 --mode parametric\n"
    "  strata verify --L 2 --m 2 --n 2 --construction quadratic --number e\n"
    "  strata verify --L 2 --m 2 --n 2 --construction hybrid-gla --number fixed:min\n"
    "  strata verify --network mine.json --format json\n";

/* ---- what was asked ------------------------------------------------------------------- */

static status check_choice(const options *o, const char *name, const char *only, error *e)
{
    const char *given = options_get(o, name, only);
    if (strcmp(given, only) == 0)
        return STATUS_OK;
    return error_set(e, STATUS_USAGE, "--%s: expected %s, got '%.40s'", name, only, given);
}

/* A sample; all inputs are verify-sweep.c's. */
static status prepare(exhaustive_job *job, const network *net, const options *o, error *e)
{
    static const char *const for_all[] = {"cert", "checkpoint", "shard"};
    uint64_t sample;
    for (size_t i = 0; i < sizeof for_all / sizeof *for_all; i++)
        if (options_has(o, for_all[i]))
            return error_set(e, STATUS_USAGE, "--sample and --%s do not go together", for_all[i]);
    job->net = net;
    job->stop_at_first = options_has(o, "first");
    job->sample = 1;
    TRY(options_threads(&job->threads, o, e));
    TRY(options_u64(&job->seed, o, "seed", 1, UINT64_MAX, e));
    TRY(options_u64(&sample, o, "sample", 0, UINT64_MAX, e));
    if (sample == 0)
        return error_set(e, STATUS_USAGE, "--sample: at least 1");
    integer_set_u64(job->to, sample);
    return STATUS_OK;
}

/* ---- what is told ----------------------------------------------------------------------- */

typedef struct report {
    const network *net;
    const verdict *found;
    const sweep_outcome *swept; /* NULL for a sample */
    int finished;
    double seconds;
    const theorem *proved; /* by the kernel; VERIFIED means that it exists */
} report;

static json_t *number_json(const mpz_t value)
{
    char *text = integer_to_text(value);
    json_t *json = json_string(text);
    memory_free(text);
    return json;
}

static json_t *inputs_json(const fc *task)
{
    if (!fc_count_fits(task))
        return json_null();
    mpz_t inputs;
    mpz_init(inputs);
    fc_count(inputs, task);
    json_t *json = number_json(inputs);
    mpz_clear(inputs);
    return json;
}

static int is_verified(const report *r)
{
    return r->proved != NULL;
}

static json_t *failure_json(const report *r)
{
    const verdict *found = r->found;
    if (!found->counterexample)
        return json_null();
    return input_to_json(&r->net->task, found->counterexample);
}

static json_t *got_json(run_result got)
{
    return got.outcome == RUN_ANSWER ? json_integer((json_int_t)got.answer) : json_null();
}

static void set_engine(json_t *o, const report *r)
{
    json_object_set_new(o, "engine", json_string(r->swept ? r->swept->engine : "reference"));
    if (r->swept && r->swept->note[0])
        json_object_set_new(o, "engine_note", json_string(r->swept->note));
    if (r->swept && r->swept->certificate_sha256[0])
        json_object_set_new(o, "certificate_sha256", json_string(r->swept->certificate_sha256));
}

static char *report_json(const report *r)
{
    const verdict *found = r->found;
    char hash[SHA256_HEX], task[fc_text_room];
    network_hash(hash, r->net);
    fc_to_text(task, &r->net->task);
    json_t *o = json_object();
    json_object_set_new(o, "verified", json_boolean(is_verified(r)));
    json_object_set_new(o, "task", json_string(task));
    json_object_set_new(o, "network", json_string(r->net->name));
    json_object_set_new(o, "network_sha256", json_string(hash));
    json_object_set_new(o, "mode", json_string(r->swept ? "exhaustive" : "sample"));
    set_engine(o, r);
    json_object_set_new(o, "number", json_string("base2"));
    json_object_set_new(o, "inputs", inputs_json(&r->net->task));
    json_object_set_new(o, "checked", number_json(found->checked));
    json_object_set_new(o, "failures",
                        mpz_fits_slong_p(found->failures)
                            ? json_integer(mpz_get_si(found->failures))
                            : number_json(found->failures));
    json_object_set_new(o, "counterexample", failure_json(r));
    if (found->counterexample) {
        json_object_set_new(o, "answer", got_json(found->got));
        json_object_set_new(o, "expected", json_integer((json_int_t)found->expected));
    }
    json_object_set_new(o, "layers", json_integer((json_int_t)r->net->layers));
    json_object_set_new(o, "heads", json_integer((json_int_t)network_heads(r->net)));
    json_object_set_new(o, "dim", json_integer((json_int_t)network_dim(r->net)));
    json_object_set_new(o, "width", json_integer((json_int_t)r->net->embed.width));
    if (r->net->steps > 1)
        json_object_set_new(o, "steps", json_integer((json_int_t)r->net->steps));
    const construction *known = construction_find(r->net->name);
    json_object_set_new(o, "precision_bits",
                        known ? json_integer((json_int_t)known->precision_bits(&r->net->task))
                              : json_null());
    if (r->proved) {
        char *statement = theorem_to_text(r->proved);
        json_object_set_new(o, "theorem", json_string(statement));
        memory_free(statement);
    }
    json_object_set_new(o, "seconds", json_real(r->seconds));
    json_object_set_new(o, "rate",
                        json_real(r->seconds > 0 ? mpz_get_d(found->checked) / r->seconds : 0));
    char *text = json_to_text(o, 0);
    json_decref(o);
    return text;
}

static void print_failure(FILE *to, const report *r)
{
    const verdict *found = r->found;
    json_t *input = input_to_json(&r->net->task, found->counterexample);
    char *text = json_dumps(input, JSON_COMPACT);
    fprintf(to, "first counterexample: %s\n", text);
    if (found->got.outcome == RUN_ANSWER)
        fprintf(to, "the network answers %llu", (unsigned long long)found->got.answer);
    else
        fprintf(to, "the network gives no answer (bit %zu of the read-out is %s)",
                found->got.coordinate,
                found->got.outcome == RUN_ZERO ? "exactly 0" : "undecided at 4096 bits");
    fprintf(to, ", the task's answer is %llu\n", (unsigned long long)found->expected);
    memory_free(text);
    json_decref(input);
}

static char *report_text(const report *r)
{
    char *text = NULL, task[fc_text_room];
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    fc_to_text(task, &r->net->task);
    fprintf(to, "%s, prompts of %llu tokens\n", task, (unsigned long long)r->net->task.tokens);
    fprintf(to, "network '%s': %zu layer%s, %zu head%s of dimension %zu, residual width %zu\n",
            r->net->name, r->net->layers, r->net->layers == 1 ? "" : "s", network_heads(r->net),
            network_heads(r->net) == 1 ? "" : "s", network_dim(r->net), r->net->embed.width);
    char *checked = integer_to_text(r->found->checked);
    char *failures = integer_to_text(r->found->failures);
    fprintf(to, "%s inputs checked in exact arithmetic%s, %s failures\n", checked,
            !r->swept        ? " (a random sample)"
            : is_verified(r) ? " (all of them)"
                             : "",
            failures);
    if (r->found->counterexample)
        print_failure(to, r);
    if (mpz_sgn(r->found->failures) != 0)
        fprintf(to, "REFUTED\n");
    else if (!r->finished)
        fprintf(to, "UNDECIDED\n");
    else if (is_verified(r))
        fprintf(to, "VERIFIED %s\n", r->swept->certificate_sha256);
    else
        fprintf(to, "SAMPLED %s\n", checked);
    memory_free(checked);
    memory_free(failures);
    REQUIRE(fclose(to) == 0);
    return text;
}

/* ---- the command ------------------------------------------------------------------------- */

/* Prints what was found, complete or not; a refutation stands even when interrupted. */
static status conclude(const report *r, status s, report_format format, const options *o, error *e)
{
    if (s != STATUS_OK && mpz_sgn(r->found->checked) == 0)
        return s;
    char *text = format == FORMAT_JSON ? report_json(r) : report_text(r);
    status printed = subject_print(o, text, e);
    memory_free(text);
    if (printed != STATUS_OK)
        return printed;
    return mpz_sgn(r->found->failures) != 0 ? STATUS_NEGATIVE : s;
}

static status verify_sample(exhaustive_job *job, const network *net, report_format format,
                            const options *o, error *e)
{
    verdict found;
    TRY(prepare(job, net, o, e));
    verdict_init(&found);
    job->cancelled = interrupt_flag();
    double start = clock_seconds();
    status s = exhaustive_verify(&found, job, e);
    report r = {net, &found, NULL, s == STATUS_OK, clock_seconds() - start, NULL};
    s = conclude(&r, s, format, o, e);
    verdict_clear(&found);
    return s;
}

static status verify_all(const network *net, progress *bar, report_format format, const options *o,
                         error *e)
{
    verdict found;
    sweep_outcome outcome;
    verdict_init(&found);
    double start = clock_seconds();
    status s = verify_sweep(&found, &outcome, net, o, bar, e);
    progress_end(bar);
    theorem *proved = NULL;
    if (s == STATUS_OK && !outcome.silent && outcome.whole && mpz_sgn(found.failures) == 0)
        s = solve_by_running(&proved, net, "base2", NULL, found.checked, found.failures, e);
    report r = {net, &found, &outcome, s == STATUS_OK, clock_seconds() - start, proved};
    if (!outcome.silent && outcome.note[0] && !options_has(o, "quiet"))
        fprintf(stderr, "strata: note: %s\n", outcome.note);
    if (!outcome.silent)
        s = conclude(&r, s, format, o, e);
    theorem_clear(proved);
    verdict_clear(&found);
    return s;
}

status command_verify(int count, char *const *arguments, error *e)
{
    options o;
    network net;
    report_format format;
    TRY(options_parse(&o, rules, 0, count, arguments, e));
    if (options_has(&o, "help")) {
        options_help(help_usage, help_about, rules, help_examples);
        return STATUS_OK;
    }
    TRY(options_format(&format, &o, e));
    if (format != FORMAT_TEXT && format != FORMAT_JSON)
        return error_set(e, STATUS_USAGE, "--format: verify prints text or json");
    status other;
    if (verify_without_running(&other, &o, format, e) || verify_in_number(&other, &o, format, e))
        return other;
    TRY(check_choice(&o, "mode", "exhaustive", e));
    if (options_has(&o, "sample") && strcmp(options_get(&o, "engine", "fast"), "fast") != 0)
        TRY(check_choice(&o, "engine", "reference", e));
    if (cluster_rank() > 0 && options_has(&o, "sample"))
        return STATUS_OK; /* one process draws the sample */
    TRY(subject_network(&net, &o, e));
    progress bar;
    progress_begin(&bar, options_has(&o, "quiet"));
    exhaustive_job job = {.progress = progress_update, .progress_data = &bar};
    mpz_inits(job.from, job.to, NULL);
    status s = options_has(&o, "sample") ? verify_sample(&job, &net, format, &o, e)
                                         : verify_all(&net, &bar, format, &o, e);
    progress_end(&bar);
    mpz_clears(job.from, job.to, NULL);
    network_clear(&net);
    return s;
}
