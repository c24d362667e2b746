#!/usr/bin/env bash
# Whatever is wrong with what a person gives: one clear line, the exit code of the contract.
. "$TOP/tests/support/cli.sh"
s() { "$STRATA" "$@"; }
fc=(--L 2 --m 2 --n 2)

refuse "unknown command" 2 "unknown command 'verify2'" -- s verify2
refuse "unknown option" 2 'did you mean --sample' -- s verify "${fc[@]}" --sampel 3
refuse "option without value" 2 'needs a value' -- s verify --L
refuse "flag with value" 2 'takes no value' -- s verify "${fc[@]}" --quiet=1
refuse "option twice" 2 'given twice' -- s verify "${fc[@]}" --m 3
refuse "stray argument" 2 'unexpected argument' -- s verify FC222
refuse "no task" 2 'give --L and --m' -- s verify
refuse "L = 0" 2 '[-][-]L: at least 1' -- s verify --L 0 --m 2
refuse "L too large" 2 '[-][-]L: at most' -- s verify --L 61 --m 2
refuse "m = 0" 2 '[-][-]m: at least 1' -- s verify --L 1 --m 0
refuse "negative m" 2 '[-][-]m: expected a number' -- s verify --L 1 --m -3
refuse "m is a word" 2 '[-][-]m: expected a number' -- s verify --L 1 --m two
refuse "n missing" 2 'expected L-1 = 1 sizes, got 0' -- s verify --L 2 --m 2
refuse "n too long" 2 'expected L-1 = 2 sizes, got 3' -- s verify --L 3 --m 2 --n 1,2,3
refuse "n with a hole" 2 '[-][-]n' -- s verify --L 3 --m 2 --n 1,,3
refuse "n = 0" 2 'n_1 must be at least 1' -- s verify --L 2 --m 2 --n 0
refuse "unknown construction" 2 "no construction 'ternary'" -- s verify "${fc[@]}" --construction ternary
refuse "construction and network" 2 'not both' -- s verify --construction binary --network x
refuse "unknown engine" 2 '[-][-]engine' -- s verify "${fc[@]}" --engine magic
refuse "unknown mode" 2 '[-][-]mode' -- s verify "${fc[@]}" --mode guess
refuse "unknown number system" 2 '[-][-]number' -- s verify "${fc[@]}" --number roman
refuse "unknown format" 2 '[-][-]format' -- s verify "${fc[@]}" --format pdf
refuse "sample of 0" 2 '[-][-]sample' -- s verify "${fc[@]}" --sample 0
refuse "no threads" 2 '[-][-]threads' -- s verify "${fc[@]}" --threads 0
refuse "unknown export" 2 '[-][-]to' -- s export "${fc[@]}" --to tar

refuse "seed out of range" 2 '[-][-]z0: 2 is out of range' -- s run "${fc[@]}" --z0 2 --w 0 --z1 1,0 --z2 3,0,2,1
refuse "w out of range" 2 'w_1 = 2 is out of range' -- s run "${fc[@]}" --z0 1 --w 2 --z1 1,0 --z2 3,0,2,1
refuse "w missing" 2 'expected L-1 = 1 numbers, got 0' -- s run "${fc[@]}" --z0 1 --z1 1,0 --z2 3,0,2,1
refuse "table too short" 2 'expected N_1 = 4 values, got 3' -- s run "${fc[@]}" --z0 1 --w 0 --z1 1,0 --z2 3,0,2
refuse "table too long" 2 '[-][-]z2' -- s run "${fc[@]}" --z0 1 --w 0 --z1 1,0 --z2 3,0,2,1,0,0
refuse "value out of range" 2 'z_2\(0\) = 4 is out of range' -- s run "${fc[@]}" --z0 1 --w 0 --z1 1,0 --z2 4,0,2,1
refuse "table missing" 2 'z_1 is missing' -- s run "${fc[@]}" --z0 1 --w 0 --z2 3,0,2,1
refuse "a function too many" 2 'only L = 2 functions' -- s run "${fc[@]}" --z0 1 --w 0 --z1 1,0 --z2 3,0,2,1 --z3 1
refuse "no input" 2 'the input is missing' -- s run "${fc[@]}"
refuse "two inputs" 2 'give the input once' -- s run "${fc[@]}" --random --z0 1

refuse "prompt beyond memory" 4 'GB' -- s run --L 1 --m 2^35 --random
refuse "prompt beyond layout" 4 'too large' -- s verify --L 2 --m 2^500 --n 2
refuse "number beyond reason" 4 '2\^24 bits' -- s verify --L 1 --m 10^99999999
refuse "inputs beyond enumeration" 4 'too many inputs' -- s verify --L 1 --m 2^25

f=$TMP/f.json
refuse "network file missing" 3 'cannot open' -- s verify --network "$TMP/none.json"
refuse "network is a directory" 3 'cannot' -- s verify --network "$TMP"
: >"$f" && refuse "empty file" 3 'f.json:1' -- s verify --network "$f"
echo '[1,2' >"$f" && refuse "truncated JSON" 3 'f.json:2' -- s verify --network "$f"
head -c 3000 /dev/urandom >"$f" && refuse "noise" 3 'f.json' -- s verify --network "$f"
python3 -c 'print("["*200000)' >"$f" && refuse "deep nesting" 3 'f.json' -- s verify --network "$f"
echo '{"a":1,"a":2}' >"$f" && refuse "duplicate keys" 3 'f.json' -- s verify --network "$f"
printf '{"format":"strata-network","version":1,"name":"\\u001b[2J","task":{"L":1,"m":1,"n":[]},"embedding":[],"layers":[],"readout":[],"\\u001b":1}' >"$f"
refuse "control characters are not echoed" 3 'unknown member "\?"' -- s verify --network "$f"
s export "${fc[@]}" >"$TMP/good.json"
python3 - "$TMP/good.json" "$f" <<'PY'
import json, sys
d = json.load(open(sys.argv[1]))
d["layers"][1]["heads"][0]["key"]["entries"][0][2] = "1/0"
json.dump(d, open(sys.argv[2], "w"))
PY
refuse "error located in the file" 3 'layers\[1\].heads\[0\].key.entries\[0\].*denominator 0' -- s verify --network "$f"
refuse "file for another task" 2 'the network file is for FC\(2;2;2\)' -- s verify --network "$TMP/good.json" --L 1 --m 2
for cut in 1 100 1000 2500; do
    head -c $cut "$TMP/good.json" >"$f"
    refuse "network file cut at $cut bytes" 3 'f.json' -- s verify --network "$f"
done
echo '{"z0":1,"w":[0],"z":[[1,0],[3,0,2,9]]}' >"$f"
refuse "input file out of range" 3 'f.json: z\[1\]' -- s run "${fc[@]}" --input "$f"
refuse "output nowhere" 3 'cannot write' -- s export "${fc[@]}" --out "$TMP/no/such/place"
[ ! -e "$TMP/no" ] && ok "nothing half-written" || not_ok "nothing half-written" "it is there"

expect "closed output is an error" 3 'cannot write' -- bash -c "\"$STRATA\" verify --L 1 --m 2 >/dev/full"
finish
