/* Attention weights of one head, seen from the last token, with positions only on the other
 * side: how heavy is the wanted token, how heavy is the rest of every block?
 *
 * The score of token s is  x_last^T G x_s  with  G = Q^T K; it must be an integer. Weights
 * of a block are summed digit by digit (verifier/digits.h) where the embedding builds keys
 * from binary digits of the argument, token by token otherwise. All arithmetic is in
 * integers, denominators cleared. */
#ifndef STRATA_VERIFIER_SCORES_H
#define STRATA_VERIFIER_SCORES_H

#include "model/network.h"
#include "verifier/digits.h"

/* The keys of one block. A token's argument is outer * inner_count + inner. */
typedef enum digit_kind { DIGIT_NONE, DIGIT_INNER, DIGIT_OUTER } digit_kind;

typedef struct key_term {
    size_t key; /* index into score_rule.key */
    digit_kind kind;
    unsigned bit;
    int64_t scale, offset; /* times key_denominator */
} key_term;

typedef struct key_block {
    uint64_t size;
    int by_digits;
    uint64_t inner_count;
    size_t terms;
    key_term *term; /* by digits */
    int64_t *table; /* token by token: size x keys, times key_denominator */
    /* of the query at hand */
    int64_t base, inner[digits_limit], outer[digits_limit];
    int64_t *score; /* token by token */
    digit_sum full_outer, full_inner, part_inner;
} key_block;

typedef struct score_entry {
    size_t key, from; /* x_last coordinate */
    int64_t weight;   /* times weight_denominator */
} score_entry;

typedef struct score_rule {
    const network *net;
    size_t keys;
    size_t *key; /* coordinates of other tokens' streams that scores read */
    size_t entries;
    score_entry *entry;
    int64_t weight_denominator, key_denominator;
    key_block *block; /* of the blocks 0 .. L */
    int64_t *pull;    /* G^T x_last of the query at hand, per key */
} score_rule;

/* STATUS_LIMIT, with the reason, if numbers are too large for machine integers. */
status score_rule_init(score_rule *rule, const network *net, const attention_head *head, error *e);
void score_rule_clear(score_rule *rule);

/* The last token at one query: its stream times `denominator` (coordinates named in the
 * entries), and its own key coordinates times the rule's key_denominator. */
typedef struct score_query {
    const int64_t *stream;
    int64_t denominator;
    const int64_t *own_key;
} score_query;

/* Prepares the scores of all tokens for a query. Fails (STATUS_LIMIT) if some score is no
 * integer. */
status score_rule_prepare(score_rule *rule, const score_query *query, error *e);

/* For the prepared query: the score of one token of the blocks 0 .. L, and of the last. */
int64_t score_of_token(const score_rule *rule, fc_place token);
status score_of_last(int64_t *score, score_rule *rule, const score_query *query, error *e);

/* q * denominator, if it is an integer below 2^62. */
int integer_scaled(int64_t *value, mpq_srcptr q, int64_t denominator);

/* Least common multiple of `denominator` and q's, if it is below 2^31. */
int denominator_join(int64_t *denominator, mpq_srcptr q);

#endif
