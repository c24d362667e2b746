/* What a command is about: a task from --L, --m, --n, and a network from --construction or
 * --network. Shared by all commands that run networks. */
#ifndef STRATA_CLI_SUBJECT_H
#define STRATA_CLI_SUBJECT_H

#include "cli/options.h"
#include "constructions/construction.h"
#include "model/network.h"

/* Rows for the option tables of such commands. */
#define TASK_OPTIONS                                                                               \
    {"L", "L", "number of functions composed"},                                                    \
        {"m", "M", "size of the first function's domain, N_0 = m"},                                \
    {                                                                                              \
        "n", "N1,N2,..", "the L-1 sizes n_1, ..., n_{L-1} (none for L = 1)"                        \
    }
#define NETWORK_OPTIONS                                                                            \
    {"construction", "NAME", "a built-in network (default binary; see `strata constructions`)"},   \
    {                                                                                              \
        "network", "FILE", "a network file instead (docs/network-file.md)"                         \
    }

status subject_task(fc *task, const options *o, error *e);

/* With --network, sizes may be left out; if given they must be the file's. */
status subject_network(network *net, const options *o, error *e);

/* Prints to standard output, or to --out. */
status subject_print(const options *o, const char *text, error *e);

#endif
