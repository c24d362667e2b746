/* Certificates of symbolic proofs (format: docs/symbolic.md, section 6). */
#ifndef STRATA_VERIFIER_SYMBOLIC_CERTIFICATE_H
#define STRATA_VERIFIER_SYMBOLIC_CERTIFICATE_H

#include "verifier/symbolic.h"

/* The text of a certificate with the hints of a complete proof, for the kernel to follow in the
 * given number system (base2, fixed:P:I); free with memory_free. */
char *symbolic_certificate(const symbolic_proof *proof, const char *number);

#endif
