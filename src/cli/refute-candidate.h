/* Whom `strata refute` is asked to refute, from its options. */
#ifndef STRATA_CLI_REFUTE_CANDIDATE_H
#define STRATA_CLI_REFUTE_CANDIDATE_H

#include "cli/options.h"
#include "verifier/refute/candidate.h"

#define REFUTE_CANDIDATE_OPTIONS                                                                   \
    {"protocol", "FILE", "a protocol file instead (docs/protocol-files.md)"},                      \
        {"random", "SEED", "a random protocol instead, with --word, --B, --S"},                    \
        {"word", "WORD", "layers of a random protocol, bottom to top (default: L-1 letters F)"},   \
        {"B", "B", "messages of a full layer have 2 B bits per token (random; default 1)"},        \
        {"S", "S", "messages of a linear layer have S bits (random; default 1)"},                  \
        {"number", "NAME",                                                                         \
         "number system of a network: fixed:P (default for constructions, with their P), base2 "   \
         "(default for files), e, fp16, .."},                                                      \
        {"drop-layer", "K", "take layer K (1, 2, .. from the bottom) out of the network"},         \
    {                                                                                              \
        "replace-layer", "K=R^N",                                                                  \
            "put N linear layers with the weights of full layer K in its place (K=RRR is K=R^3)"   \
    }

status refute_candidate(candidate *c, const options *o, error *e);

#endif
