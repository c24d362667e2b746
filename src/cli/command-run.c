#include "base/json-read.h"
#include "base/json.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/run-batch.h"
#include "cli/subject.h"
#include "model/evaluate.h"
#include "report/trace.h"
#include "task/input.h"
#include "task/order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const option_rule rules[] = {
    TASK_OPTIONS,
    NETWORK_OPTIONS,
    {"z0", "S", "the seed z_0"},
    {"w", "W1,W2,..", "the query, L-1 numbers (may be left out for L = 1)"},
    {"z#", "V0,V1,..", "the table of function z_#: --z1 1,0 --z2 3,0,2,1"},
    {"input", "FILE",
     "the input as JSON instead: {\"z0\":1,\"w\":[0],\"z\":[[1,0],[3,0,2,1]]}, or a list of inputs"},
    {"random", NULL, "a random input instead (--seed)"},
    {"count", "K", "with --random: K inputs, and a table of answers instead of the story of one"},
    {"number", "NAME", "number system (default base2: exact), as for verify"},
    {NULL, NULL, NULL},
};

static status read_function(uint64_t *prompt, const fc *task, const options *o, unsigned l,
                            error *e)
{
    char name[16];
    snprintf(name, sizeof name, "z%u", l);
    const char *text = options_get(o, name, NULL);
    if (!text)
        return error_set(e, STATUS_USAGE,
                         "the table of z_%u is missing: give --%s, or --input FILE or --random", l,
                         name);
    size_t room = (size_t)task->N[l - 1] + 1, count;
    uint64_t *value = memory_new(room, sizeof *value);
    char dashed[20];
    snprintf(dashed, sizeof dashed, "--%s", name);
    status s = options_list(value, &count, room, text, dashed, e);
    if (s == STATUS_OK)
        s = input_set_function(prompt, task, l, value, count, dashed, e);
    memory_free(value);
    return s;
}

static status read_options(uint64_t *prompt, const fc *task, const options *o, error *e)
{
    uint64_t z0, w[fc_max_L];
    size_t count = 0;
    if (!options_has(o, "z0"))
        return error_set(e, STATUS_USAGE,
                         "the input is missing: give --z0, --w, --z1 ..., or --input FILE, or "
                         "--random");
    TRY(options_u64(&z0, o, "z0", 0, UINT64_MAX, e));
    TRY(input_set_seed(prompt, task, z0, "--z0", e));
    TRY(options_list(w, &count, fc_max_L, options_get(o, "w", ""), "--w", e));
    TRY(input_set_query(prompt, task, w, count, "--w", e));
    for (size_t i = 0; i < o->given; i++)
        if (o->name[i][0] == 'z' && strtoul(o->name[i] + 1, NULL, 10) > task->L)
            return error_set(e, STATUS_USAGE, "--%.10s: there are only L = %u functions",
                             o->name[i], task->L);
    for (unsigned l = 1; l <= task->L; l++)
        TRY(read_function(prompt, task, o, l, e));
    return STATUS_OK;
}

/* The workspace is asked for first: it refuses prompts that do not fit in memory. */
static status start(evaluator *ev, const network *net, const options *o, error *e)
{
    number_choice number;
    TRY(number_choice_parse(&number, options_get(o, "number", "base2"), e));
    if (number.kind == NUMBER_FIXED_LEAST)
        return error_set(e, STATUS_USAGE, "--number fixed:min is for verify");
    return evaluator_init_number(ev, net, &number, e);
}

static status tell(const uint64_t *prompt, evaluator *ev, report_format format, const options *o,
                   error *e)
{
    const network *net = ev->net;
    trace watched;
    if (format != FORMAT_TEXT && format != FORMAT_JSON)
        return error_set(e, STATUS_USAGE, "--format: one run is told as text or json");
    trace_init(&watched, net, prompt);
    run_observer observer = trace_observer(&watched);
    run_result got = evaluator_answer(ev, prompt, &observer);
    char *text =
        format == FORMAT_JSON ? trace_to_json(&watched, got) : trace_to_text(&watched, got);
    status s = subject_print(o, text, e);
    if (s == STATUS_OK &&
        (got.outcome != RUN_ANSWER || got.answer != fc_answer(&net->task, prompt)))
        s = STATUS_NEGATIVE;
    memory_free(text);
    trace_clear(&watched);
    return s;
}

static status run_file(uint64_t *prompt, evaluator *ev, const char *file, report_format format,
                       const options *o, error *e)
{
    json_t *json;
    TRY(json_read_file(&json, file, e));
    status s;
    if (json_is_array(json)) {
        s = run_batch_listed(ev, json, file, format, o, e);
    } else {
        s = input_from_json(prompt, &ev->net->task, json, e);
        if (s == STATUS_OK)
            s = tell(prompt, ev, format, o, e);
        else
            error_prefix(e, "%s", file);
    }
    json_decref(json);
    return s;
}

static status run_input(uint64_t *prompt, evaluator *ev, report_format format, const options *o,
                        error *e)
{
    const char *file = options_get(o, "input", NULL);
    uint64_t seed, count;
    if ((file != NULL) + options_has(o, "random") + options_has(o, "z0") > 1)
        return error_set(e, STATUS_USAGE, "give the input once: --z0 ..., --input or --random");
    if (options_has(o, "count") && !options_has(o, "random"))
        return error_set(e, STATUS_USAGE, "--count goes with --random");
    TRY(options_u64(&seed, o, "seed", 1, UINT64_MAX, e));
    TRY(options_u64(&count, o, "count", 1, 1 << 20, e));
    if (file)
        return run_file(prompt, ev, file, format, o, e);
    if (options_has(o, "count"))
        return run_batch_random(ev, count, seed, format, o, e);
    if (options_has(o, "random"))
        order_random(prompt, &ev->net->task, &(random_source){seed});
    else
        TRY(read_options(prompt, &ev->net->task, o, e));
    return tell(prompt, ev, format, o, e);
}

static status run(const network *net, report_format format, const options *o, error *e)
{
    evaluator ev;
    TRY(start(&ev, net, o, e));
    uint64_t *prompt = memory_new((size_t)net->task.tokens, sizeof *prompt);
    status s = run_input(prompt, &ev, format, o, e);
    memory_free(prompt);
    evaluator_clear(&ev);
    return s;
}

status command_run(int count, char *const *arguments, error *e)
{
    options o;
    network net;
    report_format format;
    TRY(options_parse(&o, rules, 0, count, arguments, e));
    if (options_has(&o, "help")) {
        options_help(
            "strata run --L L --m M --n N1,.. (--z0 S --w .. --z1 .. | --input FILE | --random)",
            "Runs one input through a network and shows, layer by layer, where the last token\n"
            "looks (attention weights as exact fractions and as bars), what it reads, and what\n"
            "it then knows. Several inputs (--random --count K, or a list in --input) give a table\n"
            "of answers instead. Exit code 0 if every answer is right, 1 if one is wrong.",
            rules,
            "  strata run --L 2 --m 2 --n 2 --z0 1 --w 0 --z1 1,0 --z2 3,0,2,1\n"
            "  strata run --L 3 --m 2 --n 2,2 --random --seed 5\n"
            "  strata run --L 2 --m 2 --n 2 --construction hybrid-gla --random --count 1000 --format "
            "json\n"
            "  strata run --network mine.json --input input.json --format json\n");
        return STATUS_OK;
    }
    TRY(options_format(&format, &o, e));
    if (format == FORMAT_SVG)
        return error_set(e, STATUS_USAGE, "--format svg: a run has no picture");
    TRY(subject_network(&net, &o, e));
    status s = run(&net, format, &o, e);
    network_clear(&net);
    return s;
}
