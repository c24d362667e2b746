/* The checker's own reading of networks: small, strict, canonical files only. It shares no
 * code with src/model, so that a mistake there cannot hide here. */
#ifndef STRATA_VERIFIER_CHECK_NETWORK_H
#define STRATA_VERIFIER_CHECK_NETWORK_H

#include "base/json-read.h"
#include "exact/qvec.h"
#include "task/fc.h"

typedef enum check_quantity {
    CHECK_ONE,
    CHECK_POSITION,
    CHECK_BLOCK,
    CHECK_ARGUMENT,
    CHECK_SYMBOL,
    CHECK_QUERY
} check_quantity;

/* offset + scale * (((q mod within) div div) mod mod)^power, on some blocks or one token */
typedef struct check_term {
    uint64_t blocks; /* bit l + 1: block l */
    int has_at;
    check_quantity of;
    unsigned part, power;
    uint64_t at, within, div, mod; /* 0 = not applied */
    mpq_t scale, offset;
} check_term;

typedef struct check_coordinate {
    size_t count;
    check_term *term;
} check_coordinate;

typedef struct check_head {
    qmat_t query, key, value, output;
} check_head;

typedef struct check_layer {
    size_t heads;
    check_head *head;
    qmat_t in, out;
    qvec_t in_bias, out_bias;
} check_layer;

typedef struct check_network {
    fc task;
    size_t width;
    check_coordinate *coordinate;
    size_t layers;
    check_layer *layer;
    qmat_t readout;
} check_network;

/* Clear it whether reading succeeded or not. */
status check_network_read(check_network *net, const json_t *root, error *e);
void check_network_clear(check_network *net);

int check_term_reaches(const check_term *term, const check_network *net, int block);
int check_term_reads_symbol(const check_term *term);
uint64_t check_digit(const check_term *term, uint64_t q);
void check_term_value(mpq_t value, const check_term *term, uint64_t digit);

/* Coordinate c of the embedding of a token (the w token's symbol is the packed tuple). */
void check_embed(mpq_t x, const check_network *net, size_t c, fc_place token, uint64_t symbol);

status check_read_rational(mpq_t value, const json_t *json, const place *at, error *e);

#endif
