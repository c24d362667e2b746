#include "report/lesson/names.h"

#include "base/memory.h"

#include <ctype.h>
#include <string.h>

void names_init(names *n)
{
    *n = (names){0};
}

void names_clear(names *n)
{
    for (size_t i = 0; i < n->evidences; i++) {
        memory_free(n->evidence[i].name);
        json_decref(n->evidence[i].json);
        memory_free(n->evidence[i].command);
        memory_free(n->evidence[i].field);
    }
    for (size_t i = 0; i < n->definitions; i++) {
        definition *d = &n->definition[i];
        memory_free(d->name);
        memory_free(d->index);
        memory_free(d->from);
        memory_free(d->to);
        memory_free(d->formula);
    }
    memory_free(n->evidence);
    memory_free(n->definition);
}

void names_add(names *n, const char *name, json_t *json, int first, const char *command,
               const char *field)
{
    REQUIRE(json != NULL);
    n->evidence = memory_resize(n->evidence, n->evidences + 1, sizeof *n->evidence);
    n->evidence[n->evidences++] =
        (evidence){memory_copy_string(name), json, first, memory_copy_string(command),
                   memory_copy_string(field)};
}

/* ---- definitions ---------------------------------------------------------------------------- */

/* The text from `from` up to `to`, without the spaces around it. */
static char *cut(const char *from, const char *to)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    char *copy = memory_new((size_t)(to - from) + 1, 1);
    memcpy(copy, from, (size_t)(to - from));
    return copy;
}

static int is_name(const char *s)
{
    size_t i = 0;
    while (isalnum((unsigned char)s[i]) || s[i] == '_')
        i++;
    return i > 0 && !isdigit((unsigned char)s[0]) && s[i] == '\0';
}

/* name "=" formula, or name "[" index "=" from ".." to "]" "=" formula */
static int split(definition *d, const char *text)
{
    const char *open = strchr(text, '['), *equals = strchr(text, '='), *end = text + strlen(text);
    if (!equals)
        return 0;
    if (!open || equals < open) {
        d->name = cut(text, equals);
        d->formula = cut(equals + 1, end);
        return is_name(d->name);
    }
    const char *dots = strstr(equals, ".."), *close = strchr(equals, ']');
    const char *second = close ? strchr(close, '=') : NULL;
    if (!dots || !second || dots > close)
        return 0;
    d->name = cut(text, open);
    d->index = cut(open + 1, equals);
    d->from = cut(equals + 1, dots);
    d->to = cut(dots + 2, close);
    d->formula = cut(second + 1, end);
    return is_name(d->name) && is_name(d->index);
}

status names_define(names *n, const char *text, error *e)
{
    n->definition = memory_resize(n->definition, n->definitions + 1, sizeof *n->definition);
    definition *d = &n->definition[n->definitions];
    *d = (definition){0};
    n->definitions++; /* what is there is cleared with the rest, also after a failure */
    if (!split(d, text))
        return error_set(e, STATUS_MALFORMED,
                         "let: expected NAME = FORMULA or "
                         "NAME[i = FROM .. TO] = FORMULA");
    if (names_evidence(n, d->name) || names_definition(n, d->name) != d)
        return error_set(e, STATUS_MALFORMED, "let: %.40s has a meaning already", d->name);
    return STATUS_OK;
}

const evidence *names_evidence(const names *n, const char *name)
{
    for (size_t i = 0; i < n->evidences; i++)
        if (strcmp(n->evidence[i].name, name) == 0)
            return &n->evidence[i];
    return NULL;
}

const definition *names_definition(const names *n, const char *name)
{
    for (size_t i = 0; i < n->definitions; i++)
        if (n->definition[i].name && strcmp(n->definition[i].name, name) == 0)
            return &n->definition[i];
    return NULL;
}
