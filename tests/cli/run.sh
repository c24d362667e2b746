#!/usr/bin/env bash
# strata run: one input, shown layer by layer; the answer is the oracle's.
. "$TOP/tests/support/cli.sh"
r() { "$STRATA" run "$@"; }
given=(--L 2 --m 2 --n 2 --z0 1 --w 0 --z1 1,0 --z2 3,0,2,1)

echo '{"z0":1,"w":[0],"z":[[1,0],[3,0,2,1]]}' >"$TMP/i.json"
truth=$(python3 "$TOP/tests/oracle/fc.py" 2 2 2 <"$TMP/i.json")
r "${given[@]}" --format json >"$TMP/r.json"
json "answer of the oracle" "$TMP/r.json" "d['answer'] == $truth and d['expected'] == $truth and d['correct']"
json "three layers, weights that add up to 1" "$TMP/r.json" \
    'len(d["layers"]) == 3 and all(sum(__import__("fractions").Fraction(w) for w in l["heads"][0]["weights"]) == 1 for l in d["layers"])'
json "registers hold i_0 = 1, i_1 = 0, i_2 = 3" "$TMP/r.json" \
    '[l["state"]["register"] for l in d["layers"]] == [["1","-1"],["-1","-1"],["1","1"]]'
expect "text shows exact fractions" 0 '262144/270593' -- r "${given[@]}"
expect "text says what is known" 0 'register = \(1, 1\), the code of 3' -- r "${given[@]}"
expect "an input file" 0 'answer 3, expected i_2 = 3: correct' -- r --L 2 --m 2 --n 2 --input "$TMP/i.json"
expect "an input on standard input" 0 'answer 3' -- bash -c "\"$STRATA\" run --L 2 --m 2 --n 2 --input - <\"$TMP/i.json\""
expect "L = 1 needs no w" 0 'answer 2' -- r --L 1 --m 3 --z0 1 --z1 0,2,1
bad=0
for seed in 1 2 3 4 5 6 7 8; do
    r --L 3 --m 2 --n 2,3 --random --seed $seed --format json >"$TMP/r.json" || bad=1
    python3 -c 'import json,sys; json.dump(json.load(open(sys.argv[1]))["input"], sys.stdout)' "$TMP/r.json" >"$TMP/i.json"
    [ "$(python3 "$TOP/tests/oracle/fc.py" 3 2 2,3 <"$TMP/i.json")" = "$(python3 -c 'import json,sys; print(json.load(open(sys.argv[1]))["answer"])' "$TMP/r.json")" ] || bad=1
done
[ $bad = 0 ] && ok "random inputs agree with the oracle" || not_ok "random inputs agree with the oracle" "they do not"
expect "a network that is no look-up" 1 'answer 1, expected i_1 = 0: WRONG' -- r --network "$TOP/tests/networks/by-hand.json" --z0 1 --z1 1,0
r --network "$TOP/tests/networks/by-hand.json" --z0 1 --z1 1,0 --format json >"$TMP/r.json"
json "its exact activations" "$TMP/r.json" 'd["layers"][1]["state"]["a"] == ["60709/23400"]'
finish
