#include "report/figure-layers.h"

#include "report/figure-prompt.h"
#include "report/figure.h"
#include "report/label.h"

#include <inttypes.h>
#include <stdio.h>

enum { left = 62, right = 404, top = 14, row = 78, box = 30 };

static double step_of(const fc *task)
{
    return (right - left) / (double)task->tokens;
}

static void draw_tokens(svg *s, const fc *task, const uint64_t *prompt, double y, size_t lit)
{
    double step = step_of(task);
    for (uint64_t t = 0; t < task->tokens; t++) {
        char name[figure_name_room], text[32], title[160];
        figure_token_name(name, task, t);
        snprintf(text, sizeof text, "%" PRIu64, prompt[t]);
        snprintf(title, sizeof title, "%s = %s", name, text);
        double x = left + step * (double)t;
        figure_box(s, (point){x + 2, y}, step - 4, box, 3,
                   &(mark){.class_name = t == lit ? "block lit" : "block", .title = title});
        figure_text(s, (point){x + step / 2, y + 20}, ANCHOR_MIDDLE, NULL, text);
    }
}

static size_t looked_up(const attention_map *map, size_t layer)
{
    size_t last = map->tokens - 1, best = 0;
    for (size_t t = 1; t <= last; t++)
        if (map->shade[attention_map_at(map, layer, last, t)] >
            map->shade[attention_map_at(map, layer, last, best)])
            best = t;
    return best;
}

static void draw_layer(svg *s, const attention_map *map, const uint64_t *prompt, size_t layer)
{
    const fc *task = &map->net->task;
    size_t to = looked_up(map, layer), last = map->tokens - 1;
    double y = top + row * (double)layer, step = step_of(task);
    char text[200], name[figure_name_room], below[subscript_room];
    snprintf(text, sizeof text, "layer %zu", layer);
    figure_text(s, (point){2, y + 20}, ANCHOR_START, "small", text);
    draw_tokens(s, task, prompt, y, to);
    figure_token_name(name, task, to);
    snprintf(text, sizeof text, "weight %s on %s",
             map->weight[attention_map_at(map, layer, last, to)], name);
    point from = {left + step * ((double)to + 0.5), y + box + 2};
    point end = {left + step * ((double)last + 0.5), y + box + 2};
    const point path[] = {from, {from.x, y + box + 14}, {end.x, y + box + 14}};
    figure_polyline(s, path, 3, "full path");
    figure_arrow(s, (point){end.x, y + box + 14}, end, 0,
                 &(mark){.class_name = "full arrow",
                         .title = text,
                         .value = map->weight[attention_map_at(map, layer, last, to)]});
    figure_text(s, (point){(from.x + end.x) / 2, y + box + 28}, ANCHOR_MIDDLE, "small faint", name);
    label_subscript(below, (int)layer);
    snprintf(text, sizeof text, "i%s = %" PRIu64, below,
             fc_intermediate(task, prompt, (unsigned)layer));
    figure_text(s, (point){right + 10, y + 20}, ANCHOR_START, "strong", text);
}

char *figure_layers(const char *id, const attention_map *map, const uint64_t *prompt)
{
    svg s;
    figure_begin(&s, top + row * (double)map->layers - 12, id, "One look-up per layer",
                 "The prompt of the running example once per layer. In each layer the last token "
                 "looks up one entry and then holds the next intermediate value.");
    for (size_t layer = 0; layer < map->layers; layer++)
        draw_layer(&s, map, prompt, layer);
    return figure_end(&s);
}

char *figure_state(const char *id, const fc *task, const uint64_t *prompt, const char *bits)
{
    svg s;
    char text[200];
    double step = step_of(task), y = 40;
    figure_begin(&s, 116, id, "A recurrence reads the prompt",
                 "The tokens of the prompt in a row; below them a state goes from each token to "
                 "the next. Whatever the last token is to know of the earlier ones has to pass "
                 "through it.");
    draw_tokens(&s, task, prompt, y, task->tokens);
    figure_text(&s, (point){2, y + 20}, ANCHOR_START, "small", "tokens");
    figure_text(&s, (point){2, y + box + 33}, ANCHOR_START, "linear small", "state");
    for (uint64_t t = 0; t < task->tokens; t++) {
        char name[figure_name_room];
        double x = left + step * ((double)t + 0.5);
        figure_token_name(name, task, t);
        figure_text(&s, (point){x, y - 10}, ANCHOR_MIDDLE, "small faint", name);
        figure_line(&s, (point){x, y + box}, (point){x, y + box + 22}, "line");
        figure_dot(&s, (point){x, y + box + 28}, 6, &(mark){.class_name = "state"});
        if (t > 0)
            figure_arrow(&s, (point){x - step + 7, y + box + 28}, (point){x - 8, y + box + 28}, 0,
                         &(mark){.class_name = "linear arrow"});
    }
    snprintf(text, sizeof text, "%s bits", bits);
    figure_text(&s, (point){right + 4, y + box + 33}, ANCHOR_START, "linear small", text);
    return figure_end(&s);
}
