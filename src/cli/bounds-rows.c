#include "cli/bounds-rows.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "bounds/conditions.h"
#include "bounds/floor.h"
#include "bounds/instance.h"
#include "bounds/optimal.h"
#include "bounds/real.h"
#include "bounds/recheck.h"
#include "cli/kernel-confirm.h"
#include "exact/digits.h"
#include "exact/rational.h"

#include <math.h>
#include <stdio.h>

/* Witnesses longer than this many digits are shown in factored form. */
enum { witness_digits = 10000, token_digits = 24, short_digits = 7 };

const table_column bounds_columns[] = {
    {"theorem", "theorem", NULL, 0},
    {"sizes", "sizes", NULL, 0},
    {"L", "L", "$L$", 1},
    {"full_layers", "full", NULL, 1},
    {"a", "linear", NULL, 1},
    {"B", "B", "$B$", 1},
    {"S", "S", "$S$", 1},
    {"log2_n", "log2 n", "$\\log_2 n$", 1},
    {"tokens_short", "n", "$n$", 1},
    {"log2_n_floor", "method >=", "method $\\ge$", 1},
    {"rests_on", "rests on", NULL, 0},
};
const size_t bounds_column_count = sizeof bounds_columns / sizeof *bounds_columns;

/* ---- fields ------------------------------------------------------------------------ */

static void set_text(json_t *row, const char *field, char *text) /* frees text */
{
    json_object_set_new(row, field, json_string(text));
    memory_free(text);
}

void bounds_set_z(json_t *row, const char *field, const mpz_t value)
{
    set_text(row, field, integer_to_text(value));
}

void bounds_set_tokens(json_t *row, const factored_sum_t tokens)
{
    set_text(row, "log2_n", digits_log2(tokens, log2_decimals));
    set_text(row, "tokens", digits_value(tokens, token_digits));
    set_text(row, "tokens_short", digits_value(tokens, short_digits)); /* for tables */
}

static json_t *size_list(factored_t *list, unsigned from, unsigned to)
{
    json_t *array = json_array();
    for (unsigned l = from; l < to; l++) {
        char *text = digits_or_factors(list[l], witness_digits);
        json_array_append_new(array, json_string(text));
        memory_free(text);
    }
    return array;
}

static json_t *new_row(theorem_id id, const setting *s, const char *word)
{
    json_t *row = json_pack("{s:s,s:i}", "theorem", known_theorems[id].name, "L", (int)s->L);
    REQUIRE(row != NULL);
    bounds_set_z(row, "B", s->B);
    bounds_set_z(row, "S", s->S);
    bounds_set_z(row, "a", s->a);
    int full = id == ID_FULL || s->kind == THEOREM_3 ? (int)s->L : (int)s->L - 1;
    json_object_set_new(row, "full_layers", json_integer(full));
    if (word)
        json_object_set_new(row, "word", json_string(word));
    json_object_set_new(row, "rests_on", json_string(known_theorems[id].rests_on));
    return row;
}

json_t *bounds_witness_row(theorem_id id, const setting *s, const witness *w, const char *word)
{
    json_t *row = new_row(id, s, word);
    factored_sum_t tokens;
    factored_sum_init(tokens);
    witness_tokens(tokens, w);
    bounds_set_tokens(row, tokens);
    factored_sum_clear(tokens);
    set_text(row, "m", digits_or_factors(w->m, witness_digits));
    json_object_set_new(row, "n", size_list(w->n, 1, w->L));
    json_object_set_new(row, "x", size_list(w->x, 0, w->L));
    json_object_set_new(row, "theta", size_list(w->theta, 1, w->L));
    return row;
}

/* ---- one theorem, one setting -------------------------------------------------------- */

static void append_published(json_t *rows, theorem_id id, const setting *s)
{
    setting at;
    setting_init(&at);
    setting_set(&at, s);
    if (id == ID_FULL) {
        mpz_set_ui(at.a, 0);
        mpz_set_ui(at.S, 0);
    }
    json_t *row = new_row(id, &at, NULL);
    const char *refusal = published_refusal(&at, id);
    if (refusal) {
        json_object_set_new(row, "log2_n", json_null());
        json_object_set_new(row, "note", json_string(refusal));
        json_object_set_new(row, "rests_on", json_string(refusal));
    } else {
        factored_t n;
        factored_sum_t tokens;
        factored_init(n);
        factored_sum_init(tokens);
        published_threshold(n, &at, id);
        factored_sum_add_product(tokens, n);
        bounds_set_tokens(row, tokens);
        factored_clear(n);
        factored_sum_clear(tokens);
    }
    json_array_append_new(rows, row);
    setting_clear(&at);
}

/* The witness of Theorem 2's form; `larger` gets the B it is made for. */
static status closed_witness(witness *w, mpz_t larger, const setting *s, error *e)
{
    if (s->L < 2)
        return error_set(e, STATUS_USAGE, "the closed form (Theorem 2) needs L >= 2");
    instance_closed_parameter(larger, s);
    instance_closed(w, larger);
    return STATUS_OK;
}

/* How far from the best this method could give: two decimals, rounded down. */
static void set_floor(json_t *row, const setting *s, const witness *w)
{
    enum { deepest = 6 }; /* beyond it the certificate of the floor loses its digits */
    if (s->L < 2 || s->L > deepest)
        return;
    char text[32];
    factored_sum_t tokens;
    factored_sum_init(tokens);
    witness_tokens(tokens, w);
    double least = floor_of_method(s, real_log2_sum(tokens));
    factored_sum_clear(tokens);
    snprintf(text, sizeof text, "%.2f", fmax(0, floor(100 * least) / 100));
    json_object_set_new(row, "log2_n_floor", json_string(text));
}

static status append_witness(json_t *rows, theorem_id id, const setting *s, const char *word,
                             const char *sizes, error *e)
{
    witness w;
    mpz_t larger;
    int searched = sizes[0] == 'o';
    witness_init(&w, s->L);
    mpz_init_set(larger, s->B);
    status result = searched ? optimal_search(&w, s, e) : closed_witness(&w, larger, s, e);
    /* Theorem 2 is proved and the search checks its finds; a table is no place to be credulous
     * all the same. (The slower evaluation of the two stops at L = 40.) */
    int twice = !searched && s->L <= 40;
    if (result == STATUS_OK && !(recheck_confirms(s, &w) && (!twice || conditions_hold(s, &w))))
        result =
            error_set(e, STATUS_INTERNAL, "the conditions do not hold for a %s witness", sizes);
    status kernel = result == STATUS_OK ? kernel_confirm(s, &w, e) : result;
    if (result == STATUS_OK && kernel != STATUS_OK && kernel != STATUS_LIMIT)
        result = error_set(e, STATUS_INTERNAL, "the kernel refuses a %s witness", sizes);
    if (result == STATUS_OK) {
        e->message[0] = '\0'; /* too long for the kernel is no failure */
        json_t *row = bounds_witness_row(id, s, &w, searched ? word : NULL);
        json_object_set_new(row, "sizes", json_string(sizes));
        json_object_set_new(row, "checked_by",
                            json_string(kernel == STATUS_OK ? "kernel" : "conditions"));
        if (searched)
            set_floor(row, s, &w);
        if (mpz_cmp(larger, s->B) != 0)
            bounds_set_z(row, "B_used", larger);
        json_array_append_new(rows, row);
    }
    mpz_clear(larger);
    witness_clear(&w);
    return result;
}

static status append_full_explicit(json_t *rows, const setting *s, error *e)
{
    setting full;
    setting_init(&full);
    setting_set(&full, s);
    full.kind = THEOREM_3;
    full.last_full = 0; /* Theorem 3 counts player -1 alone in the last layer anyway */
    mpz_set_ui(full.a, 0);
    mpz_set_ui(full.S, 0);
    status result = append_witness(rows, ID_FULL_EXPLICIT, &full, NULL, "closed", e);
    if (result == STATUS_OK && s->L <= optimal_levels)
        result = append_witness(rows, ID_FULL_EXPLICIT, &full, NULL, "optimal", e);
    setting_clear(&full);
    return result;
}

status bounds_append(json_t *rows, theorem_id id, const setting *s, const char *word, error *e)
{
    setting plain;
    status result = STATUS_OK;
    switch (id) {
    case ID_PUBLISHED:
    case ID_FULL:
        append_published(rows, id, s);
        return STATUS_OK;
    case ID_CLOSED:
        setting_init(&plain);
        setting_set(&plain, s);
        plain.last_full = 0;
        result = append_witness(rows, id, &plain, NULL, "closed", e);
        setting_clear(&plain);
        return result;
    case ID_OPTIMAL:
        return append_witness(rows, id, s, word, "optimal", e);
    case ID_FULL_EXPLICIT:
        return append_full_explicit(rows, s, e);
    default:
        return error_set(e, STATUS_INTERNAL, "no rows for %s", known_theorems[id].name);
    }
}
