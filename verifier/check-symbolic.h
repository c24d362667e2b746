/* The checker of symbolic certificates. It follows the certificate without searching: every
 * bound is claimed there and only has to be confirmed. It has its own reading of networks
 * (check-network.h) and shares no code with the engine beyond src/exact and src/task.
 * docs/symbolic.md, section 7, lists what it checks and why that suffices. */
#ifndef STRATA_VERIFIER_CHECK_SYMBOLIC_H
#define STRATA_VERIFIER_CHECK_SYMBOLIC_H

#include "base/file.h"
#include "task/fc.h"

#include <jansson.h>

/* What a valid certificate proves: the network with this hash solves this task. */
typedef struct symbolic_theorem {
    fc task;
    char network_sha256[SHA256_HEX];
} symbolic_theorem;

/* STATUS_OK: valid. STATUS_NEGATIVE: well-formed, but it proves nothing; `e` says which step
 * fails. STATUS_MALFORMED: not such a certificate at all. */
status check_symbolic(symbolic_theorem *proved, const json_t *root, error *e);

#endif
