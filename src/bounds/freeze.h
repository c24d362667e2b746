/* What is frozen at stage l: the bit counts D_1 and C_l of Theorems 1 and 3. */
#ifndef STRATA_BOUNDS_FREEZE_H
#define STRATA_BOUNDS_FREEZE_H

#include "bounds/setting.h"

void freeze_first(factored_sum_t D, const setting *s, const witness *w);             /* D_1 */
void freeze_stage(factored_sum_t C, const setting *s, const witness *w, unsigned l); /* C_l */

#endif
