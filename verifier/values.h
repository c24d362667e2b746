/* What one value coordinate of a head can be, block by block, over all tokens and symbols;
 * and how it follows the symbol of the wanted token. */
#ifndef STRATA_VERIFIER_VALUES_H
#define STRATA_VERIFIER_VALUES_H

#include "exact/qrange.h"
#include "model/network.h"

typedef struct value_row {
    size_t blocks;
    qrange_struct *range; /* on block l, at index l + 1 */
    /* On the wanted block, if the value is  rest + coefficient * (the term's contribution)
     * with one term that reads a digit of the symbol, and nothing else: */
    const embedding_term *digit; /* or NULL */
    size_t digits;               /* digit values that occur; 1 without a digit */
    mpq_t coefficient, rest;
} value_row;

/* Beyond so many values of a digit it is not followed. */
enum { value_digit_limit = 4096 };

void value_row_init(value_row *row, const network *net, const attention_head *head, size_t j,
                    int wanted_block);
void value_row_clear(value_row *row);

/* The value on the wanted token when its symbol has this digit (digit != NULL). */
void value_row_at(mpq_t value, const value_row *row, uint64_t digit);

#endif
