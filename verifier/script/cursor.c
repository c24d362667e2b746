#include "verifier/script/cursor.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int span_is(span w, const char *text)
{
    return strlen(text) == w.length && memcmp(w.at, text, w.length) == 0;
}

int span_equal(span a, span b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

void cursor_skip_spaces(cursor *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t'))
        c->at++;
}

int cursor_at_line_end(cursor *c)
{
    cursor_skip_spaces(c);
    return c->at == c->end || *c->at == '\n';
}

void cursor_next_line(cursor *c)
{
    while (c->at < c->end && *c->at != '\n')
        c->at++;
    if (c->at < c->end)
        c->at++;
    c->start = c->at;
    c->line++;
}

int cursor_take(cursor *c, const char *sign)
{
    cursor_skip_spaces(c);
    size_t length = strlen(sign);
    if ((size_t)(c->end - c->at) < length || memcmp(c->at, sign, length) != 0)
        return 0;
    c->at += length;
    return 1;
}

status cursor_expect(cursor *c, const char *sign, error *e)
{
    if (cursor_take(c, sign))
        return STATUS_OK;
    return cursor_error(e, STATUS_MALFORMED, c, c->at, "expected '%s'", sign);
}

static int is_letter(char x)
{
    return (x >= 'a' && x <= 'z') || (x >= 'A' && x <= 'Z');
}

int cursor_take_word(span *w, cursor *c)
{
    cursor_skip_spaces(c);
    const char *s = c->at;
    if (s == c->end || !is_letter(*s))
        return 0;
    while (s < c->end && (is_letter(*s) || (*s >= '0' && *s <= '9') || *s == '_'))
        s++;
    *w = (span){c->at, (size_t)(s - c->at)};
    c->at = s;
    return 1;
}

void cursor_record(error *e, const cursor *c, const char *at, const char *format, ...)
{
    char message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    error_record(e, "%.80s:%u:%zu: %s", c->file, c->line, (size_t)(at - c->start) + 1, message);
}
