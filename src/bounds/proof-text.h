/* From a witness to a proof script (docs/proof-scripts.md): the same numbers, one rule per line.
 *
 * Only text is made here; what it is worth is decided by whoever replays it. */
#ifndef STRATA_BOUNDS_PROOF_TEXT_H
#define STRATA_BOUNDS_PROOF_TEXT_H

#include "bounds/setting.h"

/* Theorem 1 or 3 with the numbers of w. If full < L-1 (or L), the conclusion is specialised to
 * that many full layers. Fresh strings; free with memory_free. */
char *proof_text(const setting *s, const witness *w, unsigned full);

/* The same with the sizes of Theorem 2, written as powers of K = 8^L * `larger`. */
char *proof_text_closed(const setting *s, const mpz_t larger, unsigned full);

/* The network's half of a separation: a construction by name, or a certificate beside the script.
 */
typedef struct proof_network {
    const char *keys;        /* binary, quadratic, hybrid */
    unsigned long d, P;      /* B = d*P, S = d*(d+1)*P */
    const char *certificate; /* file name, or NULL: by the construction's lemma */
} proof_network;

/* Both halves and the separation. `prose` stands on top: lines that begin with #. */
char *proof_text_separation(const setting *s, const witness *w, const proof_network *net,
                            const char *prose);

/* Block-sparse attention: blocks = keep + 1. */
char *proof_text_sparse(const mpz_t bits, const mpz_t M, const mpz_t block, const mpz_t keep);

#endif
