/* The two rules of the symbolic checker that compute something: the weights of one query,
 * and the range of one MLP output. Both straight from the definitions. */
#ifndef STRATA_VERIFIER_CHECK_RULES_H
#define STRATA_VERIFIER_CHECK_RULES_H

#include "exact/qrange.h"
#include "verifier/check-network.h"

/* For scores  sum_c pull_c x_c(s)  and the wanted token: share and parts (block l at index
 * l + 1) of the weight, as ranges; they are points unless very light tokens were left out.
 * by_digits[l]: sum block l digit by digit. Fails if a score is no integer, or a block's
 * keys are no binary digits. */
typedef struct check_weights {
    qrange_t share;
    qrange_struct *part;
} check_weights;
status check_weigh(check_weights *to, const check_network *net, const qvec_t pull, fc_place wanted,
                   uint64_t w, const unsigned char *by_digits, error *e);

/* Coordinate c after the MLP, residual included, for all streams x in the box. */
void check_mlp(qrange_t out, const check_layer *layer, size_t c, const qrange_struct *x);

#endif
