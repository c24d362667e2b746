/* A chapter as a page: its steps with pictures and the kernel's facts, then its exercises. */
#ifndef STRATA_REPORT_SITE_CHAPTER_H
#define STRATA_REPORT_SITE_CHAPTER_H

#include "report/lesson/lesson.h"
#include "report/site/pictures.h"

/* What stands inside <main>, after the heading. */
void chapter_write(FILE *to, const lesson_chapter *chapter, const pictures *drawn);

#endif
