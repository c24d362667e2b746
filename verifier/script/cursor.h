/* Where a reader stands in a proof script, and the words and signs it finds there. */
#ifndef STRATA_VERIFIER_SCRIPT_CURSOR_H
#define STRATA_VERIFIER_SCRIPT_CURSOR_H

#include "base/status.h"

#include <stddef.h>

typedef struct cursor {
    const char *file;       /* for messages */
    const char *at, *start; /* next character; first character of the line */
    const char *end;        /* of the text */
    unsigned line;          /* from 1 */
} cursor;

/* A piece of the text: a name. */
typedef struct span {
    const char *at;
    size_t length;
} span;

int span_is(span w, const char *text);
int span_equal(span a, span b);

void cursor_skip_spaces(cursor *c); /* within the line */
int cursor_at_line_end(cursor *c);  /* after spaces */
void cursor_next_line(cursor *c);   /* whatever is left of this one */

int cursor_take(cursor *c, const char *sign); /* spaces, then the sign if it is there */
status cursor_expect(cursor *c, const char *sign, error *e);
int cursor_take_word(span *w, cursor *c); /* a letter, then letters, digits and _ */

/* "FILE:LINE:COLUMN: ..." for the place `at` in the current line, with the value `code`. */
void cursor_record(error *e, const cursor *c, const char *at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
#define cursor_error(e, code, c, at, ...) (cursor_record((e), (c), (at), __VA_ARGS__), (code))

#endif
