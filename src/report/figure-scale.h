/* A logarithmic axis for log2 n itself: prompt lengths run from 2^5 to 2^(10^37). */
#ifndef STRATA_REPORT_FIGURE_SCALE_H
#define STRATA_REPORT_FIGURE_SCALE_H

#include "report/figure.h"

typedef struct scale {
    double low, high; /* of log10(log2 n) */
    double from, to;  /* on the page; from > to for an axis that runs up */
} scale;

/* Whole powers of ten around least .. most (values of log2 n, > 0). */
void scale_init(scale *c, double least, double most, double from, double to);
double scale_at(const scale *c, double log2_n);

/* 10^k, k = scale_first .. scale_last in steps: at most about `count` of them. */
int scale_step(const scale *c, int count);
void scale_label(char *text, size_t room, int k); /* "2^100" as people write it, 2¹⁰⁰ */

#endif
