#include "base/json-read.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/constructions-plot.h"
#include "cli/constructions-rows.h"
#include "cli/subject.h"

static const option_rule rules[] = {
    TASK_OPTIONS,
    {NULL, NULL, NULL},
};

static const table_column columns[] = {
    {"name", "name", NULL, 0},
    {"layers", "layers", NULL, 1},
    {"word", "word", NULL, 0},
    {"heads", "H", "$H$", 1},
    {"dim", "d", "$d$", 1},
    {"precision_bits", "p", "$p$", 1},
    {"B", "B = Hdp", "$B=Hdp$", 1},
    {"width", "width", NULL, 1},
    {"state_bits", "state bits", NULL, 1},
    {"summary", "what it is", NULL, 0},
};

/* A picture is about all sizes, so only L is asked for. */
static status draw(const options *o, error *e)
{
    enum { most_drawn_L = 12 }; /* beyond, even m = n_l = 2 has few sizes below 2^24 tokens */
    uint64_t L;
    if (options_has(o, "m") || options_has(o, "n"))
        return error_set(e, STATUS_USAGE,
                         "--format svg draws B against n for all sizes: give --L only");
    TRY(options_u64(&L, o, "L", 2, most_drawn_L, e));
    if (L < 1)
        return error_set(e, STATUS_USAGE, "--L: at least 1");
    char *text = constructions_plot((unsigned)L);
    status s = subject_print(o, text, e);
    memory_free(text);
    return s;
}

status command_constructions(int count, char *const *arguments, error *e)
{
    options o;
    fc task;
    report_format format;
    TRY(options_parse(&o, rules, 0, count, arguments, e));
    if (options_has(&o, "help")) {
        options_help(
            "strata constructions --L L --m M --n N1,.. [OPTIONS]",
            "Lists the built-in networks for a task and what they cost: layers as a word\n"
            "over {F, R}, heads H, head dimension d, the bits p that are enough in fixed\n"
            "point (docs/number-systems.md), B = H*d*p, the size parameter of the lower\n"
            "bounds, and the bits of a recurrent state. --format svg draws B against log2 n.",
            rules,
            "  strata constructions --L 2 --m 2 --n 2\n"
            "  strata constructions --L 3 --m 100 --n 10,10 --format markdown\n"
            "  strata constructions --L 2 --format svg --out growth.svg\n");
        return STATUS_OK;
    }
    TRY(options_format(&format, &o, e));
    if (format == FORMAT_SVG)
        return draw(&o, e);
    TRY(subject_task(&task, &o, e));
    json_t *rows = json_array();
    for (size_t i = 0; constructions[i]; i++)
        json_array_append_new(rows, constructions_row(constructions[i], &task));
    char *text = table_to_text(columns, sizeof columns / sizeof *columns, rows, format);
    status s = subject_print(&o, text, e);
    memory_free(text);
    json_decref(rows);
    return s;
}
