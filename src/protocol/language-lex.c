#include "protocol/language-read.h"

#include "base/json-read.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void reader_record(const reader *r, const char *format, ...)
{
    char message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    error_record(r->e, "%.80s:%u: %s", r->file, r->token_line, message);
}

static void skip_comment(reader *r)
{
    while (r->at < r->end && *r->at != '\n')
        r->at++;
}

/* White space, comments, and newlines after which an indented line goes on. Returns 1 if the
 * statement ends here. */
static int skip_blanks(reader *r)
{
    int fresh = 0; /* at the start of a line */
    for (; r->at < r->end; r->at++) {
        char c = *r->at;
        if (c == '#') {
            skip_comment(r);
            if (r->at == r->end)
                break;
            c = '\n';
        }
        if (c == '\n') {
            r->line++;
            fresh = 1;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            fresh = fresh && c == '\r';
        } else {
            return fresh;
        }
    }
    return 0;
}

static size_t span(const reader *r, int (*belongs)(int))
{
    size_t length = 0;
    while (r->at + length < r->end &&
           (belongs((unsigned char)r->at[length]) || r->at[length] == '_'))
        length++;
    return length;
}

static status lex_number(reader *r)
{
    size_t length = span(r, isdigit);
    uint64_t value = 0;
    for (size_t i = 0; i < length; i++) {
        if (!isdigit((unsigned char)r->at[i]))
            return reader_refuse(r, "a number has digits only");
        unsigned digit = (unsigned)(r->at[i] - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return reader_refuse(r, "a number above 2^64 - 1");
        value = value * 10 + digit;
    }
    if (span(r, isalnum) != length)
        return reader_refuse(r, "'%.*s' is neither a number nor a name",
                             (int)(span(r, isalnum) > 30 ? 30 : span(r, isalnum)), r->at);
    r->kind = TOKEN_NUMBER;
    r->number = value;
    r->length = length;
    return STATUS_OK;
}

static status lex_string(reader *r)
{
    const char *close = memchr(r->at + 1, '"', (size_t)(r->end - r->at - 1));
    if (!close || memchr(r->at, '\n', (size_t)(close - r->at)))
        return reader_refuse(r, "a text without closing quote");
    r->kind = TOKEN_STRING;
    r->length = (size_t)(close - r->at) + 1;
    return STATUS_OK;
}

static status lex_sign(reader *r)
{
    static const char *const signs[] = {"->", "..", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
                                        "<",  ">",  "+",  "-",  "*",  "/",  "%",  "&",  "|",  "^",
                                        "!",  "~",  "(",  ")",  "[",  "]",  ",",  ":",  NULL};
    size_t left = (size_t)(r->end - r->at);
    r->kind = TOKEN_SIGN;
    for (size_t i = 0; signs[i]; i++)
        if (strlen(signs[i]) <= left && memcmp(signs[i], r->at, strlen(signs[i])) == 0) {
            r->length = strlen(signs[i]);
            return STATUS_OK;
        }
    if (isprint((unsigned char)*r->at))
        return reader_refuse(r, "unexpected character '%c'", *r->at);
    return reader_refuse(r, "unexpected byte %u", (unsigned)(unsigned char)*r->at);
}

status reader_next(reader *r)
{
    int first = r->kind == TOKEN_STOP;
    unsigned before = r->line;
    int stops = skip_blanks(r);
    r->text = r->at;
    r->length = 0;
    if (!first && (stops || r->at == r->end)) {
        r->token_line = before;
        r->kind = TOKEN_STOP; /* seen again, as the first token of the next statement */
        return STATUS_OK;
    }
    r->token_line = r->line;
    if (r->at == r->end) {
        r->kind = TOKEN_END;
        return STATUS_OK;
    }
    unsigned char c = (unsigned char)*r->at;
    if (isdigit(c)) {
        TRY(lex_number(r));
    } else if (c == '"') {
        TRY(lex_string(r));
    } else if (isalpha(c)) {
        r->kind = TOKEN_NAME;
        r->length = span(r, isalnum);
    } else {
        TRY(lex_sign(r));
    }
    r->at += r->length;
    return STATUS_OK;
}

int reader_sees(const reader *r, const char *text)
{
    return (r->kind == TOKEN_NAME || r->kind == TOKEN_SIGN) && r->length == strlen(text) &&
           memcmp(r->text, text, r->length) == 0;
}

static status expected(const reader *r, const char *what)
{
    if (r->kind == TOKEN_STOP || r->kind == TOKEN_END)
        return reader_refuse(r, "expected %s before the end of the statement", what);
    return reader_refuse(r, "expected %s, got '%.*s'", what, (int)(r->length > 30 ? 30 : r->length),
                         r->text);
}

status reader_take(reader *r, const char *text)
{
    char what[40];
    snprintf(what, sizeof what, "'%s'", text);
    if (!reader_sees(r, text))
        return expected(r, what);
    return reader_next(r);
}

status reader_number(uint64_t *value, reader *r, uint64_t most, const char *what)
{
    if (r->kind != TOKEN_NUMBER)
        return expected(r, what);
    if (r->number > most)
        return reader_refuse(r, "%s: at most %llu", what, (unsigned long long)most);
    *value = r->number;
    return reader_next(r);
}

status reader_player(int *player, reader *r)
{
    uint64_t value;
    int negative = reader_sees(r, "-");
    if (negative)
        TRY(reader_next(r));
    TRY(reader_number(&value, r, fc_max_L, "a player (L .. 1, 0, -1)"));
    *player = negative ? -(int)value : (int)value;
    if (*player < -1 || *player > (int)r->it->task.L)
        return reader_refuse(r, "there is no player %d", *player);
    return STATUS_OK;
}
