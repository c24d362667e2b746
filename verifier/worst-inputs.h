/* Inputs on which a look-up construction has the hardest time, for prompts too long to try
 * all inputs (docs/number-systems.md).
 *
 * What a look-up reads is the wanted bit, diluted by the bits of all other tokens; it is worst
 * when these are all opposite. So: every entry of every table is the complement of the entry
 * that is looked up there. Rounding is monotone, so in fixed:P no other values do worse for
 * the same targets; which targets are worst depends on the construction (edges of blocks,
 * codes with many or few ones), so some of each kind are taken. Passing all of them proves
 * nothing; failing one refutes. */
#ifndef STRATA_VERIFIER_WORST_INPUTS_H
#define STRATA_VERIFIER_WORST_INPUTS_H

#include "model/evaluate.h"

/* Targets at the beginning, at the end, in the middle, and two at random; values all ones and
 * all zeros at each. */
enum { worst_input_count = 10 };
void worst_input(uint64_t *prompt, const fc *task, unsigned k);

/* *failing = the first of them on which the network is wrong, or worst_input_count. */
status worst_inputs_try(unsigned *failing, const network *net, const number_choice *number,
                        error *e);

#endif
