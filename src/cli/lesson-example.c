/* The running example: one input of FC(2; 2; 2) through the networks, and all of them. */
#include "base/json-read.h"
#include "base/memory.h"
#include "cli/constructions-rows.h"
#include "cli/lesson-evidence.h"
#include "constructions/construction.h"
#include "exact/rational.h"
#include "model/evaluate.h"
#include "report/trace.h"
#include "task/input.h"
#include "verifier/exhaustive.h"

#include <stdio.h>

#define EXAMPLE_TASK "--L 2 --m 2 --n 2"
#define EXAMPLE_INPUT "--z0 0 --w 1 --z1 1,0 --z2 3,0,1,2"

static status example_task(fc *task, error *e)
{
    static const uint64_t n[] = {2};
    return fc_init(task, 2, 2, n, e);
}

static status example_prompt(uint64_t *prompt, const fc *task, error *e)
{
    static const uint64_t w[] = {1}, z1[] = {1, 0}, z2[] = {3, 0, 1, 2};
    TRY(input_set_seed(prompt, task, 0, "z0", e));
    TRY(input_set_query(prompt, task, w, 1, "w", e));
    TRY(input_set_function(prompt, task, 1, z1, 2, "z1", e));
    return input_set_function(prompt, task, 2, z2, 4, "z2", e);
}

static status add_run(names *n, const char *name, const char *construction_name, const fc *task,
                      const uint64_t *prompt, error *e)
{
    network net;
    evaluator ev;
    trace watched;
    construction_find(construction_name)->build(&net, task);
    status s = evaluator_init(&ev, &net, e);
    if (s == STATUS_OK) {
        trace_init(&watched, &net, prompt);
        run_observer observer = trace_observer(&watched);
        char *text = trace_to_json(&watched, evaluator_answer(&ev, prompt, &observer));
        char command[200];
        snprintf(command, sizeof command,
                 "strata run --construction %s " EXAMPLE_TASK " " EXAMPLE_INPUT " --format json",
                 construction_name);
        names_add(n, name, json_loads(text, 0, NULL), 0, command, "");
        memory_free(text);
        trace_clear(&watched);
        evaluator_clear(&ev);
    }
    network_clear(&net);
    return s;
}

/* All inputs, by the reference engine. */
static status add_verdict(names *n, const fc *task, error *e)
{
    network net;
    verdict found;
    exhaustive_job job = {.net = &net, .threads = 1};
    construction_find("binary")->build(&net, task);
    verdict_init(&found);
    mpz_inits(job.from, job.to, NULL);
    fc_count(job.to, task);
    status s = exhaustive_verify(&found, &job, e);
    if (s == STATUS_OK) {
        char *inputs = integer_to_text(job.to), *checked = integer_to_text(found.checked);
        json_t *json = json_pack("{s:s,s:s,s:I}", "inputs", inputs, "checked", checked, "failures",
                                 (json_int_t)mpz_get_si(found.failures));
        names_add(n, "verified", json, 0, "strata verify " EXAMPLE_TASK " --format json", "");
        memory_free(inputs);
        memory_free(checked);
    }
    mpz_clears(job.from, job.to, NULL);
    verdict_clear(&found);
    network_clear(&net);
    return s;
}

static void add_networks(names *n, const fc *task)
{
    json_t *rows = json_array();
    for (size_t i = 0; constructions[i]; i++)
        json_array_append_new(rows, constructions_row(constructions[i], task));
    names_add(n, "networks", rows, 0, "strata constructions " EXAMPLE_TASK " --format json",
              "rows");
}

status lesson_evidence_example(names *n, error *e)
{
    fc task;
    TRY(example_task(&task, e));
    uint64_t *prompt = memory_new((size_t)task.tokens, sizeof *prompt);
    status s = example_prompt(prompt, &task, e);
    if (s == STATUS_OK)
        s = add_run(n, "run", "binary", &task, prompt, e);
    if (s == STATUS_OK)
        s = add_run(n, "hybrid", "hybrid-linear", &task, prompt, e);
    if (s == STATUS_OK)
        s = add_verdict(n, &task, e);
    add_networks(n, &task);
    memory_free(prompt);
    return s;
}
