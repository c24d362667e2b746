/* The embedding is a rule, not a table: every coordinate of the residual stream is a sum
 * of terms, each computed from where a token stands and which symbol it carries. So a
 * million tokens need no table, and analyses can read off what a coordinate depends on.
 *
 * A term applies to the tokens of some blocks (optionally only to the one with a given
 * argument) and contributes
 *
 *     offset + scale * f(q)^power,     f(q) = ((q mod within) div div) mod mod,
 *
 * where q is a number the token knows: 1, its position, its block, its argument, its
 * symbol, or one part w_l of the query. E.g. bit j of the symbol as +1/-1 is
 * offset -1, scale 2, div 2^j, mod 2. */
#ifndef STRATA_MODEL_EMBEDDING_H
#define STRATA_MODEL_EMBEDDING_H

#include "exact/qvec.h"
#include "task/fc.h"

typedef enum quantity {
    QUANTITY_ONE,      /* 1 */
    QUANTITY_POSITION, /* the token's number t in the prompt */
    QUANTITY_BLOCK,    /* its block l (not on the w token, whose block is -1) */
    QUANTITY_ARGUMENT, /* its argument within the block */
    QUANTITY_SYMBOL,   /* its symbol (not on the w token); on a token of block -2, i_t */
    QUANTITY_QUERY     /* w_part, on the w token and on tokens of block -2 */
} quantity;

/* The names used in files: one, position, block, argument, symbol, query. */
const char *quantity_name(quantity what);
int quantity_from_name(quantity *what, const char *name);

/* Blocks as a set: bit l+2 stands for block l. Besides the blocks L .. -1 of the prompt there
 * is block -2, for the tokens that a network with several steps writes itself: the one
 * written after pass t has argument t and the symbol (w, t, i_t). */
typedef uint64_t block_set;
enum { block_steps = -2 };
#define BLOCK_BIT(l) (UINT64_C(1) << ((l) + 2))
block_set blocks_all(const fc *task); /* of the prompt */

typedef struct embedding_term {
    block_set blocks;
    int has_at; /* only the token with argument `at` */
    uint64_t at;
    quantity what;
    unsigned part;             /* l of w_l */
    uint64_t within, div, mod; /* 0 = not applied */
    unsigned power;            /* 1 or 2 */
    mpq_t scale, offset;
} embedding_term;

typedef struct embedding_coordinate {
    size_t count;
    embedding_term *term;
} embedding_coordinate;

/* Coordinates come in named fields ("key", "value", "register"), so that reports can speak
 * of what a token knows. */
typedef struct embedding_field {
    char *name;
    size_t start, width;
} embedding_field;

typedef struct embedding {
    size_t width; /* of the residual stream */
    embedding_coordinate *coordinate;
    size_t fields;
    embedding_field *field;
} embedding;

void embedding_init(embedding *e);
void embedding_clear(embedding *e);

/* Appends a field of `width` coordinates without terms (all 0); returns its start. */
size_t embedding_add_field(embedding *e, const char *name, size_t width);

/* Appends a term to a coordinate; the result has what = 1, scale 1, offset 0, power 1. The
 * pointer is good until the next term is added to the same coordinate. */
embedding_term *embedding_add_term(embedding *e, size_t coordinate, block_set blocks);

/* The +1/-1 code of one binary digit, ((q mod within) div div) mod 2: for the builders. */
void embedding_add_bit(embedding *e, size_t coordinate, block_set blocks, quantity what,
                       unsigned part, uint64_t within, uint64_t div);

int term_applies(const embedding_term *term, fc_place place);

/* Does the term's contribution depend on the token's symbol? */
int term_reads_symbol(const embedding_term *term);

/* The residual stream of token t with this symbol, before the first layer. */
void embedding_evaluate(qvec_t x, const embedding *e, const fc *task, uint64_t t, uint64_t symbol);

/* The same for the token (w, t, i) that was written after pass t. */
void embedding_evaluate_step(qvec_t x, const embedding *e, const fc *task, uint64_t t, uint64_t w,
                             uint64_t i);

#endif
