#include "protocol/language-read.h"

#include "base/json-read.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

/* ---- nodes --------------------------------------------------------------------------------- */

static uint64_t add_cost(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t multiply_cost(uint64_t a, uint64_t b)
{
    return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/* Depth and cost come from the children, which are there already. */
static void measure(const program *it, node *n)
{
    uint64_t inner = 0;
    for (int c = 0; c < 3; c++)
        for (uint32_t at = n->child[c]; at; at = it->node[at].next) {
            const node *child = &it->node[at];
            n->depth = child->depth > n->depth ? child->depth : n->depth;
            inner = add_cost(inner, child->cost);
        }
    n->depth++;
    if (n->kind == NODE_FOLD)
        inner = multiply_cost(inner, n->end - n->value);
    if (n->kind == NODE_CODE)
        inner = fc_block_size(&it->task, n->player);
    n->cost = add_cost(inner, 1);
}

static status add_node(uint32_t *at, reader *r, node n)
{
    program *it = r->it;
    measure(it, &n);
    if (n.depth > language_most_depth)
        return reader_refuse(r, "an expression nested more than %d deep", language_most_depth);
    if (n.cost > LANGUAGE_MOST_STEPS)
        return reader_refuse(r, "an expression that takes more than 2^22 steps");
    if (it->nodes == language_most_nodes)
        return reader_refuse(r, "more than 2^17 terms in a file");
    if (it->nodes == r->node_room) {
        r->node_room = r->node_room ? 2 * r->node_room : 64;
        it->node = memory_resize(it->node, r->node_room, sizeof *it->node);
    }
    if (it->nodes == 0) /* node 0 is none */
        it->node[it->nodes++] = (node){.kind = NODE_NUMBER};
    it->node[it->nodes] = n;
    *at = (uint32_t)it->nodes++;
    return STATUS_OK;
}

/* ---- names ------------------------------------------------------------------------------------
 */

/* "z12": a letter and a number. */
static int numbered(unsigned *number, const reader *r, char letter)
{
    *number = 0;
    if (r->length < 2 || r->length > 4 || r->text[0] != letter)
        return 0;
    for (size_t i = 1; i < r->length; i++) {
        if (r->text[i] < '0' || r->text[i] > '9')
            return 0;
        *number = *number * 10 + (unsigned)(r->text[i] - '0');
    }
    return 1;
}

static status require_known(const reader *r, int player)
{
    char what[24] = "w";
    for (size_t i = 0; i < r->scope.knowing; i++)
        if (r->scope.known[i] == player)
            return STATUS_OK;
    if (player >= 0)
        snprintf(what, sizeof what, "z%d", player);
    return reader_refuse(r, "%s is not known here: %s", what, r->scope.whose);
}

static status index_in_brackets(uint32_t *at, reader *r)
{
    TRY(reader_take(r, "["));
    TRY(reader_expression(at, r));
    return reader_take(r, "]");
}

static status parse_symbol(uint32_t *at, reader *r, unsigned player)
{
    node n = {.kind = NODE_SYMBOL, .player = (int)player};
    if (player > r->it->task.L)
        return reader_refuse(r, "there is no z%u", player);
    TRY(require_known(r, (int)player));
    TRY(reader_next(r));
    if (player == 0)
        TRY(add_node(&n.child[0], r, (node){.kind = NODE_NUMBER}));
    else
        TRY(index_in_brackets(&n.child[0], r));
    return add_node(at, r, n);
}

static status parse_query(uint32_t *at, reader *r, unsigned part)
{
    if (part >= r->it->task.L)
        return reader_refuse(r, "there is no w%u (L = %u)", part, r->it->task.L);
    TRY(require_known(r, -1));
    TRY(reader_next(r));
    return add_node(at, r, (node){.kind = NODE_QUERY, .value = part});
}

/* L, B, S, m, N0 ..., n1 ...: sizes */
static int find_size(uint64_t *value, const reader *r)
{
    const fc *task = &r->it->task;
    unsigned l;
    if (reader_sees(r, "L"))
        *value = task->L;
    else if (reader_sees(r, "m"))
        *value = task->N[0];
    else if (reader_sees(r, "B") && r->p)
        *value = r->p->B;
    else if (reader_sees(r, "S") && r->p)
        *value = r->p->S;
    else if (numbered(&l, r, 'N') && l < task->L)
        *value = task->N[l];
    else if (numbered(&l, r, 'n') && l >= 1 && l < task->L)
        *value = task->n[l];
    else
        return 0;
    return 1;
}

/* ---- messages ---------------------------------------------------------------------------------
 */

static status check_message(const reader *r, uint64_t layer, int from, int to)
{
    const reading_scope *scope = &r->scope;
    int knows = 0;
    for (size_t i = 0; i < scope->knowing; i++)
        knows |= scope->known[i] == to;
    int handed = scope->handing && layer == scope->layer + 1 && to == scope->known[0];
    if (!knows || (layer > scope->layer && !handed))
        return reader_refuse(r, "the message of layer %llu from %d to %d is not known here: %s",
                             (unsigned long long)layer, from, to, scope->whose);
    if (layer < 1 || !protocol_has_message(r->p, (size_t)layer - 1, from, to))
        return reader_refuse(r, "there is no message from %d to %d in layer %llu", from, to,
                             (unsigned long long)layer);
    if (r->it->rule[protocol_slot(r->p, (size_t)layer - 1, from, to)].fields == 0)
        return reader_refuse(r, "the message of layer %llu from %d to %d is not written above",
                             (unsigned long long)layer, from, to);
    return STATUS_OK;
}

/* msg(layer, from, to) or msg(layer, from, to, field) */
static status parse_message(uint32_t *at, reader *r)
{
    node n = {.kind = NODE_MESSAGE};
    uint64_t layer;
    int from, to;
    TRY(reader_next(r));
    TRY(reader_take(r, "("));
    TRY(reader_number(&layer, r, protocol_most_layers, "a layer"));
    TRY(reader_take(r, ","));
    TRY(reader_player(&from, r));
    TRY(reader_take(r, ","));
    TRY(reader_player(&to, r));
    TRY(check_message(r, layer, from, to));
    n.layer = (size_t)layer - 1;
    n.from = from;
    n.player = to;
    n.value = protocol_slot(r->p, n.layer, from, to);
    if (reader_sees(r, ",")) {
        TRY(reader_next(r));
        TRY(reader_expression(&n.child[0], r));
    } else {
        TRY(add_node(&n.child[0], r, (node){.kind = NODE_NUMBER}));
    }
    TRY(reader_take(r, ")"));
    return add_node(at, r, n);
}

/* ---- calls and folds ----------------------------------------------------------------------------
 */

static status parse_call(uint32_t *at, reader *r, operation op)
{
    node n = {.kind = NODE_CALL, .op = op};
    uint32_t last = 0, one;
    size_t count = 0;
    TRY(reader_next(r));
    TRY(reader_take(r, "("));
    do {
        if (count++ > 0)
            TRY(reader_next(r));
        TRY(reader_expression(&one, r));
        if (last)
            r->it->node[last].next = one;
        else
            n.child[0] = one;
        last = one;
    } while (reader_sees(r, ","));
    TRY(reader_take(r, ")"));
    if (op == CALL_BITS && count != 3)
        return reader_refuse(r, "bits(x, at, count) has three arguments, not %zu", count);
    return add_node(at, r, n);
}

static status parse_code(uint32_t *at, reader *r)
{
    int player;
    TRY(reader_next(r));
    TRY(reader_take(r, "("));
    TRY(reader_player(&player, r));
    TRY(require_known(r, player));
    TRY(reader_take(r, ")"));
    return add_node(at, r, (node){.kind = NODE_CODE, .player = player});
}

status reader_range(unsigned *variable, uint64_t *from, uint64_t *end, reader *r)
{
    if (r->kind != TOKEN_NAME || r->length >= sizeof r->variable[0])
        return reader_refuse(r, "expected the name of a variable (at most 31 letters)");
    if (r->variables == language_most_variables)
        return reader_refuse(r, "more than %d loops inside each other", language_most_variables);
    char name[32] = "";
    memcpy(name, r->text, r->length);
    TRY(reader_next(r));
    TRY(reader_take(r, "in"));
    TRY(reader_constant(from, r, LANGUAGE_MOST_STEPS, "the start of a range"));
    TRY(reader_take(r, ".."));
    TRY(reader_constant(end, r, LANGUAGE_MOST_STEPS, "the end of a range"));
    if (*end < *from)
        return reader_refuse(r, "a range that ends before it starts");
    *variable = r->variables;
    memcpy(r->variable[r->variables++], name, sizeof name);
    return STATUS_OK;
}

static status parse_fold(uint32_t *at, reader *r, operation op)
{
    node n = {.kind = NODE_FOLD, .op = op};
    TRY(reader_next(r));
    TRY(reader_take(r, "("));
    TRY(reader_range(&n.variable, &n.value, &n.end, r));
    TRY(reader_take(r, ":"));
    TRY(reader_expression(&n.child[0], r));
    TRY(reader_take(r, ")"));
    r->variables--;
    return add_node(at, r, n);
}

/* ---- expressions
 * ---------------------------------------------------------------------------------- */

static status parse_if(uint32_t *at, reader *r)
{
    node n = {.kind = NODE_IF};
    TRY(reader_next(r));
    TRY(reader_expression(&n.child[0], r));
    TRY(reader_take(r, "then"));
    TRY(reader_expression(&n.child[1], r));
    TRY(reader_take(r, "else"));
    TRY(reader_expression(&n.child[2], r));
    return add_node(at, r, n);
}

static const struct {
    const char *name;
    operation op;
} calls[] = {{"hash", CALL_HASH},   {"min", CALL_MIN},       {"max", CALL_MAX},
             {"bits", CALL_BITS},   {"sum", FOLD_SUM},       {"xor", FOLD_XOR},
             {"count", FOLD_COUNT}, {"argmin", FOLD_ARGMIN}, {"argmax", FOLD_ARGMAX},
             {"first", FOLD_FIRST}};

/* Variables of loops first, then what the language names, then the file's tables. */
static status parse_name(uint32_t *at, reader *r)
{
    unsigned number;
    uint64_t size;
    for (unsigned k = r->variables; k-- > 0;)
        if (reader_sees(r, r->variable[k])) {
            TRY(reader_next(r));
            return add_node(at, r, (node){.kind = NODE_VARIABLE, .variable = k});
        }
    if (reader_sees(r, "if"))
        return parse_if(at, r);
    if (numbered(&number, r, 'z'))
        return parse_symbol(at, r, number);
    if (reader_sees(r, "w"))
        return parse_query(at, r, 0);
    if (numbered(&number, r, 'w') && number > 0)
        return parse_query(at, r, number);
    if (reader_sees(r, "msg"))
        return parse_message(at, r);
    if (reader_sees(r, "code"))
        return parse_code(at, r);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (reader_sees(r, calls[i].name))
            return calls[i].op >= FOLD_SUM ? parse_fold(at, r, calls[i].op)
                                           : parse_call(at, r, calls[i].op);
    if (find_size(&size, r)) {
        TRY(reader_next(r));
        return add_node(at, r, (node){.kind = NODE_NUMBER, .value = size});
    }
    for (size_t t = 0; t < r->it->tables; t++)
        if (reader_sees(r, r->it->table[t].name)) {
            node n = {.kind = NODE_TABLE, .value = t};
            TRY(reader_next(r));
            TRY(index_in_brackets(&n.child[0], r));
            return add_node(at, r, n);
        }
    return reader_refuse(r, "nothing is called '%.*s' here", (int)(r->length > 30 ? 30 : r->length),
                         r->text);
}

static status parse_primary(uint32_t *at, reader *r)
{
    static const struct {
        const char *sign;
        operation op;
    } unary[] = {{"!", OP_NOT}, {"-", OP_MINUS}, {"~", OP_INVERT}};
    for (size_t i = 0; i < sizeof unary / sizeof *unary; i++)
        if (reader_sees(r, unary[i].sign)) {
            node n = {.kind = NODE_UNARY, .op = unary[i].op};
            TRY(reader_next(r));
            if (++r->depth > language_most_depth)
                return reader_refuse(r, "an expression nested more than %d deep",
                                     language_most_depth);
            TRY(parse_primary(&n.child[0], r));
            r->depth--;
            return add_node(at, r, n);
        }
    if (reader_sees(r, "(")) {
        TRY(reader_next(r));
        TRY(reader_expression(at, r));
        return reader_take(r, ")");
    }
    if (r->kind == TOKEN_NAME)
        return parse_name(at, r);
    uint64_t value;
    TRY(reader_number(&value, r, UINT64_MAX, "a value"));
    return add_node(at, r, (node){.kind = NODE_NUMBER, .value = value});
}

static const struct {
    const char *sign;
    operation op;
    unsigned strength;
} binaries[] = {
    {"||", OP_OR, 1},      {"&&", OP_AND, 2},      {"==", OP_EQUAL, 3},   {"!=", OP_DIFFERENT, 3},
    {"<=", OP_AT_MOST, 3}, {">=", OP_AT_LEAST, 3}, {"<", OP_LESS, 3},     {">", OP_GREATER, 3},
    {"|", OP_BIT_OR, 4},   {"^", OP_BIT_XOR, 5},   {"&", OP_BIT_AND, 6},  {"<<", OP_LEFT, 7},
    {">>", OP_RIGHT, 7},   {"+", OP_ADD, 8},       {"-", OP_SUBTRACT, 8}, {"*", OP_MULTIPLY, 9},
    {"/", OP_DIVIDE, 9},   {"%", OP_REST, 9},
};
enum { strongest = 9 };

/* Operators of at least this strength, from left to right. */
static status parse_binary(uint32_t *at, reader *r, unsigned strength)
{
    if (strength > strongest)
        return parse_primary(at, r);
    TRY(parse_binary(at, r, strength + 1));
    for (;;) {
        size_t i = 0, count = sizeof binaries / sizeof *binaries;
        while (i < count && !(binaries[i].strength == strength && reader_sees(r, binaries[i].sign)))
            i++;
        if (i == count)
            return STATUS_OK;
        node n = {.kind = NODE_BINARY, .op = binaries[i].op, .child = {*at, 0, 0}};
        TRY(reader_next(r));
        TRY(parse_binary(&n.child[1], r, strength + 1));
        TRY(add_node(at, r, n));
    }
}

status reader_expression(uint32_t *at, reader *r)
{
    if (++r->depth > language_most_depth)
        return reader_refuse(r, "an expression nested more than %d deep", language_most_depth);
    TRY(parse_binary(at, r, 1));
    r->depth--;
    return STATUS_OK;
}

status reader_constant(uint64_t *value, reader *r, uint64_t most, const char *what)
{
    uint32_t at;
    reading_scope before = r->scope;
    unsigned variables = r->variables;
    r->scope = (reading_scope){.whose = "a constant knows sizes only"};
    r->variables = 0;
    TRY(reader_expression(&at, r));
    r->scope = before;
    r->variables = variables;
    scene nobody = {.it = r->it};
    *value = evaluate(&nobody, at);
    if (*value > most)
        return reader_refuse(r, "%s: at most %llu", what, (unsigned long long)most);
    return STATUS_OK;
}
