/* "Solves" as a theorem: the kernel's rules applied to what an engine proposes. No verdict of
 * VERIFIED is printed without one. */
#ifndef STRATA_VERIFIER_SOLVE_H
#define STRATA_VERIFIER_SOLVE_H

#include "model/network.h"
#include "verifier/kernel/kernel.h"

/* Look-up by look-up, then compose: from a symbolic certificate, as JSON or as text. */
status solve_by_lookups(theorem **made, const json_t *certificate, error *e);
status solve_by_lookups_text(theorem **made, const char *certificate, error *e);

/* From a run through all inputs, or from an engine's word for all of them (`engine` says what
 * is believed; NULL: each input was run). Both leave an open hypothesis. */
status solve_by_running(theorem **made, const network *net, const char *number, const char *engine,
                        mpz_srcptr checked, mpz_srcptr failures, error *e);

/* From the lemmas about the built-in constructions, in exact arithmetic; n[l] = n_l. */
status solve_by_lemma(theorem **made, const char *construction, unsigned L, const mpz_t *N,
                      const mpz_t *n, const mpz_t d, error *e);

#endif
