/* Is a reader's answer right? */
#ifndef STRATA_REPORT_LESSON_ANSWER_H
#define STRATA_REPORT_LESSON_ANSWER_H

#include "report/lesson/lesson.h"

/* `given` is a formula (`2^10`, `3/4`, `1 - 1/8`), digits may be grouped by commas or spaces;
 * for a choice its number, perhaps in parentheses. STATUS_MALFORMED: not understood. */
status answer_check(int *right, const lesson_exercise *x, const char *given, error *e);

#endif
