#!/usr/bin/env bash
# Writes docs/tables/precision.md: bits and formats for prompts of up to 65,794 tokens. Takes
# some minutes, so the result is kept.
set -eu
cd "$(dirname "$0")/.."
STRATA=${STRATA:-build/strata}
SIZES=${SIZES:-2,4,8,16,32,64,128,256}
to=docs/tables/precision.md
new=$(mktemp)
{
    cat <<'TEXT'
# Bits and formats

Written by `scripts/precision-table.sh`, that is `strata precision --L 2 --sizes 2,4,...,256`: the
tasks FC(2; k; k), prompts of n = k^2 + k + 2 tokens.

* **P proved**: in fixed:P (two integer bits) the network is right on every input, by the argument
  in [constructions.md](../constructions.md); at n = 8 also by running all 4096 inputs.
* **least P**: the least P such that for some number I of integer bits fixed:P:I is right on ten
  worst-case inputs. Nothing more is claimed about other inputs than what *P proved* says.
* **P refuted**: one less; here every choice of I is wrong on one of the ten inputs.
* **formats**: `fails` means a counterexample among the ten inputs; `holds` means that there is
  none among them, which is no proof.

A worst-case input has, in every table, the complement of the entry that is looked up everywhere
else ([number-systems.md](../number-systems.md) says why, and in which order operations round).

TEXT
    "$STRATA" precision --L 2 --sizes "$SIZES" --format markdown
} >"$new"
cat "$new" >"$to"
rm "$new"
echo "wrote $to"
