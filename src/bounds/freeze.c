#include "bounds/freeze.h"

#include "base/status.h"

/* ---- the products the formulas are made of --------------------------------------- */

/* x_i ... x_{l-1} */
static void product_of_x(factored_t f, const witness *w, unsigned i, unsigned l)
{
    factored_set_ui(f, 1);
    for (unsigned k = i; k < l; k++)
        factored_mul(f, w->x[k]);
}

/* A = n_1 ... n_{L-1} */
static void queries(factored_t A, const witness *w)
{
    factored_set_ui(A, 1);
    for (unsigned l = 1; l < w->L; l++)
        factored_mul(A, w->n[l]);
}

/* sum += coefficient * f * g; either may be NULL (= 1) */
static void add(factored_sum_t sum, unsigned long coefficient, const factored_struct *f,
                const factored_struct *g)
{
    if (coefficient == 0)
        return;
    factored_t term;
    factored_init(term);
    factored_set_ui(term, coefficient);
    if (f)
        factored_mul(term, f);
    if (g)
        factored_mul(term, g);
    factored_sum_add_product(sum, term);
    factored_clear(term);
}

/* ---- Theorem 1 and Theorem 3, term by term --------------------------------------- */

/* (i) messages to player l, for every choice of z_l, in the first `epochs` F layers */
static void add_own_block(factored_sum_t sum, const witness *w, unsigned l, unsigned epochs)
{
    factored_t N;
    factored_init(N);
    witness_block(N, w, l - 1);
    add(sum, epochs, w->x[l], N);
    factored_clear(N);
}

/* (ii) messages to players -1 and 0, for every (w,) z_0, ..., z_{l-1}: A (and + 1) times */
static void add_last_players(factored_sum_t sum, const witness *w, unsigned l, int player_0)
{
    factored_t A, head;
    factored_init(A);
    factored_init(head);
    queries(A, w);
    product_of_x(head, w, 0, l);
    add(sum, 1, head, A);
    add(sum, player_0 ? 1 : 0, head, NULL);
    factored_clear(A);
    factored_clear(head);
}

/* (ii) messages to the players 1 <= i < l */
static void add_middle_players(factored_sum_t sum, const witness *w, unsigned l)
{
    factored_t part, N;
    factored_init(part);
    factored_init(N);
    for (unsigned i = 1; i < l; i++) {
        product_of_x(part, w, i, l);
        witness_block(N, w, i - 1);
        add(sum, 1, part, N);
    }
    factored_clear(part);
    factored_clear(N);
}

static void bracket_of_theorem_1(factored_sum_t sum, const setting *s, const witness *w, unsigned l)
{
    int last = l == s->L - 1;
    add_own_block(sum, w, l, last ? s->L - 2 : l);
    add_last_players(sum, w, l, last ? !s->last_full : 1);
    if (!last)
        add_middle_players(sum, w, l);
}

static void bracket_of_theorem_3(factored_sum_t sum, const setting *s, const witness *w, unsigned l)
{
    int last = l == s->L - 1;
    if (last) {
        add_own_block(sum, w, l, s->L - 1);
        add_last_players(sum, w, l, 0);
        if (s->L == 2)
            add(sum, 1, w->x[0], NULL);
    } else if (l == 1) {
        add_own_block(sum, w, 1, 2);
        add_last_players(sum, w, 1, 1);
        add(sum, 1, w->x[0], w->x[1]);
    } else {
        add_own_block(sum, w, l, l + 1);
        add_last_players(sum, w, l, 1);
        add_middle_players(sum, w, l);
    }
}

/* 2 B (L - l), the bits of one message from all players above l, per token */
static void message_bits(factored_t f, const setting *s, unsigned l)
{
    factored_set_z(f, s->B);
    factored_mul_ui(f, 2UL * (s->L - l));
}

static void add_states(factored_sum_t sum, const setting *s)
{
    mpz_t bits;
    mpz_init(bits);
    setting_state(bits, s);
    factored_sum_add_z(sum, bits);
    mpz_clear(bits);
}

void freeze_first(factored_sum_t D, const setting *s, const witness *w)
{
    factored_sum_t sum;
    factored_sum_init(sum);
    if (s->kind == THEOREM_1) {
        add_states(sum, s);
    } else {
        factored_t f, A;
        factored_init(f);
        factored_init(A);
        message_bits(f, s, 0);
        queries(A, w);
        add(sum, 1, f, A);
        factored_clear(f);
        factored_clear(A);
    }
    factored_sum_set(D, sum);
    factored_sum_clear(sum);
}

void freeze_stage(factored_sum_t C, const setting *s, const witness *w, unsigned l)
{
    REQUIRE(1 <= l && l < s->L && s->L == w->L);
    factored_sum_t sum;
    factored_t bits;
    factored_sum_init(sum);
    factored_init(bits);
    if (s->kind == THEOREM_1)
        bracket_of_theorem_1(sum, s, w, l);
    else
        bracket_of_theorem_3(sum, s, w, l);
    message_bits(bits, s, l);
    factored_sum_mul(sum, bits);
    if (s->kind == THEOREM_1)
        add_states(sum, s); /* (iii) messages from l+1 to l */
    factored_sum_set(C, sum);
    factored_clear(bits);
    factored_sum_clear(sum);
}
