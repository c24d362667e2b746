/* Names in expressions: evidence, with its [i] and .member, and definitions. */
#include "base/json-read.h"
#include "base/memory.h"
#include "report/lesson/functions.h"

#include <stdio.h>

static status read_json(value *v, const json_t *json, const char *name, error *e)
{
    char text[32];
    switch (json_typeof(json)) {
    case JSON_STRING:
        value_read(v, json_string_value(json));
        return STATUS_OK;
    case JSON_INTEGER:
        snprintf(text, sizeof text, "%lld", (long long)json_integer_value(json));
        value_read(v, text);
        return STATUS_OK;
    case JSON_TRUE:
    case JSON_FALSE:
        value_read(v, json_is_true(json) ? "1" : "0");
        return STATUS_OK;
    case JSON_NULL:
        value_set_text(v, "none");
        return STATUS_OK;
    default:
        return error_set(e, STATUS_MALFORMED, "%s is no number but a list", name);
    }
}

status parse_index(long *i, parse *c, error *e)
{
    value v;
    value_init(&v);
    status s = parse_sum(&v, c, e);
    if (s == STATUS_OK && !(value_is_integer(&v) && mpz_fits_slong_p(mpq_numref(v.exact))))
        s = error_set(e, STATUS_MALFORMED, "not a small integer before '%.30s'", c->at);
    if (s == STATUS_OK)
        *i = mpz_get_si(mpq_numref(v.exact));
    value_clear(&v);
    return s;
}

/* [i], .member, ... after the name of a piece of evidence */
static status follow(const json_t **found, const evidence *known, parse *c, error *e)
{
    const json_t *json = known->json;
    int first = known->first;
    for (;;) {
        if (parse_take(c, "[")) {
            long i;
            TRY(parse_index(&i, c, e));
            TRY(parse_expect(c, "]", e));
            const json_t *element = i < first ? NULL : json_array_get(json, (size_t)(i - first));
            if (!element)
                return error_set(e, STATUS_MALFORMED, "%s has no element %ld", known->name, i);
            json = element;
            first = 0;
        } else if (*c->at == '.' && c->at[1] != '.') {
            char member[word_room];
            c->at++;
            if (!parse_take_name(c, member) || !json_object_get(json, member))
                return error_set(e, STATUS_MALFORMED, "%s has no such member before '%.30s'",
                                 known->name, c->at);
            json = json_object_get(json, member);
        } else {
            *found = json;
            return STATUS_OK;
        }
    }
}

status parse_count(value *v, parse *c, error *e)
{
    char name[word_room];
    const json_t *json;
    const evidence *known = parse_take_name(c, name) ? names_evidence(c->names, name) : NULL;
    if (!known)
        return error_set(e, STATUS_MALFORMED, "count takes a list of evidence");
    TRY(follow(&json, known, c, e));
    if (!json_is_array(json))
        return error_set(e, STATUS_MALFORMED, "%s is no list", name);
    value_read(v, "0");
    mpq_set_ui(v->exact, json_array_size(json), 1);
    return STATUS_OK;
}

status names_element(value *v, const names *n, const char *name, long i, unsigned depth, error *e)
{
    const evidence *known = names_evidence(n, name);
    const definition *d = names_definition(n, name);
    if (known) {
        const json_t *element =
            i < known->first ? NULL : json_array_get(known->json, (size_t)(i - known->first));
        if (!element)
            return error_set(e, STATUS_MALFORMED, "%s has no element %ld", name, i);
        return read_json(v, element, name, e);
    }
    if (!d || !d->index)
        return error_set(e, STATUS_MALFORMED, "there is no list '%s'", name);
    long from, to;
    char *formula = expression_substitute(d->formula, d->index, i);
    parse low = {d->from, n, depth + 1}, high = {d->to, n, depth + 1};
    status s = parse_index(&from, &low, e);
    if (s == STATUS_OK)
        s = parse_index(&to, &high, e);
    if (s == STATUS_OK && (i < from || i > to))
        s = error_set(e, STATUS_MALFORMED, "%s has no element %ld", name, i);
    parse inner = {formula, n, depth + 1};
    if (s == STATUS_OK)
        s = parse_truth(v, &inner, e);
    memory_free(formula);
    return s;
}

status parse_named(value *v, const char *name, parse *c, error *e)
{
    const evidence *known = names_evidence(c->names, name);
    const definition *d = names_definition(c->names, name);
    if (known) {
        const json_t *json;
        TRY(follow(&json, known, c, e));
        return read_json(v, json, name, e);
    }
    if (!d)
        return error_set(e, STATUS_MALFORMED, "there is nothing called '%s'", name);
    if (d->index) {
        long i;
        TRY(parse_expect(c, "[", e));
        TRY(parse_index(&i, c, e));
        TRY(parse_expect(c, "]", e));
        return names_element(v, c->names, name, i, c->depth, e);
    }
    parse inner = {d->formula, c->names, c->depth + 1};
    return parse_truth(v, &inner, e);
}
