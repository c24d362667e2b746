/* `strata lesson --html DIR`: what the pages need besides the lesson itself. */
#ifndef STRATA_CLI_LESSON_SITE_H
#define STRATA_CLI_LESSON_SITE_H

#include "cli/lesson-evidence.h"
#include "report/lesson/lesson.h"

/* `n` holds the evidence, `script` the proof at these numbers. */
status lesson_site(const lesson_subject *of, const lesson *l, const names *n, const char *script,
                   const char *directory, error *e);

#endif
