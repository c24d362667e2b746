/* Drawing for pages: shapes that carry a class instead of a colour, so that one picture serves
 * light, dark and print, and a title that says the exact number behind a shape.
 *
 * Coordinates are those of a page 480 wide, narrow enough to be read on a telephone. A `mark`
 * may give a shape what it stands for: `title` is shown when pointed at and read aloud,
 * `value` is the number itself for programs that look (data-value). */
#ifndef STRATA_REPORT_FIGURE_H
#define STRATA_REPORT_FIGURE_H

#include "report/svg.h"

enum { figure_width = 480 };

typedef struct mark {
    const char *class_name;
    const char *title; /* or NULL */
    const char *value; /* or NULL */
    double opacity;    /* of the fill, 0 = as the class says */
} mark;

/* `id` must be unlike that of every other picture of the page. */
void figure_begin(svg *s, double height, const char *id, const char *title,
                  const char *description);
char *figure_end(svg *s); /* free with memory_free */

void figure_box(svg *s, point corner, double width, double height, double round, const mark *as);
void figure_line(svg *s, point a, point b, const char *class_name);
void figure_polyline(svg *s, const point *p, size_t count, const char *class_name);
void figure_dot(svg *s, point centre, double radius, const mark *as);

/* From a to b, bent sideways by `bend` (0 = straight), with a head at b. */
void figure_arrow(svg *s, point a, point b, double bend, const mark *as);

/* class_name may be NULL: plain ink. What follows a ^ is raised: "2^40". */
void figure_text(svg *s, point at, anchor where, const char *class_name, const char *text);

#endif
