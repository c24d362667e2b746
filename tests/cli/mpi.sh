#!/usr/bin/env bash
# Three processes over MPI: the same output and the same certificate as one.
. "$TOP/tests/support/cli.sh"
mpi=$(dirname "$STRATA")/strata-mpi
if [ -n "${SANITIZED:-}" ] || [ ! -x "$mpi" ]; then
    echo "ok skipped: MPI is not built here"
    exit
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
three() { timeout 120 mpirun --oversubscribe -np 3 "$mpi" "$@"; }

size=(--L 2 --m 2 --n 2)
"$STRATA" verify "${size[@]}" --cert "$TMP/one.json" >"$TMP/one.out"
three verify "${size[@]}" --cert "$TMP/three.json" >"$TMP/three.out" 2>"$TMP/three.err"
if cmp -s "$TMP/one.json" "$TMP/three.json"; then ok "same certificate"; else not_ok "same certificate" "$(cat "$TMP/three.err")"; fi
if cmp -s "$TMP/one.out" "$TMP/three.out"; then ok "same output"; else not_ok "same output" "$(cat "$TMP/three.out")"; fi

"$STRATA" export "${size[@]}" --out "$TMP/good.json"
python3 - "$TMP/good.json" "$TMP/broken.json" <<'PY'
import json, sys
d = json.load(open(sys.argv[1]))
del d["layers"][2]["heads"][0]["key"]["entries"][-1]
json.dump(d, open(sys.argv[2], "w"))
PY
"$STRATA" verify --network "$TMP/broken.json" --cert "$TMP/one.json" >/dev/null
three verify --network "$TMP/broken.json" --cert "$TMP/three.json" >"$TMP/three.out" 2>&1
if cmp -s "$TMP/one.json" "$TMP/three.json" && grep -q '^REFUTED$' "$TMP/three.out"; then
    ok "a refutation is the same"
else
    not_ok "a refutation is the same" "$(cat "$TMP/three.out")"
fi
three verify "${size[@]}" --checkpoint "$TMP/state" --shard 1/2 --cert "$TMP/three.json" >/dev/null 2>&1
"$STRATA" verify "${size[@]}" --shard 1/2 --cert "$TMP/one.json" >/dev/null
if cmp -s "$TMP/one.json" "$TMP/three.json"; then ok "shards and checkpoints"; else not_ok "shards and checkpoints" "they differ"; fi
finish
