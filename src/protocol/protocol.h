/* Hybrid protocols: the communication model of the lower bound
 * (docs/mathematics/1-task-and-models.md), exactly.
 *
 * Players L, L-1, ..., 1, 0, -1 own the blocks of the prompt in that order; |i| is player i's
 * token count. Layers act one after another, bottom to top, as the word over {F, R} says:
 *
 *  - F: for every pair j > i player i receives a message Pi_{j,i} of at most 2 B |i| bits, any
 *    function of what j knows and of what i knows before the layer; j learns nothing;
 *  - R: going down from L, player i+1 hands player i a message of at most S bits, any function of
 *    what i+1 knows before the layer and of the message i+1 was just handed.
 *
 * After the last layer player -1 announces an answer, a function of what it knows.
 *
 * The length of a message is fixed by the protocol and does not depend on the input: "k bits"
 * means at most 2^k different messages, and a length that may vary would say something, too.
 *
 * A protocol is data and rules, and never changes; running it is protocol/transcript.h. Layers
 * are numbered from 0 here and from 1 in everything people read. */
#ifndef STRATA_PROTOCOL_PROTOCOL_H
#define STRATA_PROTOCOL_PROTOCOL_H

#include "base/status.h"
#include "protocol/bits.h"
#include "task/fc.h"

typedef struct protocol protocol;
typedef struct knowledge knowledge; /* protocol/transcript.h: what a player knows */

#define PROTOCOL_NO_ANSWER UINT64_MAX

/* The message functions. They see what the model lets them see: one or two players' knowledge,
 * and `work`, a workspace of the caller in which nothing may be remembered but what was computed
 * from knowledge given again (caches). A message is appended to `message`, which is empty. */
typedef struct protocol_rules {
    status (*full)(bit_writer *message, void *work, const protocol *p, size_t layer,
                   const knowledge *from, const knowledge *to, error *e);
    /* from player i+1, who was handed `handed` (no bits at all if it is player L), to i */
    status (*hand)(bit_writer *message, void *work, const protocol *p, size_t layer,
                   const knowledge *from, bits handed, error *e);
    /* of player -1: the answer, or PROTOCOL_NO_ANSWER */
    status (*announce)(uint64_t *answer, void *work, const protocol *p, const knowledge *who,
                       error *e);
    void *(*work_new)(const protocol *p); /* these two may be NULL */
    void (*work_clear)(void *work);
    void (*data_clear)(void *data); /* may be NULL */
} protocol_rules;

struct protocol {
    char *name;
    fc task;
    char *word; /* over {F, R}, bottom to top */
    size_t layers;
    uint64_t B, S;
    /* Per message, numbered by protocol_slot: its length, and where it stands in the words that
     * its receiver gets over the whole protocol (messages start at a word). */
    uint64_t *width;
    size_t *start;
    size_t *words; /* [i+1]: words that player i gets in all */
    const protocol_rules *rules;
    void *data; /* of the rules */
};

enum { protocol_most_layers = 4096, protocol_most_slots = 1 << 20 };
#define PROTOCOL_MOST_BITS (UINT64_C(1) << 33) /* of all messages of one run together */

/* Takes over `data` (it is cleared if this fails, too). All messages have length 0 at first: set
 * them with protocol_set_width, then call protocol_seal, which lays out the transcript. */
status protocol_init(protocol *p, const char *name, const fc *task, const char *word, uint64_t B,
                     uint64_t S, const protocol_rules *rules, void *data, error *e);
void protocol_set_width(protocol *p, size_t layer, int from, int to, uint64_t width);
status protocol_seal(protocol *p, error *e);
void protocol_clear(protocol *p);

/* Does player `from` send player `to` a message in this layer? */
int protocol_has_message(const protocol *p, size_t layer, int from, int to);
size_t protocol_slot(const protocol *p, size_t layer, int from, int to);
uint64_t protocol_width(const protocol *p, size_t layer, int from, int to);

/* What the model allows: 2 B |to| or S. */
uint64_t protocol_allowed(const protocol *p, size_t layer, int to);

/* How many words a player has got after so many layers: they are the first ones of its list. */
size_t protocol_words_after(const protocol *p, int player, size_t layers);

size_t protocol_full_layers(const protocol *p);

/* STATUS_NEGATIVE, with the layer, the players and both numbers, if a message is longer than the
 * model allows. Nothing runs that does not pass this. */
status protocol_check_budget(const protocol *p, error *e);

#endif
