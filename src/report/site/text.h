/* Texts of the lesson as HTML: paragraphs, lists, formulas, commands, tables. */
#ifndef STRATA_REPORT_SITE_TEXT_H
#define STRATA_REPORT_SITE_TEXT_H

#include "report/lesson/lesson.h"

void text_write(FILE *to, const lesson_text *text);
void text_write_line(FILE *to, const lesson_line *line);

/* A computed number on its own. */
void text_write_number(FILE *to, const lesson_number *number);

#endif
