/* What all look-up constructions share (docs/constructions.md). The last token carries a flag
 * and a register; a layer reads the +1/-1 bits of i_t into a scratch field, and its MLP moves
 * them into the register, exactly:
 *
 *     register := clip(gain * scratch) at the last token, 0 elsewhere;   scratch := 0
 *
 * with the gate ReLU(gain y + 1 - 4(1-f)) - ReLU(gain y - 1 - 4(1-f)) - f, f the flag. At the
 * last token that is clip(gain y) = the wanted bit whenever gain * |y| >= 1 and the sign is
 * right; elsewhere it is 0 as long as gain * |y| < 3. */
#ifndef STRATA_CONSTRUCTIONS_LOOKUP_H
#define STRATA_CONSTRUCTIONS_LOOKUP_H

#include "constructions/construction.h"

/* Where things stand in the residual stream, and how wide they are. */
typedef struct lookup {
    unsigned id_width, w_width, i_width, value_width;
    size_t value, flag, reg, scratch; /* starts of fields */
    size_t w_code[fc_max_L];          /* start of the code of w_l, l = 1 .. L-1 */
} lookup;

void lookup_measure(lookup *at, const fc *task);

/* Blocks L .. 0: the tokens that hold table entries. */
block_set lookup_tables(const fc *task);

/* A constant on some blocks. */
void lookup_embed_constant(embedding *embed, size_t coordinate, block_set blocks, long value);

/* Fields "value" (code of the symbol, on tables) and "w_1", "w_2", ... (on the w token). */
void lookup_embed_value(embedding *embed, lookup *at, const fc *task);
void lookup_embed_query(embedding *embed, lookup *at, const fc *task);

/* Fields "flag" (1 on the given blocks), "register" and "scratch". */
void lookup_embed_registers(embedding *embed, lookup *at, block_set flagged);

/* Appends a full layer of one head that reads the value field into scratch, with the MLP
 * above (gain 2); query and key are left to the caller. */
network_layer *lookup_add_layer(network *net, const lookup *at, size_t key_width);

size_t lookup_hidden(const lookup *at);
void lookup_set_mlp(network_layer *layer, const lookup *at, mpq_srcptr gain);

/* The answer is the register. */
void lookup_set_readout(network *net, const lookup *at);

/* The least P >= `least` for which block maxima of up to `score_bits` bits fit in (d-1) P. */
uint64_t lookup_precision(uint64_t least, uint64_t score_bits, uint64_t dim);

#endif
