/* `binary` keys (docs/mathematics/2-constructions.md, A): L+1 full layers, one head each, d = O(log
 * n). */
#ifndef STRATA_CONSTRUCTIONS_BINARY_H
#define STRATA_CONSTRUCTIONS_BINARY_H

#include "constructions/construction.h"

extern const construction construction_binary;

#endif
