#include "verifier/refute/freeze.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "protocol/transcript.h"
#include "verifier/refute/classes.h"
#include "verifier/refute/tables.h"

enum { most_choices = 1 << 12 };

typedef struct freezer {
    const protocol *p;
    const claim *c;
    unsigned level;
    int last_full;
    const watch *watch;
    size_t stage;        /* the layer that is the level-th F; p->layers if there is none */
    size_t own_layers;   /* (i) is about F layers below this one */
    size_t layers;       /* to be run for each z_{>l} */
    uint64_t *prompt;    /* the lower inputs of the runs, and the z_{>l} at work */
    transcript speaking; /* gives what players > l know */
    transcript *hearing; /* (ii): one run for each choice of the lower inputs */
    uint64_t hearings;
    uint64_t *message; /* room for one message */
    uint64_t *key;     /* the transcript that is frozen */
    size_t key_bits, key_words;
} freezer;

/* ---- which messages ------------------------------------------------------------------------- */

/* The layer that is the k-th F, k >= 1; p->layers if there are fewer. */
static size_t find_full(const protocol *p, unsigned k)
{
    size_t layer = 0;
    for (; layer < p->layers; layer++)
        if (p->word[layer] == 'F' && --k == 0)
            break;
    return layer;
}

static int hears(const freezer *f, int i)
{
    if (f->level + 1 < f->p->task.L)
        return 1;
    return i == -1 || (i == 0 && !f->last_full);
}

/* Messages to i do not depend on the choices below i: one of those that differ in them is asked. */
static int asks(const freezer *f, uint64_t choice, int i)
{
    return hears(f, i) && choice % claim_block_choices(f->c, i) == 0;
}

static size_t widest_full(const freezer *f)
{
    size_t most = 0;
    int top = (int)f->p->task.L;
    for (int i = -1; i < (int)f->level && f->stage < f->p->layers; i++)
        for (int j = (int)f->level + 1; j <= top; j++) {
            size_t width = (size_t)protocol_width(f->p, f->stage, j, i);
            most = width > most ? width : most;
        }
    return most;
}

/* ---- one transcript ---------------------------------------------------------------------------
 */

static void append(bit_writer *key, bits message)
{
    for (size_t at = 0; at < message.count; at += 64) {
        size_t left = message.count - at;
        bits_put(key, message.word[at / 64], left < 64 ? (unsigned)left : 64);
    }
}

static void append_own(bit_writer *key, const freezer *f)
{
    for (size_t layer = 0; layer < f->own_layers; layer++)
        for (int j = (int)f->level + 1; j <= (int)f->p->task.L && f->p->word[layer] == 'F'; j++)
            append(key, transcript_full(&f->speaking, layer, j, (int)f->level));
}

static status append_heard(bit_writer *key, freezer *f, error *e)
{
    const protocol *p = f->p;
    for (uint64_t choice = 0; choice < f->hearings; choice++)
        for (int i = -1; i < (int)f->level; i++) {
            if (!asks(f, choice, i))
                continue;
            knowledge to = transcript_knowledge(&f->hearing[choice], i, f->stage);
            for (int j = (int)f->level + 1; j <= (int)p->task.L; j++) {
                knowledge from = transcript_knowledge(&f->speaking, j, f->stage);
                size_t width = (size_t)protocol_width(p, f->stage, j, i);
                for (size_t k = 0; k < bits_words(width); k++)
                    f->message[k] = 0;
                bit_writer message = {f->message, 0, width};
                TRY(p->rules->full(&message, f->speaking.work, p, f->stage, &from, &to, e));
                append(key, (bits){f->message, width});
            }
        }
    return STATUS_OK;
}

static void append_handed(bit_writer *key, const freezer *f)
{
    for (size_t layer = 0; layer < f->p->layers; layer++)
        if (f->p->word[layer] == 'R')
            append(key, transcript_handed(&f->speaking, layer, (int)f->level));
}

/* The transcript for the z_{>l} that stands in the prompt. */
static status read_key(freezer *f, error *e)
{
    bit_writer key = {f->key, 0, f->key_words * 64};
    for (size_t k = 0; k < f->key_words; k++)
        f->key[k] = 0;
    size_t runs = f->own_layers ? f->c->Z_count[f->level] : 1;
    for (size_t k = 0; k < runs; k++) {
        if (f->level >= 1 && f->own_layers)
            tables_write(f->prompt, &f->p->task, f->level, f->c->Z[f->level][k]);
        TRY(protocol_run_layers(&f->speaking, f->prompt, f->layers, e));
        append_own(&key, f);
        if (k == 0) {
            TRY(append_heard(&key, f, e));
            append_handed(&key, f);
        }
    }
    f->key_bits = key.count;
    return STATUS_OK;
}

/* ---- setting up ---------------------------------------------------------------------------------
 */

static size_t layers_needed(const freezer *f)
{
    size_t most = f->own_layers;
    if (f->hearings && f->stage > most)
        most = f->stage;
    for (size_t layer = most; layer < f->p->layers; layer++)
        if (f->p->word[layer] == 'R')
            most = layer + 1;
    return most;
}

static status hear(freezer *f, uint64_t choices, error *e)
{
    f->hearing = memory_new((size_t)choices, sizeof *f->hearing);
    for (uint64_t choice = 0; choice < choices; choice++) {
        claim_write_choice(f->prompt, f->c, f->level, choice);
        transcript_init(&f->hearing[choice], f->p);
        f->hearings++;
        TRY(protocol_run_layers(&f->hearing[choice], f->prompt, f->stage, e));
    }
    claim_write_choice(f->prompt, f->c, f->level, 0);
    return STATUS_OK;
}

/* The first transcript is read to learn its length. */
static status prepare(freezer *f, const member_set *from, error *e)
{
    const fc *task = &f->p->task;
    unsigned l = f->level;
    f->prompt = memory_new((size_t)task->tokens, sizeof *f->prompt);
    transcript_init(&f->speaking, f->p);
    f->stage = l ? find_full(f->p, l) : f->p->layers;
    f->message = memory_new(bits_words(widest_full(f)), sizeof *f->message);
    /* layers below which (i) looks: up to and with the l-th F, or the (L-2)-th at l = L-1 */
    unsigned own = l + 1 < task->L ? l : l ? l - 1 : 0;
    size_t last = own ? find_full(f->p, own) : 0;
    f->own_layers = own ? (last < f->p->layers ? last + 1 : last) : 0;
    tables_write_from(f->prompt, task, l + 1, member_at(from, 0));
    claim_write_choice(f->prompt, f->c, l + (l > 0), 0);
    if (f->stage < f->p->layers) {
        uint64_t choices = claim_choices(f->c, l);
        if (choices == 0 || choices > most_choices)
            return error_set(e, STATUS_LIMIT, "too many lower inputs at level %u", l);
        TRY(hear(f, choices, e));
    }
    f->layers = layers_needed(f);
    TRY(read_key(f, e));
    f->key_words = bits_words(f->key_bits);
    f->key = memory_new(f->key_words, sizeof *f->key);
    return STATUS_OK;
}

static void freezer_clear(freezer *f)
{
    for (uint64_t k = 0; k < f->hearings; k++)
        transcript_clear(&f->hearing[k]);
    memory_free(f->hearing);
    transcript_clear(&f->speaking);
    memory_free(f->prompt);
    memory_free(f->message);
    memory_free(f->key);
}

/* ---- the most frequent class --------------------------------------------------------------------
 */

static status sort_out(uint32_t *id, classes *found, freezer *f, const member_set *from, error *e)
{
    for (uint64_t k = 0; k < from->count; k++) {
        if (from->list || k == 0)
            tables_write_from(f->prompt, &f->p->task, f->level + 1, member_at(from, k));
        else
            tables_next_from(f->prompt, &f->p->task, f->level + 1);
        if (k % 4096 == 0)
            TRY(watch_step(f->watch, k, from->count, e));
        TRY(read_key(f, e));
        TRY(classes_add(&id[k], found, f->key, e));
    }
    return STATUS_OK;
}

static status keep_class(member_set *R, frozen *how, freezer *f, const member_set *from, error *e)
{
    classes found;
    uint32_t *id = memory_new((size_t)from->count, sizeof *id);
    classes_init(&found, f->key_words);
    status s = sort_out(id, &found, f, from, e);
    if (s == STATUS_OK) {
        uint32_t best = classes_best(&found);
        *R = (member_set){memory_new((size_t)found.count[best], sizeof *R->list), 0, from->of};
        for (uint64_t k = 0; k < from->count; k++)
            if (id[k] == best)
                R->list[R->count++] = member_at(from, k);
        how->classes = found.used;
    }
    classes_clear(&found);
    memory_free(id);
    return s;
}

/* No bit is open: everything stays. */
static void keep_all(member_set *R, frozen *how, const member_set *from)
{
    *R = *from;
    how->classes = 1;
    if (from->list) {
        R->list = memory_new((size_t)from->count, sizeof *R->list);
        for (uint64_t k = 0; k < from->count; k++)
            R->list[k] = from->list[k];
    }
}

status freeze_level(member_set *R, frozen *how, const freeze_setting *on, const claim *c,
                    unsigned level, const member_set *from, error *e)
{
    freezer f = {
        .p = on->p, .c = c, .level = level, .last_full = on->last_full, .watch = on->watch};
    *how = (frozen){0, 0};
    status s = prepare(&f, from, e);
    how->bits = f.key_bits;
    if (s == STATUS_OK && f.key_bits == 0)
        keep_all(R, how, from);
    else if (s == STATUS_OK)
        s = keep_class(R, how, &f, from, e);
    freezer_clear(&f);
    return s;
}
