#!/usr/bin/env bash
# strata verify: the counts of the notes, samples, counterexamples, files.
. "$TOP/tests/support/cli.sh"
v() { "$STRATA" verify --engine reference "$@"; }

check() { # NAME EXPRESSION ARGUMENTS...
    local name=$1 expression=$2
    shift 2
    v "$@" --format json --out "$TMP/v.json" || not_ok "$name" "exit code $?"
    json "$name" "$TMP/v.json" "$expression"
}
all='d["verified"] and d["failures"] == 0 and d["counterexample"] is None and d["checked"] == d["inputs"]'
check "FC(2;2;2)" "$all and d['inputs'] == '4096' and d['layers'] == 3 and d['heads'] == 1" --L 2 --m 2 --n 2
check "FC(1;3)" "$all and d['inputs'] == '81' and d['layers'] == 2" --L 1 --m 3
check "FC(2;1;3)" "$all and d['inputs'] == '81'" --L 2 --m 1 --n 3
k=2000
[ -n "${SANITIZED:-}" ] && k=100
sampled='not d["verified"] and d["failures"] == 0'
check "sample of FC(3;2;2,2)" "$sampled and d['checked'] == '$k' and d['layers'] == 4" --L 3 --m 2 --n 2,2 --sample $k --seed 7
check "sample of FC(4;2;2,1,2)" "$sampled and d['checked'] == '$k' and d['layers'] == 5" --L 4 --m 2 --n 2,1,2 --sample $k --seed 7
check "fields of the contract" 'all(f in d for f in "verified inputs checked failures counterexample layers heads dim width precision_bits seconds rate".split())' --L 1 --m 2

expect "last line VERIFIED with a hash" 0 '^VERIFIED [0-9a-f]{64}$' -- v --L 1 --m 3
expect "last line SAMPLED" 0 '^SAMPLED 5$' -- v --L 2 --m 3 --n 3 --sample 5
[ "$(v --L 2 --m 3 --n 2 --sample 50 --seed 4 --threads 1 | grep -v rate)" = \
    "$(v --L 2 --m 3 --n 2 --sample 50 --seed 4 --threads 3 | grep -v rate)" ] &&
    ok "samples do not depend on threads" || not_ok "samples do not depend on threads" "they differ"

# A file round trip, and a file with one key weight gone: refuted, and the oracle agrees.
"$STRATA" export --L 2 --m 2 --n 2 --out "$TMP/good.json"
expect "a network file verifies" 0 '^VERIFIED' -- v --network "$TMP/good.json"
expect "sizes may be repeated" 0 '^VERIFIED' -- v --network "$TMP/good.json" --L 2 --m 2 --n 2
python3 - "$TMP/good.json" "$TMP/broken.json" <<'PY'
import json, sys
d = json.load(open(sys.argv[1]))
del d["layers"][2]["heads"][0]["key"]["entries"][-1]
json.dump(d, open(sys.argv[2], "w"))
PY
v --network "$TMP/broken.json" --format json >"$TMP/v.json"
[ $? = 1 ] && ok "a broken network exits 1" || not_ok "a broken network exits 1" "it does not"
json "a broken network is refuted" "$TMP/v.json" 'not d["verified"] and d["failures"] > 0 and d["checked"] == "4096"'
python3 -c 'import json,sys; d=json.load(open(sys.argv[1])); json.dump(d["counterexample"], open(sys.argv[2],"w"))' "$TMP/v.json" "$TMP/c.json"
truth=$(python3 "$TOP/tests/oracle/fc.py" 2 2 2 <"$TMP/c.json")
json "the oracle disagrees with the network" "$TMP/v.json" "d['expected'] == $truth and d['answer'] != $truth"
expect "the counterexample fails when run" 1 'WRONG' -- "$STRATA" run --network "$TMP/broken.json" --input "$TMP/c.json"
expect "text says REFUTED last" 1 '^REFUTED$' -- v --network "$TMP/broken.json"
expect "--first stops early" 1 '^REFUTED$' -- v --network "$TMP/broken.json" --first
finish
