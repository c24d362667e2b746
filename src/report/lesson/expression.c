#include "report/lesson/expression.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "report/lesson/functions.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- the cursor ------------------------------------------------------------------------------ */

static void skip(cursor *c)
{
    while (isspace((unsigned char)*c->at))
        c->at++;
}

static int take(cursor *c, const char *sign)
{
    skip(c);
    size_t length = strlen(sign);
    if (strncmp(c->at, sign, length) != 0)
        return 0;
    c->at += length;
    return 1;
}

static status expect(cursor *c, const char *sign, error *e)
{
    if (take(c, sign))
        return STATUS_OK;
    return error_set(e, STATUS_MALFORMED, "expected '%s' at '%.30s'", sign, c->at);
}

static int is_letter(int c)
{
    return isalpha(c) || c == '_';
}

/* A name into `word`, which has room for word_room characters; 0 if there is none. */
enum { word_room = 48 };
static int take_name(cursor *c, char *word)
{
    skip(c);
    size_t length = 0;
    if (!is_letter((unsigned char)*c->at))
        return 0;
    while (is_letter((unsigned char)c->at[length]) || isdigit((unsigned char)c->at[length]))
        length++;
    if (length >= word_room)
        return 0;
    memcpy(word, c->at, length);
    word[length] = '\0';
    c->at += length;
    return 1;
}

/* ---- names ----------------------------------------------------------------------------------- */

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

status cursor_index(long *i, cursor *c, error *e)
{
    value v;
    value_init(&v);
    status s = cursor_sum(&v, c, e);
    if (s == STATUS_OK && !(value_is_integer(&v) && mpz_fits_slong_p(mpq_numref(v.exact))))
        s = error_set(e, STATUS_MALFORMED, "not a small integer before '%.30s'", c->at);
    if (s == STATUS_OK)
        *i = mpz_get_si(mpq_numref(v.exact));
    value_clear(&v);
    return s;
}

/* [i], .member, ... after the name of a piece of evidence */
static status follow(const json_t **found, const evidence *known, cursor *c, error *e)
{
    const json_t *json = known->json;
    int first = known->first;
    for (;;) {
        if (take(c, "[")) {
            long i;
            TRY(cursor_index(&i, c, e));
            TRY(expect(c, "]", e));
            const json_t *element = i < first ? NULL : json_array_get(json, (size_t)(i - first));
            if (!element)
                return error_set(e, STATUS_MALFORMED, "%s has no element %ld", known->name, i);
            json = element;
            first = 0;
        } else if (*c->at == '.' && c->at[1] != '.') {
            char member[word_room];
            c->at++;
            if (!take_name(c, member) || !json_object_get(json, member))
                return error_set(e, STATUS_MALFORMED, "%s has no such member before '%.30s'",
                                 known->name, c->at);
            json = json_object_get(json, member);
        } else {
            *found = json;
            return STATUS_OK;
        }
    }
}

status cursor_count(value *v, cursor *c, error *e)
{
    char name[word_room];
    const json_t *json;
    const evidence *known = take_name(c, name) ? names_evidence(c->names, name) : NULL;
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
    cursor low = {d->from, n, depth + 1}, high = {d->to, n, depth + 1};
    status s = cursor_index(&from, &low, e);
    if (s == STATUS_OK)
        s = cursor_index(&to, &high, e);
    if (s == STATUS_OK && (i < from || i > to))
        s = error_set(e, STATUS_MALFORMED, "%s has no element %ld", name, i);
    cursor inner = {formula, n, depth + 1};
    if (s == STATUS_OK)
        s = cursor_truth(v, &inner, e);
    memory_free(formula);
    return s;
}

static status named(value *v, const char *name, cursor *c, error *e)
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
        TRY(expect(c, "[", e));
        TRY(cursor_index(&i, c, e));
        TRY(expect(c, "]", e));
        return names_element(v, c->names, name, i, c->depth, e);
    }
    cursor inner = {d->formula, c->names, c->depth + 1};
    return cursor_truth(v, &inner, e);
}

/* ---- the grammar -------------------------------------------------------------------------- */

static status literal(value *v, cursor *c)
{
    size_t length = strspn(c->at, "0123456789");
    char *digits = memory_new(length + 1, 1);
    memcpy(digits, c->at, length);
    c->at += length;
    value_read(v, digits);
    memory_free(digits);
    return STATUS_OK;
}

static status quoted(value *v, cursor *c, error *e)
{
    const char *end = strchr(c->at, '"');
    if (!end)
        return error_set(e, STATUS_MALFORMED, "a quotation mark is missing");
    char *text = memory_new((size_t)(end - c->at) + 1, 1);
    memcpy(text, c->at, (size_t)(end - c->at));
    value_set_text(v, text);
    memory_free(text);
    c->at = end + 1;
    return STATUS_OK;
}

static status atom(value *v, cursor *c, error *e)
{
    char word[word_room];
    skip(c);
    if (isdigit((unsigned char)*c->at))
        return literal(v, c);
    if (take(c, "\""))
        return quoted(v, c, e);
    if (take(c, "(")) {
        TRY(cursor_truth(v, c, e));
        return expect(c, ")", e);
    }
    if (!take_name(c, word))
        return error_set(e, STATUS_MALFORMED, "expected a number at '%.30s'", c->at);
    skip(c);
    if (*c->at == '(') {
        c->at++;
        TRY(function_call(v, word, c, e));
        return expect(c, ")", e);
    }
    return named(v, word, c, e);
}

static status unary(value *v, cursor *c, error *e);

static status power(value *v, cursor *c, error *e)
{
    TRY(atom(v, c, e));
    skip(c);
    if (!take(c, "^"))
        return STATUS_OK;
    value exponent;
    value_init(&exponent);
    status s = unary(&exponent, c, e);
    if (s == STATUS_OK)
        s = value_power(v, &exponent, e);
    value_clear(&exponent);
    return s;
}

static status unary(value *v, cursor *c, error *e)
{
    if (c->depth > depth_limit)
        return error_set(e, STATUS_LIMIT, "the formula is nested too deeply");
    c->depth++;
    status s;
    if (take(c, "-")) {
        value minus;
        value_init(&minus);
        mpq_set_si(minus.exact, -1, 1);
        s = unary(v, c, e);
        if (s == STATUS_OK)
            s = value_combine(v, '*', &minus, e);
        value_clear(&minus);
    } else {
        s = power(v, c, e);
    }
    c->depth--;
    return s;
}

/* Operators of one rank, from left to right. */
static status chain(value *v, cursor *c, const char *signs,
                    status (*operand)(value *v, cursor *c, error *e), error *e)
{
    status s = operand(v, c, e);
    for (;;) {
        skip(c);
        if (s != STATUS_OK || !*c->at || !strchr(signs, *c->at))
            return s;
        char sign = *c->at++;
        value right;
        value_init(&right);
        s = operand(&right, c, e);
        if (s == STATUS_OK)
            s = value_combine(v, sign, &right, e);
        value_clear(&right);
    }
}

static status product(value *v, cursor *c, error *e)
{
    return chain(v, c, "*/", unary, e);
}

status cursor_sum(value *v, cursor *c, error *e)
{
    return chain(v, c, "+-", product, e);
}

static status comparison(value *v, cursor *c, error *e)
{
    static const char *const signs[] = {"<=", ">=", "!=", "<", ">", "="};
    TRY(cursor_sum(v, c, e));
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (take(c, signs[i])) {
            value right;
            value_init(&right);
            status s = cursor_sum(&right, c, e);
            if (s == STATUS_OK)
                s = value_compare(v, signs[i], &right, e);
            value_clear(&right);
            return s;
        }
    return STATUS_OK;
}

status cursor_truth(value *v, cursor *c, error *e)
{
    TRY(comparison(v, c, e));
    while (take(c, "and ")) {
        value right;
        value_init(&right);
        status s = comparison(&right, c, e);
        if (s == STATUS_OK)
            s = value_combine(v, '*', &right, e);
        value_clear(&right);
        TRY(s);
    }
    return STATUS_OK;
}

/* ---- from outside ---------------------------------------------------------------------------- */

status expression_evaluate(value *v, const char *text, const names *n, error *e)
{
    cursor c = {text, n, 0};
    TRY(cursor_truth(v, &c, e));
    skip(&c);
    if (*c.at)
        return error_set(e, STATUS_MALFORMED, "'%.30s' is too much", c.at);
    return STATUS_OK;
}

status expression_integer(long *integer, const char *text, const names *n, error *e)
{
    value v;
    value_init(&v);
    status s = expression_evaluate(&v, text, n, e);
    if (s == STATUS_OK && !(value_is_integer(&v) && mpz_fits_slong_p(mpq_numref(v.exact))))
        s = error_set(e, STATUS_MALFORMED, "'%.60s' is not a small integer", text);
    if (s == STATUS_OK)
        *integer = mpz_get_si(mpq_numref(v.exact));
    value_clear(&v);
    return s;
}

status expression_truth(int *truth, const char *text, const names *n, error *e)
{
    long integer = 0;
    TRY(expression_integer(&integer, text, n, e));
    *truth = integer != 0;
    return STATUS_OK;
}

char *expression_substitute(const char *text, const char *name, long number)
{
    char *made = NULL;
    size_t room, length = strlen(name);
    FILE *to = open_memstream(&made, &room);
    REQUIRE(to != NULL);
    for (const char *s = text; *s;) {
        size_t run = 0;
        while (is_letter((unsigned char)s[run]) || (run > 0 && isdigit((unsigned char)s[run])))
            run++;
        if (run == length && strncmp(s, name, run) == 0 && !(s > text && s[-1] == '.'))
            fprintf(to, number < 0 ? "(%ld)" : "%ld", number);
        else
            fwrite(s, 1, run ? run : 1, to);
        s += run ? run : 1;
    }
    REQUIRE(fclose(to) == 0);
    return made;
}
