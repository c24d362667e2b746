/* Runs a network at the last token only, exactly, where the analysis has shown that nothing
 * else matters: embeddings of all tokens in, the last token's stream from layer to layer.
 * Linear in the prompt, where the reference engine is quadratic. */
#ifndef STRATA_VERIFIER_LAST_TOKEN_H
#define STRATA_VERIFIER_LAST_TOKEN_H

#include "model/run.h"
#include "verifier/analysis.h"

typedef struct last_token {
    const network *net;
    const analysis *facts; /* must be `allowed` */
    qvec_t x;              /* the last token's stream; coordinates that are not live are 0 */
    qvec_t hidden, query, embedded, added;
    mpq_t *score, *value; /* tokens, tokens x widest value */
    mpq_t *read, scratch;
    size_t value_room;
} last_token;

/* Fails (STATUS_LIMIT) if the workspace would not fit in memory. */
status last_token_init(last_token *last, const network *net, const analysis *facts, error *e);
void last_token_clear(last_token *last);

/* x := the embedding of the last token with this symbol. */
void last_token_start(last_token *last, uint64_t symbol);

/* x := x after layer i. Returns 0, and leaves x useless, if scores are no integers. */
int last_token_layer(last_token *last, size_t i, const uint64_t *prompt);

/* The read-out of x as RUN_ANSWER or RUN_ZERO. */
run_result last_token_read(last_token *last);

/* All of it: RUN_ANSWER, RUN_ZERO or RUN_INEXACT. */
run_result last_token_answer(last_token *last, const uint64_t *prompt);

/* Sets the coordinates that are not marked to 0. */
void forget_dead(qvec_t x, const unsigned char *live);

#endif
