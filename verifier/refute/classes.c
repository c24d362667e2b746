#include "verifier/refute/classes.h"

#include "base/memory.h"

#include <string.h>

enum { first_room = 1 << 10 };

void classes_init(classes *c, size_t words)
{
    *c = (classes){.words = words, .room = first_room};
    c->word = memory_new(c->room * words, sizeof *c->word);
    c->count = memory_new(c->room, sizeof *c->count);
    c->slot = memory_new(2 * c->room, sizeof *c->slot);
}

void classes_clear(classes *c)
{
    memory_free(c->word);
    memory_free(c->count);
    memory_free(c->slot);
}

static uint64_t hash(const uint64_t *word, size_t words)
{
    uint64_t state = words;
    for (size_t k = 0; k < words; k++) {
        state = (state ^ word[k]) * UINT64_C(0x9e3779b97f4a7c15);
        state ^= state >> 29;
    }
    return state * UINT64_C(0xbf58476d1ce4e5b9) >> 20;
}

static int is_class(const classes *c, uint32_t id, const uint64_t *word)
{
    return c->words == 0 || memcmp(c->word + id * c->words, word, c->words * sizeof *word) == 0;
}

/* The slot where this transcript is, or would be. */
static uint32_t *find(const classes *c, const uint64_t *word)
{
    size_t mask = 2 * c->room - 1, at = (size_t)hash(word, c->words) & mask;
    while (c->slot[at] && !is_class(c, c->slot[at] - 1, word))
        at = (at + 1) & mask;
    return &c->slot[at];
}

static void grow(classes *c)
{
    c->room *= 2;
    c->word = memory_resize(c->word, c->room * c->words, sizeof *c->word);
    c->count = memory_resize(c->count, c->room, sizeof *c->count);
    memory_free(c->slot);
    c->slot = memory_new(2 * c->room, sizeof *c->slot);
    for (size_t id = 0; id < c->used; id++)
        *find(c, c->word + id * c->words) = (uint32_t)id + 1;
}

status classes_add(uint32_t *id, classes *c, const uint64_t *word, error *e)
{
    uint32_t *slot = find(c, word);
    if (*slot == 0) {
        if (c->used == classes_most)
            return error_set(e, STATUS_LIMIT, "more than %d different transcripts", classes_most);
        if (c->used == c->room) {
            grow(c);
            slot = find(c, word);
        }
        if (c->words)
            memcpy(c->word + c->used * c->words, word, c->words * sizeof *word);
        c->count[c->used] = 0;
        *slot = (uint32_t)++c->used;
    }
    *id = *slot - 1;
    c->count[*id]++;
    return STATUS_OK;
}

uint32_t classes_best(const classes *c)
{
    uint32_t best = 0;
    for (size_t id = 1; id < c->used; id++)
        if (c->count[id] > c->count[best])
            best = (uint32_t)id;
    return best;
}
