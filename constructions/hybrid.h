/* Hybrids (docs/mathematics.md, 2.C): one recurrent layer, then L full layers, for every
 * recurrence. */
#ifndef STRATA_CONSTRUCTIONS_HYBRID_H
#define STRATA_CONSTRUCTIONS_HYBRID_H

#include "constructions/construction.h"

extern const construction construction_hybrid_linear, construction_hybrid_linear_norm,
    construction_hybrid_retnet, construction_hybrid_gla, construction_hybrid_hgrn2,
    construction_hybrid_deltanet, construction_hybrid_gated_deltanet, construction_hybrid_kda,
    construction_hybrid_deltaproduct, construction_hybrid_rwkv6, construction_hybrid_rwkv7,
    construction_hybrid_mamba, construction_hybrid_mamba2, construction_hybrid_window;

#endif
