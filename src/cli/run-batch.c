#include "cli/run-batch.h"

#include "base/memory.h"
#include "cli/subject.h"
#include "task/input.h"
#include "task/order.h"

static const table_column columns[] = {
    {"number", "input", NULL, 1},
    {"answer", "answer", NULL, 1},
    {"expected", "expected", NULL, 1},
    {"correct", "correct", NULL, 0},
};

/* Appends a row; returns whether the answer was right. */
static int add_row(json_t *rows, evaluator *ev, const uint64_t *prompt)
{
    const fc *task = &ev->net->task;
    run_result got = evaluator_answer(ev, prompt, NULL);
    uint64_t expected = fc_answer(task, prompt);
    int right = got.outcome == RUN_ANSWER && got.answer == expected;
    json_t *symbols = json_array();
    for (uint64_t t = 0; t < task->tokens; t++)
        json_array_append_new(symbols, json_integer((json_int_t)prompt[t]));
    json_t *answer = got.outcome == RUN_ANSWER ? json_integer((json_int_t)got.answer) : json_null();
    json_array_append_new(rows, json_pack("{s:I,s:o,s:I,s:b,s:o,s:o}", "number",
                                          (json_int_t)json_array_size(rows), "answer", answer,
                                          "expected", (json_int_t)expected, "correct", right,
                                          "input", input_to_json(task, prompt), "prompt", symbols));
    return right;
}

static status print_rows(json_t *rows, int all_right, report_format format, const options *o,
                         error *e)
{
    char *text = table_to_text(columns, sizeof columns / sizeof *columns, rows, format);
    status s = subject_print(o, text, e);
    memory_free(text);
    return s == STATUS_OK && !all_right ? STATUS_NEGATIVE : s;
}

status run_batch_random(evaluator *ev, uint64_t count, uint64_t seed, report_format format,
                        const options *o, error *e)
{
    const fc *task = &ev->net->task;
    random_source source = {seed};
    uint64_t *prompt = memory_new((size_t)task->tokens, sizeof *prompt);
    json_t *rows = json_array();
    int all_right = 1;
    for (uint64_t k = 0; k < count; k++) {
        order_random(prompt, task, &source);
        all_right &= add_row(rows, ev, prompt);
    }
    status s = print_rows(rows, all_right, format, o, e);
    json_decref(rows);
    memory_free(prompt);
    return s;
}

status run_batch_listed(evaluator *ev, const json_t *inputs, const char *file, report_format format,
                        const options *o, error *e)
{
    const fc *task = &ev->net->task;
    uint64_t *prompt = memory_new((size_t)task->tokens, sizeof *prompt);
    json_t *rows = json_array();
    int all_right = 1;
    status s = STATUS_OK;
    for (size_t k = 0; k < json_array_size(inputs) && s == STATUS_OK; k++) {
        s = input_from_json(prompt, task, json_array_get(inputs, k), e);
        if (s == STATUS_OK)
            all_right &= add_row(rows, ev, prompt);
        else
            error_prefix(e, "%s: input %zu", file, k);
    }
    if (s == STATUS_OK)
        s = print_rows(rows, all_right, format, o, e);
    json_decref(rows);
    memory_free(prompt);
    return s;
}
