/* Several processes that verify together, or this one alone.
 *
 * `strata` is linked with cluster-single.c: one process. `strata-mpi` is linked with
 * mpi/cluster.c instead: mpirun starts the same program several times, each takes its share
 * of the chunks, and process 0 gathers the records and speaks. */
#ifndef STRATA_CLI_CLUSTER_H
#define STRATA_CLI_CLUSTER_H

#include "verifier/sweep.h"

void cluster_begin(int *count, char ***arguments);
void cluster_end(void);

unsigned cluster_rank(void);
unsigned cluster_size(void);

/* The worst status of all processes, known to all of them. */
status cluster_agree(status s);

/* Brings all records to process 0. Every process must call it, each having run its share:
 * shard `shard + shards * rank` of `shards * size`. */
void cluster_gather(sweep *s, uint64_t shard, uint64_t shards);

#endif
