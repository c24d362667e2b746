#include "base/json-read.h"
#include "base/json.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/protocol-report.h"
#include "cli/protocol-subject.h"
#include "report/flow.h"
#include "task/input.h"
#include "task/order.h"

static const option_rule rules[] = {
    TASK_OPTIONS,
    NETWORK_OPTIONS,
    PROTOCOL_OPTIONS,
    {"sample", "K", "run K random inputs (default: all, if they are few)"},
    {"input", "FILE", "show the messages of this run, too (an input as JSON)"},
    {"random", NULL, "show the messages of a random input, too (--seed)"},
    {NULL, NULL, NULL},
};

/* Run without being asked: all inputs up to so many, else a sample. Networks take a thousand times
 * as long as files. */
enum { most_network_inputs = 1 << 16, network_sample = 256 };
enum { most_file_inputs = 1 << 22, file_sample = 1 << 16 };

/* ---- one run, shown -------------------------------------------------------------------------- */

static status choose_input(uint64_t *prompt, const fc *task, const options *o, error *e)
{
    const char *file = options_get(o, "input", NULL);
    uint64_t seed;
    json_t *json;
    TRY(options_u64(&seed, o, "seed", 1, UINT64_MAX, e));
    if (!file) {
        order_random(prompt, task, &(random_source){seed});
        return STATUS_OK;
    }
    TRY(json_read_file(&json, file, e));
    status s = input_from_json(prompt, task, json, e);
    if (s != STATUS_OK)
        error_prefix(e, "%s", file);
    json_decref(json);
    return s;
}

static status show_run(transcript *t, const options *o, error *e)
{
    const fc *task = &t->p->task;
    uint64_t *prompt = memory_new((size_t)task->tokens, sizeof *prompt);
    status s = choose_input(prompt, task, o, e);
    if (s == STATUS_OK)
        s = protocol_run(t, prompt, e);
    memory_free(prompt);
    return s;
}

/* ---- all runs ----------------------------------------------------------------------------------
 */

static status run_inputs(protocol_findings *found, int *sampled, const protocol_subject *subject,
                         const options *o, error *e)
{
    progress bar;
    protocol_job job = {.p = &subject->p,
                        .net = subject->has_network ? &subject->net : NULL,
                        .number = &subject->number,
                        .stop = interrupt_flag(),
                        .progress = progress_update,
                        .progress_data = &bar};
    uint64_t most = subject->has_network ? most_network_inputs : most_file_inputs;
    uint64_t usual = subject->has_network ? network_sample : file_sample;
    if (protocol_inputs(&subject->p.task, most))
        usual = 0;
    TRY(options_u64(&job.sample, o, "sample", usual, UINT32_MAX, e));
    TRY(options_u64(&job.seed, o, "seed", 1, UINT64_MAX, e));
    if (options_has(o, "sample") && job.sample == 0)
        return error_set(e, STATUS_USAGE, "--sample: at least 1");
    *sampled = job.sample != 0;
    progress_begin(&bar, options_has(o, "quiet"));
    status s = protocol_check(found, &job, e);
    progress_end(&bar);
    return s;
}

/* ---- printing
 * ------------------------------------------------------------------------------------ */

static status draw(char **text, const protocol_report *r, error *e)
{
    char about[protocol_about_room];
    protocol_report_about(about, r);
    *text = flow_picture(&r->subject->p, about);
    if (!*text)
        return error_set(e, STATUS_LIMIT,
                         "--format svg: a picture has at most %d layers and %d players",
                         flow_most_layers, flow_most_players);
    return STATUS_OK;
}

static status print(const protocol_report *r, report_format format, const options *o, error *e)
{
    char *text = NULL;
    if (format == FORMAT_SVG)
        TRY(draw(&text, r, e));
    else if (format == FORMAT_JSON)
        text = protocol_report_json(r);
    else if (format == FORMAT_TEXT)
        text = protocol_report_text(r);
    else
        text = protocol_report_table(r, format);
    status s = subject_print(o, text, e);
    memory_free(text);
    return s;
}

static status verdict(const protocol_report *r, error *e)
{
    if (r->exceeded || r->found->differ || r->found->wrong)
        return STATUS_NEGATIVE;
    return r->found->finished ? STATUS_OK : error_set(e, STATUS_LIMIT, "interrupted");
}

/* A picture is about lengths, which are the same for all inputs: nothing is run for it, but a
 * budget that is exceeded is red, and the exit code says so. */
static status report(const protocol_subject *subject, report_format format, const options *o,
                     error *e)
{
    protocol_report r = {.subject = subject};
    protocol_findings found = {.finished = 1};
    transcript t;
    error exceeded = {""};
    if (protocol_check_budget(&subject->p, &exceeded) != STATUS_OK)
        r.exceeded = exceeded.message;
    status s = STATUS_OK;
    int shows = !r.exceeded && (options_has(o, "input") || options_has(o, "random"));
    if (shows) {
        transcript_init(&t, &subject->p);
        s = show_run(&t, o, e);
        r.shown = &t;
    }
    if (s == STATUS_OK && !r.exceeded && format != FORMAT_SVG) {
        s = run_inputs(&found, &r.sampled, subject, o, e);
        r.found = &found;
    }
    if (s == STATUS_OK)
        s = print(&r, format, o, e);
    r.found = &found;
    if (s == STATUS_OK)
        s = verdict(&r, e);
    protocol_findings_clear(&found);
    if (shows)
        transcript_clear(&t);
    return s;
}

status command_protocol(int count, char *const *arguments, error *e)
{
    options o;
    protocol_subject subject;
    report_format format;
    TRY(options_parse(&o, rules, 0, count, arguments, e));
    if (options_has(&o, "help")) {
        options_help(
            "strata protocol (--construction NAME | --network FILE | --protocol FILE) [OPTIONS]",
            "Runs a network with P-bit numbers as what the lower bound is about: a protocol in\n"
            "which the owners of the blocks of the prompt send each other bit strings. Shows who\n"
            "says how much to whom in which layer against 2*B*|i| and S, and checks on every\n"
            "input (or a sample) that the answer is the network's and the task's. With --protocol\n"
            "the message functions come from a file. Exit code 0 if all is well, 1 if a message is\n"
            "too long or an answer is wrong.",
            rules,
            "  strata protocol --construction quadratic --L 2 --m 2 --n 2\n"
            "  strata protocol --construction hybrid-gla --L 2 --m 2 --n 2 --format svg --out "
            "flow.svg\n"
            "  strata protocol --construction binary --L 2 --m 2 --n 2 --random --sample 1\n"
            "  strata protocol --protocol mine.protocol\n");
        return STATUS_OK;
    }
    TRY(options_format(&format, &o, e));
    if (options_has(&o, "input") && options_has(&o, "random"))
        return error_set(e, STATUS_USAGE, "give the input to show once: --input or --random");
    TRY(subject_protocol(&subject, &o, e));
    status s = report(&subject, format, &o, e);
    subject_protocol_clear(&subject);
    return s;
}
