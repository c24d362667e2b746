#!/usr/bin/env bash
# The Coq development: compile it, print what each main theorem assumes (nothing, or this fails),
# and see that its documentation and the numbers of the C program agree with it.
set -eu
cd "$(dirname "$0")/.."
coq=proofs/coq
if grep -nE '^[[:space:]]*(Admitted|Axiom|Parameter|Conjecture|Hypothesis.*:=)|\badmit\b' "$coq"/*.v; then
    echo "proofs: something above is not proved" >&2
    exit 1
fi
make -C "$coq" --no-print-directory -j"$(nproc)"
make -C "$coq" --no-print-directory assumptions
bash proofs/check-table.sh
python3 tests/oracle/coq_numbers.py "${STRATA:-build/strata}" proofs/numbers.sh
count=$(grep -c 'Closed under the global context' "$coq/assumptions.txt")
echo "proofs: $count theorems, each closed under the global context"
