/* The theorems as data: what each says, where it comes from, what it assumes. */
#ifndef STRATA_BOUNDS_THEOREM_H
#define STRATA_BOUNDS_THEOREM_H

#include "bounds/setting.h"

typedef enum theorem_id {
    ID_PUBLISHED,
    ID_FULL,
    ID_EXPLICIT,
    ID_CLOSED,
    ID_FULL_EXPLICIT,
    ID_OPTIMAL,
    ID_SPARSE,
    theorem_count
} theorem_id;

typedef struct known_theorem {
    const char *name;     /* as on the command line and in the rows */
    const char *rests_on; /* what the row is labelled with */
    const char *statement;
    const char *source;
    const char *assumptions;
} known_theorem;

extern const known_theorem known_theorems[theorem_count]; /* indexed by theorem_id */

int theorem_find(theorem_id *id, const char *name); /* 0 if there is none of that name */

/* The published thresholds: n >= B^(2^(4L+2)) against L-1 full and at most 2^(3L^2) linear
 * layers, n >= B^(2^(4L)) against L full layers. */
void published_threshold(factored_t n, const setting *s, theorem_id id);

/* NULL if the published theorem speaks about this setting, otherwise why not. */
const char *published_refusal(const setting *s, theorem_id id);

#endif
