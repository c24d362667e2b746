#include "report/figure-scale.h"

#include <math.h>

void scale_init(scale *c, scale_kind kind, double least, double most, double from, double to)
{
    *c = (scale){.kind = kind,
                 .low = (int)floor(log10(fmax(1, least))),
                 .high = (int)ceil(log10(fmax(1, most)) + 0.02),
                 .from = from,
                 .to = to};
    if (c->high <= c->low)
        c->high = c->low + 1;
}

static double flatten(const scale *c, double k)
{
    return c->kind == SCALE_LOG ? k : log1p(k);
}

double scale_at(const scale *c, double log2_n)
{
    double low = flatten(c, c->low), high = flatten(c, c->high);
    double u = (flatten(c, log10(fmax(1, log2_n))) - low) / (high - low);
    return c->from + fmin(1, fmax(0, u)) * (c->to - c->from);
}

/* On the plain scale every k or every second, fifth, ...; on the flat one 1, 3, 5, 10, ... */
size_t scale_choose_ticks(int k[scale_ticks], const scale *c)
{
    static const int flat[] = {1, 3, 5, 10, 20, 40, 80};
    size_t count = 0;
    if (c->kind == SCALE_LOG_LOG) {
        for (size_t i = 0; i < sizeof flat / sizeof *flat; i++)
            if (flat[i] >= c->low && flat[i] <= c->high)
                k[count++] = flat[i];
        return count;
    }
    int step = 1;
    while ((c->high - c->low) / step > 7)
        step *= step == 2 ? 5 : 2;
    for (int i = c->low; i <= c->high && count < scale_ticks; i += step)
        k[count++] = i;
    return count;
}

void scale_label(char *text, size_t room, int k)
{
    static const char *const digit[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    static const int small[] = {1, 10, 100};
    if (k >= 0 && k <= 2)
        snprintf(text, room, "2^%d", small[k]);
    else if (k < 10)
        snprintf(text, room, "2^10%s", digit[k]);
    else
        snprintf(text, room, "2^10%s%s", digit[k / 10 % 10], digit[k % 10]);
}
