#include "cli/models-rows.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "bounds/optimal.h"
#include "cli/bounds-rows.h"
#include "exact/digits.h"
#include "exact/rational.h"

#include <stdio.h>
#include <stdlib.h>

int models_setting(setting *s, const model *m, uint64_t p)
{
    mpz_t factor;
    mpz_init(factor);
    integer_set_u64(s->B, m->heads);
    integer_set_u64(factor, m->head_dim);
    mpz_mul(s->B, s->B, factor);
    integer_set_u64(factor, p);
    mpz_mul(s->B, s->B, factor);
    integer_set_u64(s->a, m->linear_layers);
    integer_set_u64(s->S, m->state_entries);
    mpz_mul(s->S, s->S, factor);
    /* the theorems need a*S alone: the total, as that many layers of the mean state */
    if (m->linear_layers)
        mpz_cdiv_q_ui(s->S, s->S, (unsigned long)m->linear_layers);
    s->L = (unsigned)m->full_layers + 1;
    s->kind = THEOREM_1;
    s->last_full = 0; /* the order of the layers is not in the table */
    mpz_clear(factor);
    return m->state_entries > 0 || m->linear_layers == 0;
}

static void set_short(json_t *row, const char *field, const factored_sum_t n)
{
    char *text = digits_log2_short(n, log2_decimals);
    json_object_set_new(row, field, json_string(text));
    memory_free(text);
}

static void set_published(json_t *row, const setting *s)
{
    if (published_refusal(s, ID_PUBLISHED))
        return;
    factored_t n;
    factored_sum_t sum;
    factored_init(n);
    factored_sum_init(sum);
    published_threshold(n, s, ID_PUBLISHED);
    factored_sum_add_product(sum, n);
    set_short(row, "log2_n_published", sum);
    factored_clear(n);
    factored_sum_clear(sum);
}

/* The row `strata bounds` would print, from which length and witness are taken over. */
static status set_explicit(json_t *row, const setting *s, error *e)
{
    json_t *rows = json_array();
    theorem_id id = s->L <= optimal_levels ? ID_OPTIMAL : ID_CLOSED;
    status result = bounds_append(rows, id, s, NULL, e);
    if (result == STATUS_OK) {
        json_object_update_missing(row, json_array_get(rows, 0));
        json_object_del(row, "B_used");
    }
    json_decref(rows);
    return result;
}

/* Wide tables show a long log2 n with four digits; the JSON keeps them all in log2_n. */
static void shorten(json_t *row)
{
    const char *full = json_string_value(json_object_get(row, "log2_n"));
    char text[32];
    if (!full)
        return;
    double value = strtod(full, NULL);
    if (value >= 1e9)
        snprintf(text, sizeof text, "%.3e", value);
    else
        snprintf(text, sizeof text, "%.31s", full);
    json_object_set_new(row, "log2_n_short", json_string(text));
}

static void set_context(json_t *row, const model *m)
{
    if (m->context == 0)
        return;
    factored_sum_t n;
    mpz_t z;
    mpz_init(z);
    factored_sum_init(n);
    integer_set_u64(z, m->context);
    bounds_set_z(row, "context", z);
    factored_sum_add_z(n, z);
    set_short(row, "log2_context", n);
    factored_sum_clear(n);
    mpz_clear(z);
}

status models_append(json_t *rows, const model *m, uint64_t p, error *e)
{
    if (m->full_layers >= 1000)
        return error_set(e, STATUS_LIMIT, "%.40s: at most 999 full layers", m->name);
    setting s;
    setting_init(&s);
    status result = STATUS_OK;
    int known = models_setting(&s, m, p);
    json_t *row = json_pack("{s:s,s:s,s:I,s:I,s:i}", "model", m->name, "variant", m->variant,
                            "full_layers", (json_int_t)m->full_layers, "linear_layers",
                            (json_int_t)m->linear_layers, "L", (int)s.L);
    REQUIRE(row != NULL);
    bounds_set_z(row, "B", s.B);
    set_context(row, m);
    json_object_set_new(row, "source", json_string(m->source));
    if (known) {
        mpz_t state;
        mpz_init(state);
        setting_state(state, &s);
        bounds_set_z(row, "state_bits_total", state);
        mpz_clear(state);
        set_published(row, &s);
        result = set_explicit(row, &s, e);
        shorten(row);
    } else {
        json_object_set_new(row, "note", json_string("the size of the state is not known"));
    }
    if (result == STATUS_OK)
        json_array_append(rows, row);
    json_decref(row);
    setting_clear(&s);
    return result;
}
