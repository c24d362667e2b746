/* Axes for log2 n: prompt lengths run from 2^5 to 2^(10^90), so it is the exponent that is drawn
 * on a logarithmic scale, or, where even that is not enough, on one that flattens once more. */
#ifndef STRATA_REPORT_FIGURE_SCALE_H
#define STRATA_REPORT_FIGURE_SCALE_H

#include "report/figure.h"

typedef enum scale_kind {
    SCALE_LOG,    /* by k where log2 n = 10^k */
    SCALE_LOG_LOG /* by log(1 + k) */
} scale_kind;

typedef struct scale {
    scale_kind kind;
    int low, high;   /* the first and last k */
    double from, to; /* on the page; from > to for an axis that runs up */
} scale;

/* Whole powers of ten around least .. most (values of log2 n, >= 1). */
void scale_init(scale *c, scale_kind kind, double least, double most, double from, double to);
double scale_at(const scale *c, double log2_n);

/* The k that get a label: how many, at most scale_ticks. */
enum { scale_ticks = 12 };
size_t scale_choose_ticks(int k[scale_ticks], const scale *c);
void scale_label(char *text, size_t room, int k); /* "2^100", "2^10⁵" */

#endif
