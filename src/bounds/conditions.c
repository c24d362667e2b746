#include "bounds/conditions.h"

#include "base/memory.h"
#include "base/status.h"
#include "bounds/binomial.h"
#include "bounds/freeze.h"
#include "exact/interval.h"

#include <stdio.h>

/* Logarithms start with this many bits and may rise to the limit before "undecided". */
enum { first_precision = 128, precision_limit = 1 << 13 };

void conditions_init(conditions *c, unsigned L)
{
    c->L = L;
    c->verdict = TRUTH_UNDECIDED;
    c->reason[0] = '\0';
    c->stage = memory_new(L + 1, sizeof *c->stage);
    for (unsigned l = 1; l <= L; l++) {
        factored_sum_init(c->stage[l].D);
        factored_sum_init(c->stage[l].C);
        factored_init(c->stage[l].P);
        mpfi_init2(c->stage[l].margin.log2, first_precision);
    }
}

void conditions_clear(conditions *c)
{
    for (unsigned l = 1; l <= c->L; l++) {
        factored_sum_clear(c->stage[l].D);
        factored_sum_clear(c->stage[l].C);
        factored_clear(c->stage[l].P);
        mpfi_clear(c->stage[l].margin.log2);
    }
    memory_free(c->stage);
}

/* ---- COVER and FINAL ----------------------------------------------------------- */

/* z = log2(2^a + 2^b) */
static void add_logs(mpfi_ptr z, mpfi_srcptr a, mpfi_srcptr b)
{
    mpfi_t difference;
    int swap = mpfr_cmp(&a->left, &b->left) < 0;
    mpfi_srcptr high = swap ? b : a, low = swap ? a : b;
    mpfi_init2(difference, mpfi_get_prec(high));
    mpfi_sub(difference, low, high);
    mpfi_exp2(difference, difference);
    mpfi_add_ui(difference, difference, 1);
    mpfi_log2(difference, difference);
    mpfi_add(z, high, difference);
    mpfi_clear(difference);
}

typedef struct cover {
    factored_t N, theta, draws; /* draws = x_l P_l */
    factored_sum_t loss;        /* x_l D_l + 1 */
} cover;

/* log2 of [ x P log2(N/theta) ] / [ x D + 1 + log2 binom ] */
static void cover_margin(mpfi_ptr z, const cover *k, mpfr_prec_t precision)
{
    mpfi_t part, need, have;
    mpfi_init2(part, precision);
    mpfi_init2(need, precision);
    mpfi_init2(have, precision);
    factored_log2(have, k->N);
    factored_log2(part, k->theta);
    mpfi_sub(have, have, part); /* theta < N: positive at some precision */
    if (mpfr_sgn(&have->left) < 0)
        mpfr_set_zero(&have->left, 1);
    mpfi_log2(have, have);
    factored_log2(part, k->draws);
    mpfi_add(have, have, part);
    factored_sum_log2(need, k->loss);
    binomial_log2_log2(part, k->N, k->theta);
    add_logs(need, need, part);
    mpfi_set_prec(z, mpfi_get_prec(have));
    mpfi_sub(z, have, need);
    mpfi_clear(part);
    mpfi_clear(need);
    mpfi_clear(have);
}

/* Ties and near-ties of numbers short enough: binom theta^{xP} 2^{xD+1} <= N^{xP} exactly. */
static truth cover_exact(const cover *k)
{
    mpz_t binomial, draws, loss, two;
    mpz_inits(binomial, draws, loss, NULL);
    mpz_init_set_ui(two, 2);
    truth result = TRUTH_UNDECIDED;
    if (binomial_exact(binomial, k->N, k->theta) && factored_get_z(draws, k->draws, 4096) &&
        factored_sum_get_z(loss, k->loss, 4096)) {
        factored_t left, right;
        factored_init(left);
        factored_init(right);
        factored_set(left, k->theta);
        factored_pow(left, draws);
        factored_mul_z(left, binomial);
        factored_mul_power(left, two, loss);
        factored_set(right, k->N);
        factored_pow(right, draws);
        result = factored_cmp(left, right) <= 0 ? TRUTH_HOLDS : TRUTH_FAILS;
        factored_clear(left);
        factored_clear(right);
    }
    mpz_clears(binomial, draws, loss, two, NULL);
    return result;
}

static truth from_sign(forced_sign sign, int strict)
{
    if (sign == SIGN_ZERO)
        return strict ? TRUTH_FAILS : TRUTH_HOLDS;
    if (sign == SIGN_UNDECIDED)
        return TRUTH_UNDECIDED;
    return sign == SIGN_POSITIVE ? TRUTH_HOLDS : TRUTH_FAILS;
}

static void decide_cover(margin *out, const cover *k)
{
    cover_margin(out->log2, k, first_precision);
    out->decided = from_sign(interval_sign(out->log2), 0);
    if (out->decided == TRUTH_UNDECIDED)
        out->decided = cover_exact(k);
    for (mpfr_prec_t p = 512; out->decided == TRUTH_UNDECIDED && p <= precision_limit; p *= 4) {
        cover_margin(out->log2, k, p);
        out->decided = from_sign(interval_sign(out->log2), 0);
    }
}

/* log2 of [ P log2 N ] / D, for N >= 2 and D > 0 */
static void final_margin(mpfi_ptr z, const stage *last, const factored_t N, mpfr_prec_t precision)
{
    mpfi_t part, have;
    mpfi_init2(part, precision);
    mpfi_init2(have, precision);
    factored_log2(part, N);
    mpfi_log2(part, part);
    factored_log2(have, last->P);
    mpfi_add(have, have, part);
    factored_sum_log2(part, last->D);
    mpfi_set_prec(z, mpfi_get_prec(have));
    mpfi_sub(z, have, part);
    mpfi_clear(part);
    mpfi_clear(have);
}

/* 2^D < N^P exactly */
static truth final_exact(const stage *last, const factored_t N)
{
    mpz_t loss, points, two;
    mpz_inits(loss, points, NULL);
    mpz_init_set_ui(two, 2);
    truth result = TRUTH_UNDECIDED;
    if (factored_sum_get_z(loss, last->D, factored_short_bits) &&
        factored_get_z(points, last->P, factored_short_bits)) {
        factored_t left, right;
        factored_init(left);
        factored_init(right);
        factored_mul_power(left, two, loss);
        factored_set(right, N);
        factored_pow(right, points);
        result = factored_cmp(left, right) < 0 ? TRUTH_HOLDS : TRUTH_FAILS;
        factored_clear(left);
        factored_clear(right);
    }
    mpz_clears(loss, points, two, NULL);
    return result;
}

static void decide_final(margin *out, const stage *last, const factored_t N)
{
    if (factored_is_one(N) || factored_sum_is_zero(last->D)) {
        out->free = 1; /* log2 N = 0 can hold nothing, D = 0 needs next to nothing */
        out->decided = factored_is_one(N) ? TRUTH_FAILS : TRUTH_HOLDS;
        return;
    }
    final_margin(out->log2, last, N, first_precision);
    out->decided = from_sign(interval_sign(out->log2), 1);
    if (out->decided == TRUTH_UNDECIDED)
        out->decided = final_exact(last, N);
    for (mpfr_prec_t p = 512; out->decided == TRUTH_UNDECIDED && p <= precision_limit; p *= 4) {
        final_margin(out->log2, last, N, p);
        out->decided = from_sign(interval_sign(out->log2), 1);
    }
}

/* ---- level by level ------------------------------------------------------------- */

/* The first failure names itself; "undecided" is weaker than "fails". */
static void note(conditions *c, truth v, const char *what, unsigned l)
{
    if (v == TRUTH_HOLDS || c->verdict == TRUTH_FAILS ||
        (v == TRUTH_UNDECIDED && c->verdict == TRUTH_UNDECIDED))
        return;
    c->verdict = v;
    snprintf(c->reason, sizeof c->reason, "%s %s at level %u", what,
             v == TRUTH_FAILS ? "fails" : "is undecided", l);
}

/* a*S = 0, level 1: any theta_1 <= min(x_0 x_1, m) will do and nothing is lost by covering */
static void cover_freely(conditions *c, const witness *w, const cover *k)
{
    margin *out = &c->stage[1].margin;
    out->free = 1;
    out->decided = factored_cmp(w->theta[1], k->draws) <= 0 ? TRUTH_HOLDS : TRUTH_FAILS;
}

static void cover_level(conditions *c, const witness *w, unsigned l)
{
    stage *at = &c->stage[l];
    cover k;
    factored_init(k.N);
    factored_init(k.theta);
    factored_init(k.draws);
    factored_sum_init(k.loss);
    witness_block(k.N, w, l - 1);
    factored_set(k.theta, w->theta[l]);
    factored_set(k.draws, w->x[l]);
    factored_mul(k.draws, at->P);
    int order = factored_cmp(k.theta, k.N);
    at->margin.free = 0;
    if (factored_sum_is_zero(at->D)) {
        cover_freely(c, w, &k);
    } else if (order < 0) {
        factored_sum_set(k.loss, at->D);
        factored_sum_mul(k.loss, w->x[l]);
        factored_sum_add_ui(k.loss, 1);
        decide_cover(&at->margin, &k);
    } else { /* theta = N covers nothing by chance: 1 <= 2^-(x D + 1) is false */
        at->margin.free = 1;
        at->margin.decided = TRUTH_FAILS;
    }
    note(c, order <= 0 ? TRUTH_HOLDS : TRUTH_FAILS, "theta_l <= N_{l-1}", l);
    note(c, at->margin.decided, "COVER", l);
    factored_clear(k.N);
    factored_clear(k.theta);
    factored_clear(k.draws);
    factored_sum_clear(k.loss);
}

/* D_{l+1} = x_l D_l + 1 + C_l, or C_l alone where covering was free; P_{l+1} = n_l theta_l */
static void next_stage(conditions *c, const setting *s, const witness *w, unsigned l)
{
    stage *at = &c->stage[l], *next = &c->stage[l + 1];
    freeze_stage(at->C, s, w, l);
    factored_sum_set(next->D, at->D);
    factored_sum_mul(next->D, w->x[l]);
    factored_sum_add_ui(next->D, factored_sum_is_zero(at->D) ? 0 : 1);
    factored_sum_add(next->D, at->C);
    factored_set(next->P, w->n[l]);
    factored_mul(next->P, w->theta[l]);
}

void conditions_evaluate(conditions *c, const setting *s, const witness *w)
{
    REQUIRE(c->L == s->L && s->L == w->L);
    c->verdict = TRUTH_HOLDS;
    snprintf(c->reason, sizeof c->reason, "holds");
    if (s->kind == THEOREM_3 && s->L < 2) {
        c->verdict = TRUTH_FAILS;
        snprintf(c->reason, sizeof c->reason, "Theorem 3 is about L >= 2");
    }
    note(c, factored_cmp(w->x[0], w->m) <= 0 ? TRUTH_HOLDS : TRUTH_FAILS, "x_0 <= m", 1);
    freeze_first(c->stage[1].D, s, w);
    factored_set(c->stage[1].P, w->x[0]);
    for (unsigned l = 1; l < s->L; l++) {
        cover_level(c, w, l);
        next_stage(c, s, w, l);
    }
    factored_t N;
    factored_init(N);
    witness_block(N, w, s->L - 1);
    decide_final(&c->stage[s->L].margin, &c->stage[s->L], N);
    note(c, c->stage[s->L].margin.decided, "FINAL", s->L);
    factored_clear(N);
}

int conditions_hold(const setting *s, const witness *w)
{
    conditions c;
    conditions_init(&c, s->L);
    conditions_evaluate(&c, s, w);
    int holds = c.verdict == TRUTH_HOLDS;
    conditions_clear(&c);
    return holds;
}
