/* Newton's method along the central path of a convex program. */
#ifndef STRATA_BOUNDS_BARRIER_H
#define STRATA_BOUNDS_BARRIER_H

#include "bounds/program.h"

/* Moves y from a strictly feasible point to within about `gap` bits of the least objective
 * (or as near as doubles allow) and returns the objective. Coordinates with held[i] != 0 stay
 * where they are (NULL: all may move). price[k], k = 1 .. sums-1, gets the multiplier of
 * constraint k, if price is given. */
double barrier_minimise(double *y, double *price, const program *p, const char *held, double gap);

/* Moves y, staying strictly feasible, until y[i] = target[i] wherever held[i]; 0 if the
 * constraints do not let it come near. */
int barrier_pull(double *y, const program *p, const char *held, const double *target);

int barrier_is_inside(const double *y, const program *p); /* strictly feasible */

#endif
