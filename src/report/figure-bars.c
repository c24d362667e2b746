#include "report/figure-bars.h"

#include "base/memory.h"
#include "exact/digits.h"
#include "exact/rational.h"
#include "report/figure.h"
#include "report/label.h"

#include <math.h>
#include <string.h>

enum { left = 142, right = 384, row = 23, head = 26, top = 8 };

/* ---- the list ------------------------------------------------------------------------------ */

void bars_init(bars *all)
{
    *all = (bars){0};
}

void bars_clear(bars *all)
{
    for (size_t i = 0; i < all->count; i++)
        mpz_clear(all->bar[i].value);
    memory_free(all->bar);
    memory_free(all->group);
    memory_free(all->name);
}

void bars_group(bars *all, const char *name)
{
    all->name = memory_resize(all->name, all->groups + 1, sizeof *all->name);
    snprintf(all->name[all->groups], sizeof *all->name, "%s", name);
    all->groups++;
}

mpz_ptr bars_add(bars *all, const char *class_name, const char *label)
{
    if (all->count == all->room) {
        all->room = all->room ? 2 * all->room : 8;
        all->bar = memory_resize(all->bar, all->room, sizeof *all->bar);
        all->group = memory_resize(all->group, all->room, sizeof *all->group);
    }
    REQUIRE(all->groups > 0);
    bar *b = &all->bar[all->count];
    all->group[all->count++] = all->groups - 1;
    b->class_name = class_name;
    snprintf(b->label, sizeof b->label, "%s", label);
    mpz_init(b->value);
    return b->value;
}

/* ---- the picture ---------------------------------------------------------------------------- */

/* 0 gets no length, 1 a little: the scale begins at 1/2. */
static double length_of(const mpz_t value)
{
    long exponent;
    double mantissa = mpz_get_d_2exp(&exponent, value);
    return mpz_sgn(value) > 0 ? (double)exponent + log2(mantissa) + 1 : 0;
}

static void short_text(char *text, size_t room, const mpz_t value)
{
    factored_sum_t sum;
    factored_sum_init(sum);
    factored_sum_add_z(sum, value);
    char *digits = digits_value(sum, 7);
    label_power(text, room, digits);
    memory_free(digits);
    factored_sum_clear(sum);
}

static void draw_bar(svg *s, const bar *b, const bars_words *words, double y, double most)
{
    char text[160], title[400];
    char *exact = integer_to_text(b->value);
    double width = fmax(1, (right - left) * length_of(b->value) / most);
    short_text(text, sizeof text, b->value);
    snprintf(title, sizeof title, "%s: %.200s %s", b->label, exact, words->unit);
    figure_text(s, (point){left - 8, y + 12.5}, ANCHOR_END, "small", b->label);
    figure_box(s, (point){left, y}, width, 16, 2,
               &(mark){.class_name = b->class_name, .title = title, .value = exact});
    figure_text(s, (point){left + width + 6, y + 12.5}, ANCHOR_START, "small", text);
    memory_free(exact);
}

static double group_head(const bars *all, size_t group)
{
    return all->name[group][0] ? head : 8;
}

char *figure_bars(const bars *all, const bars_words *words)
{
    double most = 1, y = top;
    for (size_t i = 0; i < all->count; i++)
        most = fmax(most, length_of(all->bar[i].value));
    double height = top + row * (double)all->count + 8;
    for (size_t g = 0; g < all->groups; g++)
        height += group_head(all, g);
    svg s;
    figure_begin(&s, height, words->id, words->title, words->description);
    for (size_t i = 0; i < all->count; i++) {
        size_t g = all->group[i];
        if (i == 0 || all->group[i - 1] != g) {
            y += group_head(all, g);
            figure_text(&s, (point){left, y - 7}, ANCHOR_START, "strong", all->name[g]);
        }
        draw_bar(&s, &all->bar[i], words, y, most);
        y += row;
    }
    return figure_end(&s);
}
