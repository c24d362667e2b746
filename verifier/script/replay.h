/* A proof script through the kernel, step by step. */
#ifndef STRATA_VERIFIER_SCRIPT_REPLAY_H
#define STRATA_VERIFIER_SCRIPT_REPLAY_H

#include "verifier/script/script.h"

typedef struct replay {
    size_t done;    /* facts established */
    theorem **fact; /* one per step */
} replay;

/* STATUS_OK: every step was accepted and the conclusion is a finished theorem. Otherwise the
 * facts up to the first failure stay, and the error names file and line. Clear in any case. */
status replay_script(replay *r, const script *s, const char *file, error *e);
void replay_clear(replay *r);

const theorem *replay_conclusion(const replay *r, const script *s);

#endif
