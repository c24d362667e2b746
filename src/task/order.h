/* All inputs in a row: a numbering 0 .. count-1 in which consecutive inputs differ in
 * exactly one token, by one.
 *
 * This is the reflected Gray code for the mixed radix (r_0, r_1, ..., r_{n-1}), r_t the
 * radix of token t, token 0 most significant: the prompt is a number read from left to
 * right, and each digit runs up and down instead of jumping back to 0.
 *
 * Definition. Let a_0 ... a_{n-1} be the digits of k in that mixed radix, and p_t the
 * number with digits a_0 ... a_{t-1} (p_0 = 0). Input k has the symbols
 *
 *     g_t = a_t            if p_t is even   ("up"),
 *     g_t = r_t - 1 - a_t  if p_t is odd    ("down").
 *
 * It is a bijection: from g_0, ..., g_{n-1} the digits a_0, a_1, ... are recovered one
 * after the other, since p_t depends on a_0 .. a_{t-1} only (order_rank).
 *
 * Consecutive inputs differ in one token by one. Let k+1 < count, and let t be the last
 * token whose digit in k is not r_t - 1. Going from k to k+1,
 *  - digits before t stay, so p_s stays for s <= t: tokens before t keep their symbol,
 *    and token t keeps its direction and moves by one, since a_t grows by one;
 *  - for s > t the digit a_s goes from r_s - 1 to 0, and p_s grows by one, as p_s counts
 *    the digits up to s-1, the last of which carried (for s = t+1: a_t grew by one).
 *    So the direction of s turns: r_s - 1 going up is the symbol r_s - 1, and 0 going down
 *    is the symbol r_s - 1 as well; likewise 0 = 0. The symbol stays.
 * Tokens with one symbol (r_t = 1) always have digit r_t - 1 = 0 and never move.  QED */
#ifndef STRATA_TASK_ORDER_H
#define STRATA_TASK_ORDER_H

#include "base/random.h"
#include "task/fc.h"

#include <stddef.h>

/* A walk through the inputs in this order. `prompt` is the current input. */
typedef struct order_walk {
    const fc *task;
    uint64_t *prompt;
    uint64_t *radix;     /* of every token */
    unsigned char *down; /* direction of every token */
} order_walk;

void order_walk_init(order_walk *walk, const fc *task); /* at input 0 */
void order_walk_clear(order_walk *walk);

/* Puts the walk at input k < count. */
void order_walk_seek(order_walk *walk, const mpz_t k);

/* Goes to the next input; returns the token that changed, or -1 after the last input. */
int64_t order_walk_next(order_walk *walk);

/* The number of an input. */
void order_rank(mpz_t k, const fc *task, const uint64_t *prompt);

/* A uniformly random input. */
void order_random(uint64_t *prompt, const fc *task, random_source *source);

#endif
