#include "report/attention-map.h"

#include "base/memory.h"
#include "report/figure-prompt.h"
#include "report/figure.h"

#include <stdio.h>

/* ---- watching ------------------------------------------------------------------------ */

void attention_map_init(attention_map *map, const network *net)
{
    REQUIRE(net->steps == 1);
    *map = (attention_map){.net = net, .layers = net->layers, .tokens = net->task.tokens};
    size_t cells = map->layers * map->tokens * map->tokens;
    map->weight = memory_new(cells, sizeof *map->weight);
    map->shade = memory_new(cells, sizeof *map->shade);
}

void attention_map_clear(attention_map *map)
{
    for (size_t i = 0; i < map->layers * map->tokens * map->tokens; i++)
        memory_free(map->weight[i]);
    memory_free(map->weight);
    memory_free(map->shade);
}

static void see_attention(void *data, const number_system *system, size_t layer, size_t head,
                          uint64_t token, const void *weight, const void *y)
{
    attention_map *map = data;
    (void)y;
    if (head > 0)
        return;
    for (size_t s = 0; s <= token; s++) {
        size_t at = attention_map_at(map, layer, token, s);
        memory_free(map->weight[at]);
        map->weight[at] = system->to_text(number_get(system, weight, s));
        map->shade[at] = system->to_double(number_get(system, weight, s));
    }
}

run_observer attention_map_observer(attention_map *map)
{
    return (run_observer){.data = map, .attention = see_attention};
}

/* ---- drawing ------------------------------------------------------------------------- */

enum { left = 48, top = 30, gap = 9 };

static double cell_size(const attention_map *map)
{
    double room = figure_width - left - 2 - gap * ((double)map->layers - 1);
    return room / (double)(map->layers * map->tokens);
}

static void draw_cell(svg *s, const attention_map *map, size_t layer, size_t t, size_t key,
                      point corner)
{
    char from[figure_name_room], to[figure_name_room], title[400];
    size_t at = attention_map_at(map, layer, t, key);
    figure_token_name(from, &map->net->task, t);
    figure_token_name(to, &map->net->task, key);
    snprintf(title, sizeof title, "layer %zu: %s looks at %s with weight %s", layer, from, to,
             map->weight[at]);
    double size = cell_size(map);
    figure_box(s, corner, size, size, 0, &(mark){.class_name = "cell"});
    figure_box(s, corner, size, size, 0,
               &(mark){.class_name = "heat",
                       .title = title,
                       .value = map->weight[at],
                       .opacity = map->shade[at] > 0.004 ? map->shade[at] : 0.004});
}

static void draw_layer(svg *s, const attention_map *map, size_t layer)
{
    double size = cell_size(map), n = (double)map->tokens;
    double x = left + (double)layer * (n * size + gap);
    char text[64];
    snprintf(text, sizeof text, "layer %zu", layer);
    figure_text(s, (point){x + n * size / 2, 18}, ANCHOR_MIDDLE, NULL, text);
    for (size_t t = 0; t < map->tokens; t++)
        for (size_t key = 0; key <= t; key++)
            if (map->weight[attention_map_at(map, layer, t, key)])
                draw_cell(s, map, layer, t, key,
                          (point){x + (double)key * size, top + (double)t * size});
    figure_box(s, (point){x - 1, top + (n - 1) * size - 1}, n * size + 2, size + 2, 1,
               &(mark){.class_name = "frame"});
}

char *figure_attention(const char *id, const attention_map *map)
{
    svg s;
    double size = cell_size(map), n = (double)map->tokens;
    figure_begin(&s, top + n * size + 8, id, "Who looks at whom, layer by layer",
                 "One square per layer: a row for each token that looks, a column for each token "
                 "it may look at. The last row of a square is the last token; it puts nearly all "
                 "its weight on one token, the entry it looks up.");
    for (size_t t = 0; t < map->tokens; t++) {
        char name[figure_name_room];
        figure_token_name(name, &map->net->task, t);
        figure_text(&s, (point){left - 6, top + ((double)t + 0.5) * size + 4.5}, ANCHOR_END,
                    "small", name);
    }
    for (size_t layer = 0; layer < map->layers; layer++)
        draw_layer(&s, map, layer);
    return figure_end(&s);
}
