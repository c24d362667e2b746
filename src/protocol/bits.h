/* Messages as bit strings.
 *
 * Bit k of a message is bit k mod 64 of word k / 64; the unused bits of the last word are 0, so
 * two messages of the same length are equal exactly if their words are. */
#ifndef STRATA_PROTOCOL_BITS_H
#define STRATA_PROTOCOL_BITS_H

#include <gmp.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bits {
    const uint64_t *word;
    size_t count;
} bits;

static inline size_t bits_words(size_t count)
{
    return count / 64 + (count % 64 != 0);
}

int bits_equal(bits a, bits b);

/* The number in bits at .. at+width-1, least significant bit first; width <= 64. */
uint64_t bits_get(bits from, size_t at, unsigned width);

/* The same in two's complement, any width >= 1; and without a sign. */
void bits_get_integer(mpz_t z, bits from, size_t at, size_t width);
void bits_get_natural(mpz_t z, bits from, size_t at, size_t width);

/* "0x2c/7": the number and how many bits; free with memory_free. */
char *bits_to_text(bits from);

/* Writing: what goes beyond the room is counted and dropped, so that somebody who says too much
 * is told how much. `word` must be zero at the start. */
typedef struct bit_writer {
    uint64_t *word;
    size_t count, room; /* in bits */
} bit_writer;

/* Appends the low `width` <= 64 bits of `value`. */
void bits_put(bit_writer *to, uint64_t value, unsigned width);

/* Appends z modulo 2^width: two's complement where it fits. */
void bits_put_integer(bit_writer *to, const mpz_t z, size_t width);

/* -2^(width-1) <= z < 2^(width-1) */
int bits_integer_fits(const mpz_t z, size_t width);

#endif
