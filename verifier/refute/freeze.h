/* Step 4 of the lower bound: freeze the messages that are still open, i.e. keep only those z_{>l}
 * that produce the most frequent transcript of them. At level l these are
 *
 *   (i)   F messages from players j > l to player l in the first l F layers (l = L-1: the first
 *         L-2), for every z_l in Z_l;
 *   (ii)  F messages from j > l to i < l in the l-th F layer, for every choice of z_i, ..., z_{l-1}
 *         (l = L-1: only to players 0 and -1; only to -1 if the last layer of the word is F). What
 *         player i knows at that stage does not depend on z_{>=l} in R_l, so it is taken from one
 *         run;
 *   (iii) R messages from l+1 to l in all layers.
 *
 * Level 0 is the base: there are only (iii), the R messages from 1 to 0. */
#ifndef STRATA_VERIFIER_REFUTE_FREEZE_H
#define STRATA_VERIFIER_REFUTE_FREEZE_H

#include "protocol/protocol.h"
#include "verifier/refute/claim.h"
#include "verifier/refute/watch.h"

/* What was frozen. */
typedef struct frozen {
    uint64_t bits;    /* of the transcript */
    uint64_t classes; /* different transcripts that occur */
} frozen;

/* On whom the proof is executed. */
typedef struct freeze_setting {
    const protocol *p;
    int last_full;
    const watch *watch; /* may be NULL */
} freeze_setting;

/* `from` is S_t (at level 0: all of A_{>=1}); R becomes its most frequent class, a list, or all of
 * it where no bit is open. Z_0, ..., Z_level of the claim are used. */
status freeze_level(member_set *R, frozen *how, const freeze_setting *on, const claim *c,
                    unsigned level, const member_set *from, error *e);

#endif
