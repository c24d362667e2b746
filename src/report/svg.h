/* Pictures as SVG text: a few shapes, escaped labels, nothing external. */
#ifndef STRATA_REPORT_SVG_H
#define STRATA_REPORT_SVG_H

#include <stddef.h>
#include <stdio.h>

typedef struct svg {
    FILE *to;
    char *text;
    size_t length;
} svg;

typedef struct point {
    double x, y;
} point;

typedef struct svg_style {
    const char *fill, *stroke; /* NULL = none */
    double width;              /* of the stroke */
    const char *dash;          /* "6 4", or NULL */
    double opacity;            /* of the fill, 0 = opaque */
} svg_style;

typedef enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END } anchor;

void svg_begin(svg *s, double width, double height, const char *title);
char *svg_end(svg *s); /* the picture; free with memory_free */

void svg_polygon(svg *s, const point *p, size_t count, const svg_style *style);
void svg_polyline(svg *s, const point *p, size_t count, const svg_style *style);
void svg_line(svg *s, point a, point b, const svg_style *style);
void svg_circle(svg *s, point centre, double radius, const svg_style *style, const char *title);
void svg_text(svg *s, point at, anchor where, double size, const char *colour, const char *text);
void svg_text_up(svg *s, point at, double size, const char *colour, const char *text); /* rotated */

#endif
