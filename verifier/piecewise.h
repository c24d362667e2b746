/* The range of one output coordinate of a layer's MLP (residual added) over a box.
 *
 * Hidden units that read one coordinate which varies add up to a piecewise linear function
 * of that coordinate; its extremes over an interval are at the ends or at breakpoints, so
 * its range is exact, however large the single units are: ReLU(2y+1) - ReLU(2y-1) is found
 * to be constant where it is, and ReLU(r) - ReLU(-r) - r to be 0. Units that read several
 * varying coordinates are bounded one by one. Ranges of different coordinates are added:
 * sound for any box, exact if only one coordinate varies. (docs/symbolic.md, section 4) */
#ifndef STRATA_VERIFIER_PIECEWISE_H
#define STRATA_VERIFIER_PIECEWISE_H

#include "exact/qrange.h"
#include "model/network.h"

/* x: one range per coordinate of the stream, after attention. */
void mlp_output_range(qrange_t out, const network_layer *layer, size_t coordinate,
                      const qrange_struct *x);

#endif
