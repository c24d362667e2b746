#include "protocol/from-network.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "model/number-choice.h"
#include "model/stream.h"
#include "protocol/network-message.h"
#include "protocol/network-player.h"

#include <string.h>

/* ---- messages already computed -------------------------------------------------------------- */

/* Said again if both players know what they knew when it was said last. */
static int say_again(bit_writer *message, const network_sent *sent, uint64_t from, uint64_t to,
                     bits handed)
{
    if (!sent->word || sent->from != from || sent->to != to)
        return 0;
    if (handed.count &&
        memcmp(sent->handed, handed.word, bits_words(handed.count) * sizeof *handed.word) != 0)
        return 0;
    memcpy(message->word, sent->word, bits_words(message->room) * sizeof *message->word);
    message->count = message->room;
    return 1;
}

static void keep_said(network_sent *sent, const bit_writer *message, uint64_t from, uint64_t to,
                      bits handed)
{
    size_t words = bits_words(message->room), heard = bits_words(handed.count);
    if (!sent->word) {
        sent->word = memory_new(words, sizeof *sent->word);
        sent->handed = memory_new(heard, sizeof *sent->handed);
    }
    sent->from = from;
    sent->to = to;
    if (words)
        memcpy(sent->word, message->word, words * sizeof *sent->word);
    if (heard)
        memcpy(sent->handed, handed.word, heard * sizeof *sent->handed);
}

/* ---- an F layer: reports -------------------------------------------------------------------- */

static status report_head(bit_writer *message, network_work *work, const attention_head *head,
                          const void *keys, size_t count, const void *queries, size_t tokens,
                          error *e)
{
    block_report report;
    status s = STATUS_OK;
    block_report_init(&report, head->value->rows);
    network_set_keys(work, head, keys, count);
    for (size_t t = 0; t < tokens && s == STATUS_OK; t++) {
        const void *x = number_get(work->system, queries, t * work->net->embed.width);
        s = network_report(&report, work, head, x, count, e);
        if (s == STATUS_OK)
            network_put_report(message, &report, network_head_dim(head), work->system);
    }
    block_report_clear(&report);
    return s;
}

static status full(bit_writer *message, void *workspace, const protocol *p, size_t layer,
                   const knowledge *from, const knowledge *to, error *e)
{
    network_work *work = workspace;
    network_sent *sent = &work->sent[protocol_slot(p, layer, from->player, to->player)];
    const network_layer *weights = &work->net->layer[layer];
    const network_streams *theirs, *own;
    TRY(network_player_streams(&theirs, work, from, e));
    TRY(network_player_streams(&own, work, to, e));
    if (say_again(message, sent, theirs->version, own->version, (bits){NULL, 0}))
        return STATUS_OK;
    for (size_t h = 0; h < weights->heads; h++)
        TRY(report_head(message, work, &weights->head[h], theirs->stream, from->symbols,
                        own->stream, to->symbols, e));
    keep_said(sent, message, theirs->version, own->version, (bits){NULL, 0});
    return STATUS_OK;
}

/* ---- an R layer: the state --------------------------------------------------------------------
 */

static status hand(bit_writer *message, void *workspace, const protocol *p, size_t layer,
                   const knowledge *from, bits handed, error *e)
{
    network_work *work = workspace;
    network_sent *sent = &work->sent[protocol_slot(p, layer, from->player, from->player - 1)];
    const network_layer *weights = &work->net->layer[layer];
    const network_streams *own;
    size_t offset = 0;
    TRY(network_player_streams(&own, work, from, e));
    if (say_again(message, sent, own->version, 0, handed))
        return STATUS_OK;
    for (size_t h = 0; h < weights->heads; h++) {
        const recurrent_head *head = &weights->recurrent[h];
        size_t entries = head->kind->entries(&head->shape);
        numbers_zero(work->system, work->state, entries);
        if (handed.count)
            network_get_numbers(work->state, entries, handed, offset, work->system);
        TRY(network_step_block(work, head, from->player, own->stream, 1, e));
        network_put_numbers(message, work->state, entries, work->system);
        offset = message->count;
    }
    keep_said(sent, message, own->version, 0, handed);
    return STATUS_OK;
}

/* ---- the answer -------------------------------------------------------------------------------
 */

static status announce(uint64_t *answer, void *workspace, const protocol *p, const knowledge *who,
                       error *e)
{
    (void)p;
    network_work *work = workspace;
    const qmat_struct *readout = work->net->readout;
    const network_streams *own;
    TRY(network_player_streams(&own, work, who, e));
    *answer = 0;
    for (size_t j = 0; j < readout->rows; j++) {
        qmat_struct row = {1, readout->columns, readout->entry + j * readout->columns};
        stream_set_map(work->system, work->one, &row, own->stream);
        forced_sign sign = work->system->sign(work->one);
        if (sign == SIGN_ZERO) {
            *answer = PROTOCOL_NO_ANSWER;
            return STATUS_OK;
        }
        if (sign == SIGN_POSITIVE)
            *answer |= UINT64_C(1) << j;
    }
    return STATUS_OK;
}

static const protocol_rules rules = {.full = full,
                                     .hand = hand,
                                     .announce = announce,
                                     .work_new = network_work_new,
                                     .work_clear = network_work_clear,
                                     .data_clear = memory_free};

/* ---- making one ---------------------------------------------------------------------------------
 */

static void set_widths(protocol *p, const network *net, const number_system *system)
{
    for (size_t layer = 0; layer < net->layers; layer++)
        for (int to = -1; to < (int)p->task.L; to++)
            for (int from = to + 1; from <= (int)p->task.L; from++) {
                if (!protocol_has_message(p, layer, from, to))
                    continue;
                const network_layer *weights = &net->layer[layer];
                uint64_t width =
                    weights->kind == LAYER_RECURRENT
                        ? network_state_bits(weights, system)
                        : network_layer_bits(weights, system) * fc_block_size(&p->task, to);
                protocol_set_width(p, layer, from, to, width);
            }
}

static status refuse(const network *net, const number_system *system, error *e)
{
    if (net->steps > 1)
        return error_set(e, STATUS_USAGE,
                         "'%.60s' makes %zu passes and writes tokens of its own: it is not a "
                         "single pass through layers, which is what a protocol models",
                         net->name, net->steps);
    if (number_fixed_bits(system) == 0)
        return error_set(e, STATUS_USAGE,
                         "--number: a protocol counts bits, so numbers must be fixed:P (%.40s does "
                         "not add up block by block in p bits)",
                         system->name);
    for (size_t layer = 0; layer < net->layers; layer++)
        for (size_t h = 0; net->layer[layer].head && h < net->layer[layer].heads; h++)
            if (network_head_dim(&net->layer[layer].head[h]) == 0)
                return error_set(e, STATUS_USAGE, "layer %zu: head %zu has dimension 0", layer + 1,
                                 h + 1);
    double bytes = (double)net->task.tokens * (double)net->embed.width * (double)(net->layers + 1) *
                   2.0 * (double)system->size;
    if (bytes > 0.8 * (double)memory_available())
        return error_set(e, STATUS_LIMIT,
                         "a prompt of %llu tokens needs about %.0f GB as a protocol, more than "
                         "this machine has",
                         (unsigned long long)net->task.tokens, bytes / 1e9);
    return STATUS_OK;
}

status protocol_from_network(protocol *p, const network *net, const number_system *system, error *e)
{
    TRY(refuse(net, system, e));
    uint64_t P = number_fixed_bits(system);
    char *word = memory_new(net->layers + 1, 1);
    network_word(word, net);
    network_data *data = memory_new(1, sizeof *data);
    *data = (network_data){net, *system};
    status s = protocol_init(p, net->name, &net->task, word,
                             (uint64_t)network_heads(net) * network_dim(net) * P,
                             (uint64_t)network_state_entries(net) * P, &rules, data, e);
    memory_free(word);
    if (s != STATUS_OK)
        return s;
    set_widths(p, net, &data->system);
    s = protocol_seal(p, e);
    if (s != STATUS_OK)
        protocol_clear(p);
    return s;
}
