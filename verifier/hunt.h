/* The search for a real counterexample where the symbolic argument stopped.
 *
 * Inputs are tried that lead to the spot's query and put the worst symbols for the value
 * coordinate at stake on all other tokens; then random ones; and if the task is small, all
 * inputs. Whatever is reported has been confirmed by the reference engine. */
#ifndef STRATA_VERIFIER_HUNT_H
#define STRATA_VERIFIER_HUNT_H

#include "verifier/exhaustive.h"
#include "verifier/symbolic.h"

typedef enum hunt_end {
    HUNT_FOUND,      /* the verdict holds a confirmed counterexample */
    HUNT_NONE_EXIST, /* all inputs were run, all were right */
    HUNT_GAVE_UP     /* neither */
} hunt_end;

/* Tasks with no more inputs than this are decided by running them all: with the fast engine
 * where the analysis of the weights allows it, with the reference engine otherwise. */
enum { hunt_fast_limit = 1 << 24, hunt_reference_limit = 1 << 16 };

status hunt_counterexample(hunt_end *end, verdict *found, const symbolic_proof *proof,
                           unsigned threads, error *e);

#endif
