/* The reference engine: runs a network at every token, layer by layer, exactly as
 * model/network.h says, in a given number system. No shortcut, no knowledge of any
 * construction: this is the definition the other engines are compared with. */
#ifndef STRATA_MODEL_RUN_H
#define STRATA_MODEL_RUN_H

#include "model/network.h"
#include "model/number.h"

/* Watches a run; any function may be NULL. Arrays hold numbers of the system. */
typedef struct run_observer {
    void *data;
    /* head h of layer i at token t: the t+1 weights and what was read (y, before O) */
    void (*attention)(void *data, const number_system *system, size_t layer, size_t head,
                      uint64_t token, const void *weight, const void *y);
    /* head h of a recurrent layer: the state after token t, and what was read */
    void (*recurrence)(void *data, const number_system *system, size_t layer, size_t head,
                       uint64_t token, const void *state, const void *y);
    /* the residual stream of token t after `layers_done` layers (0 = the embedding) */
    void (*stream)(void *data, const number_system *system, size_t layers_done, uint64_t token,
                   const void *x);
} run_observer;

typedef enum run_outcome {
    RUN_ANSWER,    /* every read-out coordinate has a sign */
    RUN_ZERO,      /* read-out coordinate `coordinate` is exactly 0: no answer */
    RUN_UNDECIDED, /* its sign is not forced by the enclosure */
    RUN_INEXACT    /* the number system cannot hold the attention weights */
} run_outcome;

typedef struct run_result {
    run_outcome outcome;
    uint64_t answer;   /* RUN_ANSWER */
    size_t coordinate; /* RUN_ZERO, RUN_UNDECIDED */
} run_result;

/* Workspace for many runs of one network in one number system. */
typedef struct run_machine {
    const network *net;
    number_system system;
    int last_only; /* see run_last_only */
    size_t tokens, width;
    size_t used;    /* tokens in the pass at work: the prompt's, then one more per step */
    uint64_t *said; /* i_t of the steps done */
    void *stream;   /* tokens x W */
    void *added;    /* tokens x W: sum of the heads' outputs */
    void *key;      /* tokens x d_k of the head at work */
    void *value;    /* tokens x d_v of the head at work */
    void *score;    /* tokens */
    void *weight;   /* tokens, when somebody watches */
    void *query;    /* d_k */
    void *read;     /* d_v */
    void *parts;    /* all parts of the recurrent head at work */
    void *state;
    void *recurrent_scratch;
    size_t parts_room, state_room, scratch_room;
    void *hidden;  /* hidden units */
    void *scratch; /* one number */
    size_t key_room, value_room, hidden_room;
    qvec_t embedded;
} run_machine;

/* Fails (STATUS_LIMIT, with the size) if the workspace would not fit in memory. */
status run_machine_init(run_machine *machine, const network *net, number_system system, error *e);
void run_machine_clear(run_machine *machine);

/* Can the answer be computed at the last token alone? It can if all that other tokens
 * contribute (keys, values, and the parts of recurrent heads) is read from coordinates that no
 * layer writes. This is checked on the weights. */
int run_reads_memory_only(const network *net);

/* From now on compute queries, read-outs and MLPs at the last token only; the network must
 * read memory only. Every operation that is still done is the same as before. */
void run_last_only(run_machine *machine);

run_result run_prompt(run_machine *machine, const uint64_t *prompt, const run_observer *observer);

#endif
