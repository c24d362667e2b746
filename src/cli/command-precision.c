#include "base/json-read.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/subject.h"
#include "verifier/worst-inputs.h"

#include <stdio.h>

static const option_rule rules[] = {
    {"L", "L", "number of functions composed (default 2)"},
    {"sizes", "K1,K2,..", "the tasks FC(L; k; k, ..., k) to look at (default 2,4,8,16)"},
    {"construction", "NAME", "only this one (default: binary and quadratic)"},
    {NULL, NULL, NULL},
};

static const table_column columns[] = {
    {"name", "construction", NULL, 0}, {"n", "n", "$n$", 1},
    {"proved", "P proved", NULL, 1},   {"least", "least P", NULL, 1},
    {"integer_bits", "I", "$I$", 1},   {"refuted", "P refuted", NULL, 1},
    {"fp32", "fp32", NULL, 0},         {"fp16", "fp16", NULL, 0},
    {"bf16", "bf16", NULL, 0},         {"fp8e4m3", "fp8 E4M3", NULL, 0},
    {"fp8e5m2", "fp8 E5M2", NULL, 0},
};

enum { most_sizes = 32, most_bits = 64 };

/* The least P for which some fixed:P:I is right on all worst inputs; everything below has
 * failed on one of them, for every I. */
static status find_least(json_t *row, const network *net, error *e)
{
    for (unsigned P = 1; P <= most_bits; P++)
        for (unsigned I = 0; I < P; I++) {
            number_choice fixed = {NUMBER_ROUNDED, number_fixed(I, P - 1 - I)};
            unsigned failing;
            TRY(worst_inputs_try(&failing, net, &fixed, e));
            if (failing < worst_input_count)
                continue;
            json_object_set_new(row, "least", json_integer((json_int_t)P));
            json_object_set_new(row, "integer_bits", json_integer((json_int_t)I));
            json_object_set_new(row, "refuted", json_integer((json_int_t)P - 1));
            return STATUS_OK;
        }
    return STATUS_OK;
}

static status try_formats(json_t *row, const network *net, error *e)
{
    static const char *const formats[] = {"fp32", "fp16", "bf16", "fp8e4m3", "fp8e5m2"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        number_choice number;
        unsigned failing;
        TRY(number_choice_parse(&number, formats[i], e));
        TRY(worst_inputs_try(&failing, net, &number, e));
        json_object_set_new(row, formats[i],
                            json_string(failing < worst_input_count ? "fails" : "holds"));
    }
    return STATUS_OK;
}

static status add_row(json_t *rows, const construction *it, const fc *task, error *e)
{
    network net;
    json_t *row = json_pack("{s:s,s:I,s:I}", "name", it->name, "n", (json_int_t)task->tokens,
                            "proved", (json_int_t)it->precision_bits(task));
    json_array_append_new(rows, row);
    it->build(&net, task);
    status s = find_least(row, &net, e);
    if (s == STATUS_OK)
        s = try_formats(row, &net, e);
    network_clear(&net);
    return s;
}

static status fill(json_t *rows, const options *o, error *e)
{
    uint64_t L, k[most_sizes], n[fc_max_L];
    size_t count;
    const char *only = options_get(o, "construction", NULL);
    if (only && !construction_find(only))
        return error_set(e, STATUS_USAGE, "--construction: no construction '%.40s'", only);
    const construction *which[] = {construction_find(only ? only : "binary"),
                                   only ? NULL : construction_find("quadratic"), NULL};
    TRY(options_u64(&L, o, "L", 2, fc_max_L, e));
    TRY(options_list(k, &count, most_sizes, options_get(o, "sizes", "2,4,8,16"), "--sizes", e));
    for (const construction **it = which; *it; it++)
        for (size_t i = 0; i < count; i++) {
            fc task;
            for (size_t l = 0; l < fc_max_L; l++)
                n[l] = k[i];
            TRY(fc_init(&task, (unsigned)L, k[i], n, e));
            TRY(add_row(rows, *it, &task, e));
        }
    return STATUS_OK;
}

status command_precision(int count, char *const *arguments, error *e)
{
    options o;
    report_format format;
    TRY(options_parse(&o, rules, 0, count, arguments, e));
    if (options_has(&o, "help")) {
        options_help(
            "strata precision [--L L] [--sizes K1,K2,..] [OPTIONS]",
            "How many bits does a construction need, and in which formats does it survive? Per\n"
            "size: P proved = a P for which fixed:P is right on every input (docs/constructions.md);\n"
            "least P = the least one that passes ten worst-case inputs (every other table entry is\n"
            "the complement of the one that is looked up), with I integer bits; P refuted = one\n"
            "less, on which each choice of I fails one of them; and whether the formats fail on one\n"
            "of them or hold on all. `holds` is no proof; `strata verify --number` is, where all\n"
            "inputs can be tried.",
            rules,
            "  strata precision --sizes 2,4,8\n"
            "  strata precision --construction hybrid-gla --sizes 4 --format json\n");
        return STATUS_OK;
    }
    TRY(options_format(&format, &o, e));
    if (format == FORMAT_SVG)
        return error_set(e, STATUS_USAGE, "--format svg: this table has no picture");
    json_t *rows = json_array();
    status s = fill(rows, &o, e);
    if (s == STATUS_OK) {
        char *text = table_to_text(columns, sizeof columns / sizeof *columns, rows, format);
        s = subject_print(&o, text, e);
        memory_free(text);
    }
    json_decref(rows);
    return s;
}
