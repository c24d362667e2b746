#include "report/figure-scale.h"

#include <math.h>

void scale_init(scale *c, double least, double most, double from, double to)
{
    *c = (scale){
        .low = floor(log10(least)), .high = ceil(log10(most) + 0.02), .from = from, .to = to};
    if (c->high <= c->low)
        c->high = c->low + 1;
}

double scale_at(const scale *c, double log2_n)
{
    double u = (log10(fmax(log2_n, 1e-9)) - c->low) / (c->high - c->low);
    return c->from + fmin(1, fmax(0, u)) * (c->to - c->from);
}

int scale_step(const scale *c, int count)
{
    int step = 1;
    while ((c->high - c->low) / step > count)
        step *= step == 2 ? 5 : 2;
    return step;
}

void scale_label(char *text, size_t room, int k)
{
    static const char *const small[] = {"2¹", "2¹⁰", "2¹⁰⁰", "2¹⁰⁰⁰"};
    static const char *const digit[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    if (k >= 0 && k <= 3)
        snprintf(text, room, "%s", small[k]);
    else if (k < 10)
        snprintf(text, room, "2^10%s", k < 0 ? "⁻" : digit[k]);
    else
        snprintf(text, room, "2^10%s%s", digit[k / 10 % 10], digit[k % 10]);
}
