/* A proof for given sizes: x_0 .. x_{L-1} and theta_1 .. theta_{L-1} under which the conditions
 * of Theorem 1 hold for the task FC(L; m; n) that somebody has chosen. */
#ifndef STRATA_BOUNDS_FIT_H
#define STRATA_BOUNDS_FIT_H

#include "bounds/setting.h"

/* w holds m and n; x and theta are filled in and 1 is returned if some were found on a grid
 * of up to a million points, and the exact conditions hold for them. 0 proves nothing. */
int fit_sizes(witness *w, const setting *s);

#endif
