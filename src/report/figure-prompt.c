#include "report/figure-prompt.h"

#include "base/status.h"
#include "report/figure.h"
#include "report/label.h"

#include <inttypes.h>

enum { margin = 6, top = 58, box = 46 };

void figure_token_name(char *name, const fc *task, uint64_t t)
{
    fc_place at = fc_locate(task, t);
    char below[subscript_room];
    label_subscript(below, at.block);
    if (at.block < 0)
        snprintf(name, figure_name_room, "w");
    else if (at.block == 0)
        snprintf(name, figure_name_room, "z₀");
    else
        snprintf(name, figure_name_room, "z%s(%" PRIu64 ")", below, at.argument);
}

/* The symbol as it stands in the prompt; the query as the list w_1, w_2, ... */
static void symbol_text(char *text, size_t room, const fc *task, uint64_t t, uint64_t symbol)
{
    if (t + 1 < task->tokens || task->L < 2) {
        snprintf(text, room, "%" PRIu64, symbol);
        return;
    }
    size_t used = 0;
    for (unsigned l = 1; l < task->L && used < room; l++)
        used += (size_t)snprintf(text + used, room - used, "%s%" PRIu64, l > 1 ? "," : "",
                                 fc_query_part(task, symbol, l));
}

static void draw_token(svg *s, const fc *task, const uint64_t *prompt, uint64_t t, double x,
                       double step)
{
    char name[figure_name_room], symbol[64], title[200];
    figure_token_name(name, task, t);
    symbol_text(symbol, sizeof symbol, task, t, prompt[t]);
    snprintf(title, sizeof title, "token %" PRIu64 ": %s = %s", t, name, symbol);
    int block = fc_locate(task, t).block;
    figure_box(s, (point){x + 2, top}, step - 4, box, 4,
               &(mark){.class_name = block > 0 && block % 2 ? "block odd" : "block",
                       .title = title,
                       .value = symbol});
    figure_text(s, (point){x + step / 2, top + 31}, ANCHOR_MIDDLE, "big", symbol);
    figure_text(s, (point){x + step / 2, top + box + 19}, ANCHOR_MIDDLE, "small", name);
}

static void draw_block(svg *s, const fc *task, int block, double step)
{
    double from = margin + step * (double)fc_block_start(task, block) + 2;
    double to = from + step * (double)fc_block_size(task, block) - 4;
    char below[subscript_room], text[64];
    const point bracket[] = {{from, top - 8}, {from, top - 14}, {to, top - 14}, {to, top - 8}};
    figure_polyline(s, bracket, 4, "line");
    label_subscript(below, block);
    if (block < 0)
        snprintf(text, sizeof text, "w");
    else
        snprintf(text, sizeof text, block ? "table of z%s" : "z%s", below);
    figure_text(s, (point){(from + to) / 2, top - 39}, ANCHOR_MIDDLE, NULL, text);
    snprintf(text, sizeof text, block > 0 ? "player %s%d" : "%s%d", block < 0 ? "−" : "",
             block < 0 ? -block : block);
    figure_text(s, (point){(from + to) / 2, top - 21}, ANCHOR_MIDDLE, "small faint", text);
}

char *figure_prompt(const char *id, const fc *task, const uint64_t *prompt)
{
    svg s;
    char title[fc_text_room + 40], about[200];
    REQUIRE(task->tokens <= figure_prompt_tokens);
    double step = (figure_width - 2.0 * margin) / (double)task->tokens;
    fc_to_text(about, task);
    snprintf(title, sizeof title, "The prompt of one input of %s", about);
    snprintf(about, sizeof about,
             "%" PRIu64 " tokens in a row: the tables from z_%u down to z_1, then z_0, then the "
             "query w, which comes last and must know the answer.",
             task->tokens, task->L);
    figure_begin(&s, top + box + 30, id, title, about);
    for (int block = (int)task->L; block >= -1; block--)
        draw_block(&s, task, block, step);
    for (uint64_t t = 0; t < task->tokens; t++)
        draw_token(&s, task, prompt, t, margin + step * (double)t, step);
    return figure_end(&s);
}
