#include "report/figure-thresholds.h"

#include "base/status.h"
#include "report/figure-scale.h"

#include <math.h>
#include <stdio.h>

enum { left = 62, right = 466, top = 60, bottom = 300 };

typedef struct plane {
    scale n;
    double B_most; /* log2 */
} plane;

static point place(const plane *p, double log2_B, double log2_n)
{
    return (point){left + (right - left) * log2_B / p->B_most, scale_at(&p->n, log2_n)};
}

static void draw_axes(svg *s, const plane *p)
{
    char text[64];
    int tick[scale_ticks];
    size_t ticks = scale_choose_ticks(tick, &p->n);
    for (size_t i = 0; i < ticks; i++) {
        double y = scale_at(&p->n, pow(10, tick[i]));
        scale_label(text, sizeof text, tick[i]);
        figure_line(s, (point){left, y}, (point){right, y}, "grid");
        figure_text(s, (point){left - 7, y + 5}, ANCHOR_END, "small", text);
    }
    for (int b = 0; b <= p->B_most; b += 4) {
        point at = place(p, b, 1);
        snprintf(text, sizeof text, "2^%d", b);
        figure_line(s, (point){at.x, bottom}, (point){at.x, bottom + 5}, "line");
        figure_text(s, (point){at.x, bottom + 21}, ANCHOR_MIDDLE, "small", text);
    }
    figure_line(s, (point){left, bottom}, (point){right, bottom}, "line");
    figure_text(s, (point){(left + right) / 2.0, bottom + 42}, ANCHOR_MIDDLE, NULL,
                "B = H d p, bits per token and layer");
    figure_text(s, (point){4, top - 14}, ANCHOR_START, NULL, "prompt length n, tokens");
}

static void draw_curve(svg *s, const plane *p, const threshold_curve *c)
{
    char name[64], title[300];
    enum { most = 64 };
    point line[most];
    REQUIRE(c->count <= most);
    for (size_t i = 0; i < c->count; i++)
        line[i] = place(p, c->point[i].log2_B, c->point[i].log2_n);
    snprintf(name, sizeof name, "curve %s", c->class_name);
    figure_polyline(s, line, c->count, name);
    snprintf(name, sizeof name, "dot %s", c->class_name);
    for (size_t i = 0; i < c->count; i++) {
        snprintf(title, sizeof title, "%s: at B = 2^%g, from n = 2^%s tokens on", c->name,
                 c->point[i].log2_B, c->point[i].text);
        figure_dot(s, line[i], 3.6,
                   &(mark){.class_name = name, .title = title, .value = c->point[i].text});
    }
}

static void draw_legend(svg *s, const threshold_curve *curve, size_t count)
{
    double x = 4;
    for (size_t i = 0; i < count; i++) {
        char name[64];
        snprintf(name, sizeof name, "curve %s", curve[i].class_name);
        figure_line(s, (point){x, 12}, (point){x + 22, 12}, name);
        figure_text(s, (point){x + 28, 17}, ANCHOR_START, "small", curve[i].name);
        x += 158;
    }
}

char *figure_thresholds(const char *id, unsigned L, const threshold_curve *curve, size_t count)
{
    plane p = {.B_most = 1};
    double least = 1e300, most = 0;
    for (size_t c = 0; c < count; c++)
        for (size_t i = 0; i < curve[c].count; i++) {
            least = fmin(least, curve[c].point[i].log2_n);
            most = fmax(most, curve[c].point[i].log2_n);
            p.B_most = fmax(p.B_most, curve[c].point[i].log2_B);
        }
    scale_init(&p.n, SCALE_LOG, least, most, bottom, top);
    svg s;
    char title[120];
    snprintf(title, sizeof title, "From which length on %u-step composition is impossible", L);
    figure_begin(&s, bottom + 52, id, title,
                 "Prompt length against B, both logarithmic, and the length even doubly so. The "
                 "published threshold lies far above the closed form, and that above the sizes "
                 "found by search.");
    draw_axes(&s, &p);
    for (size_t c = 0; c < count; c++)
        draw_curve(&s, &p, &curve[c]);
    draw_legend(&s, curve, count);
    return figure_end(&s);
}
