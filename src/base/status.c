#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make_printable(char *s)
{
    for (; *s; s++)
        if ((unsigned char)*s < 32 || *s == 127)
            *s = '?';
}

void error_record(error *e, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(e->message, sizeof e->message, format, arguments);
    va_end(arguments);
    make_printable(e->message);
}

void error_prefix(error *e, const char *format, ...)
{
    char context[sizeof e->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context, sizeof context, format, arguments);
    va_end(arguments);
    make_printable(context);

    char rest[sizeof e->message];
    memcpy(rest, e->message, sizeof rest);
    size_t used = strlen(context);
    size_t room = sizeof e->message - 1;
    if (used > room - 2)
        used = room - 2;
    memcpy(e->message, context, used);
    memcpy(e->message + used, ": ", 2);
    size_t tail = strlen(rest);
    if (tail > room - used - 2)
        tail = room - used - 2;
    memcpy(e->message + used + 2, rest, tail);
    e->message[used + 2 + tail] = '\0';
}

_Noreturn void strata_impossible(const char *file, int line, const char *what)
{
    fprintf(stderr, "strata: internal error at %s:%d: %s does not hold\n", file, line, what);
    _Exit(STATUS_INTERNAL);
}
