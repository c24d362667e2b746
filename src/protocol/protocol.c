#include "protocol/protocol.h"

#include "base/memory.h"

#include <string.h>

typedef unsigned long long ull;

/* One slot per layer, sender and receiver; those without a message stay at 0. */
static size_t players(const protocol *p)
{
    return (size_t)p->task.L + 2;
}

int protocol_has_message(const protocol *p, size_t layer, int from, int to)
{
    if (layer >= p->layers || to < -1 || from > (int)p->task.L || from <= to)
        return 0;
    return p->word[layer] == 'F' || from == to + 1;
}

size_t protocol_slot(const protocol *p, size_t layer, int from, int to)
{
    REQUIRE(protocol_has_message(p, layer, from, to));
    return (layer * players(p) + (size_t)(to + 1)) * players(p) + (size_t)(from + 1);
}

/* NOLINTNEXTLINE(readability-function-size): nine things make a protocol */
status protocol_init(protocol *p, const char *name, const fc *task, const char *word, uint64_t B,
                     uint64_t S, const protocol_rules *rules, void *data, error *e)
{
    size_t layers = strlen(word);
    *p = (protocol){.task = *task, .layers = layers, .B = B, .S = S, .rules = rules, .data = data};
    if (strspn(word, "FR") != layers || layers > protocol_most_layers) {
        protocol_clear(p);
        return error_set(e, STATUS_USAGE, "word: expected at most %d letters F and R",
                         protocol_most_layers);
    }
    if (layers * players(p) * players(p) > protocol_most_slots) {
        protocol_clear(p);
        return error_set(e, STATUS_LIMIT, "more than 2^20 pairs of players in all layers");
    }
    p->name = memory_copy_string(name);
    p->word = memory_copy_string(word);
    size_t slots = layers * players(p) * players(p);
    p->width = memory_new(slots, sizeof *p->width);
    p->start = memory_new(slots, sizeof *p->start);
    p->words = memory_new(players(p), sizeof *p->words);
    return STATUS_OK;
}

void protocol_clear(protocol *p)
{
    if (p->rules && p->rules->data_clear)
        p->rules->data_clear(p->data);
    memory_free(p->name);
    memory_free(p->word);
    memory_free(p->width);
    memory_free(p->start);
    memory_free(p->words);
    *p = (protocol){0};
}

void protocol_set_width(protocol *p, size_t layer, int from, int to, uint64_t width)
{
    p->width[protocol_slot(p, layer, from, to)] = width;
}

uint64_t protocol_width(const protocol *p, size_t layer, int from, int to)
{
    return p->width[protocol_slot(p, layer, from, to)];
}

status protocol_seal(protocol *p, error *e)
{
    uint64_t total = 0;
    for (int to = -1; to < (int)p->task.L; to++) {
        size_t at = 0;
        for (size_t layer = 0; layer < p->layers; layer++)
            for (int from = to + 1; from <= (int)p->task.L; from++) {
                if (!protocol_has_message(p, layer, from, to))
                    continue;
                size_t slot = protocol_slot(p, layer, from, to);
                if (p->width[slot] > PROTOCOL_MOST_BITS - total)
                    return error_set(e, STATUS_LIMIT,
                                     "the messages of one run have more than 2^33 bits");
                total += p->width[slot];
                p->start[slot] = at;
                at += bits_words((size_t)p->width[slot]);
            }
        p->words[to + 1] = at;
    }
    return STATUS_OK;
}

size_t protocol_words_after(const protocol *p, int player, size_t layers)
{
    if (player == (int)p->task.L)
        return 0;
    if (layers == p->layers)
        return p->words[player + 1];
    int first = player + 1; /* senders come in rising order */
    return p->start[protocol_slot(p, layers, first, player)];
}

static uint64_t product(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

uint64_t protocol_allowed(const protocol *p, size_t layer, int to)
{
    if (p->word[layer] == 'R')
        return p->S;
    return product(product(2, p->B), fc_block_size(&p->task, to));
}

size_t protocol_full_layers(const protocol *p)
{
    size_t count = 0;
    for (size_t layer = 0; layer < p->layers; layer++)
        count += p->word[layer] == 'F';
    return count;
}

static status exceeded(const protocol *p, size_t layer, int from, int to, error *e)
{
    ull used = protocol_width(p, layer, from, to), allowed = protocol_allowed(p, layer, to);
    if (p->word[layer] == 'R')
        return error_set(e, STATUS_NEGATIVE,
                         "layer %zu (R), player %d to player %d: %llu bits, but S = %llu allowed",
                         layer + 1, from, to, used, allowed);
    return error_set(e, STATUS_NEGATIVE,
                     "layer %zu (F), player %d to player %d: %llu bits, but 2 B |%d| = 2 * %llu * "
                     "%llu = %llu allowed",
                     layer + 1, from, to, used, to, (ull)p->B, (ull)fc_block_size(&p->task, to),
                     allowed);
}

status protocol_check_budget(const protocol *p, error *e)
{
    for (size_t layer = 0; layer < p->layers; layer++)
        for (int from = (int)p->task.L; from >= 0; from--)
            for (int to = from - 1; to >= -1; to--)
                if (protocol_has_message(p, layer, from, to) &&
                    protocol_width(p, layer, from, to) > protocol_allowed(p, layer, to))
                    return exceeded(p, layer, from, to, e);
    return STATUS_OK;
}
