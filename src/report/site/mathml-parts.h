/* The elements that a <math> is made of: shared by mathml.c and mathml-lines.c. */
#ifndef STRATA_REPORT_SITE_MATHML_PARTS_H
#define STRATA_REPORT_SITE_MATHML_PARTS_H

#include "report/site/mathml.h"

/* One element for the formula. */
void mathml_write_part(FILE *to, const formula *f);

/* The same for a row; `apart`: formulas with commas between them stand well apart. */
void mathml_write_row(FILE *to, const formula *f, int apart);

/* Does it stand higher than a line, so that fences must grow? */
int mathml_is_tall(const formula *f);

/* Words and numbers keep a little distance from what stands next to them. */
int mathml_stands_apart(const formula *f, const formula *next);

const char *mathml_closing(const char *open); /* the other fence */

#endif
