#include "bounds/sparse.h"

#include "base/status.h"

/* binom(M, Bs), and 0 if Bs > M */
static void subsets(mpz_t count, const mpz_t M, const mpz_t block)
{
    mpz_t k;
    mpz_init(k);
    mpz_sub(k, M, block);
    if (mpz_cmp(k, block) > 0)
        mpz_set(k, block);
    if (mpz_sgn(k) < 0)
        mpz_set_ui(count, 0);
    else
        mpz_bin_ui(count, M, mpz_get_ui(k));
    mpz_clear(k);
}

void sparse_needed_bits(mpz_t bits, const mpz_t M, const mpz_t block)
{
    mpz_t count;
    mpz_init(count);
    subsets(count, M, block);
    if (mpz_sgn(count) > 0) /* the least s with 2^s >= count */
        mpz_sub_ui(count, count, 1);
    mpz_set_ui(bits, mpz_sgn(count) == 0 ? 0 : mpz_sizeinbase(count, 2));
    mpz_clear(count);
}

int sparse_summary_is_short(const mpz_t s, const mpz_t M, const mpz_t block)
{
    mpz_t needed;
    mpz_init(needed);
    sparse_needed_bits(needed, M, block);
    int is_short = mpz_cmp(s, needed) < 0;
    mpz_clear(needed);
    return is_short;
}

void sparse_tokens(mpz_t tokens, const mpz_t block, const mpz_t keep)
{
    mpz_add_ui(tokens, keep, 1);
    mpz_mul(tokens, tokens, block);
    mpz_add_ui(tokens, tokens, 1);
}
