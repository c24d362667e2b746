/* The protocol a command is about: a network run as one (--construction or --network, --number),
 * or a protocol file (--protocol). */
#ifndef STRATA_CLI_PROTOCOL_SUBJECT_H
#define STRATA_CLI_PROTOCOL_SUBJECT_H

#include "cli/subject.h"
#include "model/number-choice.h"
#include "protocol/protocol.h"

#define PROTOCOL_OPTIONS                                                                           \
    {"protocol", "FILE", "a protocol file instead (docs/protocol-files.md)"},                      \
        {"number", "fixed:P",                                                                      \
         "bits of a network's numbers (default: what the construction needs)"},                    \
        {"budget", "B", "the B of 2*B*|i| (default H*d*P; a file says it)"},                       \
    {                                                                                              \
        "state-bits", "S", "the S of linear layers (default: the largest state; a file says it)"   \
    }

typedef struct protocol_subject {
    protocol p;
    int has_network;
    network net; /* if has_network: what the protocol runs, in this number system */
    number_choice number;
} protocol_subject;

/* Everything but the budgets is checked; for those see protocol_check_budget. */
status subject_protocol(protocol_subject *it, const options *o, error *e);
void subject_protocol_clear(protocol_subject *it);

/* A network as the subject, with its own number system; takes the network over. */
status subject_protocol_network(protocol_subject *it, const options *o, error *e);

#endif
