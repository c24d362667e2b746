/* Refutations as files (docs/refuter.md): who is refuted, the input or the two inputs, what
 * player -1 knows on them, the answers given and needed, and the theorem, if one applies.
 *
 * Checking searches for nothing: the candidate is built again from the file and run on the inputs;
 * what it answers, and what player -1 knows, must be what the file says; the kernel derives the
 * theorem again from the numbers x and theta. */
#ifndef STRATA_VERIFIER_REFUTE_CERTIFICATE_H
#define STRATA_VERIFIER_REFUTE_CERTIFICATE_H

#include "verifier/refute/refute.h"

#define REFUTATION_CERTIFICATE_FORMAT "strata-refutation-certificate"
enum { refutation_certificate_version = 1 };

json_t *refutation_certificate(const refutation *r, const candidate *c); /* a new reference */

/* What a certificate that holds says. */
typedef struct refutation_checked {
    char task[fc_text_room];
    char candidate_sha256[SHA256_HEX];
    char *word;      /* free with memory_free */
    char *statement; /* the kernel's theorem, or NULL; free with memory_free */
    size_t inputs;   /* 2: a collision */
} refutation_checked;

/* STATUS_NEGATIVE: it is well-formed but does not hold. */
status refutation_check(refutation_checked *said, const json_t *root, error *e);
void refutation_checked_clear(refutation_checked *said);

#endif
