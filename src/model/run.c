#include "model/run.h"

#include "base/memory.h"
#include "model/stream.h"

/* ---- workspace ----------------------------------------------------------------- */

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void measure_recurrent(run_machine *machine, const recurrent_head *head)
{
    size_t rows = 0;
    for (size_t i = 0; i < recurrence_parts(head->kind); i++)
        rows += head->part[i].map->rows;
    machine->parts_room = larger(machine->parts_room, rows);
    machine->state_room = larger(machine->state_room, head->kind->entries(&head->shape));
    machine->scratch_room = larger(machine->scratch_room, recurrent_scratch_room(&head->shape));
    machine->value_room = larger(machine->value_room, head->shape.value);
}

static void measure(run_machine *machine)
{
    const network *net = machine->net;
    machine->tokens = network_tokens(net);
    machine->width = net->embed.width;
    for (size_t i = 0; i < net->layers; i++) {
        const network_layer *layer = &net->layer[i];
        machine->hidden_room = larger(machine->hidden_room, layer->mlp_in->rows);
        for (size_t h = 0; layer->head && h < layer->heads; h++) {
            machine->key_room = larger(machine->key_room, layer->head[h].key->rows);
            machine->value_room = larger(machine->value_room, layer->head[h].value->rows);
        }
        for (size_t h = 0; layer->recurrent && h < layer->heads; h++)
            measure_recurrent(machine, &layer->recurrent[h]);
    }
}

/* Bytes of the workspace; a number with its limbs takes about twice its header. */
static double workspace_bytes(const run_machine *machine)
{
    double per_token = 2.0 * (double)machine->width + (double)machine->key_room +
                       (double)machine->value_room + 2.0;
    return per_token * (double)machine->tokens * 2.0 *
           ((double)machine->system.size + (double)machine->system.precision / 8.0);
}

status run_machine_init(run_machine *machine, const network *net, number_system system, error *e)
{
    *machine = (run_machine){.net = net, .system = system};
    measure(machine);
    double needed = workspace_bytes(machine);
    if (needed > 0.8 * (double)memory_available())
        return error_set(e, STATUS_LIMIT,
                         "a prompt of %zu tokens needs about %.0f GB to run at every token, more "
                         "than this machine has",
                         machine->tokens, needed / 1e9);
    machine->stream = numbers_new(&machine->system, machine->tokens * machine->width);
    machine->added = numbers_new(&machine->system, machine->tokens * machine->width);
    machine->key = numbers_new(&machine->system, machine->tokens * machine->key_room);
    machine->value = numbers_new(&machine->system, machine->tokens * machine->value_room);
    machine->score = numbers_new(&machine->system, machine->tokens);
    machine->query = numbers_new(&machine->system, machine->key_room);
    machine->read = numbers_new(&machine->system, machine->value_room);
    machine->hidden = numbers_new(&machine->system, machine->hidden_room);
    machine->scratch = numbers_new(&machine->system, 1);
    machine->parts = numbers_new(&machine->system, machine->parts_room);
    machine->state = numbers_new(&machine->system, machine->state_room);
    machine->recurrent_scratch = numbers_new(&machine->system, machine->scratch_room);
    machine->said = memory_new(net->steps, sizeof *machine->said);
    qvec_init(machine->embedded, machine->width);
    return STATUS_OK;
}

void run_machine_clear(run_machine *machine)
{
    const number_system *system = &machine->system;
    numbers_free(system, machine->stream, machine->tokens * machine->width);
    numbers_free(system, machine->added, machine->tokens * machine->width);
    numbers_free(system, machine->key, machine->tokens * machine->key_room);
    numbers_free(system, machine->value, machine->tokens * machine->value_room);
    numbers_free(system, machine->score, machine->tokens);
    numbers_free(system, machine->weight, machine->tokens);
    numbers_free(system, machine->query, machine->key_room);
    numbers_free(system, machine->read, machine->value_room);
    numbers_free(system, machine->hidden, machine->hidden_room);
    numbers_free(system, machine->scratch, 1);
    numbers_free(system, machine->parts, machine->parts_room);
    numbers_free(system, machine->state, machine->state_room);
    numbers_free(system, machine->recurrent_scratch, machine->scratch_room);
    memory_free(machine->said);
    qvec_clear(machine->embedded);
}

/* ---- layers ------------------------------------------------------------------------ */

static void *stream_of(const run_machine *machine, size_t t)
{
    return number_at(&machine->system, machine->stream, t * machine->width);
}

/* The first token whose queries and MLP are computed. */
static size_t first_token(const run_machine *machine)
{
    return machine->last_only ? machine->used - 1 : 0;
}

static void embed(run_machine *machine, const uint64_t *prompt)
{
    const network *net = machine->net;
    const number_system *system = &machine->system;
    size_t own = (size_t)net->task.tokens;
    for (size_t t = 0; t < machine->used; t++) {
        if (t < own)
            embedding_evaluate(machine->embedded, &net->embed, &net->task, t, prompt[t]);
        else
            embedding_evaluate_step(machine->embedded, &net->embed, &net->task, t - own,
                                    prompt[own - 1], machine->said[t - own]);
        for (size_t c = 0; c < machine->width; c++)
            system->set_q(system, number_at(system, stream_of(machine, t), c),
                          machine->embedded->entry[c]);
    }
}

/* scores of token t against tokens 0 .. t */
static void score_tokens(run_machine *machine, const attention_head *head, size_t t)
{
    const number_system *system = &machine->system;
    size_t dim = head->key->rows;
    stream_set_map(system, machine->query, head->query, stream_of(machine, t));
    numbers_zero(system, machine->score, t + 1);
    for (size_t s = 0; s <= t; s++)
        for (size_t j = 0; j < dim; j++)
            system->addmul(system, number_at(system, machine->score, s),
                           number_get(system, machine->query, j),
                           number_get(system, machine->key, s * dim + j));
}

/* What a head read at token t goes to the stream, after the layer's other heads. */
static void add_output(run_machine *machine, const qmat_t output, size_t t)
{
    const number_system *system = &machine->system;
    stream_add_map(system, number_at(system, machine->added, t * machine->width), output,
                   machine->read);
}

static attend_result run_head(run_machine *machine, size_t layer, size_t h,
                              const run_observer *observer)
{
    const number_system *system = &machine->system;
    const attention_head *head = &machine->net->layer[layer].head[h];
    size_t key_width = head->key->rows, value_width = head->value->rows;
    int watched = observer && observer->attention;
    if (watched && !machine->weight)
        machine->weight = numbers_new(system, machine->tokens);
    for (size_t t = 0; t < machine->used; t++) {
        stream_set_map(system, number_at(system, machine->key, t * key_width), head->key,
                       stream_of(machine, t));
        stream_set_map(system, number_at(system, machine->value, t * value_width), head->value,
                       stream_of(machine, t));
    }
    for (size_t t = first_token(machine); t < machine->used; t++) {
        score_tokens(machine, head, t);
        attention_view view = {.task = &machine->net->task,
                               .count = t + 1,
                               .width = value_width,
                               .dim = larger(key_width, value_width),
                               .score = machine->score,
                               .value = machine->value};
        void *weight = watched ? machine->weight : NULL;
        if (system->attend(system, machine->read, weight, &view) != ATTEND_DONE)
            return ATTEND_INEXACT;
        numbers_round(system, machine->read, value_width);
        if (watched)
            observer->attention(observer->data, system, layer, h, t, weight, machine->read);
        add_output(machine, head->output, t);
    }
    return ATTEND_DONE;
}

static attend_result run_recurrent_head(run_machine *machine, size_t layer, size_t h,
                                        const run_observer *observer)
{
    const number_system *system = &machine->system;
    const recurrent_head *head = &machine->net->layer[layer].recurrent[h];
    recurrent_token in = {.system = system,
                          .shape = head->shape,
                          .scratch = machine->recurrent_scratch,
                          .task = &machine->net->task};
    numbers_zero(system, machine->state, head->kind->entries(&head->shape));
    for (size_t t = 0; t < machine->used; t++) {
        stream_set_parts(&in, machine->parts, head, stream_of(machine, t));
        in.t = t;
        if (recurrence_step(head->kind, machine->read, machine->state, &in) != ATTEND_DONE)
            return ATTEND_INEXACT;
        if (observer && observer->recurrence)
            observer->recurrence(observer->data, system, layer, h, t, machine->state,
                                 machine->read);
        if (t >= first_token(machine))
            add_output(machine, head->output, t);
    }
    return ATTEND_DONE;
}

static attend_result run_layer(run_machine *machine, size_t i, const run_observer *observer)
{
    const number_system *system = &machine->system;
    const network_layer *layer = &machine->net->layer[i];
    size_t first = first_token(machine) * machine->width;
    size_t end = machine->used * machine->width;
    numbers_zero(system, number_at(system, machine->added, first), end - first);
    for (size_t h = 0; h < layer->heads; h++)
        if ((layer->kind == LAYER_FULL
                 ? run_head(machine, i, h, observer)
                 : run_recurrent_head(machine, i, h, observer)) != ATTEND_DONE)
            return ATTEND_INEXACT;
    for (size_t k = first; k < end; k++)
        system->add(system, number_at(system, machine->stream, k),
                    number_get(system, machine->added, k));
    for (size_t t = first_token(machine); t < machine->used; t++)
        stream_run_mlp(system, stream_of(machine, t), layer, machine->hidden, machine->scratch);
    return ATTEND_DONE;
}

/* ---- the whole ----------------------------------------------------------------------- */

static void show_streams(const run_machine *machine, size_t layers_done,
                         const run_observer *observer)
{
    if (!observer || !observer->stream)
        return;
    for (size_t t = first_token(machine); t < machine->used; t++)
        observer->stream(observer->data, &machine->system, layers_done, t, stream_of(machine, t));
}

static run_result read_answer(run_machine *machine)
{
    const number_system *system = &machine->system;
    const qmat_struct *readout = machine->net->readout;
    run_result result = {RUN_ANSWER, 0, 0};
    for (size_t j = 0; j < readout->rows; j++) {
        qmat_struct row = {1, readout->columns, readout->entry + j * readout->columns};
        stream_set_map(system, machine->scratch, &row, stream_of(machine, machine->used - 1));
        forced_sign sign = system->sign(machine->scratch);
        if (sign == SIGN_ZERO || sign == SIGN_UNDECIDED)
            return (run_result){sign == SIGN_ZERO ? RUN_ZERO : RUN_UNDECIDED, 0, j};
        if (sign == SIGN_POSITIVE)
            result.answer |= UINT64_C(1) << j;
    }
    return result;
}

/* One pass through all layers. */
static run_result run_pass(run_machine *machine, const uint64_t *prompt,
                           const run_observer *observer)
{
    embed(machine, prompt);
    show_streams(machine, 0, observer);
    for (size_t i = 0; i < machine->net->layers; i++) {
        if (run_layer(machine, i, observer) != ATTEND_DONE)
            return (run_result){RUN_INEXACT, 0, 0};
        show_streams(machine, i + 1, observer);
    }
    return read_answer(machine);
}

run_result run_prompt(run_machine *machine, const uint64_t *prompt, const run_observer *observer)
{
    size_t own = (size_t)machine->net->task.tokens, last = machine->net->steps - 1;
    for (size_t step = 0;; step++) {
        machine->used = own + step;
        run_result result = run_pass(machine, prompt, observer);
        if (step == last || result.outcome != RUN_ANSWER)
            return result;
        machine->said[step] = result.answer;
    }
}
