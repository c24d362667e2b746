/* What a player of a network protocol computes with: the residual streams of its own tokens, a
 * function of what it knows. */
#ifndef STRATA_PROTOCOL_NETWORK_PLAYER_H
#define STRATA_PROTOCOL_NETWORK_PLAYER_H

#include "model/block-report.h"
#include "model/network.h"
#include "protocol/transcript.h"

/* The streams of one player after some layers, and the knowledge they were computed from: asked
 * for with the same knowledge again, they are still right. */
typedef struct network_streams {
    uint64_t version; /* of what is held: no two contents have the same; 0 = nothing yet */
    uint64_t *symbol, *word;
    void *stream; /* tokens of the player x W */
} network_streams;

/* A message and the versions of the streams it was computed from. */
typedef struct network_sent {
    uint64_t from, to;
    uint64_t *word, *handed;
} network_sent;

typedef struct network_work {
    const protocol *p;
    const network *net;
    const number_system *system;
    uint64_t versions;
    network_streams *known; /* [(player + 1) * (layers + 1) + layers done] */
    network_sent *sent;     /* by slot */
    size_t block;           /* tokens in the largest block */
    size_t key_room, value_room, hidden_room, parts_room, state_room, scratch_room;
    void *key, *value, *query, *score, *read, *added, *hidden, *one, *parts, *state;
    void *recurrent_scratch;
    mpz_t *integer; /* scores, rounded */
    qvec_t embedded;
} network_work;

typedef struct network_data { /* of the protocol */
    const network *net;
    number_system system;
} network_data;

void *network_work_new(const protocol *p);
void network_work_clear(void *from);

/* The streams after k->layers layers. STATUS_LIMIT where fixed:P does not decide a rounding. */
status network_player_streams(const network_streams **streams, network_work *work,
                              const knowledge *k, error *e);

/* What the block of player `from` reports on one token with residual stream x, after keys and
 * values of the head were set; `count` of its tokens are seen. */
void network_set_keys(network_work *work, const attention_head *head, const void *stream,
                      size_t tokens);
status network_report(block_report *report, network_work *work, const attention_head *head,
                      const void *x, size_t count, error *e);

/* Goes through the tokens of a player in a recurrent head, with work->state at the start and at
 * the end; what is read goes to work->added unless `silent`. */
status network_step_block(network_work *work, const recurrent_head *head, int player,
                          const void *stream, int silent, error *e);

#endif
