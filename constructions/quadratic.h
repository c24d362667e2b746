/* `quadratic` keys (docs/mathematics.md, 2.B): L+1 full layers, one head each, key width 2. */
#ifndef STRATA_CONSTRUCTIONS_QUADRATIC_H
#define STRATA_CONSTRUCTIONS_QUADRATIC_H

#include "constructions/construction.h"

extern const construction construction_quadratic;

#endif
