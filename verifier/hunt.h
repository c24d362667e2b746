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

/* Runs at most this many inputs one by one; tasks with no more inputs are decided. */
enum { hunt_exhaustive_limit = 1 << 16 };

status hunt_counterexample(hunt_end *end, verdict *found, const symbolic_proof *proof,
                           unsigned threads, error *e);

#endif
