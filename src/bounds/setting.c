#include "bounds/setting.h"

#include "base/memory.h"
#include "base/status.h"

/* ---- settings ---------------------------------------------------------------- */

void setting_init(setting *s)
{
    s->L = 1;
    s->kind = THEOREM_1;
    s->last_full = 0;
    mpz_init_set_ui(s->B, 1);
    mpz_inits(s->a, s->S, NULL);
}

void setting_clear(setting *s)
{
    mpz_clears(s->B, s->a, s->S, NULL);
}

void setting_set(setting *s, const setting *from)
{
    s->L = from->L;
    s->kind = from->kind;
    s->last_full = from->last_full;
    mpz_set(s->B, from->B);
    mpz_set(s->a, from->a);
    mpz_set(s->S, from->S);
}

void setting_state(mpz_t bits, const setting *s)
{
    mpz_mul(bits, s->a, s->S);
}

/* ---- witnesses --------------------------------------------------------------- */

static factored_t *list_new(unsigned count)
{
    factored_t *list = memory_new(count, sizeof *list);
    for (unsigned i = 0; i < count; i++)
        factored_init(list[i]);
    return list;
}

static void list_free(factored_t *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        factored_clear(list[i]);
    memory_free(list);
}

void witness_init(witness *w, unsigned L)
{
    REQUIRE(L >= 1);
    w->L = L;
    factored_init(w->m);
    w->n = list_new(L);
    w->x = list_new(L);
    w->theta = list_new(L);
}

void witness_clear(witness *w)
{
    factored_clear(w->m);
    list_free(w->n, w->L);
    list_free(w->x, w->L);
    list_free(w->theta, w->L);
}

void witness_set(witness *w, const witness *from)
{
    REQUIRE(w->L == from->L);
    factored_set(w->m, from->m);
    for (unsigned l = 0; l < w->L; l++) {
        factored_set(w->n[l], from->n[l]);
        factored_set(w->x[l], from->x[l]);
        factored_set(w->theta[l], from->theta[l]);
    }
}

void witness_block(factored_t N, const witness *w, unsigned l)
{
    factored_set(N, w->m);
    for (unsigned i = 1; i <= l; i++)
        factored_mul(N, w->n[i]);
}

void witness_tokens(factored_sum_t tokens, const witness *w)
{
    factored_sum_t sum;
    factored_t N;
    factored_sum_init(sum);
    factored_init(N);
    factored_set(N, w->m);
    for (unsigned l = 0; l < w->L; l++) {
        if (l > 0)
            factored_mul(N, w->n[l]);
        factored_sum_add_product(sum, N);
    }
    factored_sum_add_ui(sum, 2);
    factored_sum_set(tokens, sum);
    factored_clear(N);
    factored_sum_clear(sum);
}

int witness_is_shorter(const witness *v, const witness *w)
{
    factored_sum_t a, b;
    int order;
    factored_sum_init(a);
    factored_sum_init(b);
    witness_tokens(a, v);
    witness_tokens(b, w);
    int decided = factored_sum_cmp(&order, a, b);
    factored_sum_clear(a);
    factored_sum_clear(b);
    return decided && order < 0;
}
