#include "protocol/from-file.h"

#include "base/file.h"
#include "base/json-read.h"
#include "base/memory.h"
#include "protocol/language-read.h"

#include <stdio.h>
#include <string.h>

typedef unsigned long long ull;

/* ---- the rules of such a protocol ------------------------------------------------------------ */

static void say(bit_writer *message, scene *s, const message_rule *rule)
{
    for (size_t i = 0; i < rule->fields; i++) {
        const field *f = &rule->field[i];
        if (f->repeated)
            s->variable[f->variable] = f->index;
        bits_put(message, evaluate(s, f->value), f->width);
    }
}

static status full(bit_writer *message, void *work, const protocol *p, size_t layer,
                   const knowledge *from, const knowledge *to, error *e)
{
    (void)work;
    (void)e;
    const program *it = p->data;
    scene s = {.it = it, .known = {from, to}, .layer = layer};
    say(message, &s, &it->rule[protocol_slot(p, layer, from->player, to->player)]);
    return STATUS_OK;
}

static status hand(bit_writer *message, void *work, const protocol *p, size_t layer,
                   const knowledge *from, bits handed, error *e)
{
    (void)work;
    (void)e;
    const program *it = p->data;
    scene s = {.it = it, .known = {from, NULL}, .handed = handed, .layer = layer};
    say(message, &s, &it->rule[protocol_slot(p, layer, from->player, from->player - 1)]);
    return STATUS_OK;
}

static status announce(uint64_t *answer, void *work, const protocol *p, const knowledge *who,
                       error *e)
{
    (void)work;
    (void)e;
    const program *it = p->data;
    scene s = {.it = it, .known = {who, NULL}, .layer = p->layers};
    *answer = evaluate(&s, it->announce);
    return STATUS_OK;
}

static const protocol_rules rules = {
    .full = full, .hand = hand, .announce = announce, .data_clear = program_free};

/* ---- the head of a file ------------------------------------------------------------------------
 */

typedef struct head {
    char name[80];
    char *word;
    int has_task, has_B, has_S;
    uint64_t B, S;
} head;

static status once(const reader *r, int given, const char *what)
{
    if (r->p)
        return reader_refuse(r, "%s belongs above the first message", what);
    return given ? reader_refuse(r, "%s is given twice", what) : STATUS_OK;
}

static status read_name(reader *r, head *h)
{
    TRY(once(r, h->name[0] != 0, "protocol"));
    if (r->kind != TOKEN_STRING || r->length <= 2)
        return reader_refuse(r, "expected a name in quotes");
    snprintf(h->name, sizeof h->name, "%.*s",
             (int)(r->length - 2 < sizeof h->name ? r->length - 2 : sizeof h->name - 1),
             r->text + 1);
    for (char *c = h->name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    return reader_next(r);
}

/* task L m n_1 ... n_{L-1} */
static status read_task(reader *r, head *h)
{
    uint64_t L, m, n[fc_max_L] = {0};
    error inner = {""};
    TRY(once(r, h->has_task, "task"));
    TRY(reader_number(&L, r, fc_max_L, "L"));
    TRY(reader_number(&m, r, FC_MAX_TOKENS, "m"));
    for (uint64_t l = 1; l < L; l++)
        TRY(reader_number(&n[l - 1], r, FC_MAX_TOKENS, "one of the L-1 sizes n_1, n_2, ..."));
    if (fc_init(&r->it->task, (unsigned)L, m, n, &inner) != STATUS_OK)
        return reader_refuse(r, "task: %.200s", inner.message);
    if (r->it->task.tokens > UINT64_C(1) << 20)
        return reader_refuse(r, "task: a prompt of more than 2^20 tokens");
    h->has_task = 1;
    return STATUS_OK;
}

static status read_word(reader *r, head *h)
{
    TRY(once(r, h->word != NULL, "word"));
    if (r->kind != TOKEN_NAME || r->length > protocol_most_layers)
        return reader_refuse(r, "expected a word of at most %d letters F and R",
                             protocol_most_layers);
    for (size_t i = 0; i < r->length; i++)
        if (r->text[i] != 'F' && r->text[i] != 'R')
            return reader_refuse(r, "word: layers are F or R, not '%c'", r->text[i]);
    h->word = memory_new(r->length + 1, 1);
    memcpy(h->word, r->text, r->length);
    return reader_next(r);
}

static status read_budget(reader *r, uint64_t *value, int *given, const char *name)
{
    TRY(once(r, *given, name));
    *given = 1;
    return reader_number(value, r, UINT64_C(1) << 40, name);
}

/* The protocol begins where the head ends. */
static status begin(reader *r, protocol *p, const head *h)
{
    if (r->p)
        return STATUS_OK;
    if (!h->has_task)
        return reader_refuse(r, "'task L m n1 ..' is missing above");
    if (!h->word)
        return reader_refuse(r, "'word' is missing above");
    if (!h->has_B && strchr(h->word, 'F'))
        return reader_refuse(r, "'B' is missing above, and there are F layers");
    if (!h->has_S && strchr(h->word, 'R'))
        return reader_refuse(r, "'S' is missing above, and there are R layers");
    status s = protocol_init(p, h->name[0] ? h->name : r->file, &r->it->task, h->word, h->B, h->S,
                             &rules, r->it, r->e);
    if (s != STATUS_OK) {
        r->it = NULL; /* it went with the protocol */
        return s;
    }
    r->p = p;
    r->it->rules = p->layers * (p->task.L + 2) * (p->task.L + 2);
    r->it->rule = memory_new(r->it->rules, sizeof *r->it->rule);
    return STATUS_OK;
}

/* ---- tables
 * -------------------------------------------------------------------------------------- */

static status check_table_name(const reader *r)
{
    static const char *const taken[] = {
        "if",  "then",  "else",   "for",    "in",    "msg",  "hash", "min", "max", "bits", "sum",
        "xor", "count", "argmin", "argmax", "first", "code", "w",    "L",   "m",   "B",    "S"};
    if (r->kind != TOKEN_NAME || r->length > 31)
        return reader_refuse(r, "expected the name of a table (at most 31 letters)");
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (reader_sees(r, taken[i]))
            return reader_refuse(r, "'%s' already means something", taken[i]);
    for (size_t t = 0; t < r->it->tables; t++)
        if (reader_sees(r, r->it->table[t].name))
            return reader_refuse(r, "there is a table '%s' already", r->it->table[t].name);
    if (r->it->tables == language_most_tables)
        return reader_refuse(r, "more than %d tables", language_most_tables);
    return STATUS_OK;
}

/* table NAME: v0 v1 v2 ... */
static status read_table(reader *r)
{
    TRY(check_table_name(r));
    value_table *t = &r->it->table[r->it->tables++];
    size_t room = 0;
    t->name = memory_new(r->length + 1, 1);
    memcpy(t->name, r->text, r->length);
    TRY(reader_next(r));
    TRY(reader_take(r, ":"));
    while (r->kind == TOKEN_NUMBER) {
        if (t->count == language_most_entries)
            return reader_refuse(r, "a table with more than 2^20 entries");
        if (t->count == room) {
            room = room ? 2 * room : 16;
            t->value = memory_resize(t->value, room, sizeof *t->value);
        }
        TRY(reader_number(&t->value[t->count++], r, UINT64_MAX, "an entry"));
    }
    return STATUS_OK;
}

/* ---- messages
 * ------------------------------------------------------------------------------------ */

typedef struct sending { /* a message being read */
    size_t layer;
    int from, to;
    message_rule rule;
    size_t room, bits;
    uint64_t cost;
} sending;

static status add_field(reader *r, sending *s, field f)
{
    uint64_t allowed = protocol_allowed(r->p, s->layer, s->to);
    if (s->rule.fields == language_most_fields)
        return reader_refuse(r, "a message with more than 2^16 fields");
    if (s->rule.fields == s->room) {
        s->room = s->room ? 2 * s->room : 8;
        s->rule.field = memory_resize(s->rule.field, s->room, sizeof *s->rule.field);
    }
    f.offset = s->bits;
    s->rule.field[s->rule.fields++] = f;
    s->bits += f.width;
    s->cost += r->it->node[f.value].cost;
    if (s->cost > LANGUAGE_MOST_STEPS)
        return reader_refuse(r, "a message that takes more than 2^22 steps");
    if (s->bits > allowed)
        return reader_refuse(r,
                             "layer %zu, player %d to player %d: more than the %llu bits that "
                             "%s allows",
                             s->layer + 1, s->from, s->to, (ull)allowed,
                             r->p->word[s->layer] == 'F' ? "2 B |i|" : "S");
    return STATUS_OK;
}

/* expression : width, or: for k in a..b: expression : width */
static status read_field(reader *r, sending *s)
{
    field f = {.repeated = reader_sees(r, "for")};
    uint64_t width, from = 0, end = 1;
    if (f.repeated) {
        TRY(reader_next(r));
        TRY(reader_range(&f.variable, &from, &end, r));
        TRY(reader_take(r, ":"));
    }
    TRY(reader_expression(&f.value, r));
    TRY(reader_take(r, ":"));
    r->variables = 0;
    TRY(reader_constant(&width, r, 64, "the width of a field"));
    if (width == 0)
        return reader_refuse(r, "a field has at least 1 bit");
    f.width = (unsigned)width;
    for (f.index = from; f.index < end; f.index++)
        TRY(add_field(r, s, f));
    return STATUS_OK;
}

static status read_fields(reader *r, sending *s)
{
    TRY(read_field(r, s));
    while (reader_sees(r, ",")) {
        TRY(reader_next(r));
        TRY(read_field(r, s));
    }
    return STATUS_OK;
}

static void set_scope(reader *r, char *whose, size_t room, const sending *s)
{
    int hands = r->p->word[s->layer] == 'R';
    if (hands)
        snprintf(whose, room, "in R layer %zu player %d says what it knows and was just handed",
                 s->layer + 1, s->from);
    else
        snprintf(whose, room, "in F layer %zu this is between players %d and %d", s->layer + 1,
                 s->from, s->to);
    r->scope = (reading_scope){.whose = whose,
                               .known = {s->from, s->to},
                               .knowing = hands ? 1 : 2,
                               .layer = s->layer,
                               .handing = hands};
}

/* send LAYER FROM -> TO: field, field, ... */
static status read_send(reader *r)
{
    sending s = {0};
    uint64_t layer;
    char whose[120];
    TRY(reader_number(&layer, r, r->p->layers, "a layer"));
    TRY(reader_player(&s.from, r));
    TRY(reader_take(r, "->"));
    TRY(reader_player(&s.to, r));
    if (layer < 1 || !protocol_has_message(r->p, (size_t)layer - 1, s.from, s.to))
        return reader_refuse(r, "player %d sends player %d nothing in layer %llu of %.40s", s.from,
                             s.to, (ull)layer, r->p->word);
    s.layer = (size_t)layer - 1;
    message_rule *rule = &r->it->rule[protocol_slot(r->p, s.layer, s.from, s.to)];
    if (rule->fields)
        return reader_refuse(r, "the message of layer %llu from %d to %d is written twice",
                             (ull)layer, s.from, s.to);
    set_scope(r, whose, sizeof whose, &s);
    TRY(reader_take(r, ":"));
    status result = read_fields(r, &s);
    *rule = s.rule;
    protocol_set_width(r->p, s.layer, s.from, s.to, s.bits);
    return result;
}

static status read_announce(reader *r)
{
    if (r->it->announce)
        return reader_refuse(r, "announce is given twice");
    r->scope = (reading_scope){
        .whose = "player -1 announces", .known = {-1, -1}, .knowing = 1, .layer = r->p->layers};
    TRY(reader_take(r, ":"));
    return reader_expression(&r->it->announce, r);
}

/* ---- statements
 * ---------------------------------------------------------------------------------- */

static int starts(reader *r, const char *name, status *s)
{
    if (!reader_sees(r, name))
        return 0;
    *s = reader_next(r);
    return 1;
}

static status read_statement(reader *r, protocol *p, head *h)
{
    status s;
    r->depth = r->variables = 0;
    if (starts(r, "protocol", &s))
        return s != STATUS_OK ? s : read_name(r, h);
    if (starts(r, "task", &s))
        return s != STATUS_OK ? s : read_task(r, h);
    if (starts(r, "word", &s))
        return s != STATUS_OK ? s : read_word(r, h);
    if (starts(r, "B", &s))
        return s != STATUS_OK ? s : read_budget(r, &h->B, &h->has_B, "B");
    if (starts(r, "S", &s))
        return s != STATUS_OK ? s : read_budget(r, &h->S, &h->has_S, "S");
    if (starts(r, "table", &s))
        return s != STATUS_OK ? s : read_table(r);
    if (reader_sees(r, "send") || reader_sees(r, "announce"))
        TRY(begin(r, p, h));
    if (starts(r, "send", &s))
        return s != STATUS_OK ? s : read_send(r);
    if (starts(r, "announce", &s))
        return s != STATUS_OK ? s : read_announce(r);
    return reader_refuse(r,
                         "expected protocol, task, word, B, S, table, send or announce, got "
                         "'%.*s'",
                         (int)(r->length > 30 ? 30 : r->length), r->text);
}

static status read_statements(reader *r, protocol *p, head *h)
{
    TRY(reader_next(r));
    while (r->kind != TOKEN_END) {
        TRY(read_statement(r, p, h));
        if (r->kind != TOKEN_STOP)
            return reader_refuse(r,
                                 "expected the end of the statement, got '%.*s' (a line that "
                                 "goes on is indented)",
                                 (int)(r->length > 30 ? 30 : r->length), r->text);
        TRY(reader_next(r));
    }
    if (!r->p || !r->it->announce)
        return reader_refuse(r, "'announce: ..' is missing");
    return protocol_seal(p, r->e);
}

status protocol_read_text(protocol *p, const char *text, size_t length, const char *name, error *e)
{
    head h = {.has_task = 0};
    reader r = {.file = name,
                .at = text,
                .end = text + length,
                .line = 1,
                .token_line = 1,
                .kind = TOKEN_STOP,
                .it = memory_new(1, sizeof *r.it),
                .e = e};
    r.it->task = (fc){.L = 0};
    status s = read_statements(&r, p, &h);
    memory_free(h.word);
    if (s != STATUS_OK && r.p)
        protocol_clear(p);
    else if (s != STATUS_OK && r.it)
        program_free(r.it);
    return s;
}

status protocol_read_file(protocol *p, const char *path, error *e)
{
    char *text;
    size_t length;
    TRY(file_read(&text, &length, path, language_most_bytes, e));
    const char *slash = strrchr(path, '/');
    status s = protocol_read_text(p, text, length, slash ? slash + 1 : path, e);
    memory_free(text);
    return s;
}
