/* A second opinion on witnesses, by different arithmetic and different code.
 *
 * Losses are rounded up, what is available is rounded down, and a witness is confirmed only
 * if every condition still holds. Shares nothing with bounds/conditions.c, bounds/freeze.c
 * or the search. Exact ties of COVER are not resolved here: they count as not confirmed. */
#ifndef STRATA_BOUNDS_RECHECK_H
#define STRATA_BOUNDS_RECHECK_H

#include "bounds/setting.h"

int recheck_confirms(const setting *s, const witness *w);

#endif
