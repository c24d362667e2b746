/* Steps 1-3 of the lower bound: from Claim(l) choose Z_l.
 *
 * Wanted is a tuple t of x functions in A_l whose values at the points of Claim(l) are at least
 * theta many, and for which S_t = { z_{>l} : (z, z_{>l}) in R_l for all z in t } is large. The
 * proof shows by averaging that one exists with |S_t| >= 2^{-(x D_l + 1)} |A_{>l}|; here one is
 * looked for: function by function, each time the one that costs S_t least, and by drawing. */
#ifndef STRATA_VERIFIER_REFUTE_COVER_H
#define STRATA_VERIFIER_REFUTE_COVER_H

#include "base/status.h"
#include "verifier/refute/claim.h"

/* Sets Z_l and I_l, and `kept` to S_t; the claim then is between level l and l+1 (its R is still
 * R_l). STATUS_NEGATIVE if no tuple was found that reaches theta values. */
status cover_level(member_set *kept, claim *c, uint64_t x, uint64_t theta, error *e);

#endif
