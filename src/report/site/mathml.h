/* Formulas of the lesson as MathML, which browsers set by themselves. */
#ifndef STRATA_REPORT_SITE_MATHML_H
#define STRATA_REPORT_SITE_MATHML_H

#include "report/lesson/formula.h"

/* The whole <math> element; `display`: on a line of its own. A browser may break the line behind
 * it, even before a full stop: so the `points` that follow (`length` characters) go inside. */
void mathml_write(FILE *to, const formula *f, int display, const char *points, size_t length);

/* The attributes of an element that shows a computed number: data-formula says how it follows
 * from evidence, data-exact all its digits. */
void mathml_number_attributes(FILE *to, const lesson_number *number);

#endif
