/* The cluster over MPI. Records are plain numbers and all processes run the same program on
 * the same kind of machine, so they travel as bytes. */
#include "cli/cluster.h"

#include "base/memory.h"

#include <mpi.h>

void cluster_begin(int *count, char ***arguments)
{
    REQUIRE(MPI_Init(count, arguments) == MPI_SUCCESS);
}

void cluster_end(void)
{
    MPI_Finalize();
}

unsigned cluster_rank(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return (unsigned)rank;
}

unsigned cluster_size(void)
{
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return (unsigned)size;
}

status cluster_agree(status s)
{
    int mine = (int)s, worst;
    MPI_Allreduce(&mine, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return (status)worst;
}

/* The records of one process, packed: there are at most 2^20 chunks (verifier/sweep.h). */
static int pack(sweep_record *packed, const sweep *s, uint64_t shard, uint64_t shards)
{
    int count = 0;
    for (uint64_t c = shard % shards; c < s->plan.chunks; c += shards)
        packed[count++] = s->record[c];
    return count;
}

static void unpack(sweep *s, const sweep_record *packed, uint64_t shard, uint64_t shards)
{
    for (uint64_t c = shard % shards; c < s->plan.chunks; c += shards)
        s->record[c] = *packed++;
}

void cluster_gather(sweep *s, uint64_t shard, uint64_t shards)
{
    unsigned rank = cluster_rank(), size = cluster_size();
    uint64_t all = shards * size;
    sweep_record *packed = memory_new((size_t)(s->plan.chunks / all + 1), sizeof *packed);
    if (rank > 0) {
        int count = pack(packed, s, shard + shards * rank, all);
        MPI_Send(packed, count * (int)sizeof *packed, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
    for (unsigned other = 1; rank == 0 && other < size; other++) {
        int room = (int)(s->plan.chunks / all + 1) * (int)sizeof *packed;
        MPI_Recv(packed, room, MPI_BYTE, (int)other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        unpack(s, packed, shard + shards * other, all);
    }
    memory_free(packed);
}
