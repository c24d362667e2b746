#include "base/file.h"
#include "base/json-read.h"
#include "base/memory.h"
#include "bounds/models.h"
#include "cli/commands.h"
#include "cli/models-rows.h"
#include "cli/subject.h"

static const option_rule rules[] = {
    {"p", "P", "bits per number (default 16)"},
    {"file", "FILE", "your own table of models instead (CSV, same columns)"},
    {NULL, NULL, NULL},
};

static const table_column columns[] = {
    {"model", "model", NULL, 0},
    {"full_layers", "full", NULL, 1},
    {"linear_layers", "linear", NULL, 1},
    {"B", "B", "$B$", 1},
    {"state_bits_total", "a*S", "$a \\cdot S$", 1},
    {"L", "L", "$L$", 1},
    {"log2_n_published", "published: log2 n", "published: $\\log_2 n$", 1},
    {"log2_n_short", "explicit: log2 n", "explicit: $\\log_2 n$", 1},
    {"sizes", "sizes", NULL, 0},
    {"context", "context", NULL, 1},
    {"log2_context", "log2 context", "$\\log_2$ context", 1},
};

static status read_models(models *list, const options *o, error *e)
{
    const char *path = options_get(o, "file", NULL);
    if (!path)
        return models_parse(list, models_data, "data/hybrid_models.csv", e);
    enum { file_limit = 1 << 20 };
    char *text;
    size_t length;
    TRY(file_read(&text, &length, path, file_limit, e));
    status result = models_parse(list, text, path, e);
    memory_free(text);
    return result;
}

status command_models(int count, char *const *arguments, error *e)
{
    options o;
    report_format format;
    models list;
    uint64_t p;
    TRY(options_parse(&o, rules, 0, count, arguments, e));
    if (options_has(&o, "help")) {
        options_help(
            "strata models [--p P] [--file FILE]",
            "Published hybrid models against the theorems: with f full layers, whatever the\n"
            "linear ones, L = f+1 steps of composition are impossible in one forward pass on\n"
            "prompts from length n on. Next to n stands the context length the model is made\n"
            "for: the distance between theory and practice.",
            rules, "  strata models\n  strata models --p 8 --format markdown\n");
        return STATUS_OK;
    }
    TRY(options_format(&format, &o, e));
    if (format == FORMAT_SVG)
        return error_set(e, STATUS_USAGE, "--format svg: `strata regime` shows models as dots");
    TRY(options_u64(&p, &o, "p", 16, 1024, e));
    if (p == 0)
        return error_set(e, STATUS_USAGE, "--p: at least 1");
    TRY(read_models(&list, &o, e));
    json_t *rows = json_array();
    status result = STATUS_OK;
    for (size_t i = 0; i < list.count && result == STATUS_OK; i++)
        result = models_append(rows, &list.model[i], p, e);
    if (result == STATUS_OK) {
        char *text = table_to_text(columns, sizeof columns / sizeof *columns, rows, format);
        result = subject_print(&o, text, e);
        memory_free(text);
    }
    json_decref(rows);
    models_clear(&list);
    return result;
}
