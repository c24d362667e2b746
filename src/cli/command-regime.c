#include "base/json-read.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/regime-picture.h"
#include "cli/regime.h"
#include "cli/subject.h"

#include <stdio.h>
#include <string.h>

static const option_rule rules[] = {
    {"L", "L", "composition depth"},
    MACHINE_OPTIONS,
    {"prompt", "N", "prompt length: all sizes with at most N tokens"},
    {"linear-layers", NULL, "with --format svg: how many linear layers do not help, against n"},
    {NULL, NULL, NULL},
};

static const table_column columns[] = {
    {"L", "L", "$L$", 1},
    {"word", "word", NULL, 0},
    {"B", "B", "$B$", 1},
    {"prompt", "n", "$n$", 1},
    {"verdict", "verdict", NULL, 0},
    {"because", "because", NULL, 0},
    {"possible_up_to_log2_n", "possible up to log2 n", "possible up to $\\log_2 n$", 1},
    {"impossible_from_log2_n", "impossible from log2 n", "impossible from $\\log_2 n$", 1},
};

static void print_help(void)
{
    options_help("strata regime --L L --prompt N --H H --d D --p P --word WORD [OPTIONS]",
                 "Can a network with these layers solve L-step composition up to prompt length N\n"
                 "(all sizes with at most N tokens)? Answers possible (a construction fits),\n"
                 "impossible (a theorem) or open, with the nearest thresholds on both sides.\n"
                 "--format svg draws the whole plane, log2 n against log2 B.",
                 rules,
                 "  strata regime --L 2 --prompt 2^20 --H 32 --d 128 --p 16 --word F\n"
                 "  strata regime --L 2 --prompt 1000 --H 1 --d 16 --p 6 --word FFF\n"
                 "  strata regime --L 2 --H 8 --d 64 --p 16 --word RRRFRRR --format svg "
                 "--out plane.svg\n"
                 "  strata regime --L 2..4 --H 8 --d 64 --p 16 --linear-layers --format svg\n");
}

static char *as_text(const json_t *row)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    const char *verdict = json_string_value(json_object_get(row, "verdict"));
    const char *theorem = json_string_value(json_object_get(row, "theorem"));
    const char *built = json_string_value(json_object_get(row, "construction"));
    fprintf(to, "%s: %s\n", verdict, json_string_value(json_object_get(row, "because")));
    if (built)
        fprintf(to, "  possible up to    n = %s (log2 n = %s), by the construction %s\n",
                json_string_value(json_object_get(row, "possible_up_to")),
                json_string_value(json_object_get(row, "possible_up_to_log2_n")), built);
    if (theorem)
        fprintf(to, "  impossible from   n = %s (log2 n = %s), by the theorem %s\n",
                json_string_value(json_object_get(row, "impossible_from")),
                json_string_value(json_object_get(row, "impossible_from_log2_n")), theorem);
    REQUIRE(fclose(to) == 0);
    return text;
}

static status run_row(const machine *k, const options *o, unsigned L, report_format format,
                      error *e)
{
    mpz_t tokens;
    mpz_init(tokens);
    json_t *row = NULL;
    status result = machine_number(tokens, o, "prompt", 1, e);
    if (result == STATUS_OK && mpz_sgn(k->H) == 0)
        result = error_set(e, STATUS_USAGE, "regime needs --H, --d and --p, not --B");
    if (result == STATUS_OK)
        result = regime_decide(&row, k, L, tokens, e);
    if (result == STATUS_OK) {
        json_t *rows = json_pack("[O]", row);
        char *text = format == FORMAT_TEXT
                         ? as_text(row)
                         : table_to_text(columns, sizeof columns / sizeof *columns, rows, format);
        result = subject_print(o, text, e);
        memory_free(text);
        json_decref(rows);
    }
    json_decref(row);
    mpz_clear(tokens);
    return result;
}

static status run_picture(const machine *k, const options *o, unsigned first, unsigned last,
                          error *e)
{
    if (last > 8)
        return error_set(e, STATUS_LIMIT, "--format svg: at most L = 8");
    char *text;
    if (options_has(o, "linear-layers"))
        text = regime_linear_picture(k, first, last);
    else
        text = regime_picture(k, first);
    status result = subject_print(o, text, e);
    memory_free(text);
    return result;
}

static status run(machine *k, const options *o, report_format format, error *e)
{
    unsigned first, last;
    TRY(machine_levels(&first, &last, o, e));
    TRY(machine_parse(k, o, 0, e));
    int curves = options_has(o, "linear-layers");
    if (curves && format != FORMAT_SVG)
        return error_set(e, STATUS_USAGE, "--linear-layers is a picture: add --format svg");
    if (curves && first < 2)
        return error_set(e, STATUS_USAGE, "--linear-layers: at least L = 2");
    if (curves && mpz_sgn(k->S) == 0)
        return error_set(e, STATUS_USAGE, "--linear-layers needs --state-bits, or --H --d --p");
    if (first != last && !curves)
        return error_set(e, STATUS_USAGE, "regime takes one L, not a range");
    if (!k->word && !curves)
        return error_set(e, STATUS_USAGE, "--word is missing (for example --word RRFRRF)");
    return format == FORMAT_SVG ? run_picture(k, o, first, last, e)
                                : run_row(k, o, first, format, e);
}

status command_regime(int count, char *const *arguments, error *e)
{
    options o;
    report_format format;
    TRY(options_parse(&o, rules, 0, count, arguments, e));
    if (options_has(&o, "help")) {
        print_help();
        return STATUS_OK;
    }
    TRY(options_format(&format, &o, e));
    machine k;
    machine_init(&k);
    status result = run(&k, &o, format, e);
    machine_clear(&k);
    return result;
}
