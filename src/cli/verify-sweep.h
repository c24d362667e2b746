/* `strata verify` on all inputs, or a shard of them: from options to a sweep to a verdict
 * and a certificate. */
#ifndef STRATA_CLI_VERIFY_SWEEP_H
#define STRATA_CLI_VERIFY_SWEEP_H

#include "cli/options.h"
#include "cli/progress.h"
#include "verifier/exhaustive-certificate.h"
#include "verifier/exhaustive.h"

/* Rows for the option table. */
#define SWEEP_OPTIONS                                                                              \
    {"shard", "I/K", "only every K-th chunk of the inputs, from the I-th on (I = 0 .. K)"},        \
        {"checkpoint", "FILE", "save the state here every few seconds, and go on from it"},        \
    {                                                                                              \
        "cert", "FILE", "write the certificate here (docs/verification.md)"                        \
    }

typedef struct sweep_outcome {
    const char *engine;                  /* that ran */
    char note[320];                      /* why it is not the one that was asked for, or "" */
    int whole;                           /* all inputs, not a shard */
    int silent;                          /* another process of the cluster speaks */
    char certificate_sha256[SHA256_HEX]; /* "" if there is none */
} sweep_outcome;

/* Fills `found` with what was found, complete or not. */
status verify_sweep(verdict *found, sweep_outcome *outcome, const network *net, const options *o,
                    progress *bar, error *e);

#endif
