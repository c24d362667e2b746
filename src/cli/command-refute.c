#include "base/file.h"
#include "base/json-read.h"
#include "base/json.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/refute-candidate.h"
#include "cli/refute-report.h"
#include "cli/subject.h"
#include "exact/rational.h"
#include "verifier/refute/certificate.h"

#include <string.h>

static const option_rule rules[] = {
    TASK_OPTIONS,
    NETWORK_OPTIONS,
    REFUTE_CANDIDATE_OPTIONS,
    {"method", "auto|search", "search: do not execute the proof, even where that is possible"},
    {"effort", "K",
     "runs the search may take (default 65536; networks: 16384 / tokens, at least 64)"},
    {"cert", "FILE", "write the refutation to FILE, for `strata check`"},
    {NULL, NULL, NULL},
};

static void print_help(void)
{
    options_help(
        "strata refute --construction NAME|--network FILE|--protocol FILE|--random SEED [OPTIONS]",
        "Finds an input on which a network or protocol is wrong, by the proof of the lower bound:\n"
        "where Theorem 1 applies (the kernel says so) and the functions can be enumerated, the\n"
        "decomposition is executed, level by level, and ends with two inputs that player -1\n"
        "cannot tell apart but that need different answers; elsewhere collisions of what player\n"
        "-1 knows are searched for, and wrong answers (docs/refuter.md).\n"
        "Exit code 0 = refuted, 1 = outside the theorem or search exhausted.",
        rules,
        "  strata refute --random 7 --L 2 --m 2 --n 2              the proof, executed\n"
        "  strata refute --random 1 --L 1 --m 4 --word RR --S 3    associative recall\n"
        "  strata refute --random 1 --L 2 --m 8 --n 2 --B 2 --cert r.json && strata check r.json\n"
        "  strata refute --construction binary --L 2 --m 2 --n 2 --drop-layer 3\n"
        "  strata refute --construction hybrid-gla --L 2 --m 2 --n 2 --replace-layer 3=R^10\n");
}

static status write_certificate(const refutation *r, const candidate *c, const char *path, error *e)
{
    json_t *json = refutation_certificate(r, c);
    char *text = json_to_text(json, 0);
    status s = file_write(path, text, strlen(text), e);
    memory_free(text);
    json_decref(json);
    return s;
}

static status read_plan(refute_plan *plan, const options *o, error *e)
{
    const char *method = options_get(o, "method", "auto");
    if (strcmp(method, "auto") != 0 && strcmp(method, "search") != 0)
        return error_set(e, STATUS_USAGE, "--method: expected auto or search, got '%.40s'", method);
    plan->skip_decomposition = strcmp(method, "search") == 0;
    TRY(options_u64(&plan->effort, o, "effort", 0, UINT32_MAX, e));
    TRY(options_u64(&plan->seed, o, "seed", 1, UINT64_MAX, e));
    return options_threads(&plan->threads, o, e);
}

static status report(const refutation *r, const candidate *c, report_format format,
                     const options *o, error *e)
{
    const char *certificate = r->method != REFUTE_NOT ? options_get(o, "cert", NULL) : NULL;
    if (certificate)
        TRY(write_certificate(r, c, certificate, e));
    char *text = format == FORMAT_JSON ? refute_report_json(r, c, certificate)
                                       : refute_report_text(r, c, certificate);
    status s = subject_print(o, text, e);
    memory_free(text);
    return s;
}

static void show_progress(void *data, uint64_t done, uint64_t total)
{
    mpz_t a, b;
    mpz_inits(a, b, NULL);
    integer_set_u64(a, done);
    integer_set_u64(b, total);
    progress_update(data, a, b);
    mpz_clears(a, b, NULL);
}

static status run(const candidate *c, report_format format, refute_plan *plan, const options *o,
                  error *e)
{
    refutation r;
    progress bar;
    progress_begin(&bar, options_has(o, "quiet"));
    plan->watch = (watch){show_progress, &bar, interrupt_flag()};
    status s = refute(&r, c, plan, e);
    progress_end(&bar);
    status printed = STATUS_OK;
    if (s == STATUS_OK || (s == STATUS_NEGATIVE && !e->message[0]))
        printed = report(&r, c, format, o, e);
    refutation_clear(&r);
    return printed != STATUS_OK ? printed : s;
}

status command_refute(int count, char *const *arguments, error *e)
{
    options o;
    report_format format;
    refute_plan plan;
    candidate c;
    TRY(options_parse(&o, rules, 0, count, arguments, e));
    if (options_has(&o, "help")) {
        print_help();
        return STATUS_OK;
    }
    TRY(options_format(&format, &o, e));
    if (format != FORMAT_TEXT && format != FORMAT_JSON)
        return error_set(e, STATUS_USAGE, "--format: refute prints text or json");
    TRY(read_plan(&plan, &o, e));
    TRY(refute_candidate(&c, &o, e));
    status s = run(&c, format, &plan, &o, e);
    candidate_clear(&c);
    return s;
}
