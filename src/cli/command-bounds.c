#include "base/json-read.h"
#include "base/memory.h"
#include "bounds/inverse.h"
#include "bounds/optimal.h"
#include "bounds/sparse.h"
#include "cli/bounds-explicit.h"
#include "cli/bounds-rows.h"
#include "cli/commands.h"
#include "cli/machine.h"
#include "cli/subject.h"

#include <stdio.h>
#include <string.h>

static const option_rule rules[] = {
    {"L", "L|L..M", "composition depth, or a range"},
    MACHINE_OPTIONS,
    {"theorem", "NAME,..|all",
     "published, full, explicit, closed, full-explicit, optimal, sparse (default all)"},
    {"m", "M", "explicit, full-explicit: the sizes to test, m"},
    {"n", "N1,..", "explicit: n_1, ..., n_{L-1}"},
    {"x", "X0,..", "explicit: x_0, ..., x_{L-1}"},
    {"theta", "T1,..", "explicit: theta_1, ..., theta_{L-1}"},
    {"block", "BS", "sparse: tokens per block"},
    {"keep", "K", "sparse: blocks kept"},
    {"M", "M", "sparse: numbers are taken modulo M"},
    {"largest", "B|linear",
     "with --prompt: the largest B, or number of linear layers, that is "
     "impossible"},
    {"prompt", "N", "prompt length for --largest"},
    {"explain", NULL, "print statement, source and assumptions of the theorems"},
    {NULL, NULL, NULL},
};

static void print_help(void)
{
    options_help(
        "strata bounds --L L --H H --d D --p P [OPTIONS]",
        "From which prompt length on is L-step composition impossible for such a network?\n"
        "One row per theorem, each saying what it rests on: thresholds as published, and\n"
        "this project's explicit theorems with a witness that is checked exactly.",
        rules,
        "  strata bounds --L 2..4 --H 8 --d 64 --p 16 --linear 28\n"
        "  strata bounds --L 2 --H 32 --d 128 --p 16 --word RRFRR --theorem optimal\n"
        "  strata bounds --L 2 --B 1 --linear 1 --state-bits 1 --theorem explicit --m 6 --n 2 --x 2,6 "
        "--theta 3\n"
        "  strata bounds --L 2 --prompt 2^20 --largest B\n"
        "  strata bounds --theorem sparse --H 1 --d 16 --p 16 --block 64 --keep 4 --M 2^16\n");
}

/* ---- which theorems ------------------------------------------------------------------ */

typedef struct selection {
    int chosen[theorem_count], all;
} selection;

static status parse_theorems(selection *pick, const options *o, error *e)
{
    const char *s = options_get(o, "theorem", "all");
    memset(pick, 0, sizeof *pick);
    pick->all = strcmp(s, "all") == 0;
    while (!pick->all && *s) {
        char name[32];
        size_t length = strcspn(s, ",");
        theorem_id id;
        snprintf(name, sizeof name, "%.*s", (int)(length < 31 ? length : 31), s);
        if (!theorem_find(&id, name))
            return error_set(
                e, STATUS_USAGE,
                "--theorem: expected published, full, explicit, closed, full-explicit, "
                "optimal, sparse or all, got '%.40s'",
                s);
        pick->chosen[id] = 1;
        s += length + (s[length] == ',');
    }
    for (int i = 0; pick->all && i < theorem_count; i++)
        pick->chosen[i] = i != ID_EXPLICIT && (i != ID_SPARSE || options_has(o, "block"));
    return STATUS_OK;
}

static char *explanation(const selection *pick)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    for (int i = 0; i < theorem_count; i++)
        if (pick->chosen[i] || pick->all)
            fprintf(to, "%s (%s)\n  Statement:   %s\n  Source:      %s\n  Assumptions: %s\n\n",
                    known_theorems[i].name, known_theorems[i].rests_on, known_theorems[i].statement,
                    known_theorems[i].source, known_theorems[i].assumptions);
    REQUIRE(fclose(to) == 0);
    return text;
}

/* ---- rows -------------------------------------------------------------------------------- */

/* `all` leaves out what does not speak about this L instead of refusing the whole table. */
static int speaks(theorem_id id, unsigned L)
{
    if (id == ID_CLOSED || id == ID_FULL_EXPLICIT)
        return L >= 2;
    return id != ID_OPTIMAL || L <= optimal_levels;
}

static status append_levels(json_t *rows, const selection *pick, const machine *k, unsigned first,
                            unsigned last, error *e)
{
    static const theorem_id order[] = {ID_PUBLISHED, ID_FULL, ID_CLOSED, ID_OPTIMAL,
                                       ID_FULL_EXPLICIT};
    setting s;
    status result = STATUS_OK;
    setting_init(&s);
    for (unsigned L = first; L <= last && result == STATUS_OK; L++) {
        char *word;
        result = machine_setting(&s, &word, k, L, e);
        for (size_t i = 0; i < sizeof order / sizeof *order && result == STATUS_OK; i++)
            if (pick->chosen[order[i]] && (!pick->all || speaks(order[i], L)))
                result = bounds_append(rows, order[i], &s, word, e);
        memory_free(word);
    }
    setting_clear(&s);
    return result;
}

static status append_sparse(json_t *rows, const machine *k, const options *o, error *e)
{
    mpz_t block, keep, M, tokens, needed;
    mpz_inits(block, keep, M, tokens, needed, NULL);
    status result = machine_number(block, o, "block", 1, e);
    if (result == STATUS_OK)
        result = machine_number(keep, o, "keep", 0, e);
    if (result == STATUS_OK)
        result = machine_number(M, o, "M", 1, e);
    if (result == STATUS_OK &&
        (mpz_sizeinbase(block, 2) > 17 || mpz_sizeinbase(M, 2) > 64 || mpz_cmp(block, M) > 0))
        result = error_set(e, STATUS_USAGE, "sparse: needs block <= M, block < 2^17, M < 2^64");
    if (result == STATUS_OK) {
        factored_sum_t n;
        factored_sum_init(n);
        int fails = sparse_summary_is_short(k->B, M, block);
        sparse_needed_bits(needed, M, block);
        sparse_tokens(tokens, block, keep);
        factored_sum_add_z(n, tokens);
        json_t *row = json_pack("{s:s,s:b,s:s}", "theorem", known_theorems[ID_SPARSE].name, "fails",
                                fails, "rests_on", known_theorems[ID_SPARSE].rests_on);
        REQUIRE(row != NULL);
        bounds_set_z(row, "B", k->B);
        bounds_set_z(row, "block", block);
        bounds_set_z(row, "keep", keep);
        bounds_set_z(row, "M", M);
        bounds_set_z(row, "needed_bits", needed);
        if (fails)
            bounds_set_tokens(row, n);
        else
            json_object_set_new(row, "rests_on",
                                json_string("not refuted: H*d*p >= log2 binom(M, Bs)"));
        json_array_append_new(rows, row);
        factored_sum_clear(n);
    }
    mpz_clears(block, keep, M, tokens, needed, NULL);
    return result;
}

/* ---- the other way round ----------------------------------------------------------------- */

static const table_column largest_columns[] = {
    {"L", "L", "$L$", 1},
    {"log2_n", "log2 n", "$\\log_2 n$", 1},
    {"B", "B", "$B$", 1},
    {"a", "linear", NULL, 1},
    {"S", "S", "$S$", 1},
    {"asked", "asked", NULL, 0},
    {"largest", "largest impossible", NULL, 1},
    {"rests_on", "rests on", NULL, 0},
};

static status append_largest(json_t *rows, const machine *k, const options *o, unsigned L, error *e)
{
    const char *what = options_get(o, "largest", "");
    int ask_B = strcmp(what, "B") == 0;
    if (!ask_B && strcmp(what, "linear") != 0)
        return error_set(e, STATUS_USAGE, "--largest: expected B or linear, got '%.40s'", what);
    if (!ask_B && mpz_sgn(k->S) == 0)
        return error_set(e, STATUS_USAGE, "--largest linear needs --state-bits, or --H --d --p");
    if (L > optimal_levels)
        return error_set(e, STATUS_LIMIT, "--largest: at most L = %d", optimal_levels);
    mpz_t tokens, answer;
    setting s;
    char *word = NULL;
    mpz_inits(tokens, answer, NULL);
    setting_init(&s);
    status result = machine_number(tokens, o, "prompt", 1, e);
    if (result == STATUS_OK)
        result = machine_setting(&s, &word, k, L, e);
    if (result == STATUS_OK) {
        factored_sum_t n;
        factored_sum_init(n);
        factored_sum_add_z(n, tokens);
        json_t *row = json_pack("{s:i,s:s,s:s}", "L", (int)L, "theorem", "optimal", "rests_on",
                                known_theorems[ID_OPTIMAL].rests_on);
        REQUIRE(row != NULL);
        bounds_set_tokens(row, n);
        if (ask_B)
            inverse_largest_B(answer, &s, tokens);
        else
            inverse_largest_linear(answer, &s, tokens);
        bounds_set_z(row, "S", s.S);
        if (ask_B)
            bounds_set_z(row, "a", s.a);
        else
            bounds_set_z(row, "B", s.B);
        json_object_set_new(row, "asked", json_string(what));
        if (mpz_sgn(answer) < (ask_B ? 1 : 0))
            json_object_set_new(row, "largest", json_string("none"));
        else
            bounds_set_z(row, "largest", answer);
        json_array_append_new(rows, row);
        factored_sum_clear(n);
    }
    memory_free(word);
    mpz_clears(tokens, answer, NULL);
    setting_clear(&s);
    return result;
}

/* ---- the command ------------------------------------------------------------------------- */

static status run_explicit(const machine *k, const options *o, unsigned L, theorem_kind kind,
                           report_format format, error *e)
{
    setting s;
    char *word, *text = NULL;
    setting_init(&s);
    status result = machine_setting(&s, &word, k, L, e);
    if (kind == THEOREM_3) { /* L full layers and nothing else */
        s.kind = kind;
        s.last_full = 0;
        mpz_set_ui(s.a, 0);
        mpz_set_ui(s.S, 0);
        memory_free(word);
        word = NULL;
    }
    if (result == STATUS_OK)
        result = bounds_explicit(&text, o, &s, word, format, e);
    if (text) {
        status printed = subject_print(o, text, e);
        result = printed == STATUS_OK ? result : printed;
    }
    memory_free(text);
    memory_free(word);
    setting_clear(&s);
    return result;
}

static status run_table(const machine *k, const options *o, const selection *pick,
                        report_format format, error *e)
{
    unsigned first = 0, last = 0;
    int levels = 0, largest = options_has(o, "largest");
    for (int i = 0; i < theorem_count; i++)
        levels |= pick->chosen[i] && i != ID_SPARSE;
    if (levels || largest)
        TRY(machine_levels(&first, &last, o, e));
    int given_full = pick->chosen[ID_FULL_EXPLICIT] && !pick->all && options_has(o, "m");
    if (pick->chosen[ID_EXPLICIT] || given_full) {
        if (first != last)
            return error_set(e, STATUS_USAGE, "given sizes are tested for one L at a time");
        return run_explicit(k, o, first, given_full ? THEOREM_3 : THEOREM_1, format, e);
    }
    json_t *rows = json_array();
    status result = STATUS_OK;
    if (largest) {
        for (unsigned L = first; L <= last && result == STATUS_OK; L++)
            result = append_largest(rows, k, o, L, e);
    } else {
        if (levels)
            result = append_levels(rows, pick, k, first, last, e);
        if (result == STATUS_OK && pick->chosen[ID_SPARSE])
            result = append_sparse(rows, k, o, e);
    }
    if (result == STATUS_OK) {
        size_t columns = sizeof largest_columns / sizeof *largest_columns;
        char *text = largest ? table_to_text(largest_columns, columns, rows, format)
                             : table_to_text(bounds_columns, bounds_column_count, rows, format);
        result = subject_print(o, text, e);
        memory_free(text);
    }
    json_decref(rows);
    return result;
}

status command_bounds(int count, char *const *arguments, error *e)
{
    options o;
    report_format format;
    selection pick;
    TRY(options_parse(&o, rules, 0, count, arguments, e));
    if (options_has(&o, "help")) {
        print_help();
        return STATUS_OK;
    }
    TRY(options_format(&format, &o, e));
    if (format == FORMAT_SVG)
        return error_set(e, STATUS_USAGE, "--format svg: `strata regime` draws the pictures");
    TRY(parse_theorems(&pick, &o, e));
    if (options_has(&o, "explain")) {
        char *text = explanation(&pick);
        status printed = subject_print(&o, text, e);
        memory_free(text);
        return printed;
    }
    const char *largest = options_get(&o, "largest", "");
    machine k;
    machine_init(&k);
    status result = machine_parse(&k, &o, strcmp(largest, "B") == 0, e);
    if (result == STATUS_OK)
        result = run_table(&k, &o, &pick, format, e);
    machine_clear(&k);
    return result;
}
