/* The workspace of a network protocol. */
#include "base/memory.h"
#include "protocol/network-player.h"

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void measure_recurrent(network_work *work, const recurrent_head *head)
{
    size_t rows = 0;
    for (size_t i = 0; i < recurrence_parts(head->kind); i++)
        rows += head->part[i].map->rows;
    work->parts_room = larger(work->parts_room, rows);
    work->state_room = larger(work->state_room, head->kind->entries(&head->shape));
    work->scratch_room = larger(work->scratch_room, recurrent_scratch_room(&head->shape));
    work->value_room = larger(work->value_room, head->shape.value);
}

static void measure(network_work *work)
{
    for (int i = -1; i <= (int)work->p->task.L; i++)
        work->block = larger(work->block, (size_t)fc_block_size(&work->p->task, i));
    for (size_t i = 0; i < work->net->layers; i++) {
        const network_layer *layer = &work->net->layer[i];
        work->hidden_room = larger(work->hidden_room, layer->mlp_in->rows);
        for (size_t h = 0; layer->head && h < layer->heads; h++) {
            work->key_room = larger(work->key_room, layer->head[h].key->rows);
            work->value_room = larger(work->value_room, layer->head[h].value->rows);
        }
        for (size_t h = 0; layer->recurrent && h < layer->heads; h++)
            measure_recurrent(work, &layer->recurrent[h]);
    }
}

void *network_work_new(const protocol *p)
{
    const network_data *data = p->data;
    network_work *work = memory_new(1, sizeof *work);
    *work = (network_work){.p = p, .net = data->net, .system = &data->system};
    measure(work);
    size_t players = (size_t)p->task.L + 2, width = data->net->embed.width;
    work->known = memory_new(players * (p->layers + 1), sizeof *work->known);
    work->sent = memory_new(players * players * p->layers, sizeof *work->sent);
    work->key = numbers_new(work->system, work->block * work->key_room);
    work->value = numbers_new(work->system, work->block * work->value_room);
    work->query = numbers_new(work->system, work->key_room);
    work->score = numbers_new(work->system, 1);
    work->read = numbers_new(work->system, work->value_room);
    work->added = numbers_new(work->system, work->block * width);
    work->hidden = numbers_new(work->system, work->hidden_room);
    work->one = numbers_new(work->system, 1);
    work->parts = numbers_new(work->system, work->parts_room);
    work->state = numbers_new(work->system, work->state_room);
    work->recurrent_scratch = numbers_new(work->system, work->scratch_room);
    work->integer = memory_new(work->block, sizeof *work->integer);
    for (size_t s = 0; s < work->block; s++)
        mpz_init(work->integer[s]);
    qvec_init(work->embedded, width);
    return work;
}

static void clear_caches(network_work *work)
{
    size_t players = (size_t)work->p->task.L + 2, all = work->p->layers + 1;
    for (size_t i = 0; i < players * all; i++) {
        network_streams *held = &work->known[i];
        size_t tokens = (size_t)fc_block_size(&work->p->task, (int)(i / all) - 1);
        if (held->stream)
            numbers_free(work->system, held->stream, tokens * work->net->embed.width);
        memory_free(held->symbol);
        memory_free(held->word);
    }
    for (size_t i = 0; i < players * players * work->p->layers; i++) {
        memory_free(work->sent[i].word);
        memory_free(work->sent[i].handed);
    }
    memory_free(work->known);
    memory_free(work->sent);
}

void network_work_clear(void *from)
{
    network_work *work = from;
    const number_system *system = work->system;
    clear_caches(work);
    numbers_free(system, work->key, work->block * work->key_room);
    numbers_free(system, work->value, work->block * work->value_room);
    numbers_free(system, work->query, work->key_room);
    numbers_free(system, work->score, 1);
    numbers_free(system, work->read, work->value_room);
    numbers_free(system, work->added, work->block * work->net->embed.width);
    numbers_free(system, work->hidden, work->hidden_room);
    numbers_free(system, work->one, 1);
    numbers_free(system, work->parts, work->parts_room);
    numbers_free(system, work->state, work->state_room);
    numbers_free(system, work->recurrent_scratch, work->scratch_room);
    for (size_t s = 0; s < work->block; s++)
        mpz_clear(work->integer[s]);
    memory_free(work->integer);
    qvec_clear(work->embedded);
    memory_free(work);
}
