/* The weights of one query, straight from the definition or digit by digit (docs/symbolic.md,
 * Lemma 3). */
#ifndef STRATA_VERIFIER_KERNEL_WEIGH_H
#define STRATA_VERIFIER_KERNEL_WEIGH_H

#include "exact/qrange.h"
#include "verifier/kernel/network.h"

/* Tokens more than 2^weigh_light lighter than the wanted one are bounded, not summed. */
enum { weigh_light = 1024 };

/* Scores, and sums of 2^(score - score of the wanted token); block l at index l + 1. */
typedef struct query_weights {
    size_t blocks;
    long wanted;         /* the wanted token's score */
    qrange_struct *rest; /* the sum over the block's tokens but the wanted one: points, unless
                            very light tokens were left out */
    long *top;           /* the block's largest score, the wanted token included */
} query_weights;
void query_weights_init(query_weights *weights, size_t blocks);
void query_weights_clear(query_weights *weights);

/* For scores  sum_c pull_c x_c(s)  at query tuple w. by_digits[l]: sum block l digit by digit.
 * Fails if a score is no integer, or if a block's keys are no binary digits. */
status weigh_query(query_weights *to, const plain_network *net, const qvec_t pull, fc_place wanted,
                   uint64_t w, const unsigned char *by_digits, error *e);

void weigh_power_of_two(mpq_t z, long exponent);

#endif
