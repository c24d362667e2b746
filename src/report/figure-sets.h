/* Sets shrinking, level by level: how many bits the argument has lost (D_l), and how many the
 * points it still sees are worth (P_l log2 N_{l-1}), on a logarithmic scale. */
#ifndef STRATA_REPORT_FIGURE_SETS_H
#define STRATA_REPORT_FIGURE_SETS_H

#include "bounds/conditions.h"

/* SVG text (memory_free); `c` has been evaluated at these s and w. */
char *figure_sets(const char *id, const conditions *c, const witness *w);

#endif
