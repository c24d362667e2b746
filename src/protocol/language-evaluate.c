#include "base/memory.h"
#include "protocol/language.h"

void program_free(void *from)
{
    program *it = from;
    for (size_t i = 0; i < it->rules; i++)
        memory_free(it->rule[i].field);
    for (size_t i = 0; i < it->tables; i++) {
        memory_free(it->table[i].name);
        memory_free(it->table[i].value);
    }
    memory_free(it->rule);
    memory_free(it->node);
    memory_free(it);
}

uint64_t hash_step(uint64_t state, uint64_t word)
{
    uint64_t z = (state ^ word) + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static const knowledge *knowledge_of(const scene *s, int player)
{
    if (s->known[1] && s->known[1]->player == player)
        return s->known[1];
    REQUIRE(s->known[0] && s->known[0]->player == player); /* checked when the file was read */
    return s->known[0];
}

static uint64_t binary(operation op, uint64_t a, uint64_t b)
{
    switch (op) {
    case OP_OR:
        return a || b;
    case OP_AND:
        return a && b;
    case OP_EQUAL:
        return a == b;
    case OP_DIFFERENT:
        return a != b;
    case OP_LESS:
        return a < b;
    case OP_AT_MOST:
        return a <= b;
    case OP_GREATER:
        return a > b;
    case OP_AT_LEAST:
        return a >= b;
    case OP_BIT_OR:
        return a | b;
    case OP_BIT_XOR:
        return a ^ b;
    case OP_BIT_AND:
        return a & b;
    case OP_LEFT:
        return b < 64 ? a << b : 0;
    case OP_RIGHT:
        return b < 64 ? a >> b : 0;
    case OP_ADD:
        return a + b;
    case OP_SUBTRACT:
        return a - b;
    case OP_MULTIPLY:
        return a * b;
    case OP_DIVIDE:
        return b ? a / b : 0;
    default:
        return b ? a % b : 0; /* OP_REST */
    }
}

static uint64_t unary(operation op, uint64_t a)
{
    return op == OP_NOT ? !a : op == OP_MINUS ? 0 - a : ~a;
}

/* bits(x, at, count) */
static uint64_t slice(uint64_t x, uint64_t at, uint64_t count)
{
    x = at < 64 ? x >> at : 0;
    return count < 64 ? x & ((UINT64_C(1) << count) - 1) : x;
}

static uint64_t call(scene *s, const node *n)
{
    uint64_t argument[3] = {0}, result = 0;
    size_t count = 0;
    for (uint32_t at = n->child[0]; at; at = s->it->node[at].next, count++) {
        uint64_t x = evaluate(s, at);
        if (count < 3)
            argument[count] = x;
        if (n->op == CALL_HASH)
            result = hash_step(result, x);
        else if (count == 0 || (n->op == CALL_MIN ? x < result : x > result))
            result = x;
    }
    return n->op == CALL_BITS ? slice(argument[0], argument[1], argument[2]) : result;
}

static uint64_t fold(scene *s, const node *n)
{
    uint64_t result = n->op == FOLD_SUM || n->op == FOLD_XOR || n->op == FOLD_COUNT ? 0 : n->value;
    uint64_t best = 0;
    for (uint64_t k = n->value; k < n->end; k++) {
        s->variable[n->variable] = k;
        uint64_t x = evaluate(s, n->child[0]);
        if (n->op == FOLD_SUM)
            result += x;
        else if (n->op == FOLD_XOR)
            result ^= x;
        else if (n->op == FOLD_COUNT)
            result += x != 0;
        else if (n->op == FOLD_FIRST) {
            if (x)
                return k;
        } else if (k == n->value || (n->op == FOLD_ARGMIN ? x < best : x > best)) {
            best = x;
            result = k;
        }
    }
    return n->op == FOLD_FIRST ? n->end : result;
}

static uint64_t code(const scene *s, int player)
{
    const knowledge *k = knowledge_of(s, player);
    uint64_t radix = fc_block_radix(&s->it->task, player), value = 0;
    for (size_t i = k->symbols; i-- > 0;)
        value = value * radix + k->symbol[i];
    return value;
}

static uint64_t message_field(scene *s, const node *n)
{
    const message_rule *rule = &s->it->rule[n->value];
    const knowledge *k = knowledge_of(s, n->player);
    uint64_t index = evaluate(s, n->child[0]);
    if (index >= rule->fields)
        return 0;
    bits from = n->layer < s->layer ? knowledge_received(k, n->layer, n->from) : s->handed;
    return bits_get(from, rule->field[index].offset, rule->field[index].width);
}

uint64_t evaluate(scene *s, uint32_t at)
{
    const node *n = &s->it->node[at];
    switch (n->kind) {
    case NODE_NUMBER:
        return n->value;
    case NODE_VARIABLE:
        return s->variable[n->variable];
    case NODE_SYMBOL: {
        const knowledge *k = knowledge_of(s, n->player);
        uint64_t index = evaluate(s, n->child[0]);
        return index < k->symbols ? k->symbol[index] : 0;
    }
    case NODE_QUERY: {
        uint64_t w = knowledge_of(s, -1)->symbol[0];
        return n->value ? fc_query_part(&s->it->task, w, (unsigned)n->value) : w;
    }
    case NODE_CODE:
        return code(s, n->player);
    case NODE_MESSAGE:
        return message_field(s, n);
    case NODE_TABLE: {
        const value_table *t = &s->it->table[n->value];
        uint64_t index = evaluate(s, n->child[0]);
        return index < t->count ? t->value[index] : 0;
    }
    case NODE_UNARY:
        return unary(n->op, evaluate(s, n->child[0]));
    case NODE_BINARY: {
        uint64_t a = evaluate(s, n->child[0]), b = evaluate(s, n->child[1]);
        return binary(n->op, a, b);
    }
    case NODE_IF:
        return evaluate(s, n->child[evaluate(s, n->child[0]) ? 1 : 2]);
    case NODE_CALL:
        return call(s, n);
    case NODE_FOLD:
        return fold(s, n);
    }
    strata_impossible(__FILE__, __LINE__, "node kind");
}
