/* From which prompt length on composition is impossible, as B grows: what was published, and
 * what the explicit theorems give. Both axes logarithmic: log2 B against log2 n. */
#ifndef STRATA_REPORT_FIGURE_THRESHOLDS_H
#define STRATA_REPORT_FIGURE_THRESHOLDS_H

#include <stddef.h>

typedef struct threshold_point {
    double log2_B, log2_n;
    char text[64]; /* log2 n, exact in every digit shown */
} threshold_point;

typedef struct threshold_curve {
    const char *name, *class_name;
    size_t count;
    const threshold_point *point;
} threshold_curve;

/* SVG text (memory_free); `L` only for the title. */
char *figure_thresholds(const char *id, unsigned L, const threshold_curve *curve, size_t count);

#endif
