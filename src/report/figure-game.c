#include "report/figure-game.h"

#include "base/memory.h"
#include "exact/digits.h"
#include "report/figure.h"
#include "report/label.h"

#include <stdio.h>

enum { top = 34, row = 62, box_left = 64, box_width = 132, box_height = 44, most_players = 7 };

/* Players from top (L) to bottom (-1); `shown` of them, the others where `cut` says. */
typedef struct layout {
    int L, shown, cut; /* cut: the row drawn as dots, or -1 */
} layout;

static layout lay_out(unsigned L)
{
    int players = (int)L + 2;
    return players <= most_players ? (layout){(int)L, players, -1}
                                   : (layout){(int)L, most_players, 2};
}

/* The player of a row: those after the cut are counted from below. */
static int player_of(const layout *at, int r)
{
    return at->cut < 0 || r < at->cut ? at->L - r : at->shown - 2 - r;
}

static double middle(int r)
{
    return top + row * r + box_height / 2.0;
}

/* |i|: the tokens of a player. */
static void token_count(factored_t count, const witness *w, int player)
{
    if (player >= 1)
        witness_block(count, w, (unsigned)player - 1);
    else
        factored_set_ui(count, 1);
}

static void short_text(char *text, size_t room, const factored_t f)
{
    factored_sum_t sum;
    factored_sum_init(sum);
    factored_sum_add_product(sum, f);
    char *digits = digits_value(sum, 7);
    label_power(text, room, digits);
    memory_free(digits);
    factored_sum_clear(sum);
}

static void name_player(char *text, size_t room, int player)
{
    char below[subscript_room];
    label_subscript(below, player);
    if (player >= 0)
        snprintf(text, room, "player %d: z%s", player, below);
    else
        snprintf(text, room, "player −1: w");
}

/* What a player owns, and what one full layer may tell it per earlier player: 2 B |i| bits. */
static void draw_player(svg *s, const setting *in, const witness *w, const layout *at, int r)
{
    int player = player_of(at, r);
    double y = top + row * r;
    char text[200], number[160], title[400];
    factored_t count, bits;
    factored_init(count);
    factored_init(bits);
    token_count(count, w, player);
    name_player(text, sizeof text, player);
    figure_box(s, (point){box_left, y}, box_width, box_height, 4,
               &(mark){.class_name = player > 0 && player % 2 ? "block odd" : "block"});
    figure_text(s, (point){box_left + box_width / 2.0, y + 18}, ANCHOR_MIDDLE, NULL, text);
    short_text(number, sizeof number, count);
    snprintf(text, sizeof text, factored_is_one(count) ? "%s token" : "%s tokens", number);
    figure_text(s, (point){box_left + box_width / 2.0, y + 36}, ANCHOR_MIDDLE, "small", text);
    if (player < at->L) {
        factored_set_ui(bits, 2);
        factored_mul_z(bits, in->B);
        factored_mul(bits, count);
        short_text(number, sizeof number, bits);
        snprintf(text, sizeof text, "%s bits", number);
        snprintf(title, sizeof title, "per full layer and earlier player: 2 B |%d| = %s bits",
                 player, number);
        figure_box(s, (point){348, y + 8}, 128, 28, 14,
                   &(mark){.class_name = "full pill", .title = title, .value = number});
        figure_text(s, (point){412, y + 27}, ANCHOR_MIDDLE, "small", text);
    }
    factored_clear(count);
    factored_clear(bits);
}

/* Earlier players tell later ones: every pair, bent by the distance. */
static void draw_full(svg *s, const layout *at)
{
    for (int from = 0; from < at->shown; from++)
        for (int to = from + 1; to < at->shown; to++) {
            if (from == at->cut || to == at->cut)
                continue;
            double x = box_left + box_width + 3;
            figure_arrow(s, (point){x, middle(from) + 5}, (point){x, middle(to) - 5},
                         34.0 + 40.0 * (to - from), &(mark){.class_name = "full arrow"});
        }
}

static void draw_linear(svg *s, const setting *in, const layout *at)
{
    char text[200];
    if (mpz_sgn(in->a) == 0)
        return;
    gmp_snprintf(text, sizeof text, "a linear layer hands on S = %Zd bits", in->S);
    for (int r = 0; r + 1 < at->shown; r++)
        figure_arrow(s, (point){box_left - 4, middle(r) + 6},
                     (point){box_left - 4, middle(r + 1) - 6}, -52,
                     &(mark){.class_name = "linear arrow", .title = text});
}

char *figure_game(const char *id, const setting *in, const witness *w)
{
    layout at = lay_out(w->L);
    svg s;
    char text[300];
    snprintf(text, sizeof text,
             "Players %u down to -1, each with its block of the prompt. In a full layer every "
             "player hears from all earlier ones; in a linear layer a player hears only the state "
             "its predecessor hands on.",
             w->L);
    figure_begin(&s, top + row * at.shown + (mpz_sgn(in->a) > 0 ? 26 : 0), id,
                 "The bits between the players", text);
    int linear = mpz_sgn(in->a) > 0;
    figure_text(&s, (point){2, 18}, ANCHOR_START, "linear label",
                linear ? "linear layer" : "no linear layers");
    figure_text(&s, (point){figure_width - 4, 18}, ANCHOR_END, "full label",
                "full layer: from each earlier player");
    draw_linear(&s, in, &at);
    draw_full(&s, &at);
    for (int r = 0; r < at.shown; r++)
        if (r == at.cut)
            figure_text(&s, (point){box_left + box_width / 2.0, middle(r) + 6}, ANCHOR_MIDDLE,
                        "big", "⋮");
        else
            draw_player(&s, in, w, &at, r);
    gmp_snprintf(text, sizeof text, "S = %Zd bits at each step down", in->S);
    if (linear)
        figure_text(&s, (point){2, top + row * at.shown + 14}, ANCHOR_START, "linear label", text);
    return figure_end(&s);
}
