#!/usr/bin/env bash
# Networks and files as protocols: who may say what, how much, and what comes of it.
. "$TOP/tests/support/cli.sh"
p() { "$STRATA" protocol "$@"; }
fc=(--L 2 --m 2 --n 2)
x=$TMP/x.json

# every built-in construction but cot, on all inputs, within its bits; and not with one bit less
while IFS=, read -r name _; do
    [ "$name" = cot ] && continue
    p "${fc[@]}" --construction "$name" --format json --out "$x"
    json "$name: all inputs" "$x" 'd["within_budget"] and d["checked"] == "4096" and d["finished"] and d["mode"] == "exhaustive" and d["differs_from_network"] == 0 and d["wrong"] == 0'
    json "$name: bits" "$x" 'all(r["bits"] <= r["allowed"] == (d["S"] if r["kind"] == "R" else 2 * d["B"] * r["tokens"]) for r in d["rows"])'
    least=$(python3 -c 'import json,sys; print(json.load(open(sys.argv[1]))["least_B"] - 1)' "$x")
    expect "$name: B one less" 1 'EXCEEDED: layer [0-9] \(F\), player 2 to player [-0-9]+: [0-9]+ bits, but 2 B .* allowed' -- \
        p "${fc[@]}" --construction "$name" --budget "$least"
    expect "$name: exactly enough" 0 -- p "${fc[@]}" --construction "$name" --budget $((least + 1)) --sample 2
    [ "${name#hybrid}" = "$name" ] && continue
    state=$(python3 -c 'import json,sys; print(json.load(open(sys.argv[1]))["S"] - 1)' "$x")
    expect "$name: S one less" 1 'EXCEEDED: layer 1 \(R\), player 2 to player 1: [0-9]+ bits, but S = [0-9]+ allowed' -- \
        p "${fc[@]}" --construction "$name" --state-bits "$state"
done < <("$STRATA" constructions "${fc[@]}" --format csv | tail -n +2)
refuse "cot is no single pass" 2 'not a single pass' -- p "${fc[@]}" --construction cot
expect "too few bits: still the network's answer" 1 "is the network's on each" -- p "${fc[@]}" --number fixed:2 --sample 50
expect "three functions" 0 "is the task's on each" -- p --L 3 --m 2 --n 2,2 --construction quadratic --sample 10
"$STRATA" export "${fc[@]}" --construction hybrid-gla --out "$TMP/net.json"
expect "a network file" 0 'word RFF' -- p --network "$TMP/net.json" --sample 5
sed -i 's/"hybrid-gla"/"mine"/' "$TMP/net.json"
refuse "its numbers must be known" 2 'in how many bits' -- p --network "$TMP/net.json"
expect "and then are" 0 "fixed:8:2" -- p --network "$TMP/net.json" --number fixed:8 --sample 5
refuse "floating point has no reports" 2 'must be fixed:P' -- p "${fc[@]}" --number fp16
refuse "exact numbers have no bits" 2 'must be fixed:P' -- p "${fc[@]}" --number base2
refuse "too many options" 2 'give one of' -- p --protocol x --construction binary
refuse "no sample" 2 'sample: at least 1' -- p "${fc[@]}" --sample 0

# pictures and messages
p "${fc[@]}" --construction hybrid-gla --format svg --out "$TMP/flow.svg"
expect "a picture" 0 'announces the answer' -- cat "$TMP/flow.svg"
expect "that is XML" 0 -- python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "$TMP/flow.svg"
expect "a red one" 1 -- p "${fc[@]}" --construction hybrid-gla --state-bits 1 --format svg --out "$TMP/red.svg"
expect "is red" 0 'b91c1c' -- cat "$TMP/red.svg"
expect "messages of a run" 0 '0x[0-9a-f]+/36' -- p "${fc[@]}" --construction quadratic --random --sample 1
echo '{"z0":1,"w":[0],"z":[[1,0],[3,0,2,1]]}' >"$TMP/in.json"
p --protocol "$TOP/examples/protocols/right-two-full-one-linear.protocol" --input "$TMP/in.json" --format json --out "$x"
json "what they are" "$x" 'd["said"] == 3 and [r["message"] for r in d["rows"] if r["bits"]] == ["0x1/1", "0x0/1", "0x3/2"]'
refuse "a bad input to show" 3 'in.json' -- bash -c "echo '{}' >'$TMP/in.json'; '$STRATA' protocol --input '$TMP/in.json' --protocol '$TOP/examples/protocols/right-enough-bits.protocol'"

# files: the right ones are right, the cheats are not, and no cheat has more than L-1 full layers
for file in "$TOP"/examples/protocols/*.protocol; do
    name=$(basename "$file" .protocol)
    case $name in
    right-*) expect "$name" 0 "is the task's on each" -- p --protocol "$file" ;;
    cheat-*)
        p --protocol "$file" --format json --out "$x"
        json "$name" "$x" 'd["wrong"] > 0 and d["within_budget"] and d["full_layers"] <= int(d["task"][3]) - 1'
        ;;
    *) not_ok "$name" "neither right-* nor cheat-*" ;;
    esac
done
[ "$(find "$TOP"/examples/protocols -name 'cheat-*' | wc -l)" -ge 6 ] && ok "cheats are there" || not_ok "cheats are there" "fewer than 6"
expect "another task than asked for" 2 'the protocol file is for FC\(2;2;2\)' -- p --protocol "$TOP/examples/protocols/cheat-hash.protocol" --L 1 --m 2
expect "a file under a smaller budget" 1 'EXCEEDED' -- p --protocol "$TOP/examples/protocols/cheat-hash.protocol" --budget 0

# malformed files: the first line says which line is wrong, and what is said about it
count=0
for file in "$TOP"/tests/corpus/protocols/*.protocol; do
    name=$(basename "$file") count=$((count + 1))
    read -r _ line pattern <"$file"
    refuse "malformed $name" 3 "^strata: $name:$line .*$pattern" -- p --protocol "$file"
done
[ "$count" -ge 15 ] && ok "the corpus is there" || not_ok "the corpus is there" "$count files"
refuse "no such file" 3 'cannot open' -- p --protocol "$TMP/none.protocol"
head -c 100000 /dev/urandom >"$TMP/noise.protocol"
refuse "noise" 3 'noise.protocol:[0-9]+:' -- p --protocol "$TMP/noise.protocol"
head -c 5000000 /dev/zero >"$TMP/huge.protocol"
refuse "too long a file" 4 'huge' -- p --protocol "$TMP/huge.protocol"
finish
