/* Where a layer's outputs bend, as a function of what its heads read, for one content x.
 *
 * Each hidden unit that depends on y bends along the plane where its argument is 0. Units
 * with proportional arguments share a plane. Crossing it changes the slope of output r by
 * sum_u |lambda_u| (P U)_ru times the plane's normal (unit u has argument lambda_u times the
 * plane's form); if that is 0 for every output, the plane is no kink, and it is dropped. On
 * each region between the planes that remain, all outputs are affine in y; often they are
 * constant, and then it suffices to know the region. Outputs are continuous, so a point on a
 * plane may be counted on either side. */
#ifndef STRATA_VERIFIER_FAST_KINKS_H
#define STRATA_VERIFIER_FAST_KINKS_H

#include "verifier/fast-layer.h"

enum { kink_limit = 60 }; /* a region is a pattern of bits in a machine word */

typedef struct fast_kinks {
    const fast_layer *layer;
    qvec_t unit_constant, out_constant;
    size_t planes;
    qvec_struct *plane; /* coefficients of y, then the constant */
    int *unit_plane;    /* per unit: its plane, or one of the values below */
    signed char *unit_side;
} fast_kinks;
enum { unit_is_constant = -1, unit_is_straight = -2 };

void fast_kinks_init(fast_kinks *k, const fast_layer *layer, const qvec_t x);
void fast_kinks_clear(fast_kinks *k);

/* The outputs on the region where plane i is >= 0 iff bit i of the pattern is set: for each
 * output its coefficients of y, then its constant. `out` is outputs x (variables + 1). */
void fast_kinks_outputs(qmat_t out, const fast_kinks *k, uint64_t pattern);

#endif
