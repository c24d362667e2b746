#include "report/plot.h"

#include <math.h>

static const char ink[] = "#1f2933", faint[] = "#d5dbe1", grey[] = "#52606d";
enum { label_size = 17, tick_size = 15 };

void plot_begin(plot *p, const char *title, const char *subtitle)
{
    p->width = 1040;
    p->height = 640;
    p->left = 84;
    p->right = 740;
    p->top = 84;
    p->bottom = 556;
    svg_begin(&p->page, p->width, p->height, title);
    svg_text(&p->page, (point){p->left, 34}, ANCHOR_START, 23, ink, title);
    svg_text(&p->page, (point){p->left, 62}, ANCHOR_START, 16, grey, subtitle);
}

static double clip(double v, double low, double high)
{
    return fmin(fmax(v, low), high);
}

point plot_at(const plot *p, double x, double y)
{
    double u = (clip(x, p->x_min, p->x_max) - p->x_min) / (p->x_max - p->x_min);
    double v = (clip(y, p->y_min, p->y_max) - p->y_min) / (p->y_max - p->y_min);
    return (point){p->left + u * (p->right - p->left), p->bottom - v * (p->bottom - p->top)};
}

int plot_shows(const plot *p, double x, double y)
{
    return x >= p->x_min && x <= p->x_max && y >= p->y_min && y <= p->y_max;
}

/* 1, 2 or 5 times a power of ten, about `count` of them in the range */
static double tick_step(double range, int count)
{
    double rough = range / count, power = pow(10, floor(log10(rough)));
    double part = rough / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

static void ticks(plot *p, int vertical)
{
    const svg_style grid = {.stroke = faint, .width = 1};
    double low = vertical ? p->y_min : p->x_min, high = vertical ? p->y_max : p->x_max;
    double step = tick_step(high - low, 8);
    for (int k = (int)ceil(low / step); k * step <= high * (1 + 1e-9); k++) {
        char text[32];
        double v = k * step;
        snprintf(text, sizeof text, "%g", v);
        if (vertical) {
            point at = plot_at(p, p->x_min, v);
            svg_line(&p->page, at, (point){p->right, at.y}, &grid);
            svg_text(&p->page, (point){at.x - 10, at.y + 5}, ANCHOR_END, tick_size, ink, text);
        } else {
            point at = plot_at(p, v, p->y_min);
            svg_line(&p->page, at, (point){at.x, p->top}, &grid);
            svg_text(&p->page, (point){at.x, at.y + 23}, ANCHOR_MIDDLE, tick_size, ink, text);
        }
    }
}

void plot_axes(plot *p, const char *x_label, const char *y_label)
{
    const svg_style axis = {.stroke = ink, .width = 1.6};
    ticks(p, 0);
    ticks(p, 1);
    svg_line(&p->page, (point){p->left, p->bottom}, (point){p->right, p->bottom}, &axis);
    svg_line(&p->page, (point){p->left, p->bottom}, (point){p->left, p->top}, &axis);
    svg_text(&p->page, (point){(p->left + p->right) / 2, p->bottom + 56}, ANCHOR_MIDDLE, label_size,
             ink, x_label);
    svg_text_up(&p->page, (point){p->left - 50, (p->top + p->bottom) / 2}, label_size, ink,
                y_label);
}

static point legend_place(const plot *p, int line)
{
    return (point){p->right + 22, p->top + 14 + 30.0 * line};
}

static void legend_text(plot *p, point at, const char *text)
{
    svg_text(&p->page, (point){at.x + 36, at.y + 5}, ANCHOR_START, 15, ink, text);
}

void plot_legend_dot(plot *p, int line, const svg_style *style, const char *text)
{
    point at = legend_place(p, line);
    svg_circle(&p->page, (point){at.x + 13, at.y}, 5.5, style, text);
    legend_text(p, at, text);
}

void plot_legend(plot *p, int line, const svg_style *style, int is_line, const char *text)
{
    point at = legend_place(p, line);
    double x = at.x, y = at.y;
    const point box[] = {{x, y - 9}, {x + 26, y - 9}, {x + 26, y + 9}, {x, y + 9}};
    if (is_line)
        svg_line(&p->page, (point){x, y}, (point){x + 26, y}, style);
    else
        svg_polygon(&p->page, box, 4, style);
    legend_text(p, at, text);
}

char *plot_end(plot *p)
{
    return svg_end(&p->page);
}
