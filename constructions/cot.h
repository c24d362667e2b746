/* Chain of thought (docs/mathematics.md, 2.D): one full layer, applied L+1 times. */
#ifndef STRATA_CONSTRUCTIONS_COT_H
#define STRATA_CONSTRUCTIONS_COT_H

#include "constructions/construction.h"

extern const construction construction_cot;

#endif
