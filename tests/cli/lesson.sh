#!/usr/bin/env bash
# The lesson: its text, its numbers against the other commands, its exercises, its limits.
. "$TOP/tests/support/cli.sh"
PATH=$(dirname "$(realpath "$STRATA")"):$PATH
oracle=$TOP/tests/oracle
text=$TOP/proofs/lesson

# ---- the text ---------------------------------------------------------------------------------
expect "the source keeps to its rules" 0 '^11 chapters, [0-9]+ steps, [0-9]+ exercises, 0 wrong' -- \
    python3 "$oracle/lesson_source.py" "$text" "$TOP/proofs/coq"
mkdir "$TMP/text" && cp "$text"/*.lesson "$TMP/text"
sed -i 's/^  A head of dimension/  With 576 bits a head of dimension/' "$TMP/text/04-recurrence.lesson"
expect "a number in prose is noticed" 1 '04-recurrence.*a number in prose: 576' -- \
    python3 "$oracle/lesson_source.py" "$TMP/text" "$TOP/proofs/coq"
sed -i 's/^coq: claim1 /coq: claim7 /' "$TMP/text/06-sets.lesson"
expect "a lemma that is not there is noticed" 1 'claim7 is not in Induction.v' -- \
    python3 "$oracle/lesson_source.py" "$TMP/text" "$TOP/proofs/coq"

# ---- every number against the JSON of the other commands ----------------------------------------
mkdir "$TMP/cache"
export LESSON_CACHE=$TMP/cache # `strata models` takes seconds and is always the same
compare() { # NAME OPTIONS...
    local name=$1
    shift
    "$STRATA" lesson "$@" --format json >"$TMP/lesson.json" &&
        "$STRATA" lesson "$@" >"$TMP/lesson.txt" </dev/null
    expect "numbers and text: $name" 0 '^[0-9]{3,} numbers from [0-9]+ commands, [0-9]{3,} paragraphs, 0 wrong' -- \
        python3 "$oracle/lesson.py" "$STRATA" "$TMP/lesson.json" "$TMP/lesson.txt"
}
compare "no linear layer" --L 3 --B 64
grep -q 'D_2 = 0' "$TMP/lesson.txt" && not_ok "L = 3, B = 64 is no trivial case" "D_2 = 0"
json "all chapters" "$TMP/lesson.json" 'len(d["chapters"]) == 11'
json "every step of the proof is a fact of the kernel" "$TMP/lesson.json" \
    'sorted(f["rule"] for c in d["chapters"] for s in c["steps"] for f in s["facts"]) == ["contradict", "cover", "cover", "freeze", "freeze", "start"]'
compare "28 linear layers" --L 2 --H 32 --d 128 --p 16 --linear 28
compare "L = 1" --L 1 --H 1 --d 8 --p 8 --linear 2
compare "sizes of one's own" --L 2 --B 1 --m 2 --n 2 --x 1,2 --theta 2
compare "sizes, the proof searched" --L 3 --B 1 --m 16 --n 1000,4
compare "four levels, long numbers" --L 4 --B 2^40 --linear 3 --state-bits 2^50
compare "the default"

# One number changed anywhere is caught.
python3 - "$TMP" <<'PY'
import copy, json, sys
d = json.load(open(sys.argv[1] + "/lesson.json"))
def write(name, change):
    c = copy.deepcopy(d)
    change(c)
    json.dump(c, open("%s/%s.json" % (sys.argv[1], name), "w"))
def find(c, formula):
    return next(n for h in c["chapters"] for s in h["steps"] for n in s["numbers"] if n["formula"] == formula)
write("value", lambda c: find(c, "D[L]").update(value=str(int(find(c, "D[L]")["value"]) + 1)))
write("shown", lambda c: find(c, "D[L]").update(shown=find(c, "D[L]")["shown"][:-1] + "8"))
write("log", lambda c: find(c, "log2(tokens)").update(shown="70.104"))
write("source", lambda c: next(e for e in c["evidence"] if e["name"] == "facts").update(
    command=next(e for e in c["evidence"] if e["name"] == "facts")["command"].replace("--B 64", "--B 65")))
PY
for change in value shown log source; do
    expect "a wrong $change is caught" 1 '[1-9][0-9]* wrong' -- \
        python3 "$oracle/lesson.py" "$STRATA" "$TMP/$change.json"
done

# ---- in a pipe ------------------------------------------------------------------------------------
"$STRATA" lesson --L 3 --B 64 </dev/null | cat >"$TMP/pipe.txt"
[ "$(grep -c '^Chapter ' "$TMP/pipe.txt")" = 11 ] && ok "a pipe gets all chapters" || not_ok "a pipe gets all chapters" "it does not"
grep -q $'\033' "$TMP/pipe.txt" && not_ok "no colour in a pipe" "escape sequences" || ok "no colour in a pipe"
widest=$(python3 -c 'import sys; print(max(len(l.rstrip("\n")) for l in open(sys.argv[1])))' "$TMP/pipe.txt")
[ "$widest" -le 80 ] && ok "lines of at most 80 columns" || not_ok "lines of at most 80 columns" "$widest"
expect "one chapter" 0 '^Chapter 7\.  Cover' -- "$STRATA" lesson --chapter 7
"$STRATA" lesson --L 2 --B 5 --script >"$TMP/lesson.proof"
expect "the script is a proof" 0 '^VERIFIED ' -- "$STRATA" check "$TMP/lesson.proof"
expect "the kernel speaks" 0 'Kernel: accepted, rule .freeze., fact C3' -- "$STRATA" lesson --chapter 8
expect "written to a file" 0 -- "$STRATA" lesson --L 2 --B 3 --out "$TMP/out.txt"
grep -q '^Chapter 11' "$TMP/out.txt" && ok "all of it is there" || not_ok "all of it is there" "no last chapter"

# ---- at a terminal ----------------------------------------------------------------------------------
talk() { python3 "$oracle/lesson_talk.py" "$@"; }
printf '%s\n' '' b 'c 3' 's 2' 'e 1' 5 '2^2' n n n 'e 9' 's 0' '?' nonsense q >"$TMP/lines"
talk 72 "$STRATA" lesson <"$TMP/lines" >"$TMP/talk"
expect "a talk ends well" 0 -- bash -c 'exit '$?
for line in '1\.2  A function is a table' 'Chapter 3\.' '3\.2  Errors do not add up' 'Exercise 3\.a  Count the layers' 'Not right\.' \
    'Hint\. One look-up for each' ' Right\.' 'Exercise 3\.b' 'Exercise 3\.c' 'Chapter 4\.' 'exercises 1 to 3\.' 'steps 1 to 5\.' '>  4\. What a recurrence' \
    "'nonsense' is not a command"; do
    grep -Eq "$line" "$TMP/talk" && ok "it says $line" || not_ok "it says $line" "$(tail -n 3 "$TMP/talk")"
done
grep -q $'\033\[1m' "$TMP/talk" && ok "titles are bold" || not_ok "titles are bold" "they are not"
widest=$(sed $'s/\033\[[0-9]*m//g' "$TMP/talk" | grep -v '^\[chapter' | python3 -c 'import sys; print(max(len(l.rstrip("\n")) for l in sys.stdin))')
[ "$widest" -le 72 ] && ok "as wide as the terminal" || not_ok "as wide as the terminal" "$widest"
echo q | NO_COLOR=1 talk 80 "$STRATA" lesson >"$TMP/plain"
grep -q $'\033' "$TMP/plain" && not_ok "NO_COLOR" "escape sequences" || ok "NO_COLOR"
expect "the end of input ends it" 0 'chapter 9 of 11' -- python3 "$oracle/lesson_talk.py" 80 "$STRATA" lesson --chapter 9

# Every exercise: the program's own answer is right, another one is not.
"$STRATA" lesson --format json >"$TMP/lesson.json"
python3 - "$TMP" <<'PY'
import json, sys
right, wrong, total = [], [], 0
for k, c in enumerate(json.load(open(sys.argv[1] + "/lesson.json"))["chapters"], 1):
    for i, x in enumerate(c["exercises"], 1):
        go = ["c %d" % k, "e %d" % i]
        right += go + [x["answer"]["value"]]
        wrong += go + ["1 + %s" % x["answer"]["value"]]
        total += 1
open(sys.argv[1] + "/right", "w").write("\n".join(right + ["q"]) + "\n")
open(sys.argv[1] + "/wrong", "w").write("\n".join(wrong + ["q"]) + "\n")
open(sys.argv[1] + "/total", "w").write(str(total))
PY
total=$(cat "$TMP/total")
for which in right wrong; do
    said=$(talk 80 "$STRATA" lesson <"$TMP/$which" | grep -c "^  $([ $which = right ] && echo Right || echo Not right)\.")
    [ "$said" = "$total" ] && ok "$total answers are $which" || not_ok "$total answers are $which" "$said"
done

# ---- bad usage, limits ---------------------------------------------------------------------------------
refuse "L = 0" 2 '[-][-]L: at least 1' -- "$STRATA" lesson --L 0
refuse "too deep" 4 'the lesson goes up to L = ' -- "$STRATA" lesson --L 40 --B 2
refuse "B is missing" 2 '[-][-]B' -- "$STRATA" lesson --linear 3
refuse "no such chapter" 2 '[-][-]chapter' -- "$STRATA" lesson --chapter 12
refuse "no chapter 0" 2 '[-][-]chapter: 1 to 11' -- "$STRATA" lesson --chapter 0
refuse "not a table" 2 'text or json' -- "$STRATA" lesson --format csv
refuse "half of the sizes" 2 '[-][-]theta: expected 1 numbers, got 0' -- "$STRATA" lesson --L 2 --B 1 --m 2 --n 2 --x 1,2
refuse "m alone" 2 '[-][-]n: expected 1 numbers, got 0' -- "$STRATA" lesson --L 2 --B 1 --m 2
refuse "sizes without a proof" 4 'no proof found for these sizes' -- "$STRATA" lesson --L 2 --B 9 --m 2 --n 2
refuse "sizes that prove nothing" 1 'the kernel does not accept the proof .*FINAL' -- \
    "$STRATA" lesson --L 2 --B 9 --m 2 --n 2 --x 1,2 --theta 2
refuse "numbers too long for the kernel" 4 'too long|limit' -- "$STRATA" lesson --L 12 --B 2^9999
expect "a huge B is no problem" 0 '^Chapter 9' -- "$STRATA" lesson --L 2 --B 2^5000 --chapter 9
finish
