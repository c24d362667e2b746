/* "Solves" as a theorem: the kernel's rules applied to what an engine proposes. No verdict of
 * VERIFIED is printed without one. */
#ifndef STRATA_VERIFIER_SOLVE_H
#define STRATA_VERIFIER_SOLVE_H

#include "model/network.h"
#include "task/sizes.h"
#include "verifier/exhaustive-certificate.h"
#include "verifier/kernel/kernel.h"

/* Look-up by look-up, then compose: from a symbolic certificate, as JSON or as text. */
status solve_by_lookups(theorem **made, const json_t *root, error *e);
status solve_by_lookups_text(theorem **made, const char *text, error *e);

/* The first look-up of the certificate in a file; the certificate of a run through all inputs. */
status solve_first_lookup_file(theorem **made, const char *path, error *e);
status solve_by_exhaustive_file(theorem **made, const char *path, error *e);
status solve_by_exhaustive(theorem **made, const exhaustive_certificate *c, error *e);

/* From a run through all inputs, or from an engine's word for all of them (`by` says what
 * is believed; NULL: each input was run). Both leave an open hypothesis. */
status solve_by_running(theorem **made, const network *net, const char *number, const char *by,
                        mpz_srcptr checked, mpz_srcptr failures, error *e);

/* From the lemmas about the built-in constructions, in exact arithmetic, with heads
 * of dimension d. */
status solve_by_lemma(theorem **made, const char *construction, const sizes *s, const mpz_t d,
                      error *e);

#endif
