/* What a theorem says, in words and numbers. */
#ifndef STRATA_VERIFIER_KERNEL_STATEMENT_H
#define STRATA_VERIFIER_KERNEL_STATEMENT_H

#include "verifier/kernel/kernel.h"

/* The statement; lines end with newlines but for the last. Numbers of more than 60 digits are
 * shown as ~2^184.3 (theorem_number has all digits). Free with memory_free. */
char *theorem_to_text(const theorem *t);

/* The i-th thing that is used but not checked when the theorem is read as a statement about
 * networks, in plain words; NULL after the last. */
const char *theorem_assumption(const theorem *t, unsigned i);

#endif
