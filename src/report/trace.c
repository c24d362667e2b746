#include "report/trace.h"

#include "base/json.h"
#include "base/memory.h"
#include "task/input.h"

#include <stdio.h>
#include <string.h>

typedef unsigned long long ull;

/* ---- watching ------------------------------------------------------------------------ */

static void free_texts(char **text, size_t count)
{
    for (size_t i = 0; text && i < count; i++)
        memory_free(text[i]);
    memory_free(text);
}

static char **copy_texts(const number_system *system, const void *numbers, size_t count)
{
    char **text = memory_new(count, sizeof *text);
    for (size_t i = 0; i < count; i++)
        text[i] = system->to_text(number_get(system, numbers, i));
    return text;
}

static double *copy_doubles(const number_system *system, const void *numbers, size_t count)
{
    double *value = memory_new(count, sizeof *value);
    for (size_t i = 0; i < count; i++)
        value[i] = system->to_double(number_get(system, numbers, i));
    return value;
}

static void head_clear(trace_head *head)
{
    free_texts(head->weight, head->tokens);
    free_texts(head->read, head->width);
    free_texts(head->state, head->entries);
    memory_free(head->bar);
    memory_free(head->read_value);
    *head = (trace_head){0};
}

void trace_init(trace *t, const network *net, const uint64_t *prompt)
{
    *t = (trace){.net = net, .prompt = prompt};
    t->embedded = memory_new(net->steps, sizeof *t->embedded);
    t->layer = memory_new(net->layers * net->steps, sizeof *t->layer);
    for (size_t i = 0; i < net->layers * net->steps; i++) {
        t->layer[i].heads = net->layer[i % net->layers].heads;
        t->layer[i].head = memory_new(t->layer[i].heads, sizeof *t->layer[i].head);
    }
}

void trace_clear(trace *t)
{
    for (size_t i = 0; i < t->net->layers * t->net->steps; i++) {
        for (size_t h = 0; h < t->layer[i].heads; h++)
            head_clear(&t->layer[i].head[h]);
        memory_free(t->layer[i].head);
        free_texts(t->layer[i].stream, t->net->embed.width);
    }
    for (size_t pass = 0; pass < t->net->steps; pass++)
        free_texts(t->embedded[pass], t->net->embed.width);
    memory_free(t->embedded);
    memory_free(t->layer);
}

/* A pass is told by its last token; later passes run that token again, with the same result,
 * because attention looks back only. Returns -1 for tokens that are never last. */
static int64_t pass_of(const trace *t, uint64_t token)
{
    return (int64_t)token - (int64_t)(t->net->task.tokens - 1);
}

static trace_layer *layer_of(trace *t, int64_t pass, size_t layer)
{
    return &t->layer[(size_t)pass * t->net->layers + layer];
}

static void copy_read(trace_head *to, const number_system *system, const void *y, size_t width)
{
    to->width = width;
    to->read = copy_texts(system, y, width);
    to->read_value = copy_doubles(system, y, width);
}

static void watch_attention(void *data, const number_system *system, size_t layer, size_t head,
                            uint64_t token, const void *weight, const void *y)
{
    trace *t = data;
    int64_t pass = pass_of(t, token);
    if (pass < 0)
        return;
    trace_head *to = &layer_of(t, pass, layer)->head[head];
    head_clear(to);
    to->tokens = (size_t)token + 1;
    to->weight = copy_texts(system, weight, to->tokens);
    to->bar = copy_doubles(system, weight, to->tokens);
    copy_read(to, system, y, t->net->layer[layer].head[head].value->rows);
}

static void watch_recurrence(void *data, const number_system *system, size_t layer, size_t head,
                             uint64_t token, const void *state, const void *y)
{
    trace *t = data;
    int64_t pass = pass_of(t, token);
    if (pass < 0)
        return;
    const recurrent_head *from = &t->net->layer[layer].recurrent[head];
    trace_head *to = &layer_of(t, pass, layer)->head[head];
    head_clear(to);
    to->entries = from->kind->entries(&from->shape);
    to->state = copy_texts(system, state, to->entries);
    copy_read(to, system, y, from->shape.value);
}

static void watch_stream(void *data, const number_system *system, size_t layers_done,
                         uint64_t token, const void *x)
{
    trace *t = data;
    int64_t pass = pass_of(t, token);
    if (pass < 0)
        return;
    char ***to =
        layers_done == 0 ? &t->embedded[pass] : &layer_of(t, pass, layers_done - 1)->stream;
    free_texts(*to, t->net->embed.width);
    *to = copy_texts(system, x, t->net->embed.width);
    memcpy(t->system, system->name, sizeof t->system);
}

run_observer trace_observer(trace *t)
{
    return (run_observer){t, watch_attention, watch_recurrence, watch_stream};
}

/* ---- JSON ------------------------------------------------------------------------------ */

static json_t *texts_json(char *const *text, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_string(text[i]));
    return list;
}

static json_t *fields_json(const trace *t, char *const *stream)
{
    json_t *fields = json_object();
    for (size_t f = 0; stream && f < t->net->embed.fields; f++) {
        const embedding_field *field = &t->net->embed.field[f];
        json_object_set_new(fields, field->name, texts_json(stream + field->start, field->width));
    }
    return fields;
}

static json_t *layer_json(const trace *t, size_t i)
{
    json_t *heads = json_array();
    for (size_t h = 0; h < t->layer[i].heads; h++) {
        const trace_head *head = &t->layer[i].head[h];
        json_t *seen = head->state ? texts_json(head->state, head->entries)
                                   : texts_json(head->weight, head->tokens);
        json_array_append_new(heads,
                              json_pack("{s:o,s:o}", head->state ? "recurrent_state" : "weights",
                                        seen, "read", texts_json(head->read, head->width)));
    }
    json_t *layer = json_pack("{s:I,s:o,s:o}", "layer", (json_int_t)(i % t->net->layers), "heads",
                              heads, "state", fields_json(t, t->layer[i].stream));
    if (t->net->steps > 1)
        json_object_set_new(layer, "step", json_integer((json_int_t)(i / t->net->layers)));
    return layer;
}

char *trace_to_json(const trace *t, run_result got)
{
    const fc *task = &t->net->task;
    uint64_t expected = fc_answer(task, t->prompt);
    int right = got.outcome == RUN_ANSWER && got.answer == expected;
    static const char *const outcome[] = {"answer", "zero", "undecided", "undecided"};
    json_t *layers = json_array();
    for (size_t i = 0; i < t->net->layers * t->net->steps && t->layer[i].stream; i++)
        json_array_append_new(layers, layer_json(t, i));
    json_t *answer = got.outcome == RUN_ANSWER ? json_integer((json_int_t)got.answer) : json_null();
    json_t *root = json_pack("{s:o,s:I,s:b,s:s,s:s,s:s,s:o,s:o}", "answer", answer, "expected",
                             (json_int_t)expected, "correct", right, "outcome",
                             outcome[got.outcome], "network", t->net->name, "number", t->system,
                             "input", input_to_json(task, t->prompt), "layers", layers);
    REQUIRE(root != NULL);
    char *text = json_to_text(root, 0);
    json_decref(root);
    return text;
}

/* ---- for people ---------------------------------------------------------------------------- */

enum { shown_tokens = 12, bar_cells = 32, fraction_room = 23 };

static void print_prompt(FILE *to, const fc *task, const uint64_t *prompt)
{
    enum { shown_values = 16 };
    for (int l = (int)task->L; l >= 1; l--) {
        uint64_t start = fc_block_start(task, l), size = fc_block_size(task, l);
        fprintf(to, "  z_%d =", l);
        for (uint64_t i = 0; i < size && i < shown_values; i++)
            fprintf(to, " %llu", (ull)prompt[start + i]);
        fprintf(to, "%s\n", size > shown_values ? " ..." : "");
    }
    fprintf(to, "  z_0 = %llu\n  w = (", (ull)prompt[task->tokens - 2]);
    for (unsigned l = 1; l < task->L; l++)
        fprintf(to, "%s%llu", l > 1 ? ", " : "",
                (ull)fc_query_part(task, prompt[task->tokens - 1], l));
    fprintf(to, ")\n");
}

/* An exact fraction where it is short enough to read, else its leading digits. */
static void print_number(FILE *to, const char *exact, double value, int width)
{
    char rounded[32];
    snprintf(rounded, sizeof rounded, "~%.6g", value);
    fprintf(to, "%*s", width, strlen(exact) <= fraction_room ? exact : rounded);
}

static void print_bar(FILE *to, double part)
{
    static const char *const eighth[] = {"",       "\u258f", "\u258e", "\u258d",
                                         "\u258c", "\u258b", "\u258a", "\u2589"};
    int units = (int)(part * bar_cells * 8 + 0.5);
    for (int i = 0; i < units / 8; i++)
        fputs("\u2588", to);
    fputs(eighth[units % 8], to);
}

/* Marks the tokens to show: the heaviest ones, in prompt order. */
static size_t choose_tokens(unsigned char *chosen, const trace_head *head)
{
    size_t left = head->tokens < shown_tokens ? head->tokens : shown_tokens;
    size_t count = left;
    while (left--) {
        size_t best = head->tokens;
        for (size_t s = 0; s < head->tokens; s++)
            if (!chosen[s] && (best == head->tokens || head->bar[s] > head->bar[best]))
                best = s;
        chosen[best] = 1;
    }
    return count;
}

static void print_label(FILE *to, const trace *t, size_t s)
{
    const fc *task = &t->net->task;
    char name[token_name_room], label[token_name_room + 24];
    if (s < task->tokens)
        input_token_name(name, task, s);
    else
        snprintf(name, sizeof name, "(w, %zu, i_%zu)", s - (size_t)task->tokens,
                 s - (size_t)task->tokens);
    if (s + 1 < task->tokens)
        snprintf(label, sizeof label, "%s = %llu", name, (ull)t->prompt[s]);
    else
        snprintf(label, sizeof label, "%s", name);
    fprintf(to, "    %-14s ", label);
}

static void print_weights(FILE *to, const trace *t, const trace_head *head)
{
    unsigned char *chosen = memory_new(head->tokens, 1);
    size_t shown = choose_tokens(chosen, head);
    for (size_t s = 0; s < head->tokens; s++) {
        if (!chosen[s])
            continue;
        print_label(to, t, s);
        print_number(to, head->weight[s], head->bar[s], fraction_room);
        fputs("  ", to);
        print_bar(to, head->bar[s]);
        fputc('\n', to);
    }
    if (shown < head->tokens)
        fprintf(to, "    (%zu more tokens with less weight)\n", head->tokens - shown);
    memory_free(chosen);
}

static void print_state(FILE *to, const trace_head *head)
{
    fputs("    (", to);
    for (size_t i = 0; i < head->entries && i < shown_tokens; i++)
        fprintf(to, "%s%s", i ? ", " : "",
                strlen(head->state[i]) <= fraction_room ? head->state[i] : "...");
    fputs(head->entries > shown_tokens ? ", ...)\n" : ")\n", to);
}

static void print_head(FILE *to, const trace *t, const trace_head *head)
{
    if (head->state)
        print_state(to, head);
    else
        print_weights(to, t, head);
    fputs("  it reads: ", to);
    for (size_t j = 0; j < head->width; j++) {
        fputs(j ? ", " : "(", to);
        print_number(to, head->read[j], head->read_value[j], 0);
    }
    fputs(")\n", to);
}

/* A field of +1/-1 is the code of a number: its value, or -1. */
static int64_t decode(char *const *digit, size_t width)
{
    int64_t value = 0;
    if (width == 0 || width > 62)
        return -1;
    for (size_t j = 0; j < width; j++) {
        if (strcmp(digit[j], "1") == 0)
            value |= (int64_t)1 << j;
        else if (strcmp(digit[j], "-1") != 0)
            return -1;
    }
    return value;
}

static void print_field(FILE *to, const embedding_field *field, char *const *stream)
{
    int64_t value = decode(stream + field->start, field->width);
    fprintf(to, "%s = (", field->name);
    for (size_t j = 0; j < field->width; j++) {
        const char *text = stream[field->start + j];
        fprintf(to, "%s%s", j ? ", " : "", strlen(text) <= fraction_room ? text : "...");
    }
    fputc(')', to);
    if (value >= 0)
        fprintf(to, ", the code of %lld", (long long)value);
}

static void print_change(FILE *to, const trace *t, char *const *before, char *const *after)
{
    int some = 0;
    for (size_t f = 0; f < t->net->embed.fields; f++) {
        const embedding_field *field = &t->net->embed.field[f];
        int changed = 0;
        for (size_t j = field->start; j < field->start + field->width; j++)
            changed |= strcmp(before[j], after[j]) != 0;
        if (!changed)
            continue;
        fputs("  it now knows: ", to);
        print_field(to, field, after);
        fputc('\n', to);
        some = 1;
    }
    if (!some)
        fputs("  what it knows did not change\n", to);
}

static void print_result(FILE *to, const trace *t, run_result got)
{
    uint64_t expected = fc_answer(&t->net->task, t->prompt);
    if (got.outcome == RUN_ANSWER)
        fprintf(to, "answer %llu, expected i_%u = %llu: %s\n", (ull)got.answer, t->net->task.L,
                (ull)expected, got.answer == expected ? "correct" : "WRONG");
    else
        fprintf(to, "no answer: bit %zu of the read-out is %s; expected i_%u = %llu: WRONG\n",
                got.coordinate, got.outcome == RUN_ZERO ? "exactly 0" : "undecided", t->net->task.L,
                (ull)expected);
}

static void print_heading(FILE *to, const trace *t, size_t i, size_t h)
{
    const network_layer *layer = &t->net->layer[i % t->net->layers];
    fputc('\n', to);
    if (t->net->steps > 1)
        fprintf(to, "pass %zu, ", i / t->net->layers);
    fprintf(to, "layer %zu", i % t->net->layers);
    if (layer->heads > 1)
        fprintf(to, ", head %zu", h);
    if (layer->kind == LAYER_FULL)
        fputs(": the last token looks at\n", to);
    else
        fprintf(to, " (%s): the state at the last token is\n", layer->recurrent[h].kind->title);
}

char *trace_to_text(const trace *t, run_result got)
{
    const fc *task = &t->net->task;
    char *text = NULL, name[fc_text_room];
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    fc_to_text(name, task);
    fprintf(to, "%s, %llu tokens; network '%s', %zu layer%s", name, (ull)task->tokens, t->net->name,
            t->net->layers, t->net->layers == 1 ? "" : "s");
    if (t->net->steps > 1)
        fprintf(to, ", %zu passes", t->net->steps);
    fputc('\n', to);
    print_prompt(to, task, t->prompt);
    for (size_t i = 0; i < t->net->layers * t->net->steps && t->layer[i].stream; i++) {
        size_t pass = i / t->net->layers;
        for (size_t h = 0; h < t->layer[i].heads; h++) {
            print_heading(to, t, i, h);
            print_head(to, t, &t->layer[i].head[h]);
        }
        print_change(to, t, i % t->net->layers ? t->layer[i - 1].stream : t->embedded[pass],
                     t->layer[i].stream);
    }
    fputc('\n', to);
    print_result(to, t, got);
    REQUIRE(fclose(to) == 0);
    return text;
}
