#include "bounds/optimal.h"

#include "bounds/choice.h"
#include "bounds/conditions.h"
#include "bounds/instance.h"
#include "bounds/narrow.h"
#include "bounds/real.h"
#include "bounds/recheck.h"

#include <math.h>

/* ---- a walk over neighbours --------------------------------------------------------- */

typedef struct walk {
    const setting *s;
    double caution;
    choice best, trial;
    const unsigned long *given; /* n_1 .. n_{L-1} that are not to be changed, or NULL */
    long budget; /* judgements left; counted, not timed, so that every machine finds the same */
} walk;

static int adopt_if_shorter(walk *w)
{
    w->budget--;
    if (!choice_shrink(&w->trial, w->s, w->caution))
        return 0;
    choice_set(&w->best, &w->trial);
    return 1;
}

/* The i-th free coordinate: x_0 ... x_{L-1}, then n_1 ... n_{L-1}. */
static double *coordinate(choice *c, unsigned i)
{
    return i < c->L ? &c->x[i] : &c->n[i - c->L + 1];
}

/* One coordinate by a factor 2^step, but at least to the next integer. */
static int try_move(walk *w, unsigned i, double step)
{
    choice_set(&w->trial, &w->best);
    double *v = coordinate(&w->trial, i), old = *v;
    *v = choice_round(fmax(0, old + step));
    if (*v == old && old < 50)
        *v = choice_round(log2(fmax(1, exp2(old) + (step > 0 ? 1 : -1))));
    return *v != old && adopt_if_shorter(w);
}

static int sweep(walk *w, double step)
{
    int moved = 0;
    unsigned free = w->given ? w->best.L : 2 * w->best.L - 1;
    for (unsigned i = 0; i < free; i++)
        for (int sign = 1; sign >= -1; sign -= 2)
            while (w->budget > 0 && try_move(w, i, sign * step))
                moved = 1;
    return moved;
}

static void wander(walk *w)
{
    for (int i = 0; i < 12 && w->budget > 0; i++) /* steps of 1, 1/4, 1/16, ... bits */
        while (sweep(w, ldexp(1, -2 * i)) && w->budget > 0)
            ;
}

/* L = 2 and a prompt of a few hundred tokens at most: simply try all small sizes. Neighbours
 * are no guide where every size is 2 or 3. */
static void try_all_small(walk *w)
{
    enum { most_x = 24, most_x_1 = 80, most_tokens = 512 };
    if (w->best.L != 2 || w->best.tokens > log2(most_tokens))
        return;
    for (int n = 1; 2 * n + 4 < exp2(w->best.tokens); n++)
        for (int x = 1; x <= most_x; x++)
            for (int x_1 = 1; x_1 <= most_x_1; x_1++) {
                choice_set(&w->trial, &w->best);
                w->trial.n[1] = log2(n);
                w->trial.x[0] = log2(x);
                w->trial.x[1] = log2(x_1);
                adopt_if_shorter(w);
            }
}

/* ---- a first choice, and the check ------------------------------------------------- */

/* Real sizes at their best satisfy every condition with equality, and rounding breaks some:
 * so a little room is asked for, then more, until rounded sizes fit. */
static int first_choice(walk *w)
{
    for (int i = 0; i < 12; i++) {
        double gap = ldexp(1e-8 * exp(w->s->L), 3 * i);
        if (!narrow_sizes(&w->trial, w->s, gap))
            return 0;
        for (unsigned l = 1; l < w->trial.L && w->given; l++)
            w->trial.n[l] = log2((double)w->given[l]);
        for (int k = 0; k < 17; k++) { /* up to 4 bits longer, or 1000 gaps */
            choice_set_tokens(&w->trial, ldexp(k < 16 ? 1e-9 : fmax(1e-9, 2.5e-7 * gap), 2 * k));
            if (adopt_if_shorter(w))
                return 1;
        }
    }
    return 0;
}

static int is_witness(const setting *s, const witness *w)
{
    return conditions_hold(s, w) && recheck_confirms(s, w);
}

/* Doubles may see a condition hold by a hair where it does not: then search again, with a
 * larger reserve, until the exact conditions agree. */
static int search(witness *w, const setting *s, const unsigned long *given)
{
    walk k = {.s = s, .given = given};
    choice_init(&k.best, s->L);
    choice_init(&k.trial, s->L);
    int found = 0;
    /* logarithms grow like 2.6^L, and their rounding errors with them */
    k.caution = 1e-16 * exp(s->L);
    while (!found && k.caution < 1) {
        k.budget = (s->L <= 6 ? 40000 : 4000) / ((long)s->L * s->L);
        if (first_choice(&k)) {
            wander(&k);
            if (!given)
                try_all_small(&k);
            choice_to_witness(w, &k.best);
            found = is_witness(s, w);
        }
        k.caution *= 10;
    }
    choice_clear(&k.best);
    choice_clear(&k.trial);
    return found;
}

/* Theorem 2's own sizes, should the search come back empty-handed. */
static void closed_form(witness *w, const setting *s)
{
    mpz_t B;
    mpz_init(B);
    instance_closed_parameter(B, s);
    instance_closed(w, B);
    mpz_clear(B);
}

/* value rounded up to that many significant bits */
static void round_up(mpz_t value, unsigned digits)
{
    size_t bits = mpz_sizeinbase(value, 2);
    if (bits <= digits)
        return;
    mpz_cdiv_q_2exp(value, value, bits - digits);
    mpz_mul_2exp(value, value, bits - digits);
}

/* L = 1: a*S < m log2 m, the state-size bound for associative recall. Beyond 64 bits the least m
 * is rounded up, because the second check sees logarithms to 96 bits only. */
static void recall(witness *w, const setting *s)
{
    mpz_t low, high, middle;
    mpz_init_set_ui(low, 1); /* never a witness: log2 1 = 0 */
    mpz_init(high);
    mpz_init(middle);
    setting_state(high, s);
    mpz_add_ui(high, high, 2); /* always one */
    while (mpz_sub(middle, high, low), mpz_cmp_ui(middle, 1) > 0) {
        mpz_add(middle, low, high);
        mpz_fdiv_q_2exp(middle, middle, 1);
        factored_set_z(w->m, middle);
        factored_set_z(w->x[0], middle);
        mpz_set(conditions_hold(s, w) ? high : low, middle);
    }
    if (mpz_sizeinbase(high, 2) > 64) {
        mpz_add_ui(high, high, 1);
        round_up(high, 64);
    }
    factored_set_z(w->m, high);
    factored_set_z(w->x[0], high);
    mpz_clears(low, high, middle, NULL);
}

void optimal_round_up(mpz_t value)
{
    round_up(value, optimal_digits);
}

static void ask_for_more(setting *more, const setting *s)
{
    setting_init(more);
    setting_set(more, s);
    optimal_round_up(more->B);
    setting_state(more->S, s);
    optimal_round_up(more->S);
    mpz_set_ui(more->a, 1);
}

status optimal_search(witness *w, const setting *s, error *e)
{
    if (s->L > optimal_levels)
        return error_set(e, STATUS_LIMIT,
                         "optimal sizes are searched for L <= %d (L = %u: use closed)",
                         optimal_levels, s->L);
    if (s->L < 1 || (s->kind == THEOREM_3 && s->L < 2))
        return error_set(e, STATUS_USAGE, "L = %u: Theorem %d is about L >= %d", s->L, (int)s->kind,
                         s->kind == THEOREM_3 ? 2 : 1);
    setting more;
    ask_for_more(&more, s);
    if (s->L == 1)
        recall(w, s);
    else if (!search(w, &more, NULL))
        closed_form(w, &more);
    setting_clear(&more);
    if (!is_witness(s, w))
        return error_set(e, STATUS_INTERNAL, "a witness did not survive its second check");
    return STATUS_OK;
}

status optimal_search_given(witness *w, const setting *s, const unsigned long *n, error *e)
{
    REQUIRE(s->L >= 2 && s->L <= optimal_levels);
    setting more;
    ask_for_more(&more, s);
    int found = search(w, &more, n) && is_witness(s, w);
    setting_clear(&more);
    return found ? STATUS_OK : error_set(e, STATUS_NEGATIVE, "no sizes found with these n_l");
}
