/* The kernel's own reading of networks: small, strict, canonical files only. It shares no
 * code with src/model, so that a mistake there cannot hide here. */
#ifndef STRATA_VERIFIER_KERNEL_NETWORK_H
#define STRATA_VERIFIER_KERNEL_NETWORK_H

#include "base/json-read.h"
#include "exact/qvec.h"
#include "task/fc.h"

typedef enum plain_quantity {
    PLAIN_ONE,
    PLAIN_POSITION,
    PLAIN_BLOCK,
    PLAIN_ARGUMENT,
    PLAIN_SYMBOL,
    PLAIN_QUERY
} plain_quantity;

/* offset + scale * (((q mod within) div div) mod mod)^power, on some blocks or one token */
typedef struct plain_term {
    uint64_t blocks; /* bit l + 1: block l */
    int has_at;
    plain_quantity of;
    unsigned part, power;
    uint64_t at, within, div, mod; /* 0 = not applied */
    mpq_t scale, offset;
} plain_term;

typedef struct plain_coordinate {
    size_t count;
    plain_term *term;
} plain_coordinate;

typedef struct plain_head {
    qmat_t query, key, value, output;
} plain_head;

typedef struct plain_layer {
    size_t heads;
    plain_head *head;
    qmat_t in, out;
    qvec_t in_bias, out_bias;
} plain_layer;

typedef struct plain_network {
    fc task;
    size_t width;
    plain_coordinate *coordinate;
    size_t layers;
    plain_layer *layer;
    qmat_t readout;
} plain_network;

/* Clear it whether reading succeeded or not. */
status plain_network_read(plain_network *net, const json_t *root, error *e);
void plain_network_clear(plain_network *net);

int plain_term_reaches(const plain_term *term, const plain_network *net, int block);
int plain_term_reads_symbol(const plain_term *term);
uint64_t plain_digit(const plain_term *term, uint64_t q);
void plain_term_value(mpq_t value, const plain_term *term, uint64_t digit);

/* Coordinate c of the embedding of a token (the w token's symbol is the packed tuple). */
void plain_embed(mpq_t x, const plain_network *net, size_t c, fc_place token, uint64_t symbol);

#endif
