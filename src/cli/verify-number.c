#include "cli/verify-number.h"

#include "base/json-read.h"
#include "base/json.h"
#include "base/memory.h"
#include "cli/progress.h"
#include "cli/subject.h"
#include "exact/rational.h"
#include "model/network-file.h"
#include "task/input.h"
#include "verifier/least-precision.h"

#include "verifier/kernel/statement.h"
#include "verifier/solve.h"

#include <stdio.h>
#include <string.h>

typedef struct report {
    const exhaustive_job *job;
    const number_choice *number;
    const verdict *found;
    const least_precision *least; /* fixed:min, else NULL */
    int finished;
    double seconds;
    const theorem *proved; /* by the kernel; VERIFIED means that it exists */
} report;

/* ---- what was asked ------------------------------------------------------------------------- */

static status check_options(const options *o, error *e)
{
    static const char *const others[] = {"cert", "checkpoint", "shard"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (options_has(o, others[i]))
            return error_set(e, STATUS_USAGE, "--%s goes with --number base2", others[i]);
    if (strcmp(options_get(o, "mode", "exhaustive"), "exhaustive") != 0)
        return error_set(e, STATUS_USAGE, "--mode: with --number only exhaustive, or --sample");
    if (strcmp(options_get(o, "engine", "reference"), "reference") != 0)
        return error_set(e, STATUS_USAGE, "--engine: with --number only reference");
    return STATUS_OK;
}

static status prepare(exhaustive_job *job, const network *net, const options *o, error *e)
{
    uint64_t sample;
    job->net = net;
    job->stop_at_first = options_has(o, "first");
    job->sample = options_has(o, "sample");
    job->cancelled = interrupt_flag();
    TRY(options_threads(&job->threads, o, e));
    TRY(options_u64(&job->seed, o, "seed", 1, UINT64_MAX, e));
    TRY(options_u64(&sample, o, "sample", 0, UINT64_MAX, e));
    if (job->sample && sample == 0)
        return error_set(e, STATUS_USAGE, "--sample: at least 1");
    if (job->sample)
        integer_set_u64(job->to, sample);
    else if (fc_count_fits(&net->task))
        fc_count(job->to, &net->task);
    else
        return error_set(e, STATUS_LIMIT,
                         "a prompt of %llu tokens has too many inputs to enumerate (use --sample)",
                         (unsigned long long)net->task.tokens);
    return STATUS_OK;
}

/* ---- JSON --------------------------------------------------------------------------------------
 */

static void set_number(json_t *o, const char *name, const mpz_t value)
{
    char *text = integer_to_text(value);
    json_object_set_new(o, name, json_string(text));
    memory_free(text);
}

static json_t *failure_json(const fc *task, const verdict *v)
{
    json_t *answer =
        v->got.outcome == RUN_ANSWER ? json_integer((json_int_t)v->got.answer) : json_null();
    return json_pack("{s:o,s:o,s:I}", "counterexample", input_to_json(task, v->counterexample),
                     "answer", answer, "expected", (json_int_t)v->expected);
}

/* P and I in fixed:P, and what was refuted below; else the p of the construction. */
static void set_precision(json_t *o, const report *r)
{
    const construction *known = construction_find(r->job->net->name);
    const number_system *system = &r->number->system;
    json_int_t bits = (json_int_t)number_fixed_bits(system);
    if (bits)
        json_object_set_new(o, "integer_bits", json_integer((json_int_t)system->integer_bits));
    else if (known)
        bits = (json_int_t)known->precision_bits(&r->job->net->task);
    json_object_set_new(o, "precision_bits", bits ? json_integer(bits) : json_null());
    if (r->found->precision)
        json_object_set_new(o, "working_precision", json_integer((json_int_t)r->found->precision));
    if (!r->least)
        return;
    json_t *refuted = json_array();
    for (size_t i = 0; i < r->least->refuted; i++) {
        json_t *one = failure_json(&r->job->net->task, &r->least->refutation[i]);
        json_object_set_new(one, "precision_bits", json_integer((json_int_t)r->least->refuted));
        json_object_set_new(one, "integer_bits", json_integer((json_int_t)i));
        json_array_append_new(refuted, one);
    }
    json_object_set_new(o, "refuted_below", refuted);
}

static int is_verified(const report *r)
{
    return r->proved != NULL;
}

static void set_inputs(json_t *o, const fc *task)
{
    json_object_set_new(o, "inputs", json_null());
    if (!fc_count_fits(task))
        return;
    mpz_t inputs;
    mpz_init(inputs);
    fc_count(inputs, task);
    set_number(o, "inputs", inputs);
    mpz_clear(inputs);
}

static char *report_json(const report *r)
{
    const network *net = r->job->net;
    const verdict *found = r->found;
    char hash[SHA256_HEX], task[fc_text_room];
    network_hash(hash, net);
    fc_to_text(task, &net->task);
    json_t *o = json_pack("{s:b,s:s,s:s,s:s,s:s,s:s,s:s}", "verified", is_verified(r), "task", task,
                          "network", net->name, "network_sha256", hash, "mode",
                          r->job->sample ? "sample" : "exhaustive", "engine", "reference", "number",
                          number_choice_name(r->number));
    set_inputs(o, &net->task);
    set_number(o, "checked", found->checked);
    json_object_set_new(o, "failures", json_integer((json_int_t)mpz_get_ui(found->failures)));
    json_object_set_new(o, "counterexample", json_null());
    if (found->counterexample) {
        json_t *failure = failure_json(&net->task, found);
        json_object_update(o, failure);
        json_decref(failure);
    }
    json_object_set_new(o, "layers", json_integer((json_int_t)net->layers));
    if (net->steps > 1)
        json_object_set_new(o, "steps", json_integer((json_int_t)net->steps));
    json_object_set_new(o, "heads", json_integer((json_int_t)network_heads(net)));
    json_object_set_new(o, "dim", json_integer((json_int_t)network_dim(net)));
    json_object_set_new(o, "width", json_integer((json_int_t)net->embed.width));
    set_precision(o, r);
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

/* ---- text --------------------------------------------------------------------------------------
 */

static void print_failure(FILE *to, const fc *task, const verdict *found)
{
    json_t *input = input_to_json(task, found->counterexample);
    char *text = json_dumps(input, JSON_COMPACT);
    fprintf(to, "first counterexample: %s\n", text);
    if (found->got.outcome == RUN_ANSWER)
        fprintf(to, "the network answers %llu", (unsigned long long)found->got.answer);
    else
        fprintf(to, "the network gives no answer (bit %zu of the read-out is %s)",
                found->got.coordinate, found->got.outcome == RUN_ZERO ? "exactly 0" : "undecided");
    fprintf(to, ", the task's answer is %llu\n", (unsigned long long)found->expected);
    memory_free(text);
    json_decref(input);
}

static void print_refuted_below(FILE *to, const report *r)
{
    size_t bits = r->least->refuted;
    for (size_t i = 0; i < bits; i++) {
        fprintf(to, "fixed:%zu:%zu is refuted; ", bits, i);
        print_failure(to, &r->job->net->task, &r->least->refutation[i]);
    }
    fprintf(to, "least P = %u, with %u integer bits\n", number_fixed_bits(&r->number->system),
            r->number->system.integer_bits);
}

static void print_checked(FILE *to, const report *r, const char *checked)
{
    char *failures = integer_to_text(r->found->failures);
    fprintf(to, "%s inputs checked in ", checked);
    if (r->number->kind == NUMBER_ENCLOSED)
        fprintf(to, "base e, certified by enclosures of %ld bits", (long)r->found->precision);
    else
        fprintf(to, "%s", number_choice_name(r->number));
    fprintf(to, "%s, %s failures\n",
            r->job->sample   ? " (a random sample)"
            : is_verified(r) ? " (all of them)"
                             : "",
            failures);
    memory_free(failures);
}

static char *report_text(const report *r)
{
    const network *net = r->job->net;
    char *text = NULL, hash[SHA256_HEX], task[fc_text_room];
    char *checked = integer_to_text(r->found->checked);
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    network_hash(hash, net);
    fc_to_text(task, &net->task);
    fprintf(to, "%s, prompts of %llu tokens\n", task, (unsigned long long)net->task.tokens);
    fprintf(to, "network '%s': %zu layer%s, %zu head%s of dimension %zu, residual width %zu\n",
            net->name, net->layers, net->layers == 1 ? "" : "s", network_heads(net),
            network_heads(net) == 1 ? "" : "s", network_dim(net), net->embed.width);
    if (r->least)
        print_refuted_below(to, r);
    print_checked(to, r, checked);
    if (r->found->counterexample)
        print_failure(to, &net->task, r->found);
    if (mpz_sgn(r->found->failures) != 0)
        fprintf(to, "REFUTED\n");
    else if (!r->finished)
        fprintf(to, "UNDECIDED\n");
    else if (is_verified(r))
        fprintf(to, "VERIFIED %s\n", hash);
    else
        fprintf(to, "SAMPLED %s\n", checked);
    memory_free(checked);
    REQUIRE(fclose(to) == 0);
    return text;
}

/* ---- the work
 * ------------------------------------------------------------------------------------ */

/* Prints what was found, complete or not; a refutation stands even when interrupted. */
static status verify(const exhaustive_job *job, const number_choice *number,
                     const least_precision *least, report_format format, const options *o, error *e)
{
    exhaustive_job one = *job;
    one.number = number;
    verdict found;
    verdict_init(&found);
    double start = clock_seconds();
    status s = exhaustive_verify(&found, &one, e);
    theorem *proved = NULL;
    if (s == STATUS_OK && !job->sample && mpz_sgn(found.failures) == 0)
        s = solve_by_running(&proved, job->net, number_choice_name(number), NULL, found.checked,
                             found.failures, e);
    report r = {&one, number, &found, least, s == STATUS_OK, clock_seconds() - start, proved};
    if (s == STATUS_OK || mpz_sgn(found.checked) != 0) {
        char *text = format == FORMAT_JSON ? report_json(&r) : report_text(&r);
        status printed = subject_print(o, text, e);
        memory_free(text);
        if (printed != STATUS_OK)
            s = printed;
        else if (mpz_sgn(found.failures) != 0)
            s = STATUS_NEGATIVE;
    }
    theorem_clear(proved);
    verdict_clear(&found);
    return s;
}

/* fixed:min: find the least P, then report on it like on any other number system. */
static status verify_least(const exhaustive_job *job, report_format format, const options *o,
                           error *e)
{
    least_precision least;
    least_precision_init(&least);
    status s = least_precision_find(&least, job, e);
    if (s == STATUS_OK)
        s = verify(job, &least.choice, &least, format, o, e);
    least_precision_clear(&least);
    return s;
}

static status run(const number_choice *number, const options *o, report_format format, error *e)
{
    network net;
    progress bar;
    TRY(check_options(o, e));
    TRY(subject_network(&net, o, e));
    progress_begin(&bar, options_has(o, "quiet"));
    exhaustive_job job = {.progress = progress_update, .progress_data = &bar};
    mpz_inits(job.from, job.to, NULL);
    status s = prepare(&job, &net, o, e);
    if (s == STATUS_OK)
        s = number->kind == NUMBER_FIXED_LEAST ? verify_least(&job, format, o, e)
                                               : verify(&job, number, NULL, format, o, e);
    progress_end(&bar);
    mpz_clears(job.from, job.to, NULL);
    network_clear(&net);
    return s;
}

int verify_in_number(status *result, const options *o, report_format format, error *e)
{
    number_choice number;
    *result = number_choice_parse(&number, options_get(o, "number", "base2"), e);
    if (*result == STATUS_OK && number.kind == NUMBER_EXACT)
        return 0;
    if (*result == STATUS_OK)
        *result = run(&number, o, format, e);
    return 1;
}
