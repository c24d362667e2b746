/* "Impossible" as a theorem: the kernel's rules applied to the numbers a search proposes. */
#ifndef STRATA_VERIFIER_IMPOSSIBLE_H
#define STRATA_VERIFIER_IMPOSSIBLE_H

#include "base/status.h"
#include "bounds/setting.h"
#include "verifier/kernel/kernel.h"

/* STATUS_OK: the kernel has made the theorem that s is impossible at the sizes of w.
 * STATUS_NEGATIVE: it refuses. STATUS_LIMIT: the numbers are too long for it; then only the
 * conditions in factored form (bounds/conditions.h) speak for the witness. */
status impossible_by_witness(theorem **made, const setting *s, const witness *w, error *e);

#endif
