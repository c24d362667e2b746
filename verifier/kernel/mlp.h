/* What an MLP makes of a box of streams (docs/symbolic.md, Lemma 5). */
#ifndef STRATA_VERIFIER_KERNEL_MLP_H
#define STRATA_VERIFIER_KERNEL_MLP_H

#include "exact/qrange.h"
#include "verifier/kernel/network.h"

/* Encloses what the MLP adds to coordinate c, for all streams x in the box; with `residual`
 * that and x_c itself, which may cancel exactly. */
void mlp_range(qrange_t out, const plain_layer *layer, size_t c, const qrange_struct *x,
               int residual);

#endif
