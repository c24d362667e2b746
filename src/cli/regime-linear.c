/* How many linear layers do not help, against the prompt length. */
#include "base/memory.h"
#include "bounds/optimal.h"
#include "bounds/real.h"
#include "cli/regime-picture.h"
#include "report/plot.h"

#include <math.h>
#include <stdio.h>

enum { steps = 40, most_log_a = 120 };

static const char *const colour[] = {"#b3261e", "#1f6fb2", "#1b7837", "#6a3d9a",
                                     "#b15928", "#555555", "#c2408c"};
enum { colours = sizeof colour / sizeof *colour };

/* log2 n from which 2^log_a linear layers (and L-1 full ones) provably fail */
static double length_for(const machine *k, unsigned L, double log_a)
{
    setting s;
    witness w;
    factored_sum_t n;
    error e;
    setting_init(&s);
    s.L = L;
    mpz_set(s.B, k->B);
    mpz_set(s.S, k->S);
    mpz_set_d(s.a, round(exp2(log_a)));
    witness_init(&w, L);
    factored_sum_init(n);
    double length = INFINITY;
    if (optimal_search(&w, &s, &e) == STATUS_OK) {
        witness_tokens(n, &w);
        length = real_log2_sum(n);
    }
    factored_sum_clear(n);
    witness_clear(&w);
    setting_clear(&s);
    return length;
}

static void draw(plot *p, const machine *k, unsigned L, int line)
{
    point curve[steps + 1];
    svg_style style = {.stroke = colour[line % colours], .width = 3.2};
    size_t used = 0;
    char text[80];
    for (int i = 0; i <= steps; i++) {
        double log_a = (double)most_log_a * i / steps, n = length_for(k, L, log_a);
        if (plot_shows(p, n, log_a))
            curve[used++] = plot_at(p, n, log_a);
    }
    if (used > 1)
        svg_polyline(&p->page, curve, used, &style);
    snprintf(text, sizeof text, "explicit, L = %u", L);
    plot_legend(p, 2 * line, &style, 1, text);
    /* published: 2^(3L^2) layers (and only from n = B^(2^(4L+2)) on, far off this picture) */
    double layers = 3.0 * L * L;
    style.dash = "3 5";
    if (layers <= p->y_max)
        svg_line(&p->page, plot_at(p, p->x_min, layers), plot_at(p, p->x_max, layers), &style);
    snprintf(text, sizeof text, "published, L = %u: 2^%g", L, layers);
    plot_legend(p, 2 * line + 1, &style, 1, text);
}

char *regime_linear_picture(const machine *k, unsigned first, unsigned last)
{
    char subtitle[200];
    gmp_snprintf(subtitle, sizeof subtitle,
                 "against L-1 full layers, B = %Zd, S = %Zd bits per linear layer", k->B, k->S);
    plot p;
    plot_begin(&p, "How many linear layers still do not help?", subtitle);
    p.x_min = 0;
    p.x_max = 1.05 * length_for(k, last, most_log_a);
    p.y_min = 0;
    p.y_max = most_log_a;
    plot_axes(&p, "log2 n   (prompt length, tokens)", "log2 of the number of linear layers");
    for (unsigned L = first; L <= last; L++)
        draw(&p, k, L, (int)(L - first));
    return plot_end(&p);
}
