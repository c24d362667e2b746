#include "base/json-read.h"
#include "base/memory.h"
#include "report/lesson/formula.h"

#include <ctype.h>
#include <string.h>

static formula *node(formula_kind kind, const char *text)
{
    formula *f = memory_new(1, sizeof *f);
    f->kind = kind;
    f->text = text ? memory_copy_string(text) : NULL;
    return f;
}

static void adopt(formula *parent, formula *child)
{
    parent->child = memory_resize(parent->child, parent->count + 1, sizeof(formula *));
    parent->child[parent->count++] = child;
}

typedef struct reader {
    const char *at;
    const formula_numbers *numbers;
    unsigned depth;
} reader;

enum { formula_depth = 60, token_room = 64 };

static status row(formula **made, reader *r, const char *stops, error *e);

/* What is written -> what is shown. Longer spellings first. */
static const struct {
    const char *written, *shown;
} signs[] = {
    {"...", "…"}, {"<=", "≤"}, {">=", "≥"}, {"!=", "≠"}, {"->", "→"}, {"*", "·"},
    {"-", "−"},   {"<", "<"},  {">", ">"},  {"=", "="},  {"+", "+"},  {",", ","},
    {"/", "/"},   {":", ":"},  {";", ";"},  {"!", "!"},
};

static const struct {
    const char *written, *shown;
    formula_kind kind;
} words[] = {
    {"theta", "θ", FORMULA_NAME},     {"alpha", "α", FORMULA_NAME},
    {"beta", "β", FORMULA_NAME},      {"epsilon", "ε", FORMULA_NAME},
    {"rho", "ρ", FORMULA_NAME},       {"Pi", "Π", FORMULA_NAME},
    {"times", "×", FORMULA_SIGN},     {"in", "∈", FORMULA_SIGN},
    {"subset", "⊆", FORMULA_SIGN},    {"log2", "log₂", FORMULA_WORD},
    {"FC", "FC", FORMULA_WORD},       {"Pr", "Pr", FORMULA_WORD},
    {"Claim", "Claim", FORMULA_WORD}, {"clip", "clip", FORMULA_WORD},
    {"ReLU", "ReLU", FORMULA_WORD},   {"min", "min", FORMULA_WORD},
    {"approx", "≈", FORMULA_SIGN},
};

static status bad(const reader *r, const char *what, error *e)
{
    return error_set(e, STATUS_MALFORMED, "formula: %s at '%.30s'", what, r->at);
}

static void skip(reader *r)
{
    while (*r->at == ' ' || *r->at == '\n')
        r->at++;
}

static status close_with(reader *r, char sign, error *e)
{
    skip(r);
    if (*r->at != sign)
        return bad(r, "a closing sign is missing", e);
    r->at++;
    return STATUS_OK;
}

/* f(a, b, ...) with `count` arguments, after the parenthesis; the children of *made. */
static status arguments(formula **made, reader *r, formula_kind kind, unsigned count, error *e)
{
    formula *f = node(kind, NULL);
    *made = f;
    for (unsigned i = 0; i < count; i++) {
        formula *child = NULL;
        status s = row(&child, r, i + 1 < count ? "," : ")", e);
        if (child)
            adopt(f, child);
        TRY(s);
        TRY(close_with(r, i + 1 < count ? ',' : ')', e));
    }
    return STATUS_OK;
}

static status fence(formula **made, reader *r, const char *open, char close, error *e)
{
    char stops[2] = {close, '\0'};
    *made = node(FORMULA_FENCE, open);
    formula *child = NULL;
    status s = row(&child, r, stops, e);
    if (child)
        adopt(*made, child);
    TRY(s);
    return close_with(r, close, e);
}

static status number(formula **made, reader *r, error *e)
{
    const char *end = strchr(r->at, '}');
    if (!end)
        return bad(r, "a brace is missing", e);
    char *text = memory_new((size_t)(end - r->at) + 1, 1);
    memcpy(text, r->at, (size_t)(end - r->at));
    r->at = end + 1;
    *made = node(FORMULA_NUMBER, NULL);
    status s = r->numbers->make(&(*made)->number, text, r->numbers->data, e);
    memory_free(text);
    return s;
}

static status word(formula **made, reader *r, error *e)
{
    static const struct {
        const char *name;
        formula_kind kind;
        unsigned arguments;
    } functions[] = {{"frac", FORMULA_FRACTION, 2},
                     {"binom", FORMULA_BINOMIAL, 2},
                     {"sum", FORMULA_SUM, 3},
                     {"prod", FORMULA_PRODUCT, 3}};
    char text[token_room];
    size_t length = 0;
    while (isalpha((unsigned char)r->at[length]))
        length++;
    if (length == 3 && strncmp(r->at, "log", 3) == 0 && r->at[3] == '2')
        length = 4;
    if (length >= sizeof text)
        return bad(r, "a name is too long", e);
    memcpy(text, r->at, length);
    text[length] = '\0';
    r->at += length;
    if (*r->at == '(') {
        if (strcmp(text, "set") == 0) {
            r->at++;
            return fence(made, r, "{", ')', e);
        }
        for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
            if (strcmp(text, functions[i].name) == 0) {
                r->at++;
                return arguments(made, r, functions[i].kind, functions[i].arguments, e);
            }
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i].written) == 0) {
            *made = node(words[i].kind, words[i].shown);
            return STATUS_OK;
        }
    if (length > 1 && strcmp(text, "aS") != 0)
        return error_set(e, STATUS_MALFORMED, "formula: the word '%s' is not known", text);
    *made = node(FORMULA_NAME, text);
    return STATUS_OK;
}

static status upright(formula **made, reader *r, error *e)
{
    const char *end = strchr(r->at, '"');
    if (!end || end - r->at >= token_room)
        return bad(r, "a quotation mark is missing", e);
    char text[token_room] = "";
    memcpy(text, r->at, (size_t)(end - r->at));
    r->at = end + 1;
    *made = node(FORMULA_WORD, text);
    return STATUS_OK;
}

static status atom(formula **made, reader *r, error *e)
{
    skip(r);
    char c = *r->at;
    if (isdigit((unsigned char)c)) {
        char digits[token_room] = "";
        size_t length = strspn(r->at, "0123456789");
        if (length >= sizeof digits)
            return bad(r, "a number is too long", e);
        memcpy(digits, r->at, length);
        r->at += length;
        *made = node(FORMULA_LITERAL, digits);
        return STATUS_OK;
    }
    if (isalpha((unsigned char)c))
        return word(made, r, e);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(r->at, signs[i].written, strlen(signs[i].written)) == 0) {
            r->at += strlen(signs[i].written);
            *made = node(FORMULA_SIGN, signs[i].shown);
            return STATUS_OK;
        }
    r->at++;
    if (c == '{')
        return number(made, r, e);
    if (c == '"')
        return upright(made, r, e);
    if (c == '(')
        return fence(made, r, "(", ')', e);
    if (c == '[')
        return fence(made, r, "[", ']', e);
    if (c == '|')
        return fence(made, r, "|", '|', e);
    r->at--;
    return bad(r, "not understood", e);
}

/* What follows _ or ^: one atom; a group in parentheses loses them; a minus takes what follows. */
static status script(formula **made, reader *r, error *e)
{
    TRY(atom(made, r, e));
    formula *f = *made;
    if (f->kind == FORMULA_FENCE && f->text[0] == '(') {
        *made = f->child[0];
        f->count = 0;
        formula_clear(f);
    } else if (f->kind == FORMULA_SIGN && strcmp(f->text, "−") == 0) {
        *made = node(FORMULA_ROW, NULL);
        adopt(*made, f);
        formula *rest = NULL;
        status s = atom(&rest, r, e);
        if (rest)
            adopt(*made, rest);
        return s;
    }
    return STATUS_OK;
}

static status with_scripts(formula **made, reader *r, error *e)
{
    TRY(atom(made, r, e));
    formula *index = NULL, *exponent = NULL;
    status s = STATUS_OK;
    for (int i = 0; i < 2 && s == STATUS_OK && (*r->at == '_' || *r->at == '^'); i++) {
        formula **which = *r->at == '_' ? &index : &exponent;
        if (*which)
            s = bad(r, "two scripts of one kind", e);
        r->at++;
        if (s == STATUS_OK)
            s = script(which, r, e);
    }
    if (!index && !exponent)
        return s;
    formula *f = node(index && exponent ? FORMULA_SUBSUPER
                      : index           ? FORMULA_SUB
                                        : FORMULA_SUPER,
                      NULL);
    adopt(f, *made);
    if (index)
        adopt(f, index);
    if (exponent)
        adopt(f, exponent);
    *made = f;
    return s;
}

static status row(formula **made, reader *r, const char *stops, error *e)
{
    if (++r->depth > formula_depth)
        return bad(r, "nested too deeply", e);
    formula *f = node(FORMULA_ROW, NULL);
    *made = f;
    for (skip(r); *r->at && !strchr(stops, *r->at); skip(r)) {
        formula *child = NULL;
        status s = with_scripts(&child, r, e);
        if (child)
            adopt(f, child);
        TRY(s);
    }
    r->depth--;
    if (f->count == 1) {
        *made = f->child[0];
        f->count = 0;
        formula_clear(f);
    }
    return STATUS_OK;
}

status formula_parse(formula **tree, const char *text, const formula_numbers *numbers, error *e)
{
    reader r = {text, numbers, 0};
    *tree = NULL;
    status s = row(tree, &r, "", e);
    if (s == STATUS_OK && *r.at)
        s = bad(&r, "not understood", e);
    if (s != STATUS_OK) {
        formula_clear(*tree);
        *tree = NULL;
    }
    return s;
}
