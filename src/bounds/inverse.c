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

static int is_refuted_at(setting *s, mpz_ptr slot, const mpz_t value, const mpz_t tokens)
{
    mpz_set(slot, value);
    return inverse_is_refuted(s, tokens);
}

/* The largest e with *slot = 2^e refuted, given that 2^0 is. */
static unsigned long climb_powers(setting *s, mpz_ptr slot, const mpz_t tokens)
{
    unsigned long low = 0, high = 1;
    mpz_t power;
    mpz_init(power);
    while (mpz_setbit(power, high), is_refuted_at(s, slot, power, tokens)) {
        mpz_set_ui(power, 0);
        low = high;
        high *= 2;
    }
    while (high - low > 1) {
        unsigned long middle = low + (high - low) / 2;
        mpz_set_ui(power, 0);
        mpz_setbit(power, middle);
        if (is_refuted_at(s, slot, power, tokens))
            low = middle;
        else
            high = middle;
    }
    mpz_clear(power);
    return low;
}

/* A v with *slot = v refuted and v (1 + 2^-40) + 1 not, given that 1 is. */
static void climb(mpz_t v, setting *s, mpz_ptr slot, const mpz_t tokens)
{
    mpz_t high, gap;
    mpz_inits(high, gap, NULL);
    mpz_set_ui(v, 0);
    mpz_setbit(v, climb_powers(s, slot, tokens));
    mpz_mul_2exp(high, v, 1);
    size_t bits = mpz_sizeinbase(v, 2);
    while (mpz_sub(gap, high, v), mpz_cmp_ui(gap, 1) > 0 && mpz_sizeinbase(gap, 2) + 40 > bits) {
        mpz_fdiv_q_2exp(gap, gap, 1);
        mpz_add(gap, gap, v);
        mpz_set(is_refuted_at(s, slot, gap, tokens) ? v : high, gap);
    }
    mpz_clears(high, gap, NULL);
}

/* The search cannot tell numbers apart that it rounds to the same (optimal_round_up): the
 * largest of them is refuted with the same witness. */
void inverse_largest_B(mpz_t B, const setting *s, const mpz_t tokens)
{
    setting at;
    setting_init(&at);
    setting_set(&at, s);
    mpz_set_ui(at.B, 1);
    mpz_set_ui(B, 0);
    if (inverse_is_refuted(&at, tokens)) {
        climb(B, &at, at.B, tokens);
        optimal_round_up(B);
    }
    setting_clear(&at);
}

void inverse_largest_linear(mpz_t a, const setting *s, const mpz_t tokens)
{
    setting at;
    setting_init(&at);
    setting_set(&at, s);
    mpz_set_ui(at.a, 0);
    mpz_set_si(a, inverse_is_refuted(&at, tokens) ? 0 : -1);
    mpz_set_ui(at.a, 1);
    if (mpz_sgn(a) == 0 && inverse_is_refuted(&at, tokens)) {
        climb(a, &at, at.a, tokens);
        mpz_mul(a, a, s->S);
        optimal_round_up(a);
        mpz_fdiv_q(a, a, s->S);
    }
    setting_clear(&at);
}
