#!/usr/bin/env bash
# The look-up corpora: certificates on the very edge of what the kernel may accept. tests/oracle/look_ups.py makes
# them and tests/oracle/lookup.py, a second implementation, agrees with every verdict while it does.
. "$TOP/tests/support/cli.sh"
corpus=$TOP/tests/corpus

mkdir -p "$TMP/tests/corpus"
if python3 "$TOP/tests/oracle/look_ups.py" "$TMP" >"$TMP/made" 2>&1; then
    ok "the second implementation agrees: $(cat "$TMP/made")"
else
    not_ok "look_ups.py" "$(tail -n 1 "$TMP/made")"
fi
for folder in correct incorrect malformed; do
    diff -r "$TMP/tests/corpus/$folder/look-ups" "$corpus/$folder/look-ups" >"$TMP/diff" &&
        ok "$folder/look-ups is what look_ups.py makes" || not_ok "$folder/look-ups" "$(head -n 3 "$TMP/diff")"
done

judge() { # FOLDER CODE: every file of it
    local file code bad=0 count=0
    for file in "$corpus/$1"/look-ups/*.cert; do
        "$STRATA" check "$file" >"$TMP/out" 2>"$TMP/err" </dev/null
        code=$?
        count=$((count + 1))
        [ $code = "$2" ] && continue
        bad=1
        not_ok "${file#"$TOP/"}" "exit code $code instead of $2"
    done
    [ $bad = 0 ] && ok "all $count files of $1/look-ups give exit code $2"
}
judge correct 0
judge incorrect 1
judge malformed 3

"$TOP/tests/support/stated.sh" "$STRATA" >"$TMP/stated" 2>&1
diff "$TMP/stated" "$corpus/correct/stated.txt" >"$TMP/diff" &&
    ok "every correct file states what stated.txt says" || not_ok "stated.txt" "$(head -n 3 "$TMP/diff")"

# What is correct is also right on every input, by a run of the network through all of them.
python3 "$TOP/tests/oracle/lookup.py" 100 "$corpus"/correct/look-ups/*.cert >"$TMP/runs"
if grep -q 'wrong\|refused' "$TMP/runs"; then
    not_ok "right on every input" "$(grep -m 1 'wrong\|refused' "$TMP/runs")"
else
    ok "$(grep -c 'right$' "$TMP/runs") of them run through all inputs: right"
fi
if grep -qE -- '-fsanitize|--coverage' "$(dirname "$STRATA")/flags"; then
    ok "larger ones are run by the plain build" && finish
fi
export PYTHONPATH=$TOP/tests/oracle PYTHONDONTWRITEBYTECODE=1
left=0 bad=0
while read -r name; do
    python3 -c 'import json, lookup, sys
payload = json.load(open(sys.argv[1]))["payload"]
json.dump(payload["network"], open(sys.argv[2], "w"))
print(payload["number"] if lookup.input_count(lookup.Network(payload["network"])) <= 20000 else "")' \
        "$corpus/correct/look-ups/$name" "$TMP/net.json" >"$TMP/number"
    [ "$(cat "$TMP/number")" ] || continue
    "$STRATA" verify --network "$TMP/net.json" --number "$(cat "$TMP/number")" --quiet >"$TMP/out" 2>&1 </dev/null || { bad=1 && not_ok "$name" "$(tail -n 1 "$TMP/out")"; }
    left=$((left + 1))
done < <(sed -n 's/^\(.*-low\.cert\): valid; not run$/\1/p' "$TMP/runs")
[ $bad = 0 ] && ok "$left larger ones by the engine: right"
finish
