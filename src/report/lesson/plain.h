/* The lesson's text without any marks: one line as plain UTF-8. */
#ifndef STRATA_REPORT_LESSON_PLAIN_H
#define STRATA_REPORT_LESSON_PLAIN_H

#include "report/lesson/lesson.h"

char *plain_line(const lesson_line *line); /* free with memory_free */
char *plain_piece(const lesson_piece *piece);

#endif
