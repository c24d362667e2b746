/* Pictures made of bars: the lesson's own definitions, level by level. */
#ifndef STRATA_REPORT_SITE_PICTURE_BARS_H
#define STRATA_REPORT_SITE_PICTURE_BARS_H

#include "base/status.h"
#include "report/lesson/names.h"

/* SVG text (memory_free), or NULL where there is nothing to show (L = 1). */
status picture_players(char **drawn, const names *n, unsigned L, error *e);
status picture_cover(char **drawn, const names *n, unsigned L, error *e);
status picture_frozen(char **drawn, const names *n, unsigned L, error *e);

#endif
