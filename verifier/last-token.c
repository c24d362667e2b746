#include "verifier/last-token.h"

#include "base/memory.h"

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

status last_token_init(last_token *last, const network *net, const analysis *facts, error *e)
{
    REQUIRE(facts->allowed);
    *last = (last_token){.net = net, .facts = facts};
    size_t hidden = 0, keys = 0, values = 0, tokens = (size_t)net->task.tokens;
    for (size_t i = 0; i < net->layers; i++) {
        hidden = larger(hidden, net->layer[i].mlp_in->rows);
        for (size_t h = 0; h < net->layer[i].heads; h++) {
            attention_head head = network_head_view(&net->layer[i], h);
            keys = larger(keys, head.key->rows);
            values = larger(values, head.value->rows);
        }
    }
    double bytes = 2.0 * (double)tokens * (double)(values + 1) * sizeof(mpq_t);
    if (bytes > 0.8 * (double)memory_available())
        return error_set(e, STATUS_LIMIT,
                         "a prompt of %zu tokens needs about %.0f GB, more than this machine has",
                         tokens, bytes / 1e9);
    last->value_room = values;
    qvec_init(last->x, net->embed.width);
    qvec_init(last->added, net->embed.width);
    qvec_init(last->embedded, net->embed.width);
    qvec_init(last->hidden, hidden);
    qvec_init(last->query, keys);
    last->score = numbers_new(&number_base2, tokens);
    last->value = numbers_new(&number_base2, tokens * values);
    last->read = numbers_new(&number_base2, values);
    mpq_init(last->scratch);
    return STATUS_OK;
}

void last_token_clear(last_token *last)
{
    size_t tokens = (size_t)last->net->task.tokens;
    qvec_clear(last->x);
    qvec_clear(last->added);
    qvec_clear(last->embedded);
    qvec_clear(last->hidden);
    qvec_clear(last->query);
    numbers_free(&number_base2, last->score, tokens);
    numbers_free(&number_base2, last->value, tokens * last->value_room);
    numbers_free(&number_base2, last->read, last->value_room);
    mpq_clear(last->scratch);
}

void forget_dead(qvec_t x, const unsigned char *live)
{
    for (size_t c = 0; c < x->length; c++)
        if (!live[c])
            mpq_set_ui(x->entry[c], 0, 1);
}

void last_token_start(last_token *last, uint64_t symbol)
{
    const network *net = last->net;
    embedding_evaluate(last->x, &net->embed, &net->task, net->task.tokens - 1, symbol);
    forget_dead(last->x, net->layers ? last->facts->layer[0].live : last->facts->live_after);
}

/* z += row . x */
static void add_row(mpq_t z, const qmat_t a, size_t row, mpq_t *x, mpq_t scratch)
{
    for (size_t c = 0; c < a->columns; c++) {
        mpq_srcptr w = qmat_get(a, row, c);
        if (mpq_sgn(w) == 0 || mpq_sgn(x[c]) == 0)
            continue;
        mpq_mul(scratch, w, x[c]);
        mpq_add(z, z, scratch);
    }
}

/* Score and values of token t, whose embedding is in place. */
static void measure_token(last_token *last, const attention_head *head, size_t t)
{
    size_t width = head->value->rows;
    mpq_t key;
    mpq_init(key);
    mpq_set_ui(last->score[t], 0, 1);
    for (size_t j = 0; j < head->key->rows; j++) {
        if (mpq_sgn(last->query->entry[j]) == 0)
            continue;
        mpq_set_ui(key, 0, 1);
        add_row(key, head->key, j, last->embedded->entry, last->scratch);
        mpq_mul(key, key, last->query->entry[j]);
        mpq_add(last->score[t], last->score[t], key);
    }
    for (size_t j = 0; j < width; j++) {
        mpq_set_ui(last->value[t * width + j], 0, 1);
        add_row(last->value[t * width + j], head->value, j, last->embedded->entry, last->scratch);
    }
    mpq_clear(key);
}

static int read_head(last_token *last, const attention_head *head, const uint64_t *prompt)
{
    const network *net = last->net;
    size_t tokens = (size_t)net->task.tokens;
    for (size_t j = 0; j < head->query->rows; j++) {
        mpq_set_ui(last->query->entry[j], 0, 1);
        add_row(last->query->entry[j], head->query, j, last->x->entry, last->scratch);
    }
    for (size_t t = 0; t < tokens; t++) {
        embedding_evaluate(last->embedded, &net->embed, &net->task, t, prompt[t]);
        measure_token(last, head, t);
    }
    attention_view view = {.task = &net->task,
                           .count = tokens,
                           .width = head->value->rows,
                           .score = last->score,
                           .value = last->value};
    if (number_base2.attend(&number_base2, last->read, NULL, &view) != ATTEND_DONE)
        return 0;
    for (size_t c = 0; c < net->embed.width; c++)
        add_row(last->added->entry[c], head->output, c, last->read, last->scratch);
    return 1;
}

/* z = map x + bias, for all parts one after the other */
static void set_parts(recurrent_token *in, mpq_t *z, const recurrent_head *head, mpq_t *x,
                      mpq_t scratch)
{
    for (size_t p = 0; p < recurrence_parts(head->kind); p++) {
        const recurrent_part *part = &head->part[p];
        in->part[p] = z;
        for (size_t row = 0; row < part->map->rows; row++, z++) {
            mpq_set(*z, part->bias->entry[row]);
            add_row(*z, part->map, row, x, scratch);
        }
    }
}

/* The recurrence along all tokens; only the last one's stream is more than its embedding. */
static int read_recurrent_head(last_token *last, const recurrent_head *head, const uint64_t *prompt)
{
    const network *net = last->net;
    size_t tokens = (size_t)net->task.tokens, rows = 0;
    size_t entries = head->kind->entries(&head->shape);
    size_t room = recurrent_scratch_room(&head->shape);
    for (size_t p = 0; p < recurrence_parts(head->kind); p++)
        rows += head->part[p].map->rows;
    mpq_t *part = numbers_new(&number_base2, rows), *state = numbers_new(&number_base2, entries);
    mpq_t *scratch = numbers_new(&number_base2, room);
    recurrent_token in = {.system = &number_base2, .shape = head->shape, .scratch = scratch};
    int exact = 1;
    for (size_t t = 0; t < tokens && exact; t++) {
        in.t = t;
        if (t + 1 < tokens)
            embedding_evaluate(last->embedded, &net->embed, &net->task, t, prompt[t]);
        else
            qvec_set(last->embedded, last->x);
        set_parts(&in, part, head, last->embedded->entry, last->scratch);
        exact = recurrence_step(head->kind, last->read, state, &in) == ATTEND_DONE;
    }
    for (size_t c = 0; c < net->embed.width && exact; c++)
        add_row(last->added->entry[c], head->output, c, last->read, last->scratch);
    numbers_free(&number_base2, part, rows);
    numbers_free(&number_base2, state, entries);
    numbers_free(&number_base2, scratch, room);
    return exact;
}

static int read_any_head(last_token *last, const network_layer *layer, size_t h,
                         const uint64_t *prompt)
{
    return layer->kind == LAYER_FULL ? read_head(last, &layer->head[h], prompt)
                                     : read_recurrent_head(last, &layer->recurrent[h], prompt);
}

int last_token_layer(last_token *last, size_t i, const uint64_t *prompt)
{
    const network_layer *layer = &last->net->layer[i];
    size_t width = last->net->embed.width, units = layer->mlp_in->rows;
    for (size_t c = 0; c < width; c++)
        mpq_set_ui(last->added->entry[c], 0, 1);
    for (size_t h = 0; h < layer->heads; h++)
        if (last->facts->layer[i].head[h].live && !read_any_head(last, layer, h, prompt))
            return 0;
    for (size_t c = 0; c < width; c++)
        mpq_add(last->x->entry[c], last->x->entry[c], last->added->entry[c]);
    for (size_t u = 0; u < units; u++) {
        mpq_set(last->hidden->entry[u], layer->mlp_in_bias->entry[u]);
        add_row(last->hidden->entry[u], layer->mlp_in, u, last->x->entry, last->scratch);
        if (mpq_sgn(last->hidden->entry[u]) < 0)
            mpq_set_ui(last->hidden->entry[u], 0, 1);
    }
    for (size_t c = 0; c < width; c++) {
        mpq_add(last->x->entry[c], last->x->entry[c], layer->mlp_out_bias->entry[c]);
        add_row(last->x->entry[c], layer->mlp_out, c, last->hidden->entry, last->scratch);
    }
    forget_dead(last->x, analysis_live_after(last->facts, i));
    return 1;
}

run_result last_token_read(last_token *last)
{
    run_result result = {RUN_ANSWER, 0, 0};
    mpq_t r;
    mpq_init(r);
    for (size_t j = 0; j < last->net->readout->rows && result.outcome == RUN_ANSWER; j++) {
        mpq_set_ui(r, 0, 1);
        add_row(r, last->net->readout, j, last->x->entry, last->scratch);
        if (mpq_sgn(r) == 0)
            result = (run_result){RUN_ZERO, 0, j};
        else if (mpq_sgn(r) > 0)
            result.answer |= UINT64_C(1) << j;
    }
    mpq_clear(r);
    return result;
}

run_result last_token_answer(last_token *last, const uint64_t *prompt)
{
    last_token_start(last, prompt[last->net->task.tokens - 1]);
    for (size_t i = 0; i < last->net->layers; i++)
        if (!last_token_layer(last, i, prompt))
            return (run_result){RUN_INEXACT, 0, 0};
    return last_token_read(last);
}
