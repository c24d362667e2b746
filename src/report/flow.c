#include "report/flow.h"

#include "report/svg.h"

#include <stdio.h>
#include <string.h>

/* An F layer has one lane per receiver: a line that starts at player L, takes in what each player
 * on the way has to say, and ends at the receiver. An R layer is a single lane, handed on from
 * player to player. */
enum { left = 120, column = 190, top = 110, lane = 46, gap = 30, foot = 92, right = 150 };

static const char ink[] = "#1f2937", grey[] = "#6b7280", full_colour[] = "#1d4ed8",
                  hand_colour[] = "#b45309", bad_colour[] = "#b91c1c";

typedef struct flow {
    const protocol *p;
    svg page;
    double height;
} flow;

static size_t lanes(const protocol *p, size_t layer)
{
    return p->word[layer] == 'F' ? (size_t)p->task.L + 1 : 1;
}

static double row_height(const protocol *p, size_t layer)
{
    return (double)lanes(p, layer) * lane + gap;
}

static double player_x(const flow *f, int player)
{
    return left + (double)((int)f->p->task.L - player) * column;
}

static void text_at(flow *f, double x, double y, anchor where, double size, const char *colour,
                    const char *text)
{
    svg_text(&f->page, (point){x, y}, where, size, colour, text);
}

static void arrow_head(flow *f, double x, double y, const char *colour)
{
    const point head[] = {{x, y}, {x - 10, y - 5}, {x - 10, y + 5}};
    svg_polygon(&f->page, head, 3, &(svg_style){.fill = colour});
}

static const char *colour_of(const protocol *p, size_t layer, int from, int to)
{
    if (protocol_width(p, layer, from, to) > protocol_allowed(p, layer, to))
        return bad_colour;
    return p->word[layer] == 'F' ? full_colour : hand_colour;
}

static void bits_label(char *text, size_t room, const protocol *p, size_t layer, int from, int to)
{
    snprintf(text, room, "%llu / %llu", (unsigned long long)protocol_width(p, layer, from, to),
             (unsigned long long)protocol_allowed(p, layer, to));
}

static void draw_full_lane(flow *f, size_t layer, int to, double y)
{
    const protocol *p = f->p;
    double end = player_x(f, to);
    int first = (int)p->task.L;
    while (first > to && protocol_width(p, layer, first, to) == 0)
        first--;
    if (first == to)
        return; /* nobody says anything */
    svg_style line = {.stroke = full_colour, .width = 1.5};
    svg_line(&f->page, (point){player_x(f, first), y}, (point){end - 8, y}, &line);
    for (int from = first; from > to; from--) {
        if (protocol_width(p, layer, from, to) == 0)
            continue;
        char label[64], title[160];
        const char *colour = colour_of(p, layer, from, to);
        bits_label(label, sizeof label, p, layer, from, to);
        snprintf(title, sizeof title, "layer %zu: player %d to player %d, %s bits", layer + 1, from,
                 to, label);
        svg_circle(&f->page, (point){player_x(f, from), y}, 5, &(svg_style){.fill = colour}, title);
        text_at(f, player_x(f, from) + 10, y - 8, ANCHOR_START, 12, colour, label);
    }
    arrow_head(f, end - 3, y, full_colour);
}

static void draw_hand_lane(flow *f, size_t layer, double y)
{
    const protocol *p = f->p;
    for (int to = (int)p->task.L - 1; to >= -1; to--) {
        char label[64];
        if (protocol_width(p, layer, to + 1, to) == 0)
            continue;
        const char *colour = colour_of(p, layer, to + 1, to);
        bits_label(label, sizeof label, p, layer, to + 1, to);
        double a = player_x(f, to + 1), b = player_x(f, to);
        svg_line(&f->page, (point){a + 3, y}, (point){b - 8, y},
                 &(svg_style){.stroke = colour, .width = 2.5});
        arrow_head(f, b - 3, y, colour);
        text_at(f, (a + b) / 2, y - 8, ANCHOR_MIDDLE, 12, colour, label);
    }
}

static void draw_band(flow *f, size_t layer, double bottom)
{
    const protocol *p = f->p;
    char name[40];
    double height = row_height(p, layer), width = player_x(f, -1) + right - 40;
    const point band[] = {{24, bottom - 6},
                          {width, bottom - 6},
                          {width, bottom - height + 6},
                          {24, bottom - height + 6}};
    int full = p->word[layer] == 'F';
    svg_polygon(&f->page, band, 4, &(svg_style){.fill = full ? "#eff6ff" : "#fffbeb"});
    snprintf(name, sizeof name, "%zu  %c", layer + 1, p->word[layer]);
    text_at(f, 40, bottom - height / 2 + 5, ANCHOR_START, 16, full ? full_colour : hand_colour,
            name);
}

static void draw_messages(flow *f, size_t layer, double bottom)
{
    const protocol *p = f->p;
    double first = bottom - gap;
    if (p->word[layer] == 'R') {
        draw_hand_lane(f, layer, first);
        return;
    }
    for (int to = (int)p->task.L - 1; to >= -1; to--)
        draw_full_lane(f, layer, to, first - lane * ((int)p->task.L - 1 - to));
}

/* Layers from the bottom up. */
static void draw_layers(flow *f, void (*draw)(flow *f, size_t layer, double bottom))
{
    double bottom = f->height - foot;
    for (size_t layer = 0; layer < f->p->layers; layer++) {
        draw(f, layer, bottom);
        bottom -= row_height(f->p, layer);
    }
}

static void draw_players(flow *f)
{
    const protocol *p = f->p;
    double base = f->height - foot;
    for (int i = (int)p->task.L; i >= -1; i--) {
        char name[32], owns[64];
        double x = player_x(f, i);
        svg_line(&f->page, (point){x, base}, (point){x, top - 14},
                 &(svg_style){.stroke = "#9ca3af", .width = 1, .dash = "3 4"});
        snprintf(name, sizeof name, "player %d", i);
        text_at(f, x, base + 22, ANCHOR_MIDDLE, 14, ink, name);
        if (i >= 1)
            snprintf(owns, sizeof owns, "table of z_%d, %llu tokens", i,
                     (unsigned long long)fc_block_size(&p->task, i));
        else
            snprintf(owns, sizeof owns, "%s, 1 token", i == 0 ? "z_0" : "w");
        text_at(f, x, base + 40, ANCHOR_MIDDLE, 11, grey, owns);
    }
    text_at(f, player_x(f, -1), top - 22, ANCHOR_MIDDLE, 12, ink, "announces the answer");
    text_at(f, 24, f->height - 14, ANCHOR_START, 11, grey,
            "bits said / bits allowed. F: each player on a line tells the player at its end "
            "(2 B |i| bits at most). R: the state is handed on (S bits at most).");
}

char *flow_picture(const protocol *p, const char *subtitle)
{
    flow f = {.p = p, .height = top + foot};
    if (p->layers > flow_most_layers || p->task.L + 2 > flow_most_players)
        return NULL;
    for (size_t layer = 0; layer < p->layers; layer++)
        f.height += row_height(p, layer);
    char task[fc_text_room], title[fc_text_room + 160];
    fc_to_text(task, &p->task);
    snprintf(title, sizeof title, "Who tells whom how much: %.80s on %s", p->name, task);
    double width = player_x(&f, -1) + right;
    svg_begin(&f.page, width < 820 ? 820 : width, f.height, title);
    text_at(&f, 24, 34, ANCHOR_START, 18, ink, title);
    text_at(&f, 24, 56, ANCHOR_START, 13, grey, subtitle);
    draw_layers(&f, draw_band);
    draw_players(&f);
    draw_layers(&f, draw_messages);
    return svg_end(&f.page);
}
