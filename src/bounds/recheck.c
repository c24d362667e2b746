#include "bounds/recheck.h"

#include "base/memory.h"
#include "base/status.h"
#include "bounds/rounded.h"

/* A size known from both sides. */
typedef struct size {
    rounded_t low, high;
} size;

typedef struct ledger { /* indices as in the theorem */
    unsigned L;
    size *N, *n, *x, *theta;
    rounded_t one, two_B, state; /* 1, 2B, a S, all rounded up */
} ledger;

/* ---- reading the witness -------------------------------------------------------- */

static void read_size(size *z, const factored_t f)
{
    rounded_t power;
    mpz_t one;
    mpz_init_set_ui(one, 1);
    rounded_init(power);
    rounded_set_z(z->low, one, DOWN);
    rounded_set_z(z->high, one, UP);
    for (size_t i = 0; i < f->count; i++) {
        rounded_power(power, f->base[i], f->exponent[i], DOWN);
        rounded_mul(z->low, z->low, power, DOWN);
        rounded_power(power, f->base[i], f->exponent[i], UP);
        rounded_mul(z->high, z->high, power, UP);
    }
    rounded_clear(power);
    mpz_clear(one);
}

static size *sizes_new(unsigned count)
{
    size *list = memory_new(count, sizeof *list);
    for (unsigned i = 0; i < count; i++) {
        rounded_init(list[i].low);
        rounded_init(list[i].high);
    }
    return list;
}

static void sizes_free(size *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        rounded_clear(list[i].low);
        rounded_clear(list[i].high);
    }
    memory_free(list);
}

static void ledger_open(ledger *k, const setting *s, const witness *w)
{
    k->L = s->L;
    k->N = sizes_new(k->L);
    k->n = sizes_new(k->L);
    k->x = sizes_new(k->L);
    k->theta = sizes_new(k->L);
    rounded_init(k->one);
    rounded_init(k->two_B);
    rounded_init(k->state);
    for (unsigned l = 0; l < k->L; l++) {
        read_size(&k->x[l], w->x[l]);
        read_size(&k->n[l], w->n[l]);
        read_size(&k->theta[l], w->theta[l]);
        if (l == 0) {
            read_size(&k->N[0], w->m);
        } else {
            rounded_mul(k->N[l].low, k->N[l - 1].low, k->n[l].low, DOWN);
            rounded_mul(k->N[l].high, k->N[l - 1].high, k->n[l].high, UP);
        }
    }
    mpz_t z;
    mpz_init_set_ui(z, 1);
    rounded_set_z(k->one, z, UP);
    mpz_mul_ui(z, s->B, 2);
    rounded_set_z(k->two_B, z, UP);
    mpz_mul(z, s->a, s->S);
    rounded_set_z(k->state, z, UP);
    mpz_clear(z);
}

static void ledger_close(ledger *k)
{
    sizes_free(k->N, k->L);
    sizes_free(k->n, k->L);
    sizes_free(k->x, k->L);
    sizes_free(k->theta, k->L);
    rounded_clear(k->one);
    rounded_clear(k->two_B);
    rounded_clear(k->state);
}

/* ---- losses, rounded up --------------------------------------------------------- */

static void up(rounded_t z, const rounded_t factor)
{
    rounded_mul(z, z, factor, UP);
}

static void up_count(rounded_t z, unsigned long count)
{
    mpz_t c;
    mpz_init_set_ui(c, count);
    rounded_mul_z(z, z, c, UP);
    mpz_clear(c);
}

static void all_queries(rounded_t A, const ledger *k)
{
    rounded_set(A, k->one);
    for (unsigned l = 1; l < k->L; l++)
        up(A, k->n[l].high);
}

/* Tokens whose incoming messages are frozen at stage l, each counted once per choice of what
 * its owner knows, and (for the own block) per layer. `extra` = 1 for Theorem 3. */
static void frozen_tokens(rounded_t sum, const setting *s, const ledger *k, unsigned l)
{
    int extra = s->kind == THEOREM_3, last = l == k->L - 1;
    rounded_t term, choices;
    rounded_init(term);
    rounded_init(choices);
    /* player l */
    rounded_set(sum, k->x[l].high);
    up(sum, k->N[l - 1].high);
    up_count(sum, (last ? k->L - 2 : l) + (unsigned long)extra);
    /* players i = l-1, ..., 1, before the last stage */
    rounded_set(choices, k->one);
    for (unsigned i = l; i-- > 0;) {
        up(choices, k->x[i].high);
        if (i >= 1 && !last) {
            rounded_set(term, choices);
            up(term, k->N[i - 1].high);
            rounded_add(sum, sum, term, UP);
        }
    }
    /* player 0: for every z_0 ... z_{l-1}, unless it is silent */
    int silent = last && (extra ? k->L > 2 : s->last_full);
    if (!silent)
        rounded_add(sum, sum, choices, UP);
    if (extra && l == 1 && !last) { /* after one layer it may know i_1: every (z_0, z_1) */
        rounded_set(term, choices);
        up(term, k->x[1].high);
        rounded_add(sum, sum, term, UP);
    }
    /* player -1: the same choices for every w */
    all_queries(term, k);
    up(term, choices);
    rounded_add(sum, sum, term, UP);
    rounded_clear(term);
    rounded_clear(choices);
}

static void initial_loss(rounded_t D, const setting *s, const ledger *k)
{
    if (s->kind == THEOREM_3) {
        all_queries(D, k);
        up(D, k->two_B);
        up_count(D, k->L);
    } else {
        rounded_set(D, k->state);
    }
}

/* ---- the two conditions ----------------------------------------------------------- */

/* 2^fraction log2 binom(N, theta) from above: exact, by entropy, or by (e N / theta)^theta */
static void binomial_bits(rounded_t bits, const size *N, const size *theta, const mpz_t ratio)
{
    static const char log2_e[] = "1442695040888963407359924681002"; /* over 10^30, rounded up */
    mpz_t whole, part, log, rest;
    mpz_inits(whole, part, log, rest, NULL);
    int plain = mpz_sgn(N->high->exponent) == 0 && mpz_sgn(theta->high->exponent) == 0;
    mpz_sub(rest, N->high->mantissa, theta->high->mantissa);
    mpz_set(part, mpz_cmp(rest, theta->high->mantissa) < 0 ? rest : theta->high->mantissa);
    if (plain && mpz_cmp_ui(part, 3000) <= 0 &&
        mpz_get_ui(part) * mpz_sizeinbase(N->high->mantissa, 2) < 1UL << 18) {
        mpz_bin_ui(whole, N->high->mantissa, mpz_get_ui(part));
        rounded_set_z(bits, whole, UP);
        rounded_log2(log, bits, UP);
        rounded_set_z(bits, log, UP);
    } else if (plain && mpz_sizeinbase(N->high->mantissa, 2) <= 60) {
        rounded_set_z(bits, rest, UP); /* theta log(N/theta) + rest log(N/rest) */
        rounded_log2(log, bits, DOWN);
        rounded_log2(whole, N->high, UP);
        mpz_sub(log, whole, log);
        mpz_mul(log, log, rest);
        mpz_addmul(log, theta->high->mantissa, ratio);
        rounded_set_z(bits, log, UP);
    } else {
        mpz_set_str(log, log2_e, 10);
        mpz_mul_2exp(log, log, rounded_fraction);
        mpz_ui_pow_ui(rest, 10, 30);
        mpz_cdiv_q(log, log, rest);
        mpz_add(log, log, ratio);
        rounded_mul_z(bits, theta->high, log, UP);
    }
    mpz_clears(whole, part, log, rest, NULL);
}

static int cover_holds(const ledger *k, unsigned l, const rounded_t P, const rounded_t D)
{
    const size *N = &k->N[l - 1], *theta = &k->theta[l];
    mpz_t small, large, least, most;
    rounded_t have, need, part;
    mpz_inits(small, large, least, most, NULL);
    rounded_init(have);
    rounded_init(need);
    rounded_init(part);
    rounded_log2(large, N->low, DOWN);
    rounded_log2(small, theta->high, UP);
    mpz_sub(least, large, small);
    rounded_log2(large, N->high, UP);
    rounded_log2(small, theta->low, DOWN);
    mpz_sub(most, large, small);
    int holds = mpz_sgn(least) > 0;
    if (holds) {
        rounded_mul(have, k->x[l].low, P, DOWN);
        rounded_mul_z(have, have, least, DOWN);
        rounded_mul(need, k->x[l].high, D, UP);
        rounded_add(need, need, k->one, UP);
        mpz_add_ui(need->exponent, need->exponent, rounded_fraction);
        binomial_bits(part, N, theta, most);
        rounded_add(need, need, part, UP);
        holds = rounded_cmp(have, need) >= 0;
    }
    mpz_clears(small, large, least, most, NULL);
    rounded_clear(have);
    rounded_clear(need);
    rounded_clear(part);
    return holds;
}

static int final_holds(const ledger *k, const rounded_t P, const rounded_t D)
{
    mpz_t log;
    rounded_t have, need;
    mpz_init(log);
    rounded_init(have);
    rounded_init(need);
    rounded_log2(log, k->N[k->L - 1].low, DOWN);
    rounded_mul_z(have, P, log, DOWN);
    rounded_set(need, D);
    mpz_add_ui(need->exponent, need->exponent, rounded_fraction);
    int holds = rounded_cmp(have, need) > 0;
    rounded_clear(have);
    rounded_clear(need);
    mpz_clear(log);
    return holds;
}

/* D <- x_l D + 1 + C_l (or C_l where nothing was lost), P <- n_l theta_l */
static void descend(const setting *s, const ledger *k, unsigned l, rounded_t P, rounded_t D)
{
    rounded_t C;
    rounded_init(C);
    frozen_tokens(C, s, k, l);
    up(C, k->two_B);
    up_count(C, k->L - l);
    if (s->kind == THEOREM_1)
        rounded_add(C, C, k->state, UP);
    if (mpz_sgn(D->mantissa) > 0) {
        up(D, k->x[l].high);
        rounded_add(D, D, k->one, UP);
    }
    rounded_add(D, D, C, UP);
    rounded_mul(P, k->n[l].low, k->theta[l].low, DOWN);
    rounded_clear(C);
}

static int level_holds(const ledger *k, unsigned l, const rounded_t P, const rounded_t D)
{
    if (rounded_cmp(k->theta[l].high, k->N[l - 1].low) > 0)
        return 0;
    if (mpz_sgn(D->mantissa) > 0)
        return cover_holds(k, l, P, D);
    rounded_t draws;
    rounded_init(draws);
    rounded_mul(draws, k->x[l].low, P, DOWN);
    int covered = rounded_cmp(k->theta[l].high, draws) <= 0;
    rounded_clear(draws);
    return covered;
}

int recheck_confirms(const setting *s, const witness *w)
{
    if (s->L != w->L || (s->kind == THEOREM_3 && s->L < 2))
        return 0;
    ledger k;
    rounded_t P, D;
    ledger_open(&k, s, w);
    rounded_init(P);
    rounded_init(D);
    rounded_set(P, k.x[0].low);
    initial_loss(D, s, &k);
    int holds = rounded_cmp(k.x[0].high, k.N[0].low) <= 0;
    for (unsigned l = 1; l < s->L && holds; l++) {
        holds = level_holds(&k, l, P, D);
        descend(s, &k, l, P, D);
    }
    holds = holds && final_holds(&k, P, D);
    rounded_clear(P);
    rounded_clear(D);
    ledger_close(&k);
    return holds;
}
