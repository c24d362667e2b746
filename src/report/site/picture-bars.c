#include "report/site/picture-bars.h"

#include "base/json-read.h"
#include "report/figure-bars.h"
#include "report/label.h"
#include "report/lesson/expression.h"

#include <stdio.h>

/* Of a deep proof only the last levels are drawn. */
enum { most_levels = 8 };

static unsigned first_level(unsigned L)
{
    return L > most_levels ? L - most_levels : 1;
}

/* A bar for the formula, which must give a whole number. */
static status add(bars *all, const char *class_name, const char *label, const char *formula,
                  const names *n, error *e)
{
    value v;
    value_init(&v);
    status s = expression_evaluate(&v, formula, n, e);
    if (s == STATUS_OK && !value_is_integer(&v))
        s = error_set(e, STATUS_INTERNAL, "%s is no whole number", formula);
    if (s == STATUS_OK)
        mpz_set(bars_add(all, class_name, label), mpq_numref(v.exact));
    value_clear(&v);
    return s;
}

/* One bar of level l: its formula has l for %u, its label gets an index or not. */
typedef enum label_index { INDEX_NONE, INDEX_LEVEL, INDEX_BEFORE, INDEX_PLAIN } label_index;

typedef struct level_bar {
    const char *class_name, *label, *formula;
    label_index index; /* l or l-1 as subscript, or l itself */
} level_bar;

static void write_label(char *text, size_t room, const level_bar *kind, unsigned l)
{
    char below[subscript_room] = "";
    if (kind->index == INDEX_PLAIN)
        snprintf(below, sizeof below, "%u", l);
    else if (kind->index != INDEX_NONE)
        label_subscript(below, (int)l - (kind->index == INDEX_BEFORE));
    snprintf(text, room, "%s%s", kind->label, below);
}

static status add_level(bars *all, const level_bar *kind, size_t count, unsigned l, const names *n,
                        error *e)
{
    char name[64], text[128];
    snprintf(name, sizeof name, "level %u", l);
    bars_group(all, name);
    for (size_t i = 0; i < count; i++) {
        write_label(name, sizeof name, &kind[i], l);
        snprintf(text, sizeof text, kind[i].formula, l);
        TRY(add(all, kind[i].class_name, name, text, n, e));
    }
    return STATUS_OK;
}

static status draw_levels(char **drawn, const level_bar *kind, size_t count,
                          const bars_words *words, const names *n, unsigned L, error *e)
{
    bars all;
    status s = STATUS_OK;
    *drawn = NULL;
    if (L < 2)
        return STATUS_OK;
    bars_init(&all);
    for (unsigned l = first_level(L); l < L && s == STATUS_OK; l++)
        s = add_level(&all, kind, count, l, n, e);
    if (s == STATUS_OK)
        *drawn = figure_bars(&all, words);
    bars_clear(&all);
    return s;
}

status picture_cover(char **drawn, const names *n, unsigned L, error *e)
{
    static const level_bar kind[] = {
        {"worth", "points P", "P[%u]", INDEX_LEVEL},
        {"full bar", "functions x", "x[%u]", INDEX_LEVEL},
        {"linear bar", "values reached θ", "theta[%u]", INDEX_LEVEL},
        {"plain bar", "all values N", "N[%u-1]", INDEX_BEFORE},
    };
    static const bars_words words = {"figure-cover", "Covering values, level by level",
                                     "For every level four bars on a logarithmic scale: the points "
                                     "at which functions are looked at, how many functions are "
                                     "kept, how many values they reach together, and how many "
                                     "values there are.",
                                     ""};
    return draw_levels(drawn, kind, sizeof kind / sizeof *kind, &words, n, L, e);
}

status picture_frozen(char **drawn, const names *n, unsigned L, error *e)
{
    static const level_bar kind[] = {
        {"full bar", "to player ", "to_l[%u]", INDEX_PLAIN},
        {"full bar", "to players 0 and −1", "to_ends[%u]", INDEX_NONE},
        {"full bar", "to the others", "to_mid[%u]", INDEX_NONE},
        {"linear bar", "linear layers", "state", INDEX_NONE},
        {"lost", "together C", "counted[%u]", INDEX_LEVEL},
    };
    static const bars_words words = {"figure-frozen", "The bill, level by level",
                                     "For every level the bits that are frozen, on a logarithmic "
                                     "scale: messages to the player of that level, to players 0 "
                                     "and -1, to the players between, and of the linear layers.",
                                     "bits"};
    return draw_levels(drawn, kind, sizeof kind / sizeof *kind, &words, n, L, e);
}

status picture_players(char **drawn, const names *n, unsigned L, error *e)
{
    static const bars_words words = {"figure-players", "The players and their tokens",
                                     "A bar for each player, from the first block of the prompt to "
                                     "the last, as long as the logarithm of its number of tokens.",
                                     "tokens"};
    bars all;
    status s = STATUS_OK;
    bars_init(&all);
    bars_group(&all, "");
    for (unsigned l = L; l >= 1 && s == STATUS_OK; l--) {
        char label[64], formula[32], below[subscript_room];
        label_subscript(below, (int)l);
        snprintf(label, sizeof label, "player %u: z%s", l, below);
        snprintf(formula, sizeof formula, "N[%u]", l - 1);
        s = add(&all, "full bar", label, formula, n, e);
    }
    mpz_set_ui(bars_add(&all, "full bar", "player 0: z₀"), 1);
    mpz_set_ui(bars_add(&all, "full bar", "player −1: w"), 1);
    *drawn = s == STATUS_OK ? figure_bars(&all, &words) : NULL;
    bars_clear(&all);
    return s;
}
