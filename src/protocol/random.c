#include "protocol/random.h"

#include "base/memory.h"
#include "base/random.h"
#include "protocol/guess.h"
#include "protocol/transcript.h"

#include <stdio.h>

typedef struct random_data {
    uint64_t seed;
    guess *guess; /* NULL: random answers */
} random_data;

/* A generator whose state depends on all of these. */
static random_source source_of(uint64_t seed, uint64_t what, uint64_t a, uint64_t b)
{
    random_source source = {seed};
    source.state = random_next(&source) ^ what;
    source.state = random_next(&source) ^ a;
    source.state = random_next(&source) ^ b;
    return source;
}

static void fill(bit_writer *message, random_source source)
{
    for (size_t left = message->room; left > 0;) {
        unsigned now = left < 64 ? (unsigned)left : 64;
        bits_put(message, random_next(&source), now);
        left -= now;
    }
}

/* Layer and players as one number, so that no two messages use the same function. */
static uint64_t name_message(size_t layer, int from, int to)
{
    return ((uint64_t)layer * 128 + (uint64_t)(from + 1)) * 128 + (uint64_t)(to + 1);
}

static status full(bit_writer *message, void *work, const protocol *p, size_t layer,
                   const knowledge *from, const knowledge *to, error *e)
{
    (void)work;
    (void)e;
    const random_data *data = p->data;
    uint64_t name = name_message(layer, from->player, to->player);
    fill(message, source_of(data->seed, name, from->digest, to->digest));
    return STATUS_OK;
}

static status hand(bit_writer *message, void *work, const protocol *p, size_t layer,
                   const knowledge *from, bits handed, error *e)
{
    (void)work;
    (void)e;
    const random_data *data = p->data;
    random_source heard = {0};
    for (size_t k = 0; k < bits_words(handed.count); k++)
        heard.state = random_next(&heard) ^ handed.word[k];
    uint64_t name = name_message(layer, from->player, from->player - 1);
    fill(message, source_of(data->seed, name, from->digest, heard.state));
    return STATUS_OK;
}

static status announce(uint64_t *answer, void *work, const protocol *p, const knowledge *who,
                       error *e)
{
    (void)work;
    (void)e;
    const random_data *data = p->data;
    if (data->guess && guess_find(answer, data->guess, who->digest))
        return STATUS_OK;
    random_source source = source_of(data->seed, UINT64_MAX, who->digest, 0);
    *answer = random_below(&source, p->task.N[p->task.L - 1]);
    return STATUS_OK;
}

static void data_clear(void *data)
{
    random_data *random = data;
    if (random->guess)
        guess_free(random->guess);
    memory_free(random);
}

static const protocol_rules rules = {
    .full = full, .hand = hand, .announce = announce, .data_clear = data_clear};

static void use_all_bits(protocol *p)
{
    for (size_t layer = 0; layer < p->layers; layer++)
        for (int to = -1; to < (int)p->task.L; to++)
            for (int from = to + 1; from <= (int)p->task.L; from++)
                if (protocol_has_message(p, layer, from, to))
                    protocol_set_width(p, layer, from, to, protocol_allowed(p, layer, to));
}

status protocol_random(protocol *p, const fc *task, const char *word, uint64_t B, uint64_t S,
                       uint64_t seed, random_announce how, error *e)
{
    char name[48];
    snprintf(name, sizeof name, "random %llu", (unsigned long long)seed);
    random_data *data = memory_new(1, sizeof *data);
    data->seed = seed;
    status s = protocol_init(p, name, task, word, B, S, &rules, data, e);
    if (s != STATUS_OK)
        return s;
    use_all_bits(p);
    s = protocol_seal(p, e);
    if (s == STATUS_OK && how == ANNOUNCE_GUESS)
        s = guess_learn(&data->guess, p, seed, e);
    if (s != STATUS_OK)
        protocol_clear(p);
    return s;
}
