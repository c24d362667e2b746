#include "cli/regime-picture.h"

#include "base/memory.h"
#include "base/status.h"
#include "bounds/models.h"
#include "bounds/optimal.h"
#include "bounds/real.h"
#include "bounds/theorem.h"
#include "cli/regime.h"
#include "constructions/accounting.h"
#include "report/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const svg_style impossible = {.fill = "#f2a7a0"}, possible = {.fill = "#a8d8b0"},
                       unknown = {.fill = "#f4f1e4"},
                       explicit_curve = {.stroke = "#b3261e", .width = 3.2},
                       published_curve = {.stroke = "#6a3d9a", .width = 3, .dash = "9 5"},
                       cost_curve = {.stroke = "#1b7837", .width = 3.2},
                       dot = {.fill = "#12507b", .stroke = "#ffffff", .width = 1.2};

enum { steps = 48, most_log_B = 20 };

/* ---- curves --------------------------------------------------------------------------- */

/* log2 of the impossibility threshold at B = 2^log_B; infinite if no theorem speaks */
static double threshold(const machine *k, unsigned L, double log_B)
{
    machine at;
    factored_sum_t n;
    const char *theorem;
    machine_init(&at);
    factored_sum_init(n);
    mpz_set_d(at.B, round(exp2(log_B)));
    mpz_set(at.a, k->a);
    mpz_set(at.S, k->S);
    at.word = k->word;
    at.full_layers = k->full_layers;
    double log_n = regime_impossible_from(n, &theorem, &at, L) ? real_log2_sum(n) : INFINITY;
    factored_sum_clear(n);
    machine_clear(&at);
    return log_n;
}

/* log2 of B = H d p that the cheapest construction with this word needs at 2^log_n tokens */
static double cost(const machine *k, unsigned L, double log_n)
{
    double least = INFINITY;
    mpz_t n;
    mpz_init(n);
    mpz_set_d(n, fmax(L + 2, floor(exp2(fmin(log_n, 900)))));
    for (const accounted *it = accounted_constructions; it->name; it++) {
        accounting c;
        if (!regime_word_has(k->word, L, it->linear_first))
            continue;
        it->cost(&c, L, n);
        double p = (double)accounting_precision(&c, c.dim);
        least = fmin(least, log2((double)c.heads * (double)c.dim * p));
    }
    mpz_clear(n);
    return least;
}

/* ---- drawing ---------------------------------------------------------------------------- */

static void fill_plane(plot *p, const svg_style *style)
{
    const point corner[] = {
        {p->left, p->bottom}, {p->right, p->bottom}, {p->right, p->top}, {p->left, p->top}};
    svg_polygon(&p->page, corner, 4, style);
}

/* To the right of the curve n = threshold(B) everything is impossible. */
static void draw_impossible(plot *p, const double *log_n)
{
    point curve[steps + 3];
    size_t used = 0;
    for (int i = 0; i <= steps; i++)
        if (log_n[i] < p->x_max)
            curve[used++] = plot_at(p, log_n[i], (double)most_log_B * i / steps);
    if (used < 2)
        return;
    size_t on_curve = used;
    curve[used] = (point){p->right, curve[used - 1].y};
    used++;
    curve[used++] = (point){p->right, curve[0].y};
    svg_polygon(&p->page, curve, used, &impossible);
    svg_polyline(&p->page, curve, on_curve, &explicit_curve);
}

static void draw_possible(plot *p, const machine *k, unsigned L)
{
    point curve[steps + 3];
    size_t used = 0;
    for (int i = 0; i <= steps; i++) {
        double log_n = p->x_min + (p->x_max - p->x_min) * i / steps, B = cost(k, L, log_n);
        if (B < p->y_max)
            curve[used++] = plot_at(p, log_n, B);
    }
    if (used < 2)
        return;
    size_t on_curve = used;
    curve[used] = (point){curve[used - 1].x, p->top};
    used++;
    curve[used++] = (point){p->left, p->top};
    svg_polygon(&p->page, curve, used, &possible);
    svg_polyline(&p->page, curve, on_curve, &cost_curve);
}

static void draw_published(plot *p, const machine *k, unsigned L)
{
    double slope = exp2(4.0 * L + (k->full_layers == L ? 0 : 2));
    double end = fmin(p->y_max, p->x_max / slope);
    svg_line(&p->page, plot_at(p, 0, 0), plot_at(p, end * slope, end), &published_curve);
}

static void draw_models(plot *p)
{
    models list;
    error e;
    if (models_parse(&list, models_data, "models", &e) != STATUS_OK)
        return;
    for (size_t i = 0; i < list.count; i++) {
        const model *m = &list.model[i];
        if (m->context == 0)
            continue;
        double B = log2((double)m->heads * (double)m->head_dim * 16), n = log2((double)m->context);
        if (plot_shows(p, n, B))
            svg_circle(&p->page, plot_at(p, n, B), 5.5, &dot, m->name);
    }
    models_clear(&list);
}

static void draw_legend(plot *p, const machine *k, unsigned L, int theorem, int construction)
{
    int line = 0;
    if (theorem) {
        plot_legend(p, line++, &impossible, 0, "impossible (a theorem)");
        plot_legend(p, line++, &explicit_curve, 1,
                    L <= optimal_levels ? "explicit: optimal sizes" : "explicit: closed form");
        plot_legend(p, line++, &published_curve, 1,
                    k->full_layers == L ? "published: 2412.02975" : "published: 2602.01763");
    }
    if (construction) {
        plot_legend(p, line++, &possible, 0, "possible (a construction)");
        plot_legend(p, line++, &cost_curve, 1, "its B, for all sizes up to n");
    }
    plot_legend(p, line++, &unknown, 0, "open");
    plot_legend_dot(p, line, &dot, "models: context, B at p = 16");
}

static void captions(char *title, char *subtitle, size_t room, const machine *k, unsigned L)
{
    snprintf(title, room, "Can %u full layer%s%s compose %u functions?", k->full_layers,
             k->full_layers == 1 ? "" : "s", mpz_sgn(k->a) ? " and linear ones" : "", L);
    int used = snprintf(subtitle, room, "word %.24s%s, L = %u", k->word,
                        strlen(k->word) > 24 ? "..." : "", L);
    if (mpz_sgn(k->a) > 0)
        gmp_snprintf(subtitle + used, room - (size_t)used, ", %Zd linear layers of S = %Zd bits",
                     k->a, k->S);
}

char *regime_picture(const machine *k, unsigned L)
{
    double log_n[steps + 1], furthest = 0;
    for (int i = 0; i <= steps; i++) {
        log_n[i] = threshold(k, L, (double)most_log_B * i / steps);
        if (isfinite(log_n[i]))
            furthest = fmax(furthest, log_n[i]);
    }
    char title[200], subtitle[200];
    captions(title, subtitle, sizeof title, k, L);
    plot p;
    plot_begin(&p, title, subtitle);
    p.x_min = 0;
    p.x_max = fmax(32, 1.12 * furthest);
    p.y_min = 0;
    p.y_max = most_log_B;
    fill_plane(&p, &unknown);
    int construction = isfinite(cost(k, L, 8));
    if (furthest > 0)
        draw_impossible(&p, log_n);
    if (construction)
        draw_possible(&p, k, L);
    plot_axes(&p, "log2 n   (prompt length, tokens)", "log2 B   (B = H d p)");
    if (furthest > 0)
        draw_published(&p, k, L);
    draw_models(&p);
    draw_legend(&p, k, L, furthest > 0, construction);
    return plot_end(&p);
}
