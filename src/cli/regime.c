#include "cli/regime.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "bounds/instance.h"
#include "bounds/optimal.h"
#include "cli/bounds-rows.h"
#include "cli/kernel-confirm.h"
#include "constructions/accounting.h"

const char *const regime_name[] = {"possible", "impossible", "open"};

/* ---- the lower side: theorems ----------------------------------------------------------- */

/* n = min(n, tokens of w), with its name */
static void keep_shorter(factored_sum_t n, const char **theorem, const factored_sum_t tokens,
                         const char *name)
{
    int order;
    if (*theorem && (!factored_sum_cmp(&order, n, tokens) || order <= 0))
        return;
    factored_sum_set(n, tokens);
    *theorem = name;
}

static void consider_witness(factored_sum_t n, const char **theorem, const setting *s)
{
    witness w;
    mpz_t larger;
    error e;
    factored_sum_t tokens;
    witness_init(&w, s->L);
    mpz_init(larger);
    factored_sum_init(tokens);
    int searched = s->L <= optimal_levels && optimal_search(&w, s, &e) == STATUS_OK;
    if (!searched && s->L >= 2) {
        instance_closed_parameter(larger, s);
        instance_closed(&w, larger);
    }
    if ((searched || s->L >= 2) && kernel_confirm(s, &w, &e) != STATUS_NEGATIVE) {
        witness_tokens(tokens, &w);
        keep_shorter(n, theorem, tokens,
                     s->kind == THEOREM_3 ? "full-explicit"
                     : searched           ? "optimal"
                                          : "closed");
    }
    factored_sum_clear(tokens);
    mpz_clear(larger);
    witness_clear(&w);
}

static void consider_published(factored_sum_t n, const char **theorem, const setting *s,
                               theorem_id id)
{
    if (published_refusal(s, id))
        return;
    factored_t f;
    factored_sum_t tokens;
    factored_init(f);
    factored_sum_init(tokens);
    published_threshold(f, s, id);
    factored_sum_add_product(tokens, f);
    keep_shorter(n, theorem, tokens, known_theorems[id].name);
    factored_sum_clear(tokens);
    factored_clear(f);
}

int regime_impossible_from(factored_sum_t n, const char **theorem, const machine *k, unsigned L)
{
    setting s;
    char *word = NULL;
    error e;
    *theorem = NULL;
    setting_init(&s);
    if (k->full_layers <= L - 1 && machine_setting(&s, &word, k, L, &e) == STATUS_OK) {
        consider_witness(n, theorem, &s);
        consider_published(n, theorem, &s, ID_PUBLISHED);
    } else if (k->full_layers == L && mpz_sgn(k->a) == 0 && L >= 2) {
        s.L = L;
        s.kind = THEOREM_3;
        mpz_set(s.B, k->B);
        consider_witness(n, theorem, &s);
        consider_published(n, theorem, &s, ID_FULL);
    }
    memory_free(word);
    setting_clear(&s);
    return *theorem != NULL;
}

/* ---- the upper side: constructions ------------------------------------------------------ */

int regime_word_has(const char *word, unsigned L, int linear_first)
{
    unsigned full = 0;
    int linear = !linear_first;
    for (; *word; word++) {
        if (*word == 'R')
            linear = 1;
        else if (linear)
            full++;
    }
    return linear && full >= (linear_first ? L : L + 1);
}

static int fits(const accounted *it, const machine *k, unsigned L, const mpz_t tokens)
{
    accounting cost;
    it->cost(&cost, L, tokens);
    if (mpz_cmp_ui(k->H, (unsigned long)cost.heads) < 0 ||
        mpz_cmp_ui(k->d, (unsigned long)cost.dim) < 0)
        return 0;
    uint64_t d = mpz_fits_ulong_p(k->d) ? mpz_get_ui(k->d) : UINT32_MAX; /* more is no help */
    mpz_t state;
    mpz_init(state);
    mpz_mul_ui(state, k->p, (unsigned long)cost.state_entries);
    int fits_all = mpz_cmp_ui(k->p, (unsigned long)accounting_precision(&cost, d)) >= 0 &&
                   mpz_cmp(k->S, state) >= 0;
    mpz_clear(state);
    return fits_all;
}

/* The largest n up to which the construction fits (costs grow with n); 0 if none. Everything
 * beyond 2^4096 tokens counts as 2^4096. */
static void fits_up_to(mpz_t largest, const accounted *it, const machine *k, unsigned L)
{
    mpz_t low, high, middle;
    mpz_init_set_ui(low, (unsigned long)L + 1); /* no instance has so few tokens */
    mpz_init_set_ui(high, 1);
    mpz_mul_2exp(high, high, 4096);
    mpz_init(middle);
    if (fits(it, k, L, high))
        mpz_set(low, high);
    while (mpz_sub(middle, high, low), mpz_cmp_ui(middle, 1) > 0) {
        mpz_add(middle, low, high);
        mpz_fdiv_q_2exp(middle, middle, 1);
        mpz_set(fits(it, k, L, middle) ? low : high, middle);
    }
    mpz_set_ui(largest, 0);
    if (mpz_cmp_ui(low, (unsigned long)L + 1) > 0)
        mpz_set(largest, low);
    mpz_clears(low, high, middle, NULL);
}

static const accounted *best_construction(mpz_t up_to, const machine *k, unsigned L)
{
    const accounted *best = NULL;
    mpz_t n;
    mpz_init(n);
    mpz_set_ui(up_to, 0);
    for (const accounted *it = accounted_constructions; it->name; it++) {
        if (!regime_word_has(k->word, L, it->linear_first))
            continue;
        fits_up_to(n, it, k, L);
        if (mpz_cmp(n, up_to) > 0) {
            mpz_set(up_to, n);
            best = it;
        }
    }
    mpz_clear(n);
    return best;
}

/* ---- both --------------------------------------------------------------------------------- */

static void set_verdict(json_t *row, regime verdict, const char *because)
{
    json_object_set_new(row, "verdict", json_string(regime_name[verdict]));
    json_object_set_new(row, "because", json_string(because));
}

static void set_lower(json_t *row, const factored_sum_t n, const char *theorem)
{
    json_t *numbers = json_object();
    bounds_set_tokens(numbers, n);
    json_object_set(row, "impossible_from_log2_n", json_object_get(numbers, "log2_n"));
    json_object_set(row, "impossible_from", json_object_get(numbers, "tokens"));
    json_object_set_new(row, "theorem", json_string(theorem));
    json_decref(numbers);
}

static void set_upper(json_t *row, const mpz_t n, const char *construction)
{
    json_t *numbers = json_object();
    factored_sum_t sum;
    factored_sum_init(sum);
    factored_sum_add_z(sum, n);
    bounds_set_tokens(numbers, sum);
    json_object_set(row, "possible_up_to_log2_n", json_object_get(numbers, "log2_n"));
    json_object_set(row, "possible_up_to", json_object_get(numbers, "tokens"));
    json_object_set_new(row, "construction", json_string(construction));
    json_decref(numbers);
    factored_sum_clear(sum);
}

static const char *why_open(const machine *k, unsigned L, int has_theorem, int has_construction)
{
    if (has_theorem)
        return "the prompt is shorter than any a theorem refutes";
    if (has_construction)
        return "the constructions need more than this H, d, p at this length";
    if (k->full_layers >= L)
        return "no theorem refutes so many full layers, no construction has this word";
    return "no theorem and no construction speaks about this word";
}

static status decide(json_t *row, const machine *k, unsigned L, const mpz_t tokens, error *e)
{
    mpz_t up_to;
    factored_sum_t from, n;
    const char *theorem = NULL;
    int order = 1;
    mpz_init(up_to);
    factored_sum_init(from);
    factored_sum_init(n);
    factored_sum_add_z(n, tokens);
    const accounted *construction = best_construction(up_to, k, L);
    int possible = construction && mpz_cmp(tokens, up_to) <= 0;
    int refuted = regime_impossible_from(from, &theorem, k, L) &&
                  factored_sum_cmp(&order, from, n) && order <= 0;
    status result = STATUS_OK;
    if (theorem)
        set_lower(row, from, theorem);
    if (construction)
        set_upper(row, up_to, construction->name);
    if (mpz_cmp_ui(tokens, (unsigned long)L + 2) < 0)
        set_verdict(row, REGIME_POSSIBLE, "no instance has so few tokens");
    else if (possible && refuted)
        result =
            error_set(e, STATUS_INTERNAL, "a theorem and a construction contradict each other");
    else if (possible)
        set_verdict(row, REGIME_POSSIBLE, construction->name);
    else if (refuted)
        set_verdict(row, REGIME_IMPOSSIBLE, theorem);
    else
        set_verdict(row, REGIME_OPEN, why_open(k, L, theorem != NULL, construction != NULL));
    mpz_clear(up_to);
    factored_sum_clear(from);
    factored_sum_clear(n);
    return result;
}

status regime_decide(json_t **row, const machine *k, unsigned L, const mpz_t tokens, error *e)
{
    REQUIRE(k->word != NULL);
    *row = json_pack("{s:i,s:s}", "L", (int)L, "word", k->word);
    REQUIRE(*row != NULL);
    bounds_set_z(*row, "H", k->H);
    bounds_set_z(*row, "d", k->d);
    bounds_set_z(*row, "p", k->p);
    bounds_set_z(*row, "B", k->B);
    bounds_set_z(*row, "S", k->S);
    bounds_set_z(*row, "prompt", tokens);
    return decide(*row, k, L, tokens, e);
}
