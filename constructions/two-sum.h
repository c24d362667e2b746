/* 2-Sum by one full layer (docs/mathematics.md, section 5). A prompt has n tokens: n-1 numbers
 * in [M] and, last, a number y. The question: is there a number x with x + y = 0 (mod M)?
 *
 * One head. The query is the +1/-1 code of -y, keys are the codes of the numbers; the last
 * token itself has a key of its own and takes part as a sink: its score lies half way between
 * a match and the best that is none. Values are 1 on numbers and -1 on the sink, so the sign
 * of what is read says yes or no:
 *   a match   weighs at least 2^beta times the sink, and the numbers around it only help;
 *   no match  leaves at most (n-1) 2^{-beta} <= 1/2 against the sink's 1, as 2^beta >= 2(n-1).
 * So y >= (1 - 2^-beta)/(1 + 2^-beta) or y <= -1/3, and 3 bits (fixed:3:1) are enough for the
 * aggregates, too: the numerator is at least 1/2 in absolute value, with the right sign. */
#ifndef STRATA_CONSTRUCTIONS_TWO_SUM_H
#define STRATA_CONSTRUCTIONS_TWO_SUM_H

#include "model/network.h"
#include "model/number.h"

typedef struct two_sum {
    uint64_t M;
    size_t tokens; /* n */
    unsigned code; /* bits of a number */
    long beta;
    attention_head head;
    size_t width; /* of a token's stream: code, code of -y, number flag, last flag */
} two_sum;

void two_sum_init(two_sum *layer, uint64_t M, size_t tokens); /* M >= 1, tokens >= 2 */
void two_sum_clear(two_sum *layer);

size_t two_sum_dim(const two_sum *layer);
uint64_t two_sum_precision(const two_sum *layer); /* P of fixed:P:1 */

/* By definition, without any network. */
int two_sum_expected(uint64_t M, const uint64_t *prompt, size_t tokens);

/* The layer's answer: 1, 0, or -1 if the sign of what it reads is 0 or not known. */
int two_sum_answer(const two_sum *layer, const number_system *system, const uint64_t *prompt);

#endif
