/* Reading protocol files: tokens and expressions. */
#ifndef STRATA_PROTOCOL_LANGUAGE_READ_H
#define STRATA_PROTOCOL_LANGUAGE_READ_H

#include "protocol/language.h"

typedef enum token_kind {
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_SIGN, /* an operator or a bracket */
    TOKEN_STOP, /* the end of a statement */
    TOKEN_END   /* the end of the file */
} token_kind;

/* Who may be asked about what in the expression at hand. */
typedef struct reading_scope {
    const char *whose; /* for messages */
    int constant;      /* nobody: sizes only */
    int known[2];
    size_t knowing; /* how many of these */
    size_t layer;   /* messages of earlier layers may be read, */
    int handing;    /* and in an R layer the one just handed to known[0] */
} reading_scope;

typedef struct reader {
    const char *file, *at, *end;
    unsigned line;
    /* the token at hand, and the line it stands in */
    token_kind kind;
    const char *text;
    size_t length;
    uint64_t number;
    unsigned token_line;
    program *it;
    protocol *p; /* NULL until task, word, B and S are known */
    size_t node_room;
    reading_scope scope;
    unsigned variables; /* in scope */
    char variable[language_most_variables][32];
    unsigned depth;
    error *e;
} reader;

/* Message "FILE:LINE: ..."; the macro has the value STATUS_MALFORMED, like error_set. */
void reader_record(const reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define reader_refuse(r, ...) (reader_record((r), __VA_ARGS__), STATUS_MALFORMED)

status reader_next(reader *r);                      /* to the next token */
int reader_sees(const reader *r, const char *text); /* a sign or a name */
status reader_take(reader *r, const char *text);    /* that sign or name must come */
status reader_number(uint64_t *value, reader *r, uint64_t most, const char *what);
status reader_player(int *player, reader *r);

/* An expression in the scope at hand; its value if it is constant. */
status reader_expression(uint32_t *at, reader *r);
status reader_constant(uint64_t *value, reader *r, uint64_t most, const char *what);

/* Variables of loops: `k in a..b`, constants. */
status reader_range(unsigned *variable, uint64_t *from, uint64_t *end, reader *r);

#endif
