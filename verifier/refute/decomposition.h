/* The lower bound, executed on one protocol (docs/mathematics/3-lower-bound.md, docs/refuter.md).
 *
 * The proof's sets are built level by level: Z_l by verifier/refute/cover.h, R_l by
 * verifier/refute/freeze.h. If Theorem 1 applies with the choice of x and theta that is followed,
 * every level keeps what the theorem promises, and in R_L there are two functions z_L that differ
 * at a point that matters: two inputs with different answers that player -1 cannot tell apart.
 * The two inputs are run, and what player -1 knows is compared, before they are handed out. */
#ifndef STRATA_VERIFIER_REFUTE_DECOMPOSITION_H
#define STRATA_VERIFIER_REFUTE_DECOMPOSITION_H

#include "protocol/protocol.h"
#include "verifier/refute/forbidden.h"
#include "verifier/refute/watch.h"

/* Claim(l) as it came out. */
typedef struct decomposition_level {
    uint64_t Z;       /* |Z_{l-1}|, at most x_{l-1} */
    uint64_t I;       /* |I_{l-1}|, at least theta_{l-1} */
    uint64_t points;  /* n_{l-1} |I_{l-1}|, at least P_l */
    uint64_t bits;    /* frozen on the way from Claim(l-1) */
    uint64_t classes; /* transcripts of these bits that occur */
    uint64_t R, of;   /* |R_l| out of |A_{>=l}| */
} decomposition_level;

typedef struct decomposition {
    unsigned L, reached; /* levels 1 .. reached are there */
    decomposition_level level[fc_max_L + 1];
    uint64_t *input[2]; /* equal views of player -1, different answers */
} decomposition;

/* All z_{>=l} that are not free at once must be enumerated: at most this many. */
enum { decomposition_most = 1 << 25 };
int decomposition_is_feasible(const protocol *p);

/* STATUS_OK: the two inputs are there. STATUS_NEGATIVE: the proof's path ended without them, which
 * cannot happen where the theorem applies. STATUS_LIMIT: too large. `d` holds the levels that were
 * reached in every case. */
status decomposition_run(decomposition *d, const protocol *p, const forbidden *choice,
                         const watch *w, error *e);
void decomposition_clear(decomposition *d);

/* Do the sizes keep what the claims promise? |Z| <= x, |I| >= theta, points >= P_l and
 * |R_l| >= 2^{-D_l} |A_{>=l}|, exactly. */
int decomposition_keeps_promise(const decomposition *d, const forbidden *choice, unsigned l);

#endif
