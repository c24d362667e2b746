#!/usr/bin/env bash
# Certificates from the outside: engines, shards, checkpoints and interruptions all lead to the
# same bytes; check says what it ran again; the fast engine says when it gave way.
. "$TOP/tests/support/cli.sh"
v() { "$STRATA" verify "$@"; }
same() { # NAME FILE FILE
    if cmp -s "$2" "$3"; then ok "$1"; else not_ok "$1" "$2 and $3 differ"; fi
}
small=(--L 2 --m 2 --n 2)
large=(--L 2 --m 3 --n 2)

v "${small[@]}" --cert "$TMP/fast.json" >"$TMP/fast.out"
v "${small[@]}" --cert "$TMP/reference.json" --engine reference >/dev/null
same "both engines write the same certificate" "$TMP/fast.json" "$TMP/reference.json"
hash=$(sha256sum <"$TMP/fast.json" | cut -d' ' -f1)
expect "VERIFIED names the certificate" 0 "^VERIFIED $hash\$" -- tail -n 1 "$TMP/fast.out"
expect "check agrees" 0 "^VERIFIED $hash\$" -- "$STRATA" check "$TMP/fast.json"
expect "check with the reference engine" 0 "^VERIFIED $hash\$" -- "$STRATA" check "$TMP/fast.json" --engine reference
expect "a partial re-run is a sample" 0 '^SAMPLED 128$' -- "$STRATA" check "$TMP/fast.json" --rerun 2
expect "no re-run is a sample of 0" 0 '^SAMPLED 0$' -- "$STRATA" check "$TMP/fast.json" --rerun none
expect "the right network" 0 '^VERIFIED' -- "$STRATA" check "$TMP/fast.json" "${small[@]}"
expect "another network is rejected" 1 '^INVALID$' -- "$STRATA" check "$TMP/fast.json" "${large[@]}"
sed 's/"checked":"4096"/"checked":"4095"/' "$TMP/fast.json" >"$TMP/bad.json"
expect "a changed certificate is rejected" 1 '^INVALID$' -- "$STRATA" check "$TMP/bad.json"
echo '{"format":"nothing"}' >"$TMP/bad.json"
refuse "a file that is no certificate" 3 'names no kind of certificate' -- "$STRATA" check "$TMP/bad.json"

# A wrong digest with a mended checksum: only running the chunk again can tell.
python3 - "$TMP/fast.json" "$TMP/forged.json" <<'PY'
import hashlib, json, sys
d = json.load(open(sys.argv[1]))
d["chunks"][5][1] = "0" * 32
del d["payload_sha256"]
text = lambda: json.dumps(d, separators=(",", ":")) + "\n"
d["payload_sha256"] = hashlib.sha256(text().encode()).hexdigest()
open(sys.argv[2], "w").write(text())
PY
expect "a forged digest is caught by running again" 1 'chunk 5.*|^INVALID$' -- "$STRATA" check "$TMP/forged.json"

v "${large[@]}" --cert "$TMP/whole.json" >/dev/null
for i in 1 2 3; do v "${large[@]}" --shard $i/3 --cert "$TMP/s$i.json" >"$TMP/s$i.out"; done
expect "a shard is a sample" 0 '^SAMPLED 2519424$' -- tail -n 1 "$TMP/s1.out"
"$STRATA" merge "$TMP"/s[321].json --out "$TMP/merged.json"
same "merged shards are the whole" "$TMP/merged.json" "$TMP/whole.json"
"$STRATA" merge "$TMP/s1.json" "$TMP/s2.json" --out "$TMP/two.json"
expect "two of three shards do not verify" 0 '^SAMPLED' -- "$STRATA" check "$TMP/two.json"
refuse "shards of different networks" 1 'another network' -- "$STRATA" merge "$TMP/s1.json" "$TMP/fast.json"
refuse "--shard 4/3" 2 '--shard' -- v "${small[@]}" --shard 4/3
refuse "--shard 1" 2 '--shard' -- v "${small[@]}" --shard 1
refuse "--first leaves no certificate" 2 '--first' -- v "${small[@]}" --first --cert "$TMP/x.json"
refuse "too many inputs" 4 'more than 2\^50' -- v --L 2 --m 4 --n 4

# Killed again and again at random moments, then finished (reference engine: slow enough).
slow=(--L 2 --m 1 --n 4 --engine reference)
v "${slow[@]}" --cert "$TMP/calm.json" >/dev/null
for delay in 0.0$((RANDOM % 10)) 0.$((RANDOM % 3))1 0.2 0.3; do
    timeout -s KILL "$delay" "$STRATA" verify "${slow[@]}" --checkpoint "$TMP/state" --cert "$TMP/killed.json" >/dev/null 2>&1
done
v "${slow[@]}" --checkpoint "$TMP/state" --cert "$TMP/killed.json" >/dev/null
same "killed and resumed" "$TMP/killed.json" "$TMP/calm.json"
refuse "a checkpoint of another network" 2 'another network' -- v "${small[@]}" --checkpoint "$TMP/state"

# Ctrl-C: exit code 4, a state that can be continued. (137 billion inputs: it is not done by then.)
"$STRATA" verify --L 3 --m 2 --n 2,2 --threads 1 --checkpoint "$TMP/long" >"$TMP/long.out" 2>"$TMP/long.err" &
sleep 0.7
kill -INT $!
wait $!
got=$?
if [ $got = 4 ] && grep -q '^UNDECIDED$' "$TMP/long.out" && grep -q 'goes on from' "$TMP/long.err"; then
    ok "an interrupt exits 4"
else
    not_ok "an interrupt exits 4" "code $got: $(cat "$TMP/long.out" "$TMP/long.err")"
fi
json "the saved state has done something" "$TMP/long" 'len(d["chunks"]) > 0'

# Networks that forbid the shortcuts: the fast engine says so and agrees with the reference.
"$STRATA" export --L 1 --m 3 --out "$TMP/good.json"
python3 - "$TMP" <<'PY'
import copy, json, sys
good = json.load(open(sys.argv[1] + "/good.json"))
start, at = {}, 0
for f in good["embedding"]:
    start[f["field"]] = at
    at += len(f["coordinates"])
def save(name, change):
    d = copy.deepcopy(good)
    change(d)
    json.dump(d, open(f"{sys.argv[1]}/{name}.json", "w"))
save("overwrite", lambda d: d["layers"][0]["mlp"]["out"]["entries"].append([start["value"], 0, "1"]))
save("feedback", lambda d: d["layers"][1]["heads"][0]["value"]["entries"].append([0, start["register"], "1"]))
def register_key(d):
    d["layers"][1]["heads"][0]["key"]["entries"].append([0, start["register"], "1"])
save("register-key", register_key)
PY
for name in overwrite feedback register-key; do
    v --network "$TMP/$name.json" --format json --cert "$TMP/f.json" >"$TMP/f.out" 2>"$TMP/f.err"
    v --network "$TMP/$name.json" --engine reference --format json --cert "$TMP/r.json" >"$TMP/r.out" 2>/dev/null
    json "$name: says why" "$TMP/f.out" 'd["engine"] == "reference" and "layer 1, head 0" in d["engine_note"]'
    expect "$name: says so on standard error" 0 'note: the reference engine runs' -- cat "$TMP/f.err"
    same "$name: same certificate" "$TMP/f.json" "$TMP/r.json"
done
finish
