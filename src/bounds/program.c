#include "bounds/program.h"

#include "base/memory.h"
#include "base/status.h"
#include "bounds/real.h"

#include <math.h>

/* ---- variables ------------------------------------------------------------------ */

size_t program_m(const program *p)
{
    (void)p;
    return 0;
}

size_t program_n(const program *p, unsigned l)
{
    REQUIRE(1 <= l && l < p->L);
    return l;
}

size_t program_x(const program *p, unsigned l)
{
    REQUIRE(l < p->L);
    return p->L + l;
}

size_t program_theta(const program *p, unsigned l)
{
    REQUIRE(1 <= l && l < p->L);
    return 2 * (size_t)p->L + l - 1;
}

size_t program_D(const program *p, unsigned l)
{
    REQUIRE(2 <= l && l <= p->L);
    return 3 * (size_t)p->L - 1 + l - 2;
}

/* ---- building -------------------------------------------------------------------- */

static program_term *new_term(program *p, double b)
{
    p->term = memory_resize(p->term, p->terms + 1, sizeof *p->term);
    program_term *t = &p->term[p->terms++];
    t->shape = SHAPE_LINEAR;
    t->b = b;
    t->a = memory_new(p->dim, sizeof *t->a);
    t->c = NULL;
    p->sum[p->sums - 1].count++;
    return t;
}

static void begin_sum(program *p)
{
    p->sum = memory_resize(p->sum, p->sums + 1, sizeof *p->sum);
    p->sum[p->sums++] = (program_sum){p->terms, 0};
}

static void add_block(double *a, const program *p, unsigned l, double weight) /* N_l */
{
    a[program_m(p)] += weight;
    for (unsigned i = 1; i <= l; i++)
        a[program_n(p, i)] += weight;
}

static void add_x(double *a, const program *p, unsigned from, unsigned to) /* x_from ... x_{to-1} */
{
    for (unsigned i = from; i < to; i++)
        a[program_x(p, i)] += 1;
}

static void add_queries(double *a, const program *p, double weight) /* A */
{
    for (unsigned l = 1; l < p->L; l++)
        a[program_n(p, l)] += weight;
}

static void add_points(double *a, const program *p, unsigned l, double weight) /* P_l */
{
    if (l > 1)
        a[program_n(p, l - 1)] += weight;
    a[l > 1 ? program_theta(p, l - 1) : program_x(p, 0)] += weight;
}

/* D_l in a term: a variable from l = 2 on, before that the known loss */
static program_term *term_with_D(program *p, const setting *s, unsigned l)
{
    double base = 0;
    if (l == 1 && s->kind == THEOREM_1)
        base = real_log2_state(s);
    else if (l == 1)
        base = real_log2(s->B) + log2(2.0 * s->L);
    program_term *t = new_term(p, base);
    if (l > 1)
        t->a[program_D(p, l)] += 1;
    else if (s->kind == THEOREM_3)
        add_queries(t->a, p, 1);
    return t;
}

static int is_free(const setting *s, unsigned l)
{
    return l == 1 && s->kind == THEOREM_1 && real_state_is_zero(s);
}

/* ---- D_{l+1} >= x_l D_l + 1 + C_l -------------------------------------------------- */

static program_term *lost(program *p, unsigned l, double b)
{
    program_term *t = new_term(p, b);
    t->a[program_D(p, l + 1)] -= 1;
    return t;
}

static void freeze_own(program *p, unsigned l, double bits, unsigned epochs)
{
    if (epochs == 0)
        return;
    program_term *t = lost(p, l, bits + log2(epochs));
    add_x(t->a, p, l, l + 1);
    add_block(t->a, p, l - 1, 1);
}

static void freeze_last_players(program *p, unsigned l, double bits, int player_0)
{
    program_term *t = lost(p, l, bits);
    add_x(t->a, p, 0, l);
    add_queries(t->a, p, 1);
    if (player_0)
        add_x(lost(p, l, bits)->a, p, 0, l);
}

static void freeze_middle(program *p, unsigned l, double bits)
{
    for (unsigned i = 1; i < l; i++) {
        program_term *t = lost(p, l, bits);
        add_x(t->a, p, i, l);
        add_block(t->a, p, i - 1, 1);
    }
}

static void freeze(program *p, const setting *s, unsigned l)
{
    int last = l == s->L - 1, full = s->kind == THEOREM_3;
    double bits = real_log2(s->B) + log2(2.0 * (s->L - l));
    if (last)
        freeze_own(p, l, bits, full ? s->L - 1 : s->L - 2);
    else
        freeze_own(p, l, bits, full ? l + 1 : l);
    freeze_last_players(p, l, bits, last ? !full && !s->last_full : 1);
    if (!last)
        freeze_middle(p, l, bits);
    if (full && l == 1) /* player 0 in the first stage: x_0 alone (L = 2) or x_0 x_1 */
        add_x(lost(p, l, bits)->a, p, 0, last ? 1 : 2);
    if (!full && !real_state_is_zero(s))
        lost(p, l, real_log2_state(s));
}

static void constrain_loss(program *p, const setting *s, unsigned l)
{
    begin_sum(p);
    if (!is_free(s, l)) {
        program_term *t = term_with_D(p, s, l);
        t->a[program_D(p, l + 1)] -= 1;
        add_x(t->a, p, l, l + 1);
        lost(p, l, 0);
    }
    freeze(p, s, l);
}

/* ---- COVER, FINAL, and the rest ------------------------------------------------------ */

static double *ratio_to_theta(const program *p, unsigned l) /* u = log2(N_{l-1} / theta_l) */
{
    double *c = memory_new(p->dim, sizeof *c);
    add_block(c, p, l - 1, 1);
    c[program_theta(p, l)] -= 1;
    return c;
}

static void divide_by_draws(program *p, program_term *t, unsigned l, term_shape shape)
{
    t->a[program_x(p, l)] -= 1;
    add_points(t->a, p, l, -1);
    t->shape = shape;
    t->c = ratio_to_theta(p, l);
}

static void constrain_cover(program *p, const setting *s, unsigned l, term_shape binomial)
{
    program_term *t = term_with_D(p, s, l); /* x D / (x P u) */
    add_x(t->a, p, l, l + 1);
    divide_by_draws(p, t, l, SHAPE_INVERSE);
    divide_by_draws(p, new_term(p, 0), l, SHAPE_INVERSE); /* 1 / (x P u) */
    t = new_term(p, 0);                                   /* theta (u + g(u)) / (x P u) */
    t->a[program_theta(p, l)] += 1;
    divide_by_draws(p, t, l, binomial);
}

static void constrain_free_cover(program *p)
{
    program_term *t = new_term(p, 0); /* theta_1 <= x_0 x_1 */
    t->a[program_theta(p, 1)] += 1;
    t->a[program_x(p, 0)] -= 1;
    t->a[program_x(p, 1)] -= 1;
    begin_sum(p);
    t = new_term(p, 0); /* theta_1 <= m */
    t->a[program_theta(p, 1)] += 1;
    t->a[program_m(p)] -= 1;
    begin_sum(p);
    t = new_term(p, 0); /* x_1 <= 2 m: more is of no use, and without it x_1 would be unbounded */
    t->a[program_x(p, 1)] += 1;
    t->a[program_m(p)] -= 1;
    t->b = -1;
}

static void constrain_final(program *p, const setting *s)
{
    begin_sum(p);
    program_term *t = term_with_D(p, s, s->L);
    add_points(t->a, p, s->L, -1);
    t->shape = SHAPE_INVERSE;
    t->c = memory_new(p->dim, sizeof *t->c);
    add_block(t->c, p, s->L - 1, 1);
}

static void constrain_signs(program *p)
{
    /* every size is at least 1, and may be exactly 1 although constraints are strict */
    for (size_t i = 0; i < 3 * (size_t)p->L - 1; i++) {
        begin_sum(p);
        new_term(p, -1e-6)->a[i] -= 1;
    }
    begin_sum(p);
    program_term *t = new_term(p, 0); /* x_0 <= m */
    t->a[program_x(p, 0)] += 1;
    t->a[program_m(p)] -= 1;
}

void program_init(program *p, const setting *s, unsigned entropy_levels)
{
    REQUIRE(s->L >= 2);
    *p = (program){.L = s->L, .dim = 4 * (size_t)s->L - 2};
    begin_sum(p); /* the objective: N_0 + ... + N_{L-1} */
    for (unsigned l = 0; l < s->L; l++)
        add_block(new_term(p, 0)->a, p, l, 1);
    for (unsigned l = 1; l < s->L; l++) {
        constrain_loss(p, s, l);
        begin_sum(p);
        if (is_free(s, l))
            constrain_free_cover(p);
        else
            constrain_cover(p, s, l, l <= entropy_levels ? SHAPE_ENTROPY : SHAPE_COARSE);
    }
    constrain_final(p, s);
    constrain_signs(p);
}

void program_clear(program *p)
{
    for (size_t i = 0; i < p->terms; i++) {
        memory_free(p->term[i].a);
        memory_free(p->term[i].c);
    }
    memory_free(p->term);
    memory_free(p->sum);
}
