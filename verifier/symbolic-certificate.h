/* Certificates of symbolic proofs (format: docs/symbolic.md, section 6). */
#ifndef STRATA_VERIFIER_SYMBOLIC_CERTIFICATE_H
#define STRATA_VERIFIER_SYMBOLIC_CERTIFICATE_H

#include "verifier/symbolic.h"

/* The text of the certificate of a complete proof; free with memory_free. */
char *symbolic_certificate(const symbolic_proof *proof);

#endif
