/* The symbolic engine: a proof that a network answers every input rightly, without
 * enumerating inputs (docs/symbolic.md).
 *
 * It follows the last token through the layers. Layer t is taken as the look-up of
 * z_t(x_t): for every query that can occur there, the share of the wanted token and what
 * can come from all others are bounded over all symbols of all tokens at once (mixing.h),
 * and so is what the MLP makes of it (piecewise.h). The result is a description of the
 * stream after the layer in terms of i_t alone (content.h). After layer L the read-out must
 * be forced to i_L.
 *
 * Nothing is assumed about how the network was made. What the argument needs is checked on
 * the weights; where it fails, `spot` says where, and that is no verdict yet. */
#ifndef STRATA_VERIFIER_SYMBOLIC_H
#define STRATA_VERIFIER_SYMBOLIC_H

#include "verifier/analysis.h"
#include "verifier/content.h"
#include "verifier/mixing.h"

/* What was shown about one layer. */
typedef struct lookup_proof {
    size_t heads;
    mixing_hull *hull;
    unsigned char *digits; /* per head and block 0 .. L: summed digit by digit */
    stream_content *after; /* the stream after the layer */
} lookup_proof;

/* Where the argument stopped, for people and for the search for a counterexample. */
typedef struct symbolic_spot {
    char reason[400]; /* which layer, which query, which coordinate */
    int has_query;    /* the layer's worst query, and the value coordinate at stake: */
    size_t layer, head, value;
    uint64_t w, i;
} symbolic_spot;

typedef struct symbolic_proof {
    const network *net;
    size_t layers; /* shown so far */
    lookup_proof *layer;
    uint64_t queries; /* looked at, over all layers and heads */
    int complete;
    symbolic_spot spot;            /* if not complete */
    const volatile int *cancelled; /* set from a signal handler; may be NULL */
} symbolic_proof;

void symbolic_proof_init(symbolic_proof *proof, const network *net);
void symbolic_proof_clear(symbolic_proof *proof);

/* STATUS_OK with `complete` set or not; STATUS_LIMIT only when cancelled. */
status symbolic_prove(symbolic_proof *proof, error *e);

/* The same for a network of one layer that runs L+1 times (symbolic-steps.c). */
status symbolic_prove_steps(symbolic_proof *proof, error *e);

/* ---- the steps, one file each ---- */

void symbolic_lookup_init(lookup_proof *lookup, const network *net, size_t t);

/* Layer t's weights over all queries (symbolic-queries.c); `before` is the stream before it.
 * STATUS_NEGATIVE: cannot be shown, see the spot. */
status symbolic_mix(symbolic_proof *proof, lookup_proof *lookup, size_t t,
                    const stream_content *before, error *e);

/* The same for a recurrent head in layer 0, which has one query: whatever w is, the coefficients
 * are the same (symbolic-recurrent.c). */
int symbolic_recurrent_is_fit(symbolic_spot *spot, const analysis *a, size_t t, size_t h);
status symbolic_mix_recurrent(symbolic_proof *proof, mixing_hull *hull, size_t h);

/* The stream after layer t, from the hulls (symbolic-layer.c). */
void symbolic_apply(lookup_proof *lookup, const network *net, size_t t,
                    const stream_content *before);

/* Is the read-out forced to i_L? (symbolic-readout.c) */
int symbolic_read(symbolic_spot *spot, const network *net, const stream_content *after);

/* Is it forced to the result of the look-up, whichever of `count` numbers that is? */
int symbolic_read_value(symbolic_spot *spot, const network *net, const stream_content *after,
                        uint64_t count);

#endif
