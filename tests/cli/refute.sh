#!/usr/bin/env bash
# strata refute: who is refuted, who is not, and certificates that hold.
. "$TOP/tests/support/cli.sh"
cd "$TMP" || exit 1
s() { "$STRATA" "$@"; }
r() { s refute "$@"; }

# The proof, executed.
r --random 7 --L 2 --m 2 --n 2 --format json --cert r.json >d.json && ok "random protocol" || not_ok "random protocol" "exit code $?"
fields='"refuted method theorem_applies kernel levels inputs answers expected view_sha256 certificate".split()'
json "fields of the contract" d.json "all(f in d for f in $fields)"
json "by the proof" d.json 'd["refuted"] and d["method"] == "decomposition" and d["theorem_applies"]'
json "the kernel's theorem" d.json 'd["kernel"].startswith("No hybrid of 1 full and 0 linear layers with B = 1")'
json "every level keeps its bounds" d.json 'len(d["levels"]) == 2 and all(l["keeps_bounds"] and l["R"] << int(l["D"]) >= l["of"] and l["I"] >= l["theta"] and l["points"] >= int(l["P"]) for l in d["levels"])'
json "two inputs, two answers needed, one given" d.json 'len(d["inputs"]) == 2 and d["expected"][0] != d["expected"][1] and d["answers"][0] == d["answers"][1]'
json "the answers needed are the task's" d.json 'all((lambda i: i["z"][1][i["w"][0] * 2 + i["z"][0][i["z0"]]])(i) == e for i, e in zip(d["inputs"], d["expected"]))'
expect "level by level" 0 '2 <= 2 +2 >= 2 +4 >= 4 .* of 256 +-[23]\.[0-9]+ >= -4' -- s refute --random 7 --L 2 --m 2 --n 2
expect "the certificate holds" 0 '^VERIFIED [0-9a-f]{64}$' -- s check r.json
json "it names the view" r.json 'd["kind"] == "collision" and len(d["view"]) == 16 * 4'
expect "words with idle linear layers" 0 'by the proof|decomposition' -- s refute --random 3 --L 2 --m 2 --n 2 --word RFR --S 0
expect "associative recall" 0 'Theorem 1 applies' -- s refute --random 1 --L 1 --m 4 --word RR --S 3
expect "by search" 0 'Method: collision' -- s refute --random 7 --L 2 --m 2 --n 2 --method search
expect "beyond enumeration" 0 'too many functions' -- s refute --random 2 --L 2 --m 8 --n 2 --B 2 --cert big.json
expect "and its certificate" 0 '^VERIFIED' -- s check big.json

# Certificates that are touched.
for edit in 'd["view"] = "0" * 64' 'd["answers"] = [0, 1]' 'd["inputs"][1] = d["inputs"][0]' 'd["candidate"]["random"] = "8"' \
    'd["theorem"]["theta"] = [3]' 'd["word"] = "FF"' 'd["kind"] = "wrong-answer"; [d[k].pop() for k in ("inputs", "answers", "expected")]; d["answers"] = d["expected"]'; do
    python3 -c 'import json,sys; d = json.load(open("r.json")); exec(sys.argv[1]); json.dump(d, open("x.json", "w"))' "$edit"
    expect "noticed: $edit" 1 '^INVALID' -- s check x.json
done
python3 -c 'import json; d = json.load(open("r.json")); d["more"] = 1; json.dump(d, open("x.json", "w"))'
refuse "a member too many" 3 'unknown member' -- s check x.json
refuse "a refutation names its own candidate" 2 'says itself' -- s check r.json --construction binary --L 2 --m 2 --n 2

# Every construction without its last full layer, or with linear layers in its place.
while IFS=, read -r name layers; do
    for how in "--drop-layer $layers" "--replace-layer $layers=R" "--replace-layer $layers=R^10" "--replace-layer $layers=R^100"; do
        [ -n "${SANITIZED-}" ] && [[ $how == *R^* ]] && continue # to save time
        [ "$name $how" = "cot --drop-layer 1" ] && continue # nothing is left
        # shellcheck disable=SC2086
        if r --construction "$name" --L 2 --m 2 --n 2 $how --cert c.json >out 2>&1 && grep -q 'Outside the theorems' out && s check --quiet c.json | grep -q '^VERIFIED'; then
            ok "$name $how"
        else
            not_ok "$name $how" "$(tail -n 3 out)"
        fi
    done
done < <(s constructions --L 2 --m 2 --n 2 --format json | python3 -c 'import json,sys; [print(r["name"], r["layers"], sep=",") for r in json.load(sys.stdin)["rows"]]')
for k in 1 2; do
    expect "binary without layer $k" 0 '^REFUTED' -- s refute --L 2 --m 2 --n 2 --drop-layer "$k"
    expect "quadratic with a linear layer $k, exactly" 0 '^REFUTED' -- s refute --construction quadratic --L 2 --m 2 --n 2 --replace-layer "$k=R" --number base2
done

# Right networks stay: outside the theorems, and the search ends.
for name in binary quadratic hybrid-linear hybrid-window; do
    expect "$name is not refuted" 1 'all 4096 inputs run' -- s refute --construction "$name" --L 2 --m 2 --n 2
done
expect "nor is it exactly" 1 '^NOT REFUTED' -- s refute --L 2 --m 2 --n 2 --number base2
expect "its layers are outside" 1 'Outside the theorems: 2 full and 1 linear layer:' -- s refute --construction hybrid-gla --L 2 --m 2 --n 2
s export --L 2 --m 2 --n 2 --out mine.json
expect "a network file" 1 'in base2' -- s refute --network mine.json
expect "a network file without a layer" 0 'wrong' -- s refute --network mine.json --drop-layer 2 --number fixed:6
r --L 2 --m 2 --n 2 --format json >d.json
json "JSON of one that stays" d.json 'not d["refuted"] and d["method"] is None and not d["theorem_applies"] and d["inputs"] == [] and d["certificate"] is None'

# The shipped protocols say by their names what they are.
for file in "$TOP"/examples/protocols/*.protocol; do
    name=$(basename "$file" .protocol)
    [ -n "${SANITIZED-}" ] && [ "$name" = cheat-useful-entries ] && continue # 8^8 functions
    case $name in
    cheat-*)
        expect "$name" 0 '^REFUTED' -- s refute --protocol "$file" --cert c.json
        expect "$name: certificate" 0 '^VERIFIED' -- s check c.json
        ;;
    *) expect "$name" 1 '^NOT REFUTED' -- s refute --protocol "$file" ;;
    esac
done

# Bad usage.
refuse "no sizes" 2 'task is missing' -- s refute --random 1
refuse "no such layer" 2 'layers 1 \.\. 3' -- s refute --L 2 --m 2 --n 2 --drop-layer 4
refuse "the only layer" 2 'only layer' -- s refute --construction cot --L 2 --m 2 --n 2 --drop-layer 1
refuse "a linear layer is not replaced" 2 'not a full layer' -- s refute --construction hybrid-gla --L 2 --m 2 --n 2 --replace-layer 1=R
refuse "replaced by what" 2 'expected K=R' -- s refute --L 2 --m 2 --n 2 --replace-layer 1=Q
refuse "too many" 2 '1 \.\. 1000' -- s refute --L 2 --m 2 --n 2 --replace-layer 1=R^1001
refuse "a word of other letters" 2 'letters F and R' -- s refute --random 1 --L 2 --m 2 --n 2 --word FX
refuse "a word for a network" 2 'does not go with' -- s refute --L 2 --m 2 --n 2 --word F
refuse "two candidates" 2 'does not go with' -- s refute --random 1 --construction binary --L 2 --m 2 --n 2
refuse "fixed:min" 2 'fixed:min' -- s refute --L 2 --m 2 --n 2 --number fixed:min
refuse "no such method" 2 'auto or search' -- s refute --L 2 --m 2 --n 2 --method luck
refuse "no such file" 3 'nowhere' -- s refute --protocol nowhere.protocol
refuse "svg" 2 'text or json' -- s refute --L 2 --m 2 --n 2 --format svg
finish
