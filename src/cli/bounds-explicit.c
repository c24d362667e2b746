/* `--theorem explicit`: do the conditions hold for given sizes, and by which margin? */
#include "cli/bounds-explicit.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "bounds/conditions.h"
#include "bounds/recheck.h"
#include "cli/bounds-rows.h"
#include "exact/digits.h"

#include <stdio.h>
#include <string.h>

static const table_column level_columns[] = {
    {"level", "level", NULL, 1},
    {"condition", "condition", NULL, 0},
    {"D", "D_l", "$D_l$", 1},
    {"P", "P_l", "$P_l$", 1},
    {"C", "C_l", "$C_l$", 1},
    {"N", "N_{l-1}", "$N_{l-1}$", 1},
    {"margin", "log2 have/need", "$\\log_2$ have/need", 1},
    {"holds", "holds", NULL, 0},
};

static status read_witness(witness *w, const options *o, error *e)
{
    mpz_t m;
    mpz_init(m);
    status result = machine_number(m, o, "m", 1, e);
    if (result == STATUS_OK)
        factored_set_z(w->m, m);
    mpz_clear(m);
    TRY(result);
    TRY(machine_list(w->n, 1, w->L, o, "n", e));
    TRY(machine_list(w->x, 0, w->L, o, "x", e));
    return machine_list(w->theta, 1, w->L, o, "theta", e);
}

/* Three significant digits or more precision will not give them: an exact tie is "0". */
static json_t *margin_text(const margin *m)
{
    char low[64], high[64];
    if (m->free)
        return json_string("free");
    for (int digits = 4; digits >= 1; digits--) {
        mpfr_snprintf(low, sizeof low, "%.*RNg", digits, &m->log2->left);
        mpfr_snprintf(high, sizeof high, "%.*RNg", digits, &m->log2->right);
        if (strcmp(low, high) == 0)
            return json_string(low);
    }
    return json_string("0");
}

/* People want to read a number, programs want all its digits. */
enum { digits_for_people = 20, digits_for_programs = 10000 };

static void set_sum(json_t *row, const char *field, const factored_sum_t s, size_t room)
{
    char *text = factored_sum_is_zero(s) ? memory_copy_string("0") : digits_value(s, room);
    json_object_set_new(row, field, json_string(text));
    memory_free(text);
}

static void set_product(json_t *row, const char *field, const factored_t f, size_t room)
{
    factored_sum_t s;
    factored_sum_init(s);
    factored_sum_add_product(s, f);
    set_sum(row, field, s, room);
    factored_sum_clear(s);
}

static json_t *level_rows(const conditions *c, const witness *w, size_t room)
{
    json_t *rows = json_array();
    factored_t N;
    factored_init(N);
    for (unsigned l = 1; l <= c->L; l++) {
        const stage *at = &c->stage[l];
        json_t *row =
            json_pack("{s:i,s:s}", "level", (int)l, "condition", l < c->L ? "COVER" : "FINAL");
        REQUIRE(row != NULL);
        set_sum(row, "D", at->D, room);
        set_product(row, "P", at->P, room);
        if (l < c->L)
            set_sum(row, "C", at->C, room);
        witness_block(N, w, l - 1);
        set_product(row, "N", N, room);
        json_object_set_new(row, "margin", margin_text(&at->margin));
        json_object_set_new(row, "holds", json_boolean(at->margin.decided == TRUTH_HOLDS));
        json_array_append_new(rows, row);
    }
    factored_clear(N);
    return rows;
}

static char *as_text(json_t *row, report_format format)
{
    json_t *levels = json_object_get(row, "levels");
    size_t columns = sizeof level_columns / sizeof *level_columns;
    if (format != FORMAT_TEXT)
        return table_to_text(level_columns, columns, levels, format);
    char *table = table_to_text(level_columns, columns, levels, format), *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    fprintf(to, "%s\n%s on FC(%s; m; n): prompt length n = %s, log2 n = %s\n", table,
            json_string_value(json_object_get(row, "rests_on")),
            json_string_value(json_object_get(row, "L_text")),
            json_string_value(json_object_get(row, "tokens")),
            json_string_value(json_object_get(row, "log2_n")));
    fprintf(to, "%s\n", json_string_value(json_object_get(row, "verdict")));
    REQUIRE(fclose(to) == 0);
    memory_free(table);
    return text;
}

static char *report(const conditions *c, const setting *s, const witness *w, const char *word,
                    report_format format)
{
    char L_text[16];
    snprintf(L_text, sizeof L_text, "%u", s->L);
    int full = s->kind == THEOREM_3;
    json_t *row = bounds_witness_row(full ? ID_FULL_EXPLICIT : ID_EXPLICIT, s, w, word);
    json_object_set_new(row, "sizes", json_string("given"));
    json_object_set_new(row, "holds", json_boolean(c->verdict == TRUTH_HOLDS));
    json_object_set_new(row, "verdict", json_string(c->reason));
    json_object_set_new(
        row, "levels",
        level_rows(c, w, format == FORMAT_JSON ? digits_for_programs : digits_for_people));
    char *text;
    if (format == FORMAT_JSON) {
        json_t *rows = json_pack("[O]", row);
        text = table_to_text(bounds_columns, bounds_column_count, rows, format);
        json_decref(rows);
    } else {
        json_object_set_new(row, "L_text", json_string(L_text));
        text = as_text(row, format);
    }
    json_decref(row);
    return text;
}

status bounds_explicit(char **text, const options *o, const setting *s, const char *word,
                       report_format format, error *e)
{
    witness w;
    conditions c;
    witness_init(&w, s->L);
    status result = read_witness(&w, o, e);
    if (result == STATUS_OK) {
        conditions_init(&c, s->L);
        conditions_evaluate(&c, s, &w);
        *text = report(&c, s, &w, word, format);
        if (c.verdict == TRUTH_UNDECIDED)
            result = error_set(e, STATUS_LIMIT, "%s", c.reason);
        else if (c.verdict == TRUTH_FAILS)
            result = STATUS_NEGATIVE;
        conditions_clear(&c);
    }
    witness_clear(&w);
    return result;
}
