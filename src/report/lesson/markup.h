/* Marked-up text: `code`, *emphasis*, $formula$, {number}, and blocks of lines. */
#ifndef STRATA_REPORT_LESSON_MARKUP_H
#define STRATA_REPORT_LESSON_MARKUP_H

#include "report/lesson/lesson.h"

/* Variables of the repetitions (@each) that are open. */
typedef struct binding {
    const char *name;
    long value;
    const struct binding *outer; /* NULL at the outermost */
} binding;

typedef struct markup {
    const names *names;
    const binding *bound; /* or NULL */
} markup;

/* Computes what stands between braces. */
status markup_number(lesson_number **number, const char *expression, const markup *m, error *e);

status markup_line(lesson_line *line, const char *text, const markup *m, error *e);
void lesson_line_clear(lesson_line *line);

/* Appends the blocks of `count` lines; *failed is the line an error is about. */
status markup_blocks(lesson_text *text, const char *const *line, size_t count, const markup *m,
                     size_t *failed, error *e);
void lesson_text_clear(lesson_text *text);

#endif
