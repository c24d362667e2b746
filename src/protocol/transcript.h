/* One run of a protocol: what everybody said, what everybody knows, and the answer.
 *
 * A transcript is also the workspace for runs: no memory is taken during one. A protocol may be
 * run by several threads at once, each with a transcript of its own. */
#ifndef STRATA_PROTOCOL_TRANSCRIPT_H
#define STRATA_PROTOCOL_TRANSCRIPT_H

#include "protocol/protocol.h"

/* What player `player` knows after the first `layers` layers: the symbols of its block and the
 * messages it received in them. By causality this is a function of z_player, ..., z_L alone. */
struct knowledge {
    const protocol *p;
    int player;
    size_t layers;
    const uint64_t *symbol; /* of its block, in prompt order (player -1: w) */
    size_t symbols;
    const uint64_t *word; /* the messages, laid out as the protocol says */
    size_t words;
    uint64_t digest; /* a hash of all this: equal knowledge has equal digests */
};

/* The message of an earlier layer, layer < k->layers; none is empty (count 0). */
bits knowledge_received(const knowledge *k, size_t layer, int from);

/* Same player, same symbols, same messages (compared in full). */
int knowledge_equal(const knowledge *a, const knowledge *b);

typedef struct transcript {
    const protocol *p;
    uint64_t *symbol;    /* the prompt */
    uint64_t answer;     /* or PROTOCOL_NO_ANSWER */
    size_t *block_start; /* [i+1] */
    uint64_t **received; /* [i+1]: the words of player i */
    uint64_t *digest;    /* [(i+1) * (layers+1) + layers done] */
    void *work;          /* of the rules */
} transcript;

void transcript_init(transcript *t, const protocol *p);
void transcript_clear(transcript *t);

/* Runs the protocol on a prompt (model/task layout, each symbol below its radix). Every message is
 * counted: one of another length than the protocol states, or longer than the model allows, ends
 * the run with STATUS_NEGATIVE and says who said how much to whom. */
status protocol_run(transcript *t, const uint64_t *prompt, error *e);

/* The same for the first `layers` layers only, and nothing is announced. */
status protocol_run_layers(transcript *t, const uint64_t *prompt, size_t layers, error *e);

/* Pi_{from,to} of an F layer; the message handed to `to` in an R layer. */
bits transcript_full(const transcript *t, size_t layer, int from, int to);
bits transcript_handed(const transcript *t, size_t layer, int to);

/* What a player knows after so many layers (a view into the transcript); player -1 at the very
 * end is transcript_knowledge(t, -1, p->layers). */
knowledge transcript_knowledge(const transcript *t, int player, size_t layers);

#endif
