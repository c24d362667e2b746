#include "protocol/transcript.h"

#include "base/json-read.h"
#include "base/memory.h"

#include <string.h>

/* ---- knowledge ------------------------------------------------------------------------- */

/* One step of a hash: splitmix64's finaliser over state and word. */
static inline uint64_t absorb(uint64_t state, uint64_t word)
{
    uint64_t z = (state ^ word) * UINT64_C(0x9e3779b97f4a7c15) + UINT64_C(0x632be59bd9b4e019);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    return z ^ (z >> 31);
}

static bits message_at(const protocol *p, const uint64_t *received, size_t layer, int from, int to)
{
    size_t slot = protocol_slot(p, layer, from, to);
    return (bits){received + p->start[slot], (size_t)p->width[slot]};
}

bits knowledge_received(const knowledge *k, size_t layer, int from)
{
    REQUIRE(layer < k->layers);
    if (!protocol_has_message(k->p, layer, from, k->player))
        return (bits){NULL, 0};
    return message_at(k->p, k->word, layer, from, k->player);
}

static int same(const uint64_t *a, const uint64_t *b, size_t count)
{
    return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

int knowledge_equal(const knowledge *a, const knowledge *b)
{
    return a->player == b->player && a->symbols == b->symbols && a->words == b->words &&
           a->digest == b->digest && same(a->symbol, b->symbol, a->symbols) &&
           same(a->word, b->word, a->words);
}

knowledge transcript_knowledge(const transcript *t, int player, size_t layers)
{
    const protocol *p = t->p;
    REQUIRE(player >= -1 && player <= (int)p->task.L && layers <= p->layers);
    size_t at = (size_t)player + 1; /* 0 for player -1 */
    return (knowledge){.p = p,
                       .player = player,
                       .layers = layers,
                       .symbol = t->symbol + t->block_start[at],
                       .symbols = (size_t)fc_block_size(&p->task, player),
                       .word = t->received[at],
                       .words = protocol_words_after(p, player, layers),
                       .digest = t->digest[at * (p->layers + 1) + layers]};
}

/* ---- transcripts ----------------------------------------------------------------------- */

void transcript_init(transcript *t, const protocol *p)
{
    size_t players = (size_t)p->task.L + 2;
    *t = (transcript){.p = p, .answer = PROTOCOL_NO_ANSWER};
    t->symbol = memory_new((size_t)p->task.tokens, sizeof *t->symbol);
    t->block_start = memory_new(players, sizeof *t->block_start);
    t->received = memory_new(players, sizeof *t->received);
    t->digest = memory_new(players * (p->layers + 1), sizeof *t->digest);
    for (size_t at = 0; at < players; at++) {
        t->block_start[at] = (size_t)fc_block_start(&p->task, (int)at - 1);
        t->received[at] = memory_new(p->words[at], sizeof **t->received);
    }
    t->work = p->rules->work_new ? p->rules->work_new(p) : NULL;
}

void transcript_clear(transcript *t)
{
    if (t->p->rules->work_clear)
        t->p->rules->work_clear(t->work);
    for (size_t at = 0; at < (size_t)t->p->task.L + 2; at++)
        memory_free(t->received[at]);
    memory_free(t->symbol);
    memory_free(t->block_start);
    memory_free(t->received);
    memory_free(t->digest);
}

bits transcript_full(const transcript *t, size_t layer, int from, int to)
{
    REQUIRE(layer < t->p->layers && t->p->word[layer] == 'F');
    return message_at(t->p, t->received[to + 1], layer, from, to);
}

bits transcript_handed(const transcript *t, size_t layer, int to)
{
    REQUIRE(layer < t->p->layers && t->p->word[layer] == 'R');
    return message_at(t->p, t->received[to + 1], layer, to + 1, to);
}

/* ---- running --------------------------------------------------------------------------- */

static bit_writer open_message(const transcript *t, size_t layer, int from, int to)
{
    size_t slot = protocol_slot(t->p, layer, from, to);
    uint64_t *word = t->received[to + 1] + t->p->start[slot];
    size_t width = (size_t)t->p->width[slot];
    for (size_t k = 0; k < bits_words(width); k++)
        word[k] = 0;
    return (bit_writer){word, 0, width};
}

static status close_message(const transcript *t, const bit_writer *message, size_t layer, int from,
                            int to, error *e)
{
    typedef unsigned long long ull;
    uint64_t allowed = protocol_allowed(t->p, layer, to);
    if (message->count > allowed)
        return error_set(e, STATUS_NEGATIVE,
                         "layer %zu (%c), player %d to player %d: %zu bits, but %llu allowed",
                         layer + 1, t->p->word[layer], from, to, message->count, (ull)allowed);
    if (message->count != message->room)
        return error_set(e, STATUS_NEGATIVE,
                         "layer %zu (%c), player %d to player %d: %zu bits, but the protocol "
                         "states %zu",
                         layer + 1, t->p->word[layer], from, to, message->count, message->room);
    return STATUS_OK;
}

/* The words of a layer become part of what the player knows. */
static void learn(const transcript *t, int player, size_t layer)
{
    const protocol *p = t->p;
    uint64_t *digest = t->digest + (size_t)(player + 1) * (p->layers + 1) + layer;
    uint64_t state = digest[0];
    size_t end = protocol_words_after(p, player, layer + 1);
    for (size_t k = protocol_words_after(p, player, layer); k < end; k++)
        state = absorb(state, t->received[player + 1][k]);
    digest[1] = state;
}

/* Messages go straight to the receiver's words; knowledge before the layer ends in front of
 * them. */
static status run_full(transcript *t, size_t layer, error *e)
{
    const protocol *p = t->p;
    for (int to = -1; to < (int)p->task.L; to++) {
        knowledge k = transcript_knowledge(t, to, layer);
        for (int from = to + 1; from <= (int)p->task.L; from++) {
            knowledge j = transcript_knowledge(t, from, layer);
            bit_writer message = open_message(t, layer, from, to);
            status s = p->rules->full(&message, t->work, p, layer, &j, &k, e);
            if (s == STATUS_OK)
                s = close_message(t, &message, layer, from, to, e);
            if (s != STATUS_OK)
                return s;
        }
    }
    return STATUS_OK;
}

static status run_hand(transcript *t, size_t layer, error *e)
{
    const protocol *p = t->p;
    bits handed = {NULL, 0};
    for (int to = (int)p->task.L - 1; to >= -1; to--) {
        knowledge k = transcript_knowledge(t, to + 1, layer);
        bit_writer message = open_message(t, layer, to + 1, to);
        status s = p->rules->hand(&message, t->work, p, layer, &k, handed, e);
        if (s == STATUS_OK)
            s = close_message(t, &message, layer, to + 1, to, e);
        if (s != STATUS_OK)
            return s;
        handed = transcript_handed(t, layer, to);
    }
    return STATUS_OK;
}

static void start(transcript *t, const uint64_t *prompt)
{
    const protocol *p = t->p;
    memcpy(t->symbol, prompt, (size_t)p->task.tokens * sizeof *prompt);
    for (int player = -1; player <= (int)p->task.L; player++) {
        knowledge k = transcript_knowledge(t, player, 0);
        uint64_t state = (uint64_t)player + 1;
        for (size_t i = 0; i < k.symbols; i++)
            state = absorb(state, k.symbol[i]);
        t->digest[(size_t)(player + 1) * (p->layers + 1)] = state;
    }
    t->answer = PROTOCOL_NO_ANSWER;
}

status protocol_run_layers(transcript *t, const uint64_t *prompt, size_t layers, error *e)
{
    const protocol *p = t->p;
    REQUIRE(layers <= p->layers);
    start(t, prompt);
    for (size_t layer = 0; layer < layers; layer++) {
        status s = p->word[layer] == 'F' ? run_full(t, layer, e) : run_hand(t, layer, e);
        if (s != STATUS_OK)
            return s;
        for (int player = -1; player <= (int)p->task.L; player++)
            learn(t, player, layer);
    }
    return STATUS_OK;
}

status protocol_run(transcript *t, const uint64_t *prompt, error *e)
{
    const protocol *p = t->p;
    TRY(protocol_run_layers(t, prompt, p->layers, e));
    knowledge last = transcript_knowledge(t, -1, p->layers);
    return p->rules->announce(&t->answer, t->work, p, &last, e);
}
