#include "model/run.h"

#include "base/memory.h"

/* ---- workspace ----------------------------------------------------------------- */

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void measure(run_machine *machine)
{
    const network *net = machine->net;
    machine->tokens = (size_t)net->task.tokens;
    machine->width = net->embed.width;
    for (size_t i = 0; i < net->layers; i++) {
        machine->hidden_room = larger(machine->hidden_room, net->layer[i].mlp_in->rows);
        for (size_t h = 0; h < net->layer[i].heads; h++) {
            machine->key_room = larger(machine->key_room, net->layer[i].head[h].key->rows);
            machine->value_room = larger(machine->value_room, net->layer[i].head[h].value->rows);
        }
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
    qvec_init(machine->embedded, machine->width);
    mpq_init(machine->zero);
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
    qvec_clear(machine->embedded);
    mpq_clear(machine->zero);
}

/* ---- linear maps ----------------------------------------------------------------- */

/* z[0 .. rows) += a x */
static void add_map(const number_system *system, void *z, const qmat_t a, const void *x)
{
    for (size_t row = 0; row < a->rows; row++)
        for (size_t column = 0; column < a->columns; column++) {
            mpq_srcptr w = a->entry[row * a->columns + column];
            if (mpq_sgn(w) != 0)
                system->addmul_q(number_at(system, z, row), w, number_get(system, x, column));
        }
}

static void reset(run_machine *machine, void *z, size_t count)
{
    for (size_t i = 0; i < count; i++)
        machine->system.set_q(number_at(&machine->system, z, i), machine->zero);
}

static void set_map(run_machine *machine, void *z, const qmat_t a, const void *x)
{
    reset(machine, z, a->rows);
    add_map(&machine->system, z, a, x);
}

static void *stream_of(const run_machine *machine, size_t t)
{
    return number_at(&machine->system, machine->stream, t * machine->width);
}

/* ---- layers ------------------------------------------------------------------------ */

static void embed(run_machine *machine, const uint64_t *prompt)
{
    const network *net = machine->net;
    for (size_t t = 0; t < machine->tokens; t++) {
        embedding_evaluate(machine->embedded, &net->embed, &net->task, t, prompt[t]);
        for (size_t c = 0; c < machine->width; c++)
            machine->system.set_q(number_at(&machine->system, stream_of(machine, t), c),
                                  machine->embedded->entry[c]);
    }
}

/* scores of token t against tokens 0 .. t */
static void score_tokens(run_machine *machine, const attention_head *head, size_t t)
{
    const number_system *system = &machine->system;
    size_t dim = head->key->rows;
    set_map(machine, machine->query, head->query, stream_of(machine, t));
    reset(machine, machine->score, t + 1);
    for (size_t s = 0; s <= t; s++)
        for (size_t j = 0; j < dim; j++)
            system->addmul(number_at(system, machine->score, s),
                           number_get(system, machine->query, j),
                           number_get(system, machine->key, s * dim + j));
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
    for (size_t t = 0; t < machine->tokens; t++) {
        set_map(machine, number_at(system, machine->key, t * key_width), head->key,
                stream_of(machine, t));
        set_map(machine, number_at(system, machine->value, t * value_width), head->value,
                stream_of(machine, t));
    }
    for (size_t t = 0; t < machine->tokens; t++) {
        score_tokens(machine, head, t);
        attention_view view = {&machine->net->task, t + 1, value_width, machine->score,
                               machine->value};
        void *weight = watched ? machine->weight : NULL;
        if (system->attend(system, machine->read, weight, &view) != ATTEND_DONE)
            return ATTEND_INEXACT;
        if (watched)
            observer->attention(observer->data, system, layer, h, t, weight, machine->read);
        add_map(system, number_at(system, machine->added, t * machine->width), head->output,
                machine->read);
    }
    return ATTEND_DONE;
}

static void run_mlp(run_machine *machine, const network_layer *layer, size_t t)
{
    const number_system *system = &machine->system;
    void *x = stream_of(machine, t);
    for (size_t i = 0; i < layer->mlp_in->rows; i++)
        system->set_q(number_at(system, machine->hidden, i), layer->mlp_in_bias->entry[i]);
    add_map(system, machine->hidden, layer->mlp_in, x);
    for (size_t i = 0; i < layer->mlp_in->rows; i++)
        system->relu(number_at(system, machine->hidden, i));
    for (size_t c = 0; c < machine->width; c++) {
        if (mpq_sgn(layer->mlp_out_bias->entry[c]) == 0)
            continue;
        system->set_q(machine->scratch, layer->mlp_out_bias->entry[c]);
        system->add(number_at(system, x, c), machine->scratch);
    }
    add_map(system, x, layer->mlp_out, machine->hidden);
}

static attend_result run_layer(run_machine *machine, size_t i, const run_observer *observer)
{
    const number_system *system = &machine->system;
    const network_layer *layer = &machine->net->layer[i];
    size_t numbers = machine->tokens * machine->width;
    reset(machine, machine->added, numbers);
    for (size_t h = 0; h < layer->heads; h++)
        if (run_head(machine, i, h, observer) != ATTEND_DONE)
            return ATTEND_INEXACT;
    for (size_t k = 0; k < numbers; k++)
        system->add(number_at(system, machine->stream, k), number_get(system, machine->added, k));
    for (size_t t = 0; t < machine->tokens; t++)
        run_mlp(machine, layer, t);
    return ATTEND_DONE;
}

/* ---- the whole ----------------------------------------------------------------------- */

static void show_streams(const run_machine *machine, size_t layers_done,
                         const run_observer *observer)
{
    if (!observer || !observer->stream)
        return;
    for (size_t t = 0; t < machine->tokens; t++)
        observer->stream(observer->data, &machine->system, layers_done, t, stream_of(machine, t));
}

static run_result read_answer(run_machine *machine)
{
    const number_system *system = &machine->system;
    const qmat_struct *readout = machine->net->readout;
    run_result result = {RUN_ANSWER, 0, 0};
    for (size_t j = 0; j < readout->rows; j++) {
        qmat_struct row = {1, readout->columns, readout->entry + j * readout->columns};
        set_map(machine, machine->scratch, &row, stream_of(machine, machine->tokens - 1));
        forced_sign sign = system->sign(machine->scratch);
        if (sign == SIGN_ZERO || sign == SIGN_UNDECIDED)
            return (run_result){sign == SIGN_ZERO ? RUN_ZERO : RUN_UNDECIDED, 0, j};
        if (sign == SIGN_POSITIVE)
            result.answer |= UINT64_C(1) << j;
    }
    return result;
}

run_result run_prompt(run_machine *machine, const uint64_t *prompt, const run_observer *observer)
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
