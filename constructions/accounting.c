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

/* beta is the least with 4^beta >= 4 (n-1), scores are integers in [-beta b, beta b], and p = 6
 * holds everything else (constructions/binary.c). All of it grows with n and b. */
static void binary(accounting *cost, unsigned L, const mpz_t tokens)
{
    REQUIRE(L >= 1 && mpz_cmp_ui(tokens, 2) >= 0);
    mpz_t t;
    mpz_init(t);
    uint64_t bits = width(tokens), key = key_width(L, bits);
    mpz_sub_ui(t, tokens, 1);
    uint64_t beta = 1 + (width(t) + 1) / 2;
    mpz_set_ui(t, (unsigned long)(beta * key + 1));
    *cost = (accounting){.heads = 1,
                         .dim = key > bits ? key : bits,
                         .least_precision = 6,
                         .score_bits = width(t) + 1};
    mpz_clear(t);
}

/* binary with a linear layer instead of the first; its state is one row of value bits */
static void hybrid_linear(accounting *cost, unsigned L, const mpz_t tokens)
{
    binary(cost, L, tokens);
    cost->state_entries = width(tokens);
}

/* Keys are (P, P^2), scores below 4 n^2, p = 5 holds the rest (constructions/quadratic.c). */
static void quadratic(accounting *cost, unsigned L, const mpz_t tokens)
{
    REQUIRE(L >= 1 && mpz_cmp_ui(tokens, 2) >= 0);
    uint64_t bits = width(tokens);
    *cost = (accounting){
        .heads = 1, .dim = bits > 2 ? bits : 2, .least_precision = 5, .score_bits = 2 * bits + 3};
}

uint64_t accounting_precision(const accounting *cost, uint64_t dim)
{
    REQUIRE(dim >= cost->dim && dim >= 2);
    uint64_t needed = (cost->score_bits + dim - 2) / (dim - 1);
    return needed > cost->least_precision ? needed : cost->least_precision;
}

const accounted accounted_constructions[] = {
    {"quadratic", 0, quadratic},
    {"binary", 0, binary},
    {"hybrid-linear", 1, hybrid_linear},
    {NULL, 0, NULL},
};
