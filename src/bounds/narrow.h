/* From real sizes to whole ones, the small sizes first.
 *
 * Rounding x_{L-1} = 12.4 matters, rounding 2^80 does not, and after a small size has been
 * rounded the others should adapt. So the sizes below 2^12, then 2^24, then 2^46 are rounded
 * and held while the convex program is solved again for the rest; of the smallest ones the
 * neighbouring integers are tried as well. */
#ifndef STRATA_BOUNDS_NARROW_H
#define STRATA_BOUNDS_NARROW_H

#include "bounds/choice.h"

/* Fills n, x, m of the choice; `gap` is the room (in bits of prompt length) that is left for
 * rounding what is still real. 0 if the program would not move off its start. */
int narrow_sizes(choice *c, const setting *s, double gap);

#endif
