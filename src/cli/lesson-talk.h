/* The lesson as a conversation: pages forward and back, jumps, exercises with answers. */
#ifndef STRATA_CLI_LESSON_TALK_H
#define STRATA_CLI_LESSON_TALK_H

#include "report/lesson/terminal.h"

/* Reads commands from `from` until `q` or the end of input; begins at chapter `first`. */
void lesson_talk(FILE *to, FILE *from, const page_style *style, const lesson *l, size_t first);

#endif
