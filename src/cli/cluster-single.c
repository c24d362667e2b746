#include "cli/cluster.h"

void cluster_begin(int *count, char ***arguments)
{
    (void)count;
    (void)arguments;
}

void cluster_end(void)
{
}

unsigned cluster_rank(void)
{
    return 0;
}

unsigned cluster_size(void)
{
    return 1;
}

status cluster_agree(status s)
{
    return s;
}

void cluster_gather(sweep *s, uint64_t shard, uint64_t shards)
{
    (void)s;
    (void)shard;
    (void)shards;
}
