#include "verifier/digits.h"

#include <string.h>

void digit_sum_init(digit_sum *s)
{
    memset(s, 0, sizeof *s);
    mpz_init(s->sum);
    mpz_inits(s->scratch[0], s->scratch[1], NULL);
}

void digit_sum_clear(digit_sum *s)
{
    mpz_clear(s->sum);
    mpz_clears(s->scratch[0], s->scratch[1], NULL);
}

static unsigned bit_length(uint64_t x)
{
    unsigned length = 0;
    for (; x; x >>= 1)
        length++;
    return length;
}

/* With e >= 0 the digit 0 weighs 1 and the digit 1 weighs 2^e; with e < 0 both are
 * multiplied by 2^{-e}, which `low` undoes: 2^{-e} and 1. */
static uint64_t lift(int64_t exponent, int bit)
{
    if (bit)
        return exponent > 0 ? (uint64_t)exponent : 0;
    return exponent < 0 ? (uint64_t)-exponent : 0;
}

void digit_sum_compute(digit_sum *s, uint64_t count, const int64_t exponent[digits_limit])
{
    if (s->known && s->count == count && memcmp(s->exponent, exponent, sizeof s->exponent) == 0)
        return;
    s->known = 1;
    s->count = count;
    memcpy(s->exponent, exponent, sizeof s->exponent);
    s->low = 0;
    mpz_set_ui(s->sum, 0);
    mpz_ptr free_digits = s->scratch[0], term = s->scratch[1];
    mpz_set_ui(free_digits, 1); /* the product over the digits below j */
    uint64_t above = 0;         /* the exponent of count's digits above j */
    unsigned length = bit_length(count);
    for (unsigned j = 0; j < length; j++) {
        above += lift(exponent[j], (int)(count >> j & 1));
        s->low += exponent[j] < 0 ? exponent[j] : 0;
    }
    for (unsigned j = 0; j < length; j++) {
        above -= lift(exponent[j], (int)(count >> j & 1));
        if (count >> j & 1) {
            mpz_mul_2exp(term, free_digits, above + lift(exponent[j], 0));
            mpz_add(s->sum, s->sum, term);
        }
        mpz_mul_2exp(term, free_digits, lift(exponent[j], 0) + lift(exponent[j], 1));
        mpz_add(free_digits, free_digits, term);
    }
}
