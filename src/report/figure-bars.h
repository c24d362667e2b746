/* Groups of bars on one logarithmic scale, each with its label and its number: sizes of sets,
 * values covered, bits frozen. */
#ifndef STRATA_REPORT_FIGURE_BARS_H
#define STRATA_REPORT_FIGURE_BARS_H

#include <gmp.h>
#include <stddef.h>

typedef struct bar {
    const char *class_name;
    char label[64];
    mpz_t value; /* >= 0 */
} bar;

typedef struct bars {
    size_t count, room;
    bar *bar;
    size_t *group; /* of each bar */
    size_t groups;
    char (*name)[64]; /* of each group, "" for none */
} bars;

void bars_init(bars *all);
void bars_clear(bars *all);
void bars_group(bars *all, const char *name);                           /* begins a group */
mpz_ptr bars_add(bars *all, const char *class_name, const char *label); /* to be set: 0 */

typedef struct bars_words {
    const char *id, *title, *description, *unit;
} bars_words;

/* SVG text (memory_free). */
char *figure_bars(const bars *all, const bars_words *words);

#endif
