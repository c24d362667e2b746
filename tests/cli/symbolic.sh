#!/usr/bin/env bash
# strata verify --mode symbolic and parametric, and strata check on symbolic certificates.
. "$TOP/tests/support/cli.sh"
s() { "$STRATA" verify --mode symbolic "$@"; }
p() { "$STRATA" verify --mode parametric "$@"; }

big=300
[ -n "${SANITIZED:-}" ] && big=40
all='d["verified"] and d["failures"] == 0 and d["counterexample"] is None and d["checked"] == d["inputs"]'
fields='all(f in d for f in "verified inputs checked failures counterexample layers heads dim width precision_bits seconds rate".split())'
s --L 2 --m 2 --n 2 --format json --out "$TMP/v.json"
json "FC(2;2;2)" "$TMP/v.json" "$all and d['inputs'] == '4096' and d['sums'] == 'digits' and $fields"
s --L 2 --m 200 --n 50 --format json --out "$TMP/v.json"
json "inputs are factored when long" "$TMP/v.json" "$all and d['inputs'] == '200*50*200^200*10000^10000'"
expect "L = 1" 0 '^VERIFIED [0-9a-f]{64}$' -- s --L 1 --m 5
expect "sizes 1" 0 '^VERIFIED' -- s --L 3 --m 1 --n 1,1
expect "many layers" 0 '^VERIFIED' -- s --L 5 --m 4 --n 4,4,4,4
expect "many tokens" 0 '^VERIFIED' -- s --L 2 --m $big --n $big
expect "no power of two" 0 '^VERIFIED' -- s --L 4 --m 3 --n 5,1,7

# Certificates
s --L 2 --m 30 --n 30 --cert "$TMP/c.json" >"$TMP/v.txt"
[ "$(tail -n 1 "$TMP/v.txt")" = "$("$STRATA" check "$TMP/c.json" | tail -n 1)" ] &&
    ok "verify and check agree on the hash" || not_ok "verify and check agree on the hash" "they differ"
expect "the certificate is valid" 0 '^VERIFIED [0-9a-f]{64}$' -- "$STRATA" check "$TMP/c.json"
expect "it names its network" 0 '^VERIFIED' -- "$STRATA" check "$TMP/c.json" --L 2 --m 30 --n 30
expect "another network is rejected" 1 '^INVALID$' -- "$STRATA" check "$TMP/c.json" --L 2 --m 30 --n 29
sed 's/"digits"/"tokens"/' "$TMP/c.json" >"$TMP/broken.json"
expect "a changed hint is rejected" 1 '^INVALID$' -- "$STRATA" check "$TMP/broken.json"
sed 's/"version":2/"version":3/' "$TMP/c.json" >"$TMP/broken.json"
expect "another version is rejected" 3 'version' -- "$STRATA" check "$TMP/broken.json"
head -c 500 "$TMP/c.json" >"$TMP/broken.json"
expect "half a file is rejected" 3 '' -- "$STRATA" check "$TMP/broken.json"

# fixed:P: the kernel follows the same hints with the roundings; what it refuses is tried on hard inputs.
q() { s --L 2 --m 12 --n 1 --construction quadratic "$@"; }
expect "fixed:5" 0 '^theorem: .* solves FC\(2; m = 12; n = 1\), 26 tokens, on every input in fixed:5:2$' -- q --number fixed:5
expect "fixed:4 is refuted" 1 '^REFUTED$' -- q --number fixed:4
expect "it says why" 1 'the kernel refuses it in fixed:4:2: layer 0: a block.s largest score has more than 12 bits' -- q --number fixed:4
expect "binary in fixed:6" 0 '^VERIFIED' -- s --L 3 --m 3 --n 2,3 --number fixed:6
expect "other integer bits" 1 '^REFUTED$' -- s --L 2 --m 3 --n 2 --number fixed:6:0
refuse "not in floating point" 2 'fixed:P' -- s --L 2 --m 2 --n 2 --number bf16
refuse "not for recurrences" 4 'base2 only' -- s --L 2 --m 2 --n 2 --construction hybrid-gla --number fixed:6
q --number fixed:5 --cert "$TMP/q.cert" --quiet >/dev/null
expect "its certificate" 0 'in fixed:5:2' -- "$STRATA" check "$TMP/q.cert"
expect "a believed argument says so" 0 'provided that the symbolic engine.s argument was honest' -- s --L 2 --m 2 --n 2 --construction hybrid-gla

# Broken networks: the same verdict as running every input, with a counterexample that fails.
"$STRATA" export --L 2 --m 2 --n 2 --out "$TMP/good.json"
expect "a network file" 0 '^VERIFIED' -- s --network "$TMP/good.json"
python3 - "$TMP/good.json" "$TMP/bad.json" <<'PY'
import json, sys
d = json.load(open(sys.argv[1]))
del d["layers"][1]["heads"][0]["key"]["entries"][0]
json.dump(d, open(sys.argv[2], "w"))
PY
expect "a broken network is refuted" 1 '^REFUTED$' -- s --network "$TMP/bad.json"
expect "it says where" 1 'layer [0-9]' -- s --network "$TMP/bad.json"
s --network "$TMP/bad.json" --format json --out "$TMP/v.json"
json "with a counterexample" "$TMP/v.json" 'not d["verified"] and d["failures"] >= 1 and d["answer"] != d["expected"] and d["undecided_at"]'
python3 -c 'import json,sys; json.dump(json.load(open(sys.argv[1]))["counterexample"], open(sys.argv[2], "w"))' "$TMP/v.json" "$TMP/input.json"
"$STRATA" run --network "$TMP/bad.json" --input "$TMP/input.json" --format json --out "$TMP/r.json"
json "that really fails" "$TMP/r.json" 'd["answer"] != d["expected"]'
# A sharper change on a task too large to enumerate: undecided or refuted, never verified.
"$STRATA" export --L 2 --m 6 --n 5 --out "$TMP/good.json"
python3 - "$TMP/good.json" "$TMP/bad.json" <<'PY'
import json, sys
d = json.load(open(sys.argv[1]))
d["layers"][2]["mlp"]["in_bias"][0] = "-5"
json.dump(d, open(sys.argv[2], "w"))
PY
expect "one bias of FC(2;6;5) is refuted" 1 '^REFUTED$' -- s --network "$TMP/bad.json"

# Parametric
expect "m = 2^500" 0 '^VERIFIED' -- p --L 3 --m 2^500 --n 2^500,7
p --L 2 --m 2^500 --n 2^500 --format json --out "$TMP/v.json"
json "with its epsilon" "$TMP/v.json" "$all and d['layers'] == 3 and float(d['log2_epsilon']) <= -2 and d['inputs'].startswith('2^500*2^500*')"
expect "quadratic, whatever n is" 0 '^VERIFIED' -- p --L 2 --m 2^100 --n 2^1000 --construction quadratic
refuse "no lemma" 2 'lemmas' -- p --L 2 --m 2 --n 2 --construction cot
refuse "too few sizes" 2 'expected L-1 = 2' -- p --L 3 --m 2 --n 2
refuse "size 0" 2 'at least 1' -- p --L 2 --m 2 --n 0
expect "L = 60" 0 '^VERIFIED' -- p --L 60 --m 2 --n "$(printf '2%.0s,' {1..58})2"
refuse "L = 61 is beyond limits" 4 'at most 60' -- p --L 61 --m 2 --n "$(printf '2%.0s,' {1..59})2"
refuse "more bits than the kernel reads" 4 '524288 bits' -- p --L 2 --m 2^600000 --n 2
refuse "no file" 2 'files' -- p --network "$TMP/good.json"
refuse "no sample" 2 'sample' -- s --L 2 --m 2 --n 2 --sample 3
refuse "no such mode" 2 'mode' -- "$STRATA" verify --mode guess --L 1 --m 2
finish
