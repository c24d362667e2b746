#include "bounds/inverse.h"

#include "bounds/optimal.h"

int inverse_is_refuted(const setting *s, const mpz_t tokens)
{
    witness w;
    factored_sum_t length, limit;
    error e = {""};
    int order = 1;
    witness_init(&w, s->L);
    factored_sum_init(length);
    factored_sum_init(limit);
    factored_sum_add_z(limit, tokens);
    if (optimal_search(&w, s, &e) == STATUS_OK) {
        witness_tokens(length, &w);
        if (!factored_sum_cmp(&order, length, limit))
            order = 1;
    }
    factored_sum_clear(length);
    factored_sum_clear(limit);
    witness_clear(&w);
    return order <= 0;
}

/* The largest v >= start with *slot = v refuted, given that start is. */
static void climb(mpz_t largest, setting *s, mpz_ptr slot, unsigned long start, const mpz_t tokens)
{
    mpz_t low, high, gap;
    mpz_init_set_ui(low, start);
    mpz_init_set_ui(high, start + 1);
    mpz_init(gap);
    for (;;) {
        mpz_set(slot, high);
        if (!inverse_is_refuted(s, tokens))
            break;
        mpz_set(low, high);
        mpz_mul_2exp(high, high, 1);
    }
    while (mpz_sub(gap, high, low), mpz_cmp_ui(gap, 1) > 0) {
        mpz_fdiv_q_2exp(gap, gap, 1);
        mpz_add(slot, low, gap);
        mpz_set(inverse_is_refuted(s, tokens) ? low : high, slot);
    }
    mpz_set(largest, low);
    mpz_clears(low, high, gap, NULL);
}

void inverse_largest_B(mpz_t B, const setting *s, const mpz_t tokens)
{
    setting at;
    setting_init(&at);
    setting_set(&at, s);
    mpz_set_ui(at.B, 1);
    if (inverse_is_refuted(&at, tokens))
        climb(B, &at, at.B, 1, tokens);
    else
        mpz_set_ui(B, 0);
    setting_clear(&at);
}

void inverse_largest_linear(mpz_t a, const setting *s, const mpz_t tokens)
{
    setting at;
    setting_init(&at);
    setting_set(&at, s);
    mpz_set_ui(at.a, 0);
    if (inverse_is_refuted(&at, tokens))
        climb(a, &at, at.a, 0, tokens);
    else
        mpz_set_si(a, -1);
    setting_clear(&at);
}
