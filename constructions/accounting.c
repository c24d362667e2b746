#include "constructions/accounting.h"

#include "base/status.h"

/* The least b with 2^b >= n: the width of a code for n things. */
static uint64_t width(const mpz_t n)
{
    mpz_t less;
    mpz_init(less);
    mpz_sub_ui(less, n, 1);
    uint64_t bits = mpz_sgn(less) > 0 ? mpz_sizeinbase(less, 2) : 0;
    mpz_clear(less);
    return bits;
}

/* Key = function id, w part, i part. For L = 1 there is no w. For L = 2 the parts are codes of
 * n_1 and m with n_1 m <= n, and width(s) < log2 s + 1 gives width(n_1) + width(m) <= width(n)
 * + 1. For L >= 3 the widest w part and the i part can belong to different blocks, each of at
 * most n entries: 2 width(n). An i or value part takes at least one bit. */
static uint64_t key_width(unsigned L, uint64_t bits)
{
    uint64_t id = 0;
    while ((UINT64_C(1) << id) < (uint64_t)L + 1)
        id++;
    if (L == 1)
        return id + (bits ? bits : 1);
    return id + (L == 2 ? bits + 1 : 2 * (bits ? bits : 1));
}

/* beta is the least with 4^beta >= 4 (n-1); a block aggregate relative to its least score is at
 * most n 2^{2 beta b}, one bit for the sign (constructions/binary.c). All grow with n and b. */
void accounting_binary(accounting *cost, unsigned L, const mpz_t tokens)
{
    REQUIRE(L >= 1 && mpz_cmp_ui(tokens, 2) >= 0);
    mpz_t t;
    mpz_init(t);
    uint64_t bits = width(tokens), key = key_width(L, bits);
    mpz_sub_ui(t, tokens, 1);
    uint64_t beta = 1 + (width(t) + 1) / 2;
    mpz_add_ui(t, tokens, 1);
    cost->heads = 1;
    cost->dim = key > bits ? key : bits;
    cost->precision_bits = 2 * beta * key + width(t) + 1;
    cost->state_bits = 0;
    mpz_clear(t);
}

const accounted accounted_constructions[] = {
    {"binary", 0, accounting_binary},
    {NULL, 0, NULL},
};
