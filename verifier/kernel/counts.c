#include "verifier/kernel/counts.h"

/* A = n_1 ... n_{L-1}, the number of queries w: N_{L-1} = m A. */
void level_queries(mpz_t A, const level *t)
{
    mpz_divexact(A, t->N[t->L - 1], t->N[0]);
}

/* x_0 x_1 ... x_{l-1} */
static void choices(mpz_t product, const level *t)
{
    mpz_set_ui(product, 1);
    for (unsigned i = 0; i < t->l; i++)
        mpz_mul(product, product, t->x[i]);
}

/* (ii) at levels l <= L-2, divided by 2B(L-l): one message per token of players i < l and per
 * choice of what player i knows. Player -1 has A x_0...x_{l-1} choices, player 0 has x_0...x_{l-1},
 * player i >= 1 has N_{i-1} tokens and x_i...x_{l-1} choices; the sum over i >= 1 is
 * (...(N_0 x_1 + N_1) x_2 + ... + N_{l-2}) x_{l-1}. */
static void messages_below(mpz_t count, const level *t)
{
    mpz_t term;
    mpz_init(term);
    level_queries(count, t);
    mpz_add_ui(count, count, 1);
    choices(term, t);
    mpz_mul(count, count, term);
    mpz_set_ui(term, 0);
    for (unsigned i = 1; i < t->l; i++) {
        mpz_add(term, term, t->N[i - 1]);
        mpz_mul(term, term, t->x[i]);
    }
    mpz_add(count, count, term);
    mpz_clear(term);
}

/* (i), divided by 2B(L-l): `layers` messages per token of player l and per z_l in Z_l. */
static void messages_own(mpz_t count, const level *t, unsigned layers)
{
    mpz_mul(count, t->x[t->l], t->N[t->l - 1]);
    mpz_mul_ui(count, count, layers);
}

/* 3, step 4. C_l - a S, divided by 2B(L-l). At l = L-1 the l-th full layer is the last one: (i)
 * only for the layers before it, (ii) only for players 0 and -1; if nothing follows that layer,
 * only for player -1. */
static void count_messages(mpz_t count, const level *t)
{
    mpz_t more;
    mpz_init(more);
    if (t->l + 1 < t->L) {
        messages_own(count, t, t->l);
        messages_below(more, t);
    } else {
        messages_own(count, t, t->l - 1);
        mpz_t A;
        mpz_init(A);
        level_queries(A, t);
        if (!t->last_full)
            mpz_add_ui(A, A, 1);
        choices(more, t);
        mpz_mul(more, more, A);
        mpz_clear(A);
    }
    mpz_add(count, count, more);
    mpz_clear(more);
}

/* 3, Theorem 3. "Stage l" is just after layer l, so one more layer counts in (i). At l = 1 player 0
 * may know z_1: its messages count per (z_0, z_1) in layer 2 and per z_0 in layer 1, those of
 * player -1 per (w, z_0). In the last layer only messages to player -1 matter. */
static void count_messages_full(mpz_t count, const level *t)
{
    mpz_t more, A;
    mpz_inits(more, A, NULL);
    level_queries(A, t);
    if (t->L == 2) { /* x_1 m + x_0 + A x_0 */
        messages_own(count, t, 1);
        mpz_add_ui(A, A, 1);
        mpz_addmul(count, A, t->x[0]);
    } else if (t->l + 1 == t->L) { /* l x_l N_{l-1} + A x_0...x_{l-1} */
        messages_own(count, t, t->l);
        choices(more, t);
        mpz_addmul(count, A, more);
    } else if (t->l == 1) { /* 2 x_1 m + x_0 + x_0 x_1 + A x_0 */
        messages_own(count, t, 2);
        mpz_add_ui(A, A, 1);
        mpz_addmul(count, A, t->x[0]);
        mpz_addmul(count, t->x[0], t->x[1]);
    } else { /* (l+1) x_l N_{l-1} + as in Theorem 1 */
        messages_own(count, t, t->l + 1);
        messages_below(more, t);
        mpz_add(count, count, more);
    }
    mpz_clears(more, A, NULL);
}

void level_messages(mpz_t count, const level *t)
{
    if (t->full_only)
        count_messages_full(count, t);
    else
        count_messages(count, t);
}
