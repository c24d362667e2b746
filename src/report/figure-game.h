/* The communication game at the reader's sizes: who owns what, and how many bits a layer may
 * carry to whom (docs/mathematics/1-task-and-models.md). */
#ifndef STRATA_REPORT_FIGURE_GAME_H
#define STRATA_REPORT_FIGURE_GAME_H

#include "bounds/setting.h"

/* SVG text (memory_free). With more than seven players the middle ones are left out. */
char *figure_game(const char *id, const setting *in, const witness *w);

#endif
