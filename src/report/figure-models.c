#include "report/figure-models.h"

#include "base/memory.h"
#include "report/figure-scale.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { left = 156, right = 462, top = 62, row = 24 };

typedef struct length {
    const char *field, *what, *class_name;
} length;

static const length lengths[] = {
    {"log2_context", "context", "context"},
    {"log2_n", "impossible from", "explicit"},
    {"log2_n_published", "published", "published"},
};
enum { length_count = sizeof lengths / sizeof *lengths };

static const char *text_of(const json_t *model, const char *field)
{
    return json_string_value(json_object_get(model, field));
}

static int is_drawn(const json_t *model)
{
    return text_of(model, "log2_n") != NULL;
}

static void find_range(double *least, double *most, size_t *count, const json_t *rows)
{
    *least = 10;
    *most = 100;
    *count = 0;
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *model = json_array_get(rows, i);
        if (!is_drawn(model))
            continue;
        ++*count;
        for (int k = 0; k < length_count; k++) {
            const char *text = text_of(model, lengths[k].field);
            double value = text ? strtod(text, NULL) : 0;
            if (value > 0) {
                *least = fmin(*least, value);
                *most = fmax(*most, value);
            }
        }
    }
}

static void draw_model(svg *s, const scale *c, const json_t *model, double y)
{
    const char *name = text_of(model, "model");
    double first = 0, last = 0;
    figure_text(s, (point){left - 10, y + 5}, ANCHOR_END, "small", name);
    for (int k = 0; k < length_count; k++) {
        const char *text = text_of(model, lengths[k].field);
        if (!text)
            continue;
        last = scale_at(c, strtod(text, NULL));
        first = first > 0 ? first : last;
    }
    figure_line(s, (point){first, y}, (point){last, y}, "grid");
    for (int k = 0; k < length_count; k++) {
        const char *text = text_of(model, lengths[k].field);
        char title[200], class_name[64];
        if (!text)
            continue;
        snprintf(title, sizeof title, "%s: %s 2^%.60s tokens", name, lengths[k].what, text);
        snprintf(class_name, sizeof class_name, "dot %s", lengths[k].class_name);
        figure_dot(s, (point){scale_at(c, strtod(text, NULL)), y}, 5,
                   &(mark){.class_name = class_name, .title = title, .value = text});
    }
}

static void draw_frame(svg *s, const scale *c, double bottom)
{
    static const double at[] = {4, 134, 314};
    static const char *const what[] = {"context length", "impossible from (explicit)",
                                       "from (published)"};
    int tick[scale_ticks];
    size_t ticks = scale_choose_ticks(tick, c);
    for (size_t i = 0; i < ticks; i++) {
        char text[32];
        double x = scale_at(c, pow(10, tick[i]));
        scale_label(text, sizeof text, tick[i]);
        figure_line(s, (point){x, top - 10}, (point){x, bottom}, "grid");
        figure_text(s, (point){x, top - 16}, ANCHOR_MIDDLE, "small faint", text);
    }
    for (int k = 0; k < length_count; k++) {
        char class_name[64];
        snprintf(class_name, sizeof class_name, "dot %s", lengths[k].class_name);
        figure_dot(s, (point){at[k] + 5, 12}, 5, &(mark){.class_name = class_name});
        figure_text(s, (point){at[k] + 15, 17}, ANCHOR_START, "small", what[k]);
    }
}

char *figure_models(const char *id, const json_t *rows)
{
    double least, most;
    size_t count;
    scale c;
    svg s;
    find_range(&least, &most, &count, rows);
    scale_init(&c, SCALE_LOG_LOG, least, most, left, right);
    double bottom = top + row * (double)count;
    figure_begin(&s, bottom + 4, id, "Published models against the theorems",
                 "A row per model: its context length, the prompt length from which on the "
                 "explicit theorem says no, and the published threshold. Lengths are powers of "
                 "two whose exponents are drawn on a flattened logarithmic scale.");
    draw_frame(&s, &c, bottom - 8);
    double y = top + 6;
    for (size_t i = 0; i < json_array_size(rows); i++)
        if (is_drawn(json_array_get(rows, i))) {
            draw_model(&s, &c, json_array_get(rows, i), y);
            y += row;
        }
    return figure_end(&s);
}
