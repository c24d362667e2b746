#include "report/lesson/expression.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "report/lesson/functions.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- the parse ------------------------------------------------------------------------------ */

void parse_skip(parse *c)
{
    while (isspace((unsigned char)*c->at))
        c->at++;
}

int parse_take(parse *c, const char *sign)
{
    parse_skip(c);
    size_t length = strlen(sign);
    if (strncmp(c->at, sign, length) != 0)
        return 0;
    c->at += length;
    return 1;
}

status parse_expect(parse *c, const char *sign, error *e)
{
    if (parse_take(c, sign))
        return STATUS_OK;
    return error_set(e, STATUS_MALFORMED, "expected '%s' at '%.30s'", sign, c->at);
}

int parse_is_letter(int c)
{
    return isalpha(c) || c == '_';
}

/* A name into `word`, which has room for word_room characters; 0 if there is none. */
int parse_take_name(parse *c, char *word)
{
    parse_skip(c);
    size_t length = 0;
    if (!parse_is_letter((unsigned char)*c->at))
        return 0;
    while (parse_is_letter((unsigned char)c->at[length]) || isdigit((unsigned char)c->at[length]))
        length++;
    if (length >= word_room)
        return 0;
    memcpy(word, c->at, length);
    word[length] = '\0';
    c->at += length;
    return 1;
}

/* ---- the grammar -------------------------------------------------------------------------- */

static status literal(value *v, parse *c)
{
    size_t length = strspn(c->at, "0123456789");
    char *digits = memory_new(length + 1, 1);
    memcpy(digits, c->at, length);
    c->at += length;
    value_read(v, digits);
    memory_free(digits);
    return STATUS_OK;
}

static status quoted(value *v, parse *c, error *e)
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

static status atom(value *v, parse *c, error *e)
{
    char word[word_room];
    parse_skip(c);
    if (isdigit((unsigned char)*c->at))
        return literal(v, c);
    if (parse_take(c, "\""))
        return quoted(v, c, e);
    if (parse_take(c, "(")) {
        TRY(parse_truth(v, c, e));
        return parse_expect(c, ")", e);
    }
    if (!parse_take_name(c, word))
        return error_set(e, STATUS_MALFORMED, "expected a number at '%.30s'", c->at);
    parse_skip(c);
    if (*c->at == '(') {
        c->at++;
        TRY(function_call(v, word, c, e));
        return parse_expect(c, ")", e);
    }
    return parse_named(v, word, c, e);
}

static status unary(value *v, parse *c, error *e);

static status power(value *v, parse *c, error *e)
{
    TRY(atom(v, c, e));
    parse_skip(c);
    if (!parse_take(c, "^"))
        return STATUS_OK;
    value exponent;
    value_init(&exponent);
    status s = unary(&exponent, c, e);
    if (s == STATUS_OK)
        s = value_power(v, &exponent, e);
    value_clear(&exponent);
    return s;
}

static status unary(value *v, parse *c, error *e)
{
    if (c->depth > depth_limit)
        return error_set(e, STATUS_LIMIT, "the formula is nested too deeply");
    c->depth++;
    status s;
    if (parse_take(c, "-")) {
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
static status chain(value *v, parse *c, const char *signs,
                    status (*operand)(value *v, parse *c, error *e), error *e)
{
    status s = operand(v, c, e);
    for (;;) {
        parse_skip(c);
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

static status product(value *v, parse *c, error *e)
{
    return chain(v, c, "*/", unary, e);
}

status parse_sum(value *v, parse *c, error *e)
{
    return chain(v, c, "+-", product, e);
}

static status comparison(value *v, parse *c, error *e)
{
    static const char *const signs[] = {"<=", ">=", "!=", "<", ">", "="};
    TRY(parse_sum(v, c, e));
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (parse_take(c, signs[i])) {
            value right;
            value_init(&right);
            status s = parse_sum(&right, c, e);
            if (s == STATUS_OK)
                s = value_compare(v, signs[i], &right, e);
            value_clear(&right);
            return s;
        }
    return STATUS_OK;
}

status parse_truth(value *v, parse *c, error *e)
{
    TRY(comparison(v, c, e));
    while (parse_take(c, "and ")) {
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
    parse c = {text, n, 0};
    TRY(parse_truth(v, &c, e));
    parse_skip(&c);
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
        while (parse_is_letter((unsigned char)s[run]) ||
               (run > 0 && isdigit((unsigned char)s[run])))
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
