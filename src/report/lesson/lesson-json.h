/* The lesson as JSON: all texts, all numbers, and where each comes from. */
#ifndef STRATA_REPORT_LESSON_JSON_H
#define STRATA_REPORT_LESSON_JSON_H

#include "report/lesson/lesson.h"

/* Fresh text; free with memory_free. `n` as lesson_make left it. */
char *lesson_to_json(const lesson *l, const names *n);

#endif
