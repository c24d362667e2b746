/* A plane with axes: from data to places on an SVG page. */
#ifndef STRATA_REPORT_PLOT_H
#define STRATA_REPORT_PLOT_H

#include "report/svg.h"

typedef struct plot {
    svg page;
    double width, height;              /* of the page */
    double left, right, top, bottom;   /* edges of the plane on the page */
    double x_min, x_max, y_min, y_max; /* of the data */
} plot;

/* Title on top, a line below it, labels at the axes; ticks at round numbers. */
void plot_begin(plot *p, const char *title, const char *subtitle);
void plot_axes(plot *p, const char *x_label, const char *y_label);
char *plot_end(plot *p);

point plot_at(const plot *p, double x, double y); /* clipped to the plane */
int plot_shows(const plot *p, double x, double y);

/* One line of the legend, counted from 0, to the right of the plane. */
void plot_legend(plot *p, int line, const svg_style *style, int is_line, const char *text);
void plot_legend_dot(plot *p, int line, const svg_style *style, const char *text);

#endif
