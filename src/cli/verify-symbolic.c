#include "cli/verify-symbolic.h"

#include "base/file.h"
#include "base/json-read.h"
#include "base/json.h"
#include "base/memory.h"
#include "cli/progress.h"
#include "cli/subject.h"
#include "exact/rational.h"
#include "model/network-file.h"
#include "task/input.h"
#include "task/sizes.h"
#include "verifier/hunt.h"
#include "verifier/kernel/statement.h"
#include "verifier/solve.h"
#include "verifier/symbolic-certificate.h"
#include "verifier/worst-inputs.h"

#include <stdio.h>
#include <string.h>

typedef enum conclusion { VERIFIED, VERIFIED_BY_RUNNING, REFUTED, UNDECIDED } conclusion;

typedef struct report {
    const network *net;
    const symbolic_proof *proof;
    const number_choice *number;
    const verdict *found; /* of the search for a counterexample */
    theorem *proved;      /* what the kernel made of it; VERIFIED means that it exists */
    char refusal[512];    /* or why it made nothing */
    conclusion came_to;
    char hash[SHA256_HEX]; /* of the certificate, or of the network if there is none */
    double seconds;
} report;

static json_t *take_text(char *text)
{
    json_t *json = json_string(text);
    memory_free(text);
    return json;
}

/* Certificates are for what the independent checker has rules for: full layers, one pass. */
static int has_certificate(const network *net)
{
    int full = net->steps == 1;
    for (size_t t = 0; t < net->layers; t++)
        full &= net->layer[t].kind == LAYER_FULL;
    return full;
}

/* ---- JSON ---------------------------------------------------------------------------------- */

/* How the weights were summed: by digits where the keys allow it. */
static const char *sums_used(const report *r)
{
    size_t digits = 0, tokens = 0;
    for (size_t t = 0; t < r->proof->layers; t++)
        for (size_t h = 0; h < r->proof->layer[t].heads; h++)
            for (unsigned l = 0; l <= r->net->task.L; l++)
                if (fc_block_size(&r->net->task, (int)l) > 1)
                    ++*(r->proof->layer[t].digits[h * (r->net->task.L + 1) + l] ? &digits
                                                                                : &tokens);
    return !tokens ? "digits" : !digits ? "tokens" : "digits and tokens";
}

static void set_counts(json_t *o, const report *r)
{
    sizes s;
    sizes_init_fc(&s, &r->net->task);
    int verified = r->came_to == VERIFIED || r->came_to == VERIFIED_BY_RUNNING;
    json_object_set_new(o, "inputs", take_text(sizes_inputs_text(&s)));
    json_object_set_new(
        o, "checked",
        take_text(verified ? sizes_inputs_text(&s) : integer_to_text(r->found->checked)));
    json_object_set_new(o, "failures", json_integer(r->found->counterexample ? 1 : 0));
    sizes_clear(&s);
}

static void set_counterexample(json_t *o, const report *r)
{
    const verdict *found = r->found;
    json_object_set_new(o, "counterexample",
                        found->counterexample ? input_to_json(&r->net->task, found->counterexample)
                                              : json_null());
    if (!found->counterexample)
        return;
    json_object_set_new(o, "answer",
                        found->got.outcome == RUN_ANSWER
                            ? json_integer((json_int_t)found->got.answer)
                            : json_null());
    json_object_set_new(o, "expected", json_integer((json_int_t)found->expected));
}

static char *report_json(const report *r)
{
    char identity[SHA256_HEX], task[fc_text_room];
    network_hash(identity, r->net);
    fc_to_text(task, &r->net->task);
    json_t *o = json_object();
    json_object_set_new(o, "verified",
                        json_boolean(r->came_to == VERIFIED || r->came_to == VERIFIED_BY_RUNNING));
    json_object_set_new(o, "task", json_string(task));
    json_object_set_new(o, "network", json_string(r->net->name));
    json_object_set_new(o, "network_sha256", json_string(identity));
    json_object_set_new(o, "mode", json_string("symbolic"));
    json_object_set_new(o, "engine", json_string("symbolic"));
    json_object_set_new(o, "number", json_string(number_choice_name(r->number)));
    set_counts(o, r);
    set_counterexample(o, r);
    json_object_set_new(o, "queries", json_integer((json_int_t)r->proof->queries));
    json_object_set_new(o, "sums", json_string(sums_used(r)));
    const char *why = !r->proof->complete ? r->proof->spot.reason : r->refusal;
    json_object_set_new(o, "undecided_at", why[0] ? json_string(why) : json_null());
    json_object_set_new(o, "theorem",
                        r->proved ? take_text(theorem_to_text(r->proved)) : json_null());
    json_object_set_new(o, "decided_by_running_all_inputs",
                        json_boolean(r->came_to == VERIFIED_BY_RUNNING));
    json_object_set_new(o, "certificate_sha256",
                        r->came_to == VERIFIED && has_certificate(r->net) ? json_string(r->hash)
                                                                          : json_null());
    json_object_set_new(o, "layers", json_integer((json_int_t)r->net->layers));
    json_object_set_new(o, "heads", json_integer((json_int_t)network_heads(r->net)));
    json_object_set_new(o, "dim", json_integer((json_int_t)network_dim(r->net)));
    json_object_set_new(o, "width", json_integer((json_int_t)r->net->embed.width));
    const construction *known = construction_find(r->net->name);
    json_object_set_new(o, "precision_bits",
                        known ? json_integer((json_int_t)known->precision_bits(&r->net->task))
                              : json_null());
    json_object_set_new(o, "seconds", json_real(r->seconds));
    json_object_set_new(o, "rate",
                        json_real(r->seconds > 0 ? (double)r->proof->queries / r->seconds : 0));
    char *text = json_to_text(o, 0);
    json_decref(o);
    return text;
}

/* ---- text ---------------------------------------------------------------------------------- */

static void print_weights(FILE *to, const report *r)
{
    for (size_t t = 0; t < r->proof->layers; t++)
        for (size_t h = 0; h < r->proof->layer[t].heads; h++) {
            const mixing_hull *hull = &r->proof->layer[t].hull[h];
            if (hull->begun)
                fprintf(to, "%s %zu: the wanted token gets at least %.6f of the weight\n",
                        r->net->steps > 1 ? "pass" : "layer", t, mpq_get_d(hull->share->lo) - 5e-7);
        }
}

static void print_spot(FILE *to, const report *r)
{
    const symbolic_spot *spot = &r->proof->spot;
    fprintf(to, "the argument stops: %s\n", spot->reason);
    if (!spot->has_query)
        return;
    fprintf(to, "worst query of layer %zu: w = (", spot->layer);
    for (unsigned l = 1; l < r->net->task.L; l++)
        fprintf(to, "%s%llu", l > 1 ? "," : "",
                (unsigned long long)fc_query_part(&r->net->task, spot->w, l));
    fprintf(to, ")");
    if (spot->layer > 0)
        fprintf(to, ", i_%zu = %llu", spot->layer - 1, (unsigned long long)spot->i);
    fprintf(to, "; value coordinate %zu of head %zu\n", spot->value, spot->head);
}

static void print_counterexample(FILE *to, const report *r)
{
    json_t *input = input_to_json(&r->net->task, r->found->counterexample);
    char *text = json_dumps(input, JSON_COMPACT);
    fprintf(to, "counterexample, confirmed by the reference engine: %s\n", text);
    if (r->found->got.outcome == RUN_ANSWER)
        fprintf(to, "the network answers %llu", (unsigned long long)r->found->got.answer);
    else
        fprintf(to, "the network gives no answer");
    fprintf(to, ", the task's answer is %llu\n", (unsigned long long)r->found->expected);
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
    fprintf(to, "network '%s': %zu layer%s, residual width %zu\n", r->net->name, r->net->layers,
            r->net->layers == 1 ? "" : "s", r->net->embed.width);
    fprintf(to, "%llu queries, each for all symbols of all tokens at once (sums by %s)\n",
            (unsigned long long)r->proof->queries, sums_used(r));
    print_weights(to, r);
    if (!r->proof->complete)
        print_spot(to, r);
    if (r->refusal[0])
        fprintf(to, "the kernel refuses it in %s: %s\n", number_choice_name(r->number), r->refusal);
    if (r->proved) {
        char *statement = theorem_to_text(r->proved);
        fprintf(to, "theorem: %s\n", statement);
        memory_free(statement);
    }
    if (r->found->counterexample)
        print_counterexample(to, r);
    if (r->came_to == VERIFIED_BY_RUNNING) {
        char *checked = integer_to_text(r->found->checked);
        fprintf(to, "so all %s inputs were run instead, and all are right\n", checked);
        memory_free(checked);
    }
    if (r->came_to == REFUTED)
        fprintf(to, "REFUTED\n");
    else if (r->came_to == UNDECIDED)
        fprintf(to, "UNDECIDED\n");
    else
        fprintf(to, "VERIFIED %s\n", r->hash);
    REQUIRE(fclose(to) == 0);
    return text;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* The kernel follows the certificate; it is written only if a theorem comes of it. */
static status certify(report *r, const options *o, error *e)
{
    char *text = symbolic_certificate(r->proof, number_choice_name(r->number));
    sha256_hex(r->hash, text, strlen(text));
    status s = solve_by_lookups_text(&r->proved, text, e);
    if (s == STATUS_NEGATIVE) {
        snprintf(r->refusal, sizeof r->refusal, "%s", e->message);
        e->message[0] = '\0';
        r->came_to = UNDECIDED;
        s = STATUS_OK;
    } else if (s == STATUS_OK && options_has(o, "cert")) {
        s = file_write(options_get(o, "cert", NULL), text, strlen(text), e);
    }
    memory_free(text);
    return s;
}

/* What the kernel has no rule for is believed, and the theorem says so. */
static status believe(report *r, const options *o, error *e)
{
    if (r->number->kind != NUMBER_EXACT)
        return error_set(e, STATUS_LIMIT,
                         "--number: for recurrent layers and several passes --mode symbolic argues "
                         "about base2 only");
    if (options_has(o, "cert"))
        return error_set(e, STATUS_LIMIT,
                         "--cert: symbolic certificates have no rules for recurrent layers and "
                         "several passes; use --mode exhaustive");
    network_hash(r->hash, r->net);
    return solve_by_running(&r->proved, r->net, "base2", "the symbolic engine's argument", NULL,
                            NULL, e);
}

/* In fixed:P: inputs that are as hard as can be for look-ups. Failing one refutes. */
static status try_worst(report *r, verdict *found, error *e)
{
    unsigned failing;
    TRY(worst_inputs_try(&failing, r->net, r->number, e));
    mpz_set_ui(found->checked, failing < worst_input_count ? failing + 1 : worst_input_count);
    if (failing == worst_input_count)
        return STATUS_OK;
    const fc *task = &r->net->task;
    found->counterexample = memory_new((size_t)task->tokens, sizeof *found->counterexample);
    worst_input(found->counterexample, task, failing);
    mpz_set_ui(found->failures, 1);
    found->expected = fc_answer(task, found->counterexample);
    evaluator machine;
    TRY(evaluator_init_number(&machine, r->net, r->number, e));
    found->got = evaluator_answer(&machine, found->counterexample, NULL);
    evaluator_clear(&machine);
    r->came_to = REFUTED;
    return STATUS_OK;
}

static status search(report *r, verdict *found, const options *o, error *e)
{
    hunt_end end;
    unsigned threads;
    TRY(options_threads(&threads, o, e));
    TRY(hunt_counterexample(&end, found, r->proof, threads, e));
    r->came_to = end == HUNT_FOUND        ? REFUTED
                 : end == HUNT_NONE_EXIST ? VERIFIED_BY_RUNNING
                                          : UNDECIDED;
    network_hash(r->hash, r->net);
    if (end == HUNT_NONE_EXIST)
        TRY(solve_by_running(&r->proved, r->net, "base2", NULL, found->checked, found->failures,
                             e));
    if (end == HUNT_NONE_EXIST && options_has(o, "cert"))
        return error_set(e, STATUS_LIMIT,
                         "--cert: all inputs are right, but only running them shows it (%.200s); "
                         "use --mode exhaustive",
                         r->proof->spot.reason);
    return STATUS_OK;
}

static status decide(report *r, symbolic_proof *proof, verdict *found, const options *o, error *e)
{
    TRY(symbolic_prove(proof, e));
    r->came_to = VERIFIED;
    if (!proof->complete && r->number->kind == NUMBER_EXACT)
        return search(r, found, o, e);
    if (!proof->complete)
        r->came_to = UNDECIDED;
    else
        TRY(has_certificate(r->net) ? certify(r, o, e) : believe(r, o, e));
    if (r->came_to == UNDECIDED && r->number->kind != NUMBER_EXACT)
        return try_worst(r, found, e);
    return STATUS_OK;
}

static status verify_network(const network *net, const number_choice *number, report_format format,
                             const options *o, error *e)
{
    static const status code[] = {STATUS_OK, STATUS_OK, STATUS_NEGATIVE, STATUS_LIMIT};
    symbolic_proof proof;
    verdict found;
    double start = clock_seconds();
    symbolic_proof_init(&proof, net);
    proof.cancelled = interrupt_flag();
    verdict_init(&found);
    report r = {.net = net, .proof = &proof, .number = number, .found = &found};
    status s = decide(&r, &proof, &found, o, e);
    r.seconds = clock_seconds() - start;
    if (s == STATUS_OK) {
        int verified = r.came_to == VERIFIED || r.came_to == VERIFIED_BY_RUNNING;
        REQUIRE(verified == (r.proved != NULL));
        char *text = format == FORMAT_JSON ? report_json(&r) : report_text(&r);
        s = subject_print(o, text, e);
        memory_free(text);
        if (s == STATUS_OK)
            s = code[r.came_to];
    }
    theorem_clear(r.proved);
    verdict_clear(&found);
    symbolic_proof_clear(&proof);
    return s;
}

static status refuse_options(const options *o, const char *mode, error *e)
{
    static const char *const foreign[] = {"sample", "engine", "first", "shard", "checkpoint"};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (options_has(o, foreign[i]))
            return error_set(e, STATUS_USAGE, "--%s goes with --mode exhaustive, not %s",
                             foreign[i], mode);
    return STATUS_OK;
}

static status verify_symbolic(const options *o, report_format format, error *e)
{
    network net;
    number_choice number;
    TRY(number_choice_parse(&number, options_get(o, "number", "base2"), e));
    if (number.kind != NUMBER_EXACT && !number_fixed_bits(&number.system))
        return error_set(e, STATUS_USAGE,
                         "--number: --mode symbolic argues about base2 and fixed:P only");
    TRY(subject_network(&net, o, e));
    status s = verify_network(&net, &number, format, o, e);
    network_clear(&net);
    return s;
}

int verify_without_running(status *result, const options *o, report_format format, error *e)
{
    const char *mode = options_get(o, "mode", "exhaustive");
    int symbolic = strcmp(mode, "symbolic") == 0;
    if (!symbolic && strcmp(mode, "parametric") != 0)
        return 0;
    *result = refuse_options(o, mode, e);
    if (*result == STATUS_OK && !symbolic &&
        strcmp(options_get(o, "number", "base2"), "base2") != 0)
        *result = error_set(e, STATUS_USAGE, "--number: --mode parametric argues about base2 only");
    if (*result == STATUS_OK)
        *result = symbolic ? verify_symbolic(o, format, e) : verify_parametric(o, format, e);
    return 1;
}
