#!/usr/bin/env bash
# All inputs of FC(3; 2; 2,2), 137,438,953,472 of them, as a Slurm job array:
#
#   sbatch --array=1-64 examples/slurm-array.sh
#
# Task I of 64 takes shard I/64. A task that is killed or runs out of time is started again
# with the same command and goes on from its checkpoint. When all are done:
#
#   strata merge shard-*.json --out whole.json && strata check whole.json
#
#SBATCH --job-name=strata
#SBATCH --cpus-per-task=8
#SBATCH --time=01:00:00
#SBATCH --signal=TERM@30
#SBATCH --requeue
set -eu
STRATA=${STRATA:-strata}
shard=${SLURM_ARRAY_TASK_ID:?run me with sbatch --array=1-K}
shards=${SLURM_ARRAY_TASK_COUNT:?run me with sbatch --array=1-K}
read -ra size <<<"${SIZE:---L 3 --m 2 --n 2,2}"
exec "$STRATA" verify "${size[@]}" --shard "$shard/$shards" --threads "${SLURM_CPUS_PER_TASK:-1}" \
    --checkpoint "shard-$shard.state" --cert "shard-$shard.json" --quiet
