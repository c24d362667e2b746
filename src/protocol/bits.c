#include "protocol/bits.h"

#include "base/memory.h"
#include "base/status.h"

#include <stdio.h>
#include <string.h>

int bits_equal(bits a, bits b)
{
    return a.count == b.count &&
           (a.count == 0 || memcmp(a.word, b.word, bits_words(a.count) * sizeof *a.word) == 0);
}

static uint64_t low(uint64_t value, unsigned width)
{
    return width < 64 ? value & ((UINT64_C(1) << width) - 1) : value;
}

uint64_t bits_get(bits from, size_t at, unsigned width)
{
    REQUIRE(width <= 64 && width <= from.count && at <= from.count - width);
    if (width == 0)
        return 0;
    unsigned shift = (unsigned)(at % 64);
    uint64_t value = from.word[at / 64] >> shift;
    if (shift + width > 64)
        value |= from.word[at / 64 + 1] << (64 - shift);
    return low(value, width);
}

void bits_get_natural(mpz_t z, bits from, size_t at, size_t width)
{
    mpz_t part;
    mpz_init(part);
    mpz_set_ui(z, 0);
    for (size_t done = 0; done < width; done += 32) {
        unsigned now = width - done < 32 ? (unsigned)(width - done) : 32;
        mpz_set_ui(part, (unsigned long)bits_get(from, at + done, now));
        mpz_mul_2exp(part, part, done);
        mpz_add(z, z, part);
    }
    mpz_clear(part);
}

void bits_get_integer(mpz_t z, bits from, size_t at, size_t width)
{
    REQUIRE(width >= 1);
    bits_get_natural(z, from, at, width);
    if (mpz_tstbit(z, width - 1)) {
        mpz_t top;
        mpz_init(top);
        mpz_setbit(top, width);
        mpz_sub(z, z, top);
        mpz_clear(top);
    }
}

char *bits_to_text(bits from)
{
    mpz_t value;
    mpz_init(value);
    bits_get_natural(value, from, 0, from.count);
    size_t room = mpz_sizeinbase(value, 16) + 32;
    char *text = memory_new(room, 1);
    char *digits = memory_new(mpz_sizeinbase(value, 16) + 2, 1);
    mpz_get_str(digits, 16, value);
    snprintf(text, room, "0x%s/%zu", digits, from.count);
    memory_free(digits);
    mpz_clear(value);
    return text;
}

void bits_put(bit_writer *to, uint64_t value, unsigned width)
{
    REQUIRE(width <= 64);
    size_t at = to->count;
    to->count += width;
    if (width == 0 || to->count > to->room)
        return;
    unsigned shift = (unsigned)(at % 64);
    value = low(value, width);
    to->word[at / 64] |= value << shift;
    if (shift + width > 64)
        to->word[at / 64 + 1] |= value >> (64 - shift);
}

void bits_put_integer(bit_writer *to, const mpz_t z, size_t width)
{
    mpz_t rest;
    mpz_init(rest);
    for (size_t done = 0; done < width; done += 32) {
        unsigned now = width - done < 32 ? (unsigned)(width - done) : 32;
        mpz_fdiv_q_2exp(rest, z, done);
        mpz_fdiv_r_2exp(rest, rest, now);
        bits_put(to, mpz_get_ui(rest), now);
    }
    mpz_clear(rest);
}

int bits_integer_fits(const mpz_t z, size_t width)
{
    if (width == 0)
        return mpz_sgn(z) == 0;
    mpz_t rest;
    mpz_init(rest);
    mpz_fdiv_q_2exp(rest, z, width - 1);
    int fits = mpz_sgn(rest) == 0 || mpz_cmp_si(rest, -1) == 0;
    mpz_clear(rest);
    return fits;
}
