#include "report/figure-sets.h"

#include "base/memory.h"
#include "bounds/real.h"
#include "exact/digits.h"
#include "report/figure.h"
#include "report/label.h"

#include <math.h>
#include <stdio.h>

enum { left = 44, right = 470, top = 62, row = 66, most_stages = 9 };

/* Both numbers of a stage as text and as log2, the length of the bars. */
typedef struct stage_bits {
    char lost[160], worth[160];
    double log_lost, log_worth; /* log_lost = -1 for nothing lost */
} stage_bits;

static void short_sum(char *text, size_t room, const factored_sum_t sum)
{
    char *digits = digits_value(sum, 7);
    label_power(text, room, digits);
    memory_free(digits);
}

/* P_l log2 N_{l-1}: as P_l times a logarithm, for it is no integer. */
static void measure(stage_bits *b, const conditions *c, const witness *w, unsigned l)
{
    const stage *at = &c->stage[l];
    factored_t N;
    factored_sum_t sum;
    factored_init(N);
    factored_sum_init(sum);
    short_sum(b->lost, sizeof b->lost, at->D);
    b->log_lost = factored_sum_is_zero(at->D) ? -1 : real_log2_sum(at->D);
    witness_block(N, w, l - 1);
    b->log_worth = -1;
    snprintf(b->worth, sizeof b->worth, "0");
    if (!factored_is_one(N)) {
        char points[120];
        factored_sum_add_product(sum, N);
        char *log = digits_log2(sum, 3);
        factored_sum_clear(sum);
        factored_sum_init(sum);
        factored_sum_add_product(sum, at->P);
        short_sum(points, sizeof points, sum);
        snprintf(b->worth, sizeof b->worth, "%s × %.30s", points, log);
        b->log_worth = real_log2_factored(at->P) + log2(real_log2_factored(N));
        memory_free(log);
    }
    factored_clear(N);
    factored_sum_clear(sum);
}

static double place(double log, double most)
{
    return left + (right - left) * fmax(0.004, (log + 1) / (most + 1));
}

static void draw_stage(svg *s, const stage_bits *b, unsigned l, unsigned L, double y, double most)
{
    char below[subscript_room], before[subscript_room], text[500];
    label_subscript(below, (int)l);
    label_subscript(before, (int)l - 1);
    snprintf(text, sizeof text, "R%s", below);
    figure_text(s, (point){left - 8, y + 27}, ANCHOR_END, "big", text);
    snprintf(text, sizeof text, "lost: at most D%s = %s bits", below, b->lost);
    double lost = place(b->log_lost, most), worth = place(b->log_worth, most);
    figure_box(s, (point){left, y}, lost - left, 15, 2,
               &(mark){.class_name = "lost", .title = text, .value = b->lost});
    figure_box(s, (point){left, y + 19}, worth - left, 15, 2,
               &(mark){.class_name = "worth", .title = b->worth, .value = b->worth});
    snprintf(text, sizeof text, "D%s = %s%s P%s log₂ N%s = %s", below, b->lost, l == L ? " <" : ";",
             below, before, b->worth);
    figure_text(s, (point){left, y + 51}, ANCHOR_START, l == L ? "small strong" : "small", text);
}

/* Powers of two as grid lines: 2^0, 2^k, 2^2k, ... */
static void draw_scale(svg *s, double most, double bottom)
{
    int step = most <= 12 ? 2 : most <= 80 ? 10 : most <= 800 ? 100 : 100 * (int)ceil(most / 800);
    for (int log = 0; log <= (int)most; log += step) {
        char text[32];
        double x = place(log, most);
        figure_line(s, (point){x, top - 12}, (point){x, bottom}, "grid");
        snprintf(text, sizeof text, "2^%d", log);
        figure_text(s, (point){x, top - 18}, ANCHOR_MIDDLE, "small faint", text);
    }
}

char *figure_sets(const char *id, const conditions *c, const witness *w)
{
    unsigned first = c->L > most_stages ? c->L - most_stages + 1 : 1, rows = c->L - first + 1;
    stage_bits *bits = memory_new(rows, sizeof *bits);
    double most = 1, bottom = top + row * (double)rows;
    for (unsigned i = 0; i < rows; i++) {
        measure(&bits[i], c, w, first + i);
        most = fmax(most, fmax(bits[i].log_lost, bits[i].log_worth));
    }
    svg s;
    figure_begin(&s, bottom + 6, id, "Sets shrinking, level by level",
                 "For every level two bars on a logarithmic scale of bits: how much smaller the "
                 "set R has become (D), and what the points at which it is still looked at are "
                 "worth (P log2 N). At the last level the first is shorter: that is the "
                 "contradiction.");
    figure_text(&s, (point){left, 16}, ANCHOR_START, "lost label", "■ bits lost, D");
    figure_text(&s, (point){left + 150, 16}, ANCHOR_START, "worth label",
                "■ bits at stake, P log₂ N");
    draw_scale(&s, most, bottom - 14);
    for (unsigned i = 0; i < rows; i++)
        draw_stage(&s, &bits[i], first + i, c->L, top + row * (double)i, most);
    memory_free(bits);
    return figure_end(&s);
}
