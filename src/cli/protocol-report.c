#include "cli/protocol-report.h"

#include "base/json.h"
#include "base/memory.h"
#include "task/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long ull;

/* ---- rows ---------------------------------------------------------------------------------- */

static const table_column columns[] = {
    {"layer", "layer", NULL, 1},     {"kind", "", NULL, 0},          {"from", "from", NULL, 1},
    {"to", "to", NULL, 1},           {"tokens", "|to|", "$|i|$", 1}, {"bits", "bits", NULL, 1},
    {"allowed", "allowed", NULL, 1}, {"rule", "by", NULL, 0},        {"verdict", "", NULL, 0},
    {"message", "message", NULL, 0},
};
enum { column_count = sizeof columns / sizeof *columns };

/* Long messages are cut short where people read them; JSON has all of them. */
static void shorten(char *text)
{
    enum { shown = 44 };
    if (strlen(text) > shown)
        memcpy(text + shown - 3, "...", 4);
}

static json_t *message_row(const protocol_report *r, size_t layer, int from, int to, int whole)
{
    const protocol *p = &r->subject->p;
    int full = p->word[layer] == 'F';
    uint64_t bits_said = protocol_width(p, layer, from, to);
    uint64_t allowed = protocol_allowed(p, layer, to);
    json_t *row =
        json_pack("{s:I,s:s,s:i,s:i,s:I,s:I,s:I,s:s,s:s}", "layer", (json_int_t)layer + 1, "kind",
                  full ? "F" : "R", "from", from, "to", to, "tokens",
                  (json_int_t)fc_block_size(&p->task, to), "bits", (json_int_t)bits_said, "allowed",
                  (json_int_t)(allowed > INT64_MAX ? INT64_MAX : allowed), "rule",
                  full ? "2*B*|i|" : "S", "verdict", bits_said > allowed ? "EXCEEDED" : "ok");
    REQUIRE(row != NULL);
    if (r->shown) {
        char *text = bits_to_text(full ? transcript_full(r->shown, layer, from, to)
                                       : transcript_handed(r->shown, layer, to));
        if (!whole)
            shorten(text);
        json_object_set_new(row, "message", json_string(text));
        memory_free(text);
    }
    return row;
}

static json_t *message_rows(const protocol_report *r, int whole)
{
    const protocol *p = &r->subject->p;
    json_t *rows = json_array();
    for (size_t layer = 0; layer < p->layers; layer++)
        for (int from = (int)p->task.L; from >= 0; from--)
            for (int to = from - 1; to >= -1; to--)
                if (protocol_has_message(p, layer, from, to))
                    json_array_append_new(rows, message_row(r, layer, from, to, whole));
    return rows;
}

char *protocol_report_table(const protocol_report *r, report_format format)
{
    json_t *rows = message_rows(r, format != FORMAT_TEXT);
    char *text = table_to_text(columns, r->shown ? column_count : column_count - 1, rows, format);
    json_decref(rows);
    return text;
}

/* ---- numbers ----------------------------------------------------------------------------------
 */

/* The least B and S with which these messages are allowed. */
static uint64_t least_B(const protocol *p)
{
    uint64_t least = 0;
    for (size_t layer = 0; layer < p->layers; layer++)
        for (int to = -1; p->word[layer] == 'F' && to < (int)p->task.L; to++)
            for (int from = to + 1; from <= (int)p->task.L; from++) {
                uint64_t per_B = 2 * fc_block_size(&p->task, to);
                uint64_t needed = (protocol_width(p, layer, from, to) + per_B - 1) / per_B;
                least = needed > least ? needed : least;
            }
    return least;
}

static uint64_t least_S(const protocol *p)
{
    uint64_t least = 0;
    for (size_t layer = 0; layer < p->layers; layer++)
        for (int to = -1; p->word[layer] == 'R' && to < (int)p->task.L; to++) {
            uint64_t width = protocol_width(p, layer, to + 1, to);
            least = width > least ? width : least;
        }
    return least;
}

void protocol_report_about(char *text, const protocol_report *r)
{
    const protocol *p = &r->subject->p;
    char origin[160] = "";
    if (r->subject->has_network) {
        const network *net = &r->subject->net;
        unsigned P = number_fixed_bits(&r->subject->number.system);
        snprintf(origin, sizeof origin, "; %s, H = %zu, d = %zu, H*d*P = %llu",
                 r->subject->number.system.name, network_heads(net), network_dim(net),
                 (ull)network_heads(net) * network_dim(net) * P);
    }
    snprintf(text, protocol_about_room, "word %.150s%s, B = %llu, S = %llu%s", p->word,
             strlen(p->word) > 150 ? "..." : "", (ull)p->B, (ull)p->S, origin);
}

/* ---- text ---------------------------------------------------------------------------------------
 */

static void print_answer(FILE *to, const char *who, uint64_t answer)
{
    if (answer == PROTOCOL_NO_ANSWER)
        fprintf(to, "%s gives no answer", who);
    else
        fprintf(to, "%s answers %llu", who, (ull)answer);
}

static void print_first(FILE *to, const protocol_report *r)
{
    const protocol_findings *f = r->found;
    json_t *input = input_to_json(&r->subject->p.task, f->first);
    char *text = json_dumps(input, JSON_COMPACT);
    fprintf(to, "first such input: %s\n", text);
    print_answer(to, "the protocol", f->said);
    if (r->subject->has_network)
        print_answer(to, ", the network", f->network);
    fprintf(to, ", the task's answer is %llu\n", (ull)f->expected);
    memory_free(text);
    json_decref(input);
}

static void print_found(FILE *to, const protocol_report *r)
{
    const protocol_findings *f = r->found;
    fprintf(to, "%llu inputs run (%s)\n", (ull)f->checked,
            r->sampled    ? "a random sample"
            : f->finished ? "all of them"
                          : "interrupted");
    if (r->subject->has_network && f->differ == 0)
        fprintf(to, "the protocol's answer is the network's on each of them\n");
    else if (r->subject->has_network)
        fprintf(to, "the protocol's answer is NOT the network's on %llu of them\n", (ull)f->differ);
    if (f->wrong == 0)
        fprintf(to, "the protocol's answer is the task's on each of them\n");
    else
        fprintf(to, "the protocol's answer is wrong on %llu of them\n", (ull)f->wrong);
    if (f->first)
        print_first(to, r);
}

char *protocol_report_text(const protocol_report *r)
{
    const protocol *p = &r->subject->p;
    char *text = NULL, task[fc_text_room], about[protocol_about_room];
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    fc_to_text(task, &p->task);
    protocol_report_about(about, r);
    fprintf(to, "%s: '%s' as a protocol of %u players\n%s\n\n", task, p->name, p->task.L + 2,
            about);
    char *table = protocol_report_table(r, FORMAT_TEXT);
    fprintf(to, "%s\n", table);
    memory_free(table);
    if (r->exceeded)
        fprintf(to, "EXCEEDED: %s\n", r->exceeded);
    else
        fprintf(to, "every message is within its bits; they need B >= %llu and S >= %llu\n",
                (ull)least_B(p), (ull)least_S(p));
    if (r->found)
        print_found(to, r);
    REQUIRE(fclose(to) == 0);
    return text;
}

/* ---- JSON ---------------------------------------------------------------------------------------
 */

static json_t *answer_json(uint64_t answer)
{
    return answer == PROTOCOL_NO_ANSWER ? json_null() : json_integer((json_int_t)answer);
}

static void set_found(json_t *o, const protocol_report *r)
{
    const protocol_findings *f = r->found;
    char checked[32];
    snprintf(checked, sizeof checked, "%llu", (ull)f->checked);
    json_object_set_new(o, "mode", json_string(r->sampled ? "sample" : "exhaustive"));
    json_object_set_new(o, "checked", json_string(checked));
    json_object_set_new(o, "finished", json_boolean(f->finished));
    if (r->subject->has_network)
        json_object_set_new(o, "differs_from_network", json_integer((json_int_t)f->differ));
    json_object_set_new(o, "wrong", json_integer((json_int_t)f->wrong));
    json_object_set_new(o, "counterexample", json_null());
    if (!f->first)
        return;
    json_object_set_new(o, "counterexample", input_to_json(&r->subject->p.task, f->first));
    json_object_set_new(o, "answer", answer_json(f->said));
    if (r->subject->has_network)
        json_object_set_new(o, "network_answer", answer_json(f->network));
    json_object_set_new(o, "expected", json_integer((json_int_t)f->expected));
}

char *protocol_report_json(const protocol_report *r)
{
    const protocol *p = &r->subject->p;
    char task[fc_text_room];
    fc_to_text(task, &p->task);
    json_t *o =
        json_pack("{s:s,s:s,s:s,s:I,s:I,s:I,s:I,s:I,s:b}", "task", task, "protocol", p->name,
                  "word", p->word, "full_layers", (json_int_t)protocol_full_layers(p), "B",
                  (json_int_t)p->B, "S", (json_int_t)p->S, "least_B", (json_int_t)least_B(p),
                  "least_S", (json_int_t)least_S(p), "within_budget", r->exceeded == NULL);
    REQUIRE(o != NULL);
    if (r->subject->has_network)
        json_object_set_new(o, "number", json_string(r->subject->number.system.name));
    json_object_set_new(o, "exceeded", r->exceeded ? json_string(r->exceeded) : json_null());
    if (r->found)
        set_found(o, r);
    if (r->shown) {
        json_object_set_new(o, "input", input_to_json(&p->task, r->shown->symbol));
        json_object_set_new(o, "said", answer_json(r->shown->answer));
    }
    json_object_set_new(o, "rows", message_rows(r, 1));
    char *text = json_to_text(o, 0);
    json_decref(o);
    return text;
}
