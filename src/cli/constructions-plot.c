#include "cli/constructions-plot.h"

#include "base/memory.h"
#include "constructions/construction.h"
#include "report/plot.h"

#include <math.h>
#include <string.h>

enum { most_sizes = 160, most_curves = 32, log2_most_tokens = 24 };

typedef struct curve {
    double B[most_sizes];
    char names[80]; /* all constructions with exactly this curve */
    size_t constructions;
} curve;

typedef struct curves {
    size_t sizes, count;
    double log2_n[most_sizes];
    curve it[most_curves];
} curves;

/* k = 2, 3, 4, 5, 6, 8, ...: about three sizes per doubling of k, up to 2^24 tokens. */
static size_t choose_tasks(fc *task, unsigned L)
{
    size_t sizes = 0;
    uint64_t k = 2, n[fc_max_L];
    for (unsigned i = 0; sizes < most_sizes; i++) {
        uint64_t next = (uint64_t)floor(2 * pow(2, i / 3.0));
        if (i > 0 && next == k)
            continue;
        k = next;
        for (unsigned l = 0; l < L; l++)
            n[l] = k;
        error e;
        if (fc_init(&task[sizes], L, k, n, &e) != STATUS_OK ||
            log2((double)task[sizes].tokens) > log2_most_tokens)
            break;
        sizes++;
    }
    return sizes;
}

static double size_parameter(const construction *it, const fc *task)
{
    network net;
    it->build(&net, task);
    double B =
        (double)network_heads(&net) * (double)network_dim(&net) * (double)it->precision_bits(task);
    network_clear(&net);
    return B;
}

/* Constructions with the same numbers share a curve; its legend names the first, and how many
 * more there are. */
static void add_curve(curves *all, const curve *one, const char *name)
{
    for (size_t i = 0; i < all->count; i++)
        if (memcmp(all->it[i].B, one->B, all->sizes * sizeof *one->B) == 0) {
            all->it[i].constructions++;
            return;
        }
    if (all->count == most_curves)
        return;
    curve *to = &all->it[all->count++];
    *to = *one;
    to->constructions = 1;
    snprintf(to->names, sizeof to->names, "%s", name);
}

static void measure(curves *all, unsigned L)
{
    fc *task = memory_new(most_sizes, sizeof *task);
    all->sizes = choose_tasks(task, L);
    for (size_t k = 0; k < all->sizes; k++)
        all->log2_n[k] = log2((double)task[k].tokens);
    for (size_t i = 0; constructions[i]; i++) {
        curve one = {.constructions = 0};
        for (size_t k = 0; k < all->sizes; k++)
            one.B[k] = size_parameter(constructions[i], &task[k]);
        add_curve(all, &one, constructions[i]->name);
    }
    memory_free(task);
}

static double largest(const curves *all)
{
    double most = 1;
    for (size_t i = 0; i < all->count; i++)
        for (size_t k = 0; k < all->sizes; k++)
            most = fmax(most, all->it[i].B[k]);
    return most;
}

static void draw(plot *p, const curves *all, size_t i)
{
    static const char *const colour[] = {"#1f6feb", "#d9480f", "#2b8a3e", "#862e9c"};
    const svg_style style = {.stroke = colour[i % 4], .width = 2.4};
    point line[most_sizes];
    char text[120];
    for (size_t k = 0; k < all->sizes; k++)
        line[k] = plot_at(p, all->log2_n[k], all->it[i].B[k]);
    svg_polyline(&p->page, line, all->sizes, &style);
    if (all->it[i].constructions > 1)
        snprintf(text, sizeof text, "%s (and %zu others)", all->it[i].names,
                 all->it[i].constructions - 1);
    else
        snprintf(text, sizeof text, "%s", all->it[i].names);
    plot_legend(p, (int)i, &style, 1, text);
}

char *constructions_plot(unsigned L)
{
    curves *all = memory_new(1, sizeof *all);
    char subtitle[120];
    measure(all, L);
    snprintf(subtitle, sizeof subtitle, "FC(%u; k%s), k = 2, 3, 4, ..., up to 2^24 tokens", L,
             L == 1   ? ""
             : L == 2 ? "; k"
                      : "; k, ..., k");
    plot p;
    plot_begin(&p, "What the constructions cost: B = H d p", subtitle);
    p.x_min = 0;
    p.x_max = all->log2_n[all->sizes - 1];
    p.y_min = 0;
    p.y_max = 1.08 * largest(all);
    plot_axes(&p, "log2 n   (prompt length, tokens)", "B = H d p   (bits)");
    for (size_t i = 0; i < all->count; i++)
        draw(&p, all, i);
    memory_free(all);
    return plot_end(&p);
}
