/* What an exhaustive verification leaves behind (docs/verification.md): the network, the
 * cut into chunks, for every chunk that was done its digest and number of failures, and the
 * first counterexample. Which engine ran, on how many threads or machines, and how often it
 * was interrupted leaves no trace: the same inputs give the same bytes. */
#ifndef STRATA_VERIFIER_EXHAUSTIVE_CERTIFICATE_H
#define STRATA_VERIFIER_EXHAUSTIVE_CERTIFICATE_H

#include "model/network-file.h"
#include "verifier/sweep.h"

#define EXHAUSTIVE_CERTIFICATE_FORMAT "strata-exhaustive-certificate"

/* A failing input, found again from its number and judged by the reference engine. */
typedef struct counterexample {
    uint64_t index;
    uint64_t *prompt;
    run_result got;
    uint64_t expected;
} counterexample;

/* STATUS_INTERNAL if the reference engine does not confirm the failure. */
status counterexample_init(counterexample *found, const network *net, uint64_t index, error *e);
void counterexample_clear(counterexample *found);

/* The certificate of the chunks that are done in full; free with memory_free. */
status exhaustive_certificate_text(char **text, const sweep *s, error *e);

/* The same read back. `s` owns its network then: clear with exhaustive_certificate_clear. */
typedef struct exhaustive_certificate {
    network net;
    sweep sweep;
    char sha256[SHA256_HEX]; /* of the file */
} exhaustive_certificate;

/* Reads and checks everything but the digests: form, checksum, network, cut, totals, and the
 * counterexample by the reference engine. STATUS_MALFORMED for what is no certificate at
 * all, STATUS_NEGATIVE for one that does not hold; `e` says why. */
status exhaustive_certificate_read(exhaustive_certificate *c, const char *path, error *e);
void exhaustive_certificate_clear(exhaustive_certificate *c);

/* Digests as 32 hexadecimal digits and a zero. */
#define DIGEST_HEX 33
void digest_to_hex(char hex[DIGEST_HEX], const digest *d);
int digest_from_hex(digest *d, const char *hex);

/* Puts the SHA-256 of the object's compact text into its member "payload_sha256", and checks
 * it (1 = it is right). */
void seal_json(json_t *object);
int seal_is_intact(json_t *object);

#endif
