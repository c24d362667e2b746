#include "verifier/kernel/construct.h"

const char *const kernel_keys_names[keys_count] = {"binary", "quadratic", "hybrid"};

/* The least b with 2^b >= count >= 1. */
static unsigned long code_bits(const mpz_t count)
{
    size_t length = mpz_sizeinbase(count, 2);
    return mpz_scan1(count, 0) == length - 1 ? length - 1 : length;
}

/* |score| <= most must fit, with its sign, in (d-1) P bits. */
static status scores_fit(const mpz_t most, const mpz_t d, const mpz_t P, error *e)
{
    mpz_t bits;
    mpz_init(bits);
    mpz_sub_ui(bits, d, 1);
    mpz_mul(bits, bits, P);
    int fit = mpz_cmp_ui(bits, (unsigned long)mpz_sizeinbase(most, 2)) > 0;
    mpz_clear(bits);
    return fit ? STATUS_OK
               : error_set(e, STATUS_NEGATIVE, "block maxima need more than (d-1)*P bits");
}

/* Bits of the code of (function, w part, i part), the keys of `binary`. */
static unsigned long key_bits(const construct_sizes *t)
{
    unsigned long w = 0, id = 0, bits;
    while ((1UL << id) < t->L + 1UL)
        id++;
    for (unsigned l = 1; l < t->L; l++) {
        bits = code_bits(t->n[l]);
        w = bits > w ? bits : w;
    }
    bits = code_bits(t->N[t->L >= 2 ? t->L - 2 : 0]);
    return id + w + (bits ? bits : 1);
}

/* Lemma P1: keys of b bits, 4^beta >= 4(n-1), scores within beta b. Lemma P2: keys (P, P^2),
 * scores within 4(n-1)^2. `most` = the largest score, `keys` = the key width. */
static void measure_keys(mpz_t most, unsigned long *width, const construct_sizes *t,
                         kernel_keys keys)
{
    mpz_sub_ui(most, t->tokens, 1);
    if (keys == KEYS_QUADRATIC) {
        *width = 2;
        mpz_mul(most, most, most);
        mpz_mul_ui(most, most, 4);
    } else {
        *width = key_bits(t);
        mpz_set_ui(most, (code_bits(most) + 3) / 2); /* beta */
        mpz_mul_ui(most, most, *width);
    }
}

status construct_fits(const construct_sizes *t, kernel_keys keys, const mpz_t d, const mpz_t P,
                      error *e)
{
    unsigned long value = code_bits(t->N[t->L - 1]), width,
                  least_P = keys == KEYS_QUADRATIC ? 3 : 6;
    mpz_t most;
    mpz_init(most);
    measure_keys(most, &width, t, keys);
    unsigned long least_d = width > value ? width : value;
    status s = STATUS_OK;
    if (mpz_cmp_ui(d, least_d) < 0)
        s = error_set(e, STATUS_NEGATIVE, "d must be at least %lu", least_d);
    else if (mpz_sgn(P) != 0 && mpz_cmp_ui(P, least_P) < 0)
        s = error_set(e, STATUS_NEGATIVE, "P must be at least %lu", least_P);
    else if (mpz_sgn(P) != 0)
        s = scores_fit(most, d, P, e);
    mpz_clear(most);
    return s;
}
