/* The lesson for the terminal, page by page. */
#ifndef STRATA_REPORT_LESSON_TERMINAL_H
#define STRATA_REPORT_LESSON_TERMINAL_H

#include "report/lesson/lesson.h"
#include "report/lesson/wrap.h"

/* c, s and x count from 0. */
void terminal_chapter(FILE *to, const page_style *style, const lesson *l, size_t c);
void terminal_step(FILE *to, const page_style *style, const lesson *l, size_t c, size_t s);
void terminal_exercise(FILE *to, const page_style *style, const lesson *l, size_t c, size_t x);

void terminal_hint(FILE *to, const page_style *style, const lesson_exercise *x);
void terminal_answer(FILE *to, const page_style *style, const lesson_exercise *x);

/* A chapter with all steps, exercises, and their answers at its end. */
void terminal_all(FILE *to, const page_style *style, const lesson *l, size_t c);

/* The blocks of a text, `indent` columns in; `lead` begins the first line if it is a paragraph
 * (else it gets a line of its own). Tables that are too wide are told row by row. */
void terminal_text(FILE *to, const page_style *style, size_t indent, const char *lead,
                   const lesson_text *text);
size_t terminal_table(FILE *to, const page_style *style, size_t indent, const lesson_text *text,
                      size_t from); /* the block after the table */

char *terminal_line(const lesson_line *line, const page_style *style); /* memory_free */

#endif
