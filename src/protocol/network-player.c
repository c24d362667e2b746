#include "protocol/network-player.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "model/number-fixed.h"
#include "model/stream.h"
#include "protocol/network-message.h"

#include <string.h>

static status undecided(const network_work *work, error *e)
{
    return error_set(e, STATUS_LIMIT,
                     "%s does not decide a rounding: terms below 2^-%d of the largest matter",
                     work->system->name, tail_bits);
}

/* ---- one head ---------------------------------------------------------------------------- */

static const void *token_stream(const network_work *work, const void *stream, size_t t)
{
    return number_get(work->system, stream, t * work->net->embed.width);
}

void network_set_keys(network_work *work, const attention_head *head, const void *stream,
                      size_t tokens)
{
    const number_system *system = work->system;
    for (size_t t = 0; t < tokens; t++) {
        const void *x = token_stream(work, stream, t);
        stream_set_map(system, number_at(system, work->key, t * head->key->rows), head->key, x);
        stream_set_map(system, number_at(system, work->value, t * head->value->rows), head->value,
                       x);
    }
}

status network_report(block_report *report, network_work *work, const attention_head *head,
                      const void *x, size_t count, error *e)
{
    const number_system *system = work->system;
    size_t width = head->key->rows;
    stream_set_map(system, work->query, head->query, x);
    for (size_t s = 0; s < count; s++) {
        numbers_zero(system, work->score, 1);
        for (size_t j = 0; j < width; j++)
            system->addmul(system, work->score, number_get(system, work->query, j),
                           number_get(system, work->key, s * width + j));
        fixed_round_integer(work->score);
        mpz_set(work->integer[s], mpq_numref((mpq_ptr)work->score));
    }
    size_t dim = network_head_dim(head);
    if (!block_report_make(system, report, work->integer, work->value, count, dim))
        return undecided(work, e);
    return STATUS_OK;
}

status network_step_block(network_work *work, const recurrent_head *head, int player,
                          const void *stream, int silent, error *e)
{
    const number_system *system = work->system;
    const fc *task = &work->p->task;
    size_t width = work->net->embed.width, start = (size_t)fc_block_start(task, player);
    recurrent_token in = {
        .system = system, .shape = head->shape, .scratch = work->recurrent_scratch, .task = task};
    for (size_t t = 0; t < fc_block_size(task, player); t++) {
        stream_set_parts(&in, work->parts, head, token_stream(work, stream, t));
        in.t = start + t;
        if (recurrence_step(head->kind, work->read, work->state, &in) != ATTEND_DONE)
            return undecided(work, e);
        if (!silent)
            stream_add_map(system, number_at(system, work->added, t * width), head->output,
                           work->read);
    }
    return STATUS_OK;
}

/* ---- one layer ------------------------------------------------------------------------------ */

/* Reads what all earlier players reported on one token, adds its own block, and combines. */
static status read_token(block_report *report, network_work *work, size_t h, const knowledge *k,
                         size_t at, const void *x, size_t t, error *e)
{
    const network_layer *layer = &work->net->layer[at];
    const attention_head *head = &layer->head[h];
    size_t tokens = (size_t)fc_block_size(&work->p->task, k->player);
    size_t offset = network_report_place(layer, work->system, h, t, tokens), blocks = 0;
    for (int from = (int)work->p->task.L; from > k->player; from--)
        network_get_report(&report[blocks++], knowledge_received(k, at, from), offset,
                           network_head_dim(head), work->system);
    TRY(network_report(&report[blocks++], work, head, x, t + 1, e));
    if (!block_reports_combine(work->system, work->read, report, blocks))
        return undecided(work, e);
    numbers_round(work->system, work->read, head->value->rows);
    return STATUS_OK;
}

static status run_full_head(network_work *work, size_t h, const knowledge *k, size_t at,
                            const void *stream, error *e)
{
    const attention_head *head = &work->net->layer[at].head[h];
    size_t tokens = (size_t)fc_block_size(&work->p->task, k->player), reports = work->p->task.L + 2;
    block_report *report = memory_new(reports, sizeof *report);
    status s = STATUS_OK;
    for (size_t b = 0; b < reports; b++)
        block_report_init(&report[b], head->value->rows);
    network_set_keys(work, head, stream, tokens);
    for (size_t t = 0; t < tokens && s == STATUS_OK; t++) {
        const void *x = token_stream(work, stream, t);
        s = read_token(report, work, h, k, at, x, t, e);
        if (s == STATUS_OK)
            stream_add_map(work->system,
                           number_at(work->system, work->added, t * work->net->embed.width),
                           head->output, work->read);
    }
    for (size_t b = 0; b < reports; b++)
        block_report_clear(&report[b]);
    memory_free(report);
    return s;
}

static status run_recurrent(network_work *work, const network_layer *layer, const knowledge *k,
                            size_t at, const void *stream, error *e)
{
    const number_system *system = work->system;
    bits handed = {NULL, 0};
    size_t offset = 0;
    if (k->player < (int)work->p->task.L)
        handed = knowledge_received(k, at, k->player + 1);
    for (size_t h = 0; h < layer->heads; h++) {
        const recurrent_head *head = &layer->recurrent[h];
        size_t entries = head->kind->entries(&head->shape);
        numbers_zero(system, work->state, entries);
        if (handed.count)
            network_get_numbers(work->state, entries, handed, offset, system);
        offset += entries * (1 + system->integer_bits + system->fraction_bits);
        TRY(network_step_block(work, head, k->player, stream, 0, e));
    }
    return STATUS_OK;
}

/* `to` = the streams `from` of player k after layer `at` */
static status run_layer(network_work *work, void *to, const void *from, const knowledge *k,
                        size_t at, error *e)
{
    const number_system *system = work->system;
    const network_layer *layer = &work->net->layer[at];
    size_t width = work->net->embed.width, tokens = k->symbols;
    numbers_zero(system, work->added, tokens * width);
    if (layer->kind == LAYER_RECURRENT)
        TRY(run_recurrent(work, layer, k, at, from, e));
    for (size_t h = 0; layer->kind == LAYER_FULL && h < layer->heads; h++)
        TRY(run_full_head(work, h, k, at, from, e));
    for (size_t i = 0; i < tokens * width; i++) {
        system->set(system, number_at(system, to, i), number_get(system, from, i));
        system->add(system, number_at(system, to, i), number_get(system, work->added, i));
    }
    for (size_t t = 0; t < tokens; t++)
        stream_run_mlp(system, number_at(system, to, t * width), layer, work->hidden, work->one);
    return STATUS_OK;
}

static void embed(network_work *work, void *stream, const knowledge *k)
{
    const number_system *system = work->system;
    size_t width = work->net->embed.width;
    uint64_t start = fc_block_start(&work->p->task, k->player);
    for (size_t t = 0; t < k->symbols; t++) {
        embedding_evaluate(work->embedded, &work->net->embed, &work->p->task, start + t,
                           k->symbol[t]);
        for (size_t c = 0; c < width; c++)
            system->set_q(system, number_at(system, stream, t * width + c),
                          work->embedded->entry[c]);
    }
}

/* ---- what a player computes from what it knows ------------------------------------------------
 */

static int same(const uint64_t *a, const uint64_t *b, size_t count)
{
    return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

static void remember(uint64_t *to, const uint64_t *from, size_t count)
{
    if (count > 0)
        memcpy(to, from, count * sizeof *to);
}

status network_player_streams(const network_streams **streams, network_work *work,
                              const knowledge *k, error *e)
{
    size_t all = work->p->layers + 1;
    network_streams *held = work->known + (size_t)(k->player + 1) * all;
    for (size_t done = 0; done <= k->layers; done++, held++) {
        size_t words = protocol_words_after(work->p, k->player, done);
        if (held->version && same(held->symbol, k->symbol, k->symbols) &&
            same(held->word, k->word, words))
            continue;
        held->version = 0;
        if (!held->stream) {
            held->stream = numbers_new(work->system, k->symbols * work->net->embed.width);
            held->symbol = memory_new(k->symbols, sizeof *held->symbol);
            held->word = memory_new(words, sizeof *held->word);
        }
        if (done == 0)
            embed(work, held->stream, k);
        else
            TRY(run_layer(work, held->stream, (held - 1)->stream, k, done - 1, e));
        remember(held->symbol, k->symbol, k->symbols);
        remember(held->word, k->word, words);
        held->version = ++work->versions;
    }
    *streams = held - 1;
    return STATUS_OK;
}
