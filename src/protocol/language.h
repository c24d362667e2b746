/* The language of protocol files (docs/protocol-files.md): expressions over what players know.
 *
 * An expression is a tree of nodes in one array. Evaluation is total: arithmetic is modulo 2^64,
 * division by 0 gives 0, an index out of range reads 0, every loop has constant bounds; how long
 * it takes is known when it is read (`cost`). */
#ifndef STRATA_PROTOCOL_LANGUAGE_H
#define STRATA_PROTOCOL_LANGUAGE_H

#include "protocol/transcript.h"

typedef enum node_kind {
    NODE_NUMBER,
    NODE_VARIABLE,
    NODE_SYMBOL,  /* z_player[child 0] */
    NODE_QUERY,   /* w_value, or all of w if value = 0 */
    NODE_CODE,    /* a player's block as one number */
    NODE_MESSAGE, /* field child 0 of the message in slot `value` */
    NODE_TABLE,   /* entry child 0 of table `value` */
    NODE_UNARY,
    NODE_BINARY,
    NODE_IF,
    NODE_CALL, /* hash, min, max, bits of the arguments child 0, its next, ... */
    NODE_FOLD  /* over variable = value .. end-1 of child 0 */
} node_kind;

typedef enum operation {
    /* binary, weakest first */
    OP_OR,
    OP_AND,
    OP_EQUAL,
    OP_DIFFERENT,
    OP_LESS,
    OP_AT_MOST,
    OP_GREATER,
    OP_AT_LEAST,
    OP_BIT_OR,
    OP_BIT_XOR,
    OP_BIT_AND,
    OP_LEFT,
    OP_RIGHT,
    OP_ADD,
    OP_SUBTRACT,
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_REST,
    /* unary */
    OP_NOT,
    OP_MINUS,
    OP_INVERT,
    /* calls */
    CALL_HASH,
    CALL_MIN,
    CALL_MAX,
    CALL_BITS,
    /* folds */
    FOLD_SUM,
    FOLD_XOR,
    FOLD_COUNT,
    FOLD_ARGMIN,
    FOLD_ARGMAX,
    FOLD_FIRST
} operation;

typedef struct node {
    node_kind kind;
    operation op;
    uint32_t child[3]; /* node 0 is none */
    uint32_t next;     /* argument of the same call */
    uint64_t value, end;
    size_t layer; /* NODE_MESSAGE */
    int player, from;
    unsigned variable, depth;
    uint64_t cost;
} node;

typedef struct field {
    uint32_t value;
    unsigned width;
    size_t offset;
    unsigned variable; /* its value while this field is computed, if `repeated` */
    int repeated;
    uint64_t index;
} field;

typedef struct message_rule {
    size_t fields;
    field *field;
} message_rule;

typedef struct value_table {
    char *name;
    size_t count;
    uint64_t *value;
} value_table;

enum {
    language_most_nodes = 1 << 17,
    language_most_depth = 120,
    language_most_variables = 8,
    language_most_tables = 64,
    language_most_entries = 1 << 20,
    language_most_fields = 1 << 16,
    language_most_bytes = 1 << 22
};
#define LANGUAGE_MOST_STEPS (UINT64_C(1) << 22) /* of one message */

typedef struct program {
    fc task;
    size_t nodes, tables;
    node *node;
    value_table table[language_most_tables];
    size_t rules;
    message_rule *rule; /* by slot of the protocol */
    uint32_t announce;
} program;

void program_free(void *from);

/* What an expression is evaluated in: at most two players' knowledge, and in an R layer the message
 * that was just handed to known[0]. */
typedef struct scene {
    const program *it;
    const knowledge *known[2];
    bits handed;
    size_t layer;
    uint64_t variable[language_most_variables];
} scene;

uint64_t evaluate(scene *s, uint32_t at);
uint64_t hash_step(uint64_t state, uint64_t word);

#endif
