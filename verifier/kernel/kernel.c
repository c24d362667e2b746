#include "verifier/kernel/kernel.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "verifier/kernel/counts.h"
#include "verifier/kernel/inequality.h"
#include "verifier/kernel/lookup.h"

#include <stdio.h>
#include <string.h>

enum { text_room = 96 };

/* Invariant: every theorem that exists is true. Theorems are made by `make` and `derive` below,
 * never changed afterwards, and both functions are private to this file. */
struct theorem {
    theorem_form form;
    int full_only, last_full;
    unsigned L, l;
    mpz_t number[number_count];
    mpz_t list[list_count][kernel_max_L]; /* entry [LIST_n][0] is n_0 = 1, theta_0 is x_0 */
    unsigned uses[rule_count], precision;
    char network[text_room], number_system[text_room], hypothesis[text_room];
    network_certificate *from; /* of FORM_LOOKED: whose layers, and what is known after l of them */
    stream *known;
};

const char *const kernel_rule_names[rule_count] = {
    "start",   "start-full", "cover",  "freeze",  "freeze-full", "contradict", "specialise",
    "publish", "sparse",     "lookup", "compose", "enumerate",   "construct",  "separate",
};

static theorem *make(theorem_form form, kernel_rule rule)
{
    theorem *t = memory_new(1, sizeof *t);
    t->form = form;
    t->uses[rule] = 1;
    for (int q = 0; q < number_count; q++)
        mpz_init(t->number[q]);
    for (int i = 0; i < list_count; i++)
        for (unsigned l = 0; l < kernel_max_L; l++)
            mpz_init(t->list[i][l]);
    return t;
}

static void add_uses(theorem *t, const theorem *from)
{
    for (int r = 0; r < rule_count; r++)
        t->uses[r] += from->uses[r];
    if (from->precision > t->precision)
        t->precision = from->precision;
}

/* A copy of `from`, one rule later; but for what only FORM_LOOKED has. */
static theorem *derive(const theorem *from, theorem_form form, kernel_rule rule)
{
    theorem *t = make(form, rule);
    t->full_only = from->full_only;
    t->last_full = from->last_full;
    t->L = from->L;
    t->l = from->l;
    t->precision = from->precision;
    for (int q = 0; q < number_count; q++)
        mpz_set(t->number[q], from->number[q]);
    for (int i = 0; i < list_count; i++)
        for (unsigned l = 0; l < kernel_max_L; l++)
            mpz_set(t->list[i][l], from->list[i][l]);
    memcpy(t->network, from->network, text_room);
    memcpy(t->number_system, from->number_system, text_room);
    memcpy(t->hypothesis, from->hypothesis, text_room);
    add_uses(t, from);
    return t;
}

void theorem_clear(theorem *t)
{
    if (!t)
        return;
    for (int q = 0; q < number_count; q++)
        mpz_clear(t->number[q]);
    for (int i = 0; i < list_count; i++)
        for (unsigned l = 0; l < kernel_max_L; l++)
            mpz_clear(t->list[i][l]);
    certificate_release(t->from);
    stream_free(t->known);
    memory_free(t);
}

/* Hands over t, or clears it. */
static status finish(theorem **made, theorem *t, status s)
{
    if (s == STATUS_OK)
        *made = t;
    else
        theorem_clear(t);
    return s;
}

/* ---- side conditions --------------------------------------------------------------- */

static status refuse_long(const char *name, error *e)
{
    return error_set(e, STATUS_LIMIT, "%s has more than %d bits", name, kernel_max_bits);
}

static status at_least(const mpz_t value, unsigned long least, const char *name, error *e)
{
    if (mpz_cmp_ui(value, least) < 0)
        return error_set(e, STATUS_NEGATIVE, "%s must be at least %lu", name, least);
    if (mpz_sizeinbase(value, 2) > kernel_max_bits)
        return refuse_long(name, e);
    return STATUS_OK;
}

static status need_form(const theorem *t, theorem_form form, const char *what, error *e)
{
    return t->form == form ? STATUS_OK : error_set(e, STATUS_NEGATIVE, "needs %s", what);
}

static status need_yes(answer found, const char *condition, unsigned l, error *e)
{
    if (found == YES)
        return STATUS_OK;
    if (found == UNDECIDED)
        return error_set(e, STATUS_LIMIT, "%s is undecided at level %u", condition, l);
    return error_set(e, STATUS_NEGATIVE, "%s fails at level %u", condition, l);
}

/* ---- start -------------------------------------------------------------------------- */

/* FC(L; m; n): N_0 = m, N_l = N_{l-1} n_l, and n = N_{L-1} + ... + N_0 + 2 tokens. */
static status set_task(theorem *t, const kernel_setting *s, error *e)
{
    if (s->L < 1 || s->L > kernel_max_L)
        return error_set(e, STATUS_NEGATIVE, "L must lie between 1 and %d", kernel_max_L);
    TRY(at_least(s->m, 1, "m", e));
    t->L = s->L;
    mpz_set_ui(t->list[LIST_n][0], 1);
    mpz_set(t->list[LIST_N][0], s->m);
    mpz_add_ui(t->number[NUMBER_TOKENS], s->m, 2);
    for (unsigned l = 1; l < s->L; l++) {
        TRY(at_least(s->n[l], 1, "every n_l", e));
        mpz_set(t->list[LIST_n][l], s->n[l]);
        mpz_mul(t->list[LIST_N][l], t->list[LIST_N][l - 1], s->n[l]);
        TRY(at_least(t->list[LIST_N][l], 1, "N_l", e));
        mpz_add(t->number[NUMBER_TOKENS], t->number[NUMBER_TOKENS], t->list[LIST_N][l]);
    }
    return STATUS_OK;
}

/* Z_0 = any x_0 elements of [m]. */
static status set_seeds(theorem *t, const mpz_t x0, error *e)
{
    TRY(at_least(x0, 1, "x_0", e));
    if (mpz_cmp(x0, t->list[LIST_N][0]) > 0)
        return error_set(e, STATUS_NEGATIVE, "x_0 must be at most m");
    t->l = 1;
    mpz_set(t->list[LIST_x][0], x0);
    mpz_set(t->list[LIST_theta][0], x0);
    mpz_set(t->number[NUMBER_POINTS], x0); /* P_1 = n_0 theta_0 */
    return STATUS_OK;
}

/* 3, "Base, l = 1": of the transcripts of R messages from player 1 to player 0 (a S bits in all)
 * take the most frequent. "Last layer full" can only be said of protocols that have a full layer.
 */
static status start(theorem *t, const kernel_setting *s, const mpz_t x0, error *e)
{
    TRY(at_least(s->B, 1, "B", e));
    TRY(at_least(s->S, 0, "S", e));
    TRY(at_least(s->a, 0, "a", e));
    TRY(set_task(t, s, e));
    TRY(set_seeds(t, x0, e));
    if (s->last_full && s->L < 2)
        return error_set(e, STATUS_NEGATIVE, "a last full layer needs L >= 2");
    t->last_full = s->last_full != 0;
    mpz_set_ui(t->number[NUMBER_FULL], s->L - 1);
    mpz_set(t->number[NUMBER_a], s->a);
    mpz_set(t->number[NUMBER_B], s->B);
    mpz_set(t->number[NUMBER_S], s->S);
    mpz_mul(t->number[NUMBER_D], s->a, s->S);
    return STATUS_OK;
}

status kernel_start(theorem **made, const kernel_setting *s, const mpz_t x0, error *e)
{
    theorem *t = make(FORM_CLAIM, RULE_START);
    return finish(made, t, start(t, s, x0, e));
}

static level level_of(const theorem *t)
{
    return (level){t->L, t->l, t->full_only, t->last_full, t->list[LIST_N], t->list[LIST_x]};
}

/* 3, Theorem 3: the messages to player -1 in the first layer, 2 B bits from each of L players,
 * for each of the A values of w. */
static status start_full(theorem *t, const kernel_setting *s, const mpz_t x0, error *e)
{
    TRY(at_least(s->B, 1, "B", e));
    TRY(set_task(t, s, e));
    TRY(set_seeds(t, x0, e));
    if (s->L < 2)
        return error_set(e, STATUS_NEGATIVE, "Theorem 3 needs L >= 2");
    t->full_only = 1;
    mpz_set_ui(t->number[NUMBER_FULL], s->L);
    mpz_set(t->number[NUMBER_B], s->B);
    level at = level_of(t);
    level_queries(t->number[NUMBER_D], &at);
    mpz_mul(t->number[NUMBER_D], t->number[NUMBER_D], s->B);
    mpz_mul_ui(t->number[NUMBER_D], t->number[NUMBER_D], 2UL * s->L);
    return STATUS_OK;
}

status kernel_start_full(theorem **made, const kernel_setting *s, const mpz_t x0, error *e)
{
    theorem *t = make(FORM_CLAIM, RULE_START_FULL);
    return finish(made, t, start_full(t, s, x0, e));
}

/* ---- cover -------------------------------------------------------------------------- */

/* 3, steps 1-3. On entry t is Claim(l). */
static status cover(theorem *t, const mpz_t x, const mpz_t theta, error *e)
{
    unsigned l = t->l;
    mpz_srcptr N = t->list[LIST_N][l - 1];
    mpz_ptr D = t->number[NUMBER_D];
    TRY(at_least(x, 1, "x", e));
    TRY(at_least(theta, 1, "theta", e));
    if (mpz_cmp(theta, N) > 0)
        return error_set(e, STATUS_NEGATIVE, "theta_%u must be at most N_%u", l, l - 1);
    mpz_set(t->list[LIST_x][l], x);
    mpz_set(t->list[LIST_theta][l], theta);
    mpz_t draws; /* x P_l values of z_l are drawn */
    mpz_init(draws);
    mpz_mul(draws, x, t->number[NUMBER_POINTS]);
    status s;
    if (mpz_sgn(D) == 0) {
        s = mpz_cmp(theta, draws) <= 0
                ? STATUS_OK
                : error_set(e, STATUS_NEGATIVE, "theta_%u must be at most x_%u * P_%u", l, l, l);
    } else {
        mpz_mul(D, D, x);
        mpz_add_ui(D, D, 1);
        s = need_yes(inequality_cover(&t->precision, N, theta, draws, D), "COVER", l, e);
    }
    mpz_clear(draws);
    return s;
}

status kernel_cover(theorem **made, const theorem *claim, const mpz_t x, const mpz_t theta,
                    error *e)
{
    TRY(need_form(claim, FORM_CLAIM, "a claim", e));
    if (claim->l >= claim->L)
        return error_set(e, STATUS_NEGATIVE, "needs a claim at a level below L = %u", claim->L);
    theorem *t = derive(claim, FORM_COVERED, RULE_COVER);
    return finish(made, t, cover(t, x, theta, e));
}

/* ---- freeze ------------------------------------------------------------------------- */

/* On entry D is the loss of steps 1-3; adds C_l and goes to Claim(l+1). */
static status freeze(theorem **made, theorem *t, error *e)
{
    unsigned l = t->l;
    mpz_ptr D = t->number[NUMBER_D];
    mpz_t C;
    mpz_init(C);
    level at = level_of(t);
    level_messages(C, &at);
    mpz_mul(C, C, t->number[NUMBER_B]);
    mpz_mul_ui(C, C, 2UL * (t->L - l));
    mpz_add(D, D, C);
    mpz_addmul(D, t->number[NUMBER_a], t->number[NUMBER_S]); /* (iii) */
    mpz_clear(C);
    mpz_mul(t->number[NUMBER_POINTS], t->list[LIST_n][l], t->list[LIST_theta][l]);
    t->l = l + 1;
    return finish(made, t, at_least(D, 1, "D", e));
}

status kernel_freeze(theorem **made, const theorem *covered, error *e)
{
    TRY(need_form(covered, FORM_COVERED, "a covered claim", e));
    if (covered->full_only)
        return error_set(e, STATUS_NEGATIVE, "full attention only: use freeze-full");
    return freeze(made, derive(covered, FORM_CLAIM, RULE_FREEZE), e);
}

status kernel_freeze_full(theorem **made, const theorem *covered, error *e)
{
    TRY(need_form(covered, FORM_COVERED, "a covered claim", e));
    if (!covered->full_only)
        return error_set(e, STATUS_NEGATIVE, "not full attention only: use freeze");
    return freeze(made, derive(covered, FORM_CLAIM, RULE_FREEZE_FULL), e);
}

/* ---- contradict ---------------------------------------------------------------------- */

/* Without linear layers the last layer is full anyway, if there is a layer at all. */
static void drop_idle_condition(theorem *t)
{
    if (mpz_sgn(t->number[NUMBER_a]) == 0 && mpz_sgn(t->number[NUMBER_FULL]) > 0)
        t->last_full = 0;
}

/* 3, "Contradiction at l = L": all z_L in R_L agree on P_L points, so
 * 2^-D_L N^N <= |R_L| <= N^(N - P_L), i.e. D_L >= P_L log2 N, N = N_{L-1}. */
status kernel_contradict(theorem **made, const theorem *claim, error *e)
{
    TRY(need_form(claim, FORM_CLAIM, "a claim", e));
    if (claim->l != claim->L)
        return error_set(e, STATUS_NEGATIVE, "needs a claim at level L = %u", claim->L);
    theorem *t = derive(claim, FORM_IMPOSSIBLE, RULE_CONTRADICT);
    drop_idle_condition(t);
    answer found = inequality_final(&t->precision, t->number[NUMBER_D], t->number[NUMBER_POINTS],
                                    t->list[LIST_N][t->L - 1]);
    return finish(made, t, need_yes(found, "FINAL", t->L, e));
}

/* ---- consequences -------------------------------------------------------------------- */

/* value <= what t has; then t gets it. Returns through *fell whether it is less. */
static status lower(theorem *t, theorem_number_name q, mpz_srcptr value, int *fell, error *e)
{
    static const char *const name[] = {"full", "a", "B", "S"};
    *fell = 0;
    if (!value)
        return STATUS_OK;
    TRY(at_least(value, q == NUMBER_B, name[q], e));
    if (mpz_cmp(value, t->number[q]) > 0)
        return error_set(e, STATUS_NEGATIVE, "%s must not grow", name[q]);
    *fell = mpz_cmp(value, t->number[q]) < 0;
    mpz_set(t->number[q], value);
    return STATUS_OK;
}

static status specialise(theorem *t, const kernel_weaker *to, error *e)
{
    int fell;
    TRY(lower(t, NUMBER_a, to->a, &fell, e));
    TRY(lower(t, NUMBER_B, to->B, &fell, e));
    TRY(lower(t, NUMBER_S, to->S, &fell, e));
    TRY(lower(t, NUMBER_FULL, to->full, &fell, e));
    if (fell)
        t->last_full = 0;
    drop_idle_condition(t);
    return STATUS_OK;
}

status kernel_specialise(theorem **made, const theorem *impossible, const kernel_weaker *to,
                         error *e)
{
    TRY(need_form(impossible, FORM_IMPOSSIBLE, "an impossibility", e));
    theorem *t = derive(impossible, FORM_IMPOSSIBLE, RULE_SPECIALISE);
    return finish(made, t, specialise(t, to, e));
}

/* On entry t is an impossibility with T tokens; on exit its a and S are the published ones. */
static status publish(theorem *t, error *e)
{
    mpz_ptr B = t->number[NUMBER_B], a = t->number[NUMBER_a], S = t->number[NUMBER_S];
    unsigned L = t->L, hybrid = mpz_cmp_ui(t->number[NUMBER_FULL], L) != 0;
    if (L < 2 || mpz_cmp_ui(B, 2) < 0)
        return error_set(e, STATUS_NEGATIVE, "the published theorems need L >= 2 and B >= 2");
    if (t->last_full || mpz_cmp_ui(t->number[NUMBER_FULL], L - 1) < 0)
        return error_set(e, STATUS_NEGATIVE, "needs all words with at least L-1 full layers");
    if (hybrid) {
        mpz_t need;
        mpz_init(need);
        mpz_setbit(need, 3UL * L * L);
        int few = mpz_cmp(a, need) < 0;
        mpz_set(a, need);
        mpz_mul(need, B, B);
        mpz_mul_ui(need, need, 2);
        int small = mpz_cmp(S, need) < 0;
        mpz_set(S, need);
        mpz_clear(need);
        if (few || small)
            return error_set(e, STATUS_NEGATIVE, "needs %s", few ? "a >= 2^(3*L^2)" : "S >= 2*B^2");
    }
    answer found = inequality_threshold(&t->precision, t->number[NUMBER_TOKENS], B,
                                        hybrid ? 4 * L + 2 : 4 * L);
    return need_yes(found, "prompt length <= published threshold", L, e);
}

status kernel_publish(theorem **made, const theorem *impossible, error *e)
{
    TRY(need_form(impossible, FORM_IMPOSSIBLE, "an impossibility", e));
    theorem *t = derive(impossible, FORM_PUBLISHED, RULE_PUBLISH);
    return finish(made, t, publish(t, e));
}

/* ---- sparse -------------------------------------------------------------------------- */

/* 5: two different block-sized subsets of [M] share their summary; put one of them into a block
 * that is not kept. The prompt has blocks * block tokens and the last one. */
static status sparse(theorem *t, const kernel_sparse_setting *s, error *e)
{
    TRY(at_least(s->M, 1, "M", e));
    TRY(at_least(s->block, 1, "block", e));
    TRY(at_least(s->keep, 0, "keep", e));
    TRY(at_least(s->blocks, 1, "blocks", e));
    TRY(at_least(s->bits, 0, "bits", e));
    if (mpz_cmp(s->block, s->M) > 0)
        return error_set(e, STATUS_NEGATIVE, "block must be at most M");
    if (mpz_cmp(s->keep, s->blocks) >= 0)
        return error_set(e, STATUS_NEGATIVE, "keep must be less than blocks");
    mpz_set(t->number[NUMBER_M], s->M);
    mpz_set(t->number[NUMBER_BLOCK], s->block);
    mpz_set(t->number[NUMBER_KEEP], s->keep);
    mpz_set(t->number[NUMBER_BLOCKS], s->blocks);
    mpz_set(t->number[NUMBER_B], s->bits);
    mpz_mul(t->number[NUMBER_TOKENS], s->blocks, s->block);
    mpz_add_ui(t->number[NUMBER_TOKENS], t->number[NUMBER_TOKENS], 1);
    answer found = inequality_summary(&t->precision, s->bits, s->M, s->block);
    return need_yes(found, "2^bits < binom(M, block)", 1, e);
}

status kernel_sparse(theorem **made, const kernel_sparse_setting *s, error *e)
{
    theorem *t = make(FORM_SPARSE, RULE_SPARSE);
    return finish(made, t, sparse(t, s, e));
}

/* ---- networks that solve ------------------------------------------------------------------ */

/* FC(L; m; n) as the evaluator has it. */
static status set_fc(theorem *t, const fc *task, error *e)
{
    kernel_setting s = {.L = task->L};
    qvec_t size;
    qvec_init(size, task->L);
    for (unsigned l = 0; l < task->L; l++) {
        mpq_set_ui(size->entry[l], (unsigned long)(l ? task->n[l] : task->N[0]), 1);
        s.n[l] = mpq_numref(size->entry[l]);
    }
    s.m = s.n[0];
    status result = set_task(t, &s, e);
    qvec_clear(size);
    return result;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Heads and their dimension, the largest of all layers. */
static void set_shape(theorem *t, const plain_network *net)
{
    size_t heads = 0, dim = 0;
    for (size_t i = 0; i < net->layers; i++) {
        heads = larger(heads, net->layer[i].heads);
        for (size_t h = 0; h < net->layer[i].heads; h++)
            dim = larger(
                dim, larger(net->layer[i].head[h].key->rows, net->layer[i].head[h].value->rows));
    }
    mpz_set_ui(t->number[NUMBER_HEADS], heads);
    mpz_set_ui(t->number[NUMBER_DIM], dim);
    mpz_set_ui(t->number[NUMBER_SOLVES_FULL], net->layers);
}

static status begin_lookups(theorem *t, const network_certificate *c, error *e)
{
    TRY(set_fc(t, &c->net.task, e));
    set_shape(t, &c->net);
    mpz_set_ui(t->number[NUMBER_PRECISION], c->number.P);
    snprintf(t->network, text_room, "network %s", c->network_sha256);
    arithmetic_name(t->number_system, c->number);
    return STATUS_OK;
}

static status lookup(theorem *t, const network_certificate *c, const theorem *looked, error *e)
{
    if (!looked)
        TRY(begin_lookups(t, c, e));
    size_t layer = looked ? looked->l : 0;
    if (c->net.layers != (size_t)t->L + 1)
        return error_set(e, STATUS_NEGATIVE, "needs a network of L+1 layers");
    if (layer >= c->net.layers)
        return error_set(e, STATUS_NEGATIVE, "all %zu layers have been looked at", layer);
    t->from = certificate_hold(c);
    t->l = (unsigned)layer + 1;
    return lookup_layer(&t->known, c, layer, looked ? looked->known : NULL, e);
}

status kernel_lookup(theorem **made, const network_certificate *c, const theorem *looked, error *e)
{
    if (looked)
        TRY(need_form(looked, FORM_LOOKED, "a look-up", e));
    theorem *t = looked ? derive(looked, FORM_LOOKED, RULE_LOOKUP) : make(FORM_LOOKED, RULE_LOOKUP);
    return finish(made, t, lookup(t, looked ? looked->from : c, looked, e));
}

status kernel_compose(theorem **made, const theorem *looked, error *e)
{
    TRY(need_form(looked, FORM_LOOKED, "a look-up", e));
    if (looked->l != looked->L + 1)
        return error_set(e, STATUS_NEGATIVE, "needs the look-up of layer L = %u", looked->L);
    TRY(lookup_readout(looked->from, looked->known, e));
    *made = derive(looked, FORM_SOLVES, RULE_COMPOSE);
    return STATUS_OK;
}

static status enumerate(theorem *t, const kernel_run *run, error *e)
{
    TRY(set_fc(t, run->task, e));
    snprintf(t->network, text_room, "network %s", run->network_sha256);
    snprintf(t->number_system, text_room, "%s", run->number);
    snprintf(t->hypothesis, text_room, "%s",
             run->engine ? run->engine : "the run through all inputs");
    if (run->engine)
        return STATUS_OK;
    if (!fc_count_fits(run->task))
        return error_set(e, STATUS_NEGATIVE, "nobody can have run so many inputs");
    mpz_t inputs;
    mpz_init(inputs);
    fc_count(inputs, run->task);
    int all = mpz_cmp(inputs, run->checked) == 0 && mpz_sgn(run->failures) == 0;
    mpz_clear(inputs);
    return all ? STATUS_OK
               : error_set(e, STATUS_NEGATIVE, "needs a run of all inputs without a failure");
}

status kernel_enumerate(theorem **made, const kernel_run *run, error *e)
{
    theorem *t = make(FORM_SOLVES, RULE_ENUMERATE);
    return finish(made, t, enumerate(t, run, e));
}

/* ---- construct ---------------------------------------------------------------------------- */

static construct_sizes sizes_of(const theorem *t)
{
    return (construct_sizes){t->L, t->list[LIST_n], t->list[LIST_N], t->number[NUMBER_TOKENS]};
}

static status construct(theorem *t, kernel_keys keys, const mpz_t d, const mpz_t P, error *e)
{
    construct_sizes sizes = sizes_of(t);
    TRY(at_least(d, 1, "d", e));
    TRY(at_least(P, 0, "P", e));
    TRY(construct_fits(&sizes, keys, d, P, e));
    mpz_set_ui(t->number[NUMBER_HEADS], 1);
    mpz_set(t->number[NUMBER_DIM], d);
    mpz_set(t->number[NUMBER_PRECISION], P);
    mpz_set_ui(t->number[NUMBER_SOLVES_FULL], keys == KEYS_HYBRID ? t->L : t->L + 1);
    mpz_set_ui(t->number[NUMBER_SOLVES_a], keys == KEYS_HYBRID);
    snprintf(t->network, text_room, "construction `%s`",
             keys == KEYS_HYBRID ? "hybrid-linear" : kernel_keys_names[keys]);
    if (mpz_sgn(P) == 0)
        snprintf(t->number_system, text_room, "base2");
    else
        gmp_snprintf(t->number_system, text_room, "fixed:%Zd:2", P);
    return STATUS_OK;
}

status kernel_construct(theorem **made, const kernel_setting *sizes, kernel_keys keys,
                        const mpz_t d, const mpz_t P, error *e)
{
    theorem *t = make(FORM_SOLVES, RULE_CONSTRUCT);
    status s = set_task(t, sizes, e);
    return finish(made, t, s == STATUS_OK ? construct(t, keys, d, P, e) : s);
}

/* ---- separate ------------------------------------------------------------------------------ */

/* On entry t is a copy of the impossibility. */
static status separate(theorem *t, const theorem *solves, error *e)
{
    for (unsigned l = 0; l < t->L; l++)
        if (solves->L != t->L || mpz_cmp(t->list[LIST_N][l], solves->list[LIST_N][l]) != 0)
            return error_set(e, STATUS_NEGATIVE, "the two halves speak about different sizes");
    mpz_srcptr d = solves->number[NUMBER_DIM], P = solves->number[NUMBER_PRECISION];
    if (mpz_sgn(P) == 0 || mpz_sgn(d) == 0)
        return error_set(e, STATUS_NEGATIVE, "needs a network in fixed:P, and its H and d");
    mpz_t need;
    mpz_init(need);
    mpz_mul(need, solves->number[NUMBER_HEADS], d);
    mpz_mul(need, need, P);
    int budget = mpz_cmp(need, t->number[NUMBER_B]) <= 0;
    mpz_addmul(need, need, d); /* H d (d+1) P */
    int state = mpz_sgn(t->number[NUMBER_a]) == 0 || mpz_cmp(need, t->number[NUMBER_S]) <= 0;
    mpz_clear(need);
    if (!budget || !state)
        return error_set(e, STATUS_NEGATIVE, "needs %s",
                         budget ? "S >= H*d*(d+1)*P" : "B >= H*d*P");
    for (int q = NUMBER_HEADS; q <= NUMBER_SOLVES_a; q++)
        mpz_set(t->number[q], solves->number[q]);
    memcpy(t->network, solves->network, text_room);
    memcpy(t->number_system, solves->number_system, text_room);
    memcpy(t->hypothesis, solves->hypothesis, text_room);
    add_uses(t, solves);
    return STATUS_OK;
}

status kernel_separate(theorem **made, const theorem *solves, const theorem *impossible, error *e)
{
    TRY(need_form(solves, FORM_SOLVES, "a network that solves, first", e));
    TRY(need_form(impossible, FORM_IMPOSSIBLE, "an impossibility, second", e));
    theorem *t = derive(impossible, FORM_SEPARATED, RULE_SEPARATE);
    return finish(made, t, separate(t, solves, e));
}

/* ---- looking at a theorem -------------------------------------------------------------- */

theorem_form theorem_get_form(const theorem *t)
{
    return t->form;
}

int theorem_is_closed(const theorem *t)
{
    return t->form != FORM_CLAIM && t->form != FORM_COVERED && t->form != FORM_LOOKED;
}

int theorem_is_full_only(const theorem *t)
{
    return t->full_only;
}

int theorem_is_last_full(const theorem *t)
{
    return t->last_full;
}

unsigned theorem_L(const theorem *t)
{
    return t->L;
}

unsigned theorem_stage(const theorem *t)
{
    return t->l;
}

mpz_srcptr theorem_number(const theorem *t, theorem_number_name q)
{
    return t->number[q];
}

mpz_srcptr theorem_entry(const theorem *t, theorem_list list, unsigned l)
{
    REQUIRE(l < kernel_max_L);
    return t->list[list][l];
}

unsigned theorem_uses(const theorem *t, kernel_rule rule)
{
    return t->uses[rule];
}

unsigned theorem_precision(const theorem *t)
{
    return t->precision;
}

const char *theorem_network(const theorem *t)
{
    return t->network[0] ? t->network : NULL;
}

const char *theorem_number_system(const theorem *t)
{
    return t->number_system[0] ? t->number_system : NULL;
}

const char *theorem_hypothesis(const theorem *t)
{
    return t->hypothesis[0] ? t->hypothesis : NULL;
}
