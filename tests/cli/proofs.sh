#!/usr/bin/env bash
# strata check on every script there is: the shipped ones and the corpora, found by folder.
. "$TOP/tests/support/cli.sh"
corpus=$TOP/tests/corpus

judge() { # FOLDER CODE LAST-LINE: every file of the folder
    local file code count=0 bad=0
    for file in "$1"/*.proof; do
        "$STRATA" check "$file" >"$TMP/out" 2>"$TMP/err" </dev/null
        code=$?
        count=$((count + 1))
        if [ $code != "$2" ]; then
            not_ok "${file#"$TOP/"}" "exit code $code instead of $2"
        elif [ "$2" = 3 ] && { [ -s "$TMP/out" ] || ! grep -qE '\.proof:([0-9]+:([0-9]+:)?)? ' "$TMP/err"; }; then
            not_ok "${file#"$TOP/"}" "not one located message: $(cat "$TMP/err")"
        elif [ "$2" != 3 ] && ! tail -n 1 "$TMP/out" | grep -Eqx "$3"; then
            not_ok "${file#"$TOP/"}" "last line: $(tail -n 1 "$TMP/out")"
        elif [ "$2" = 0 ] && [ "$(tail -n 1 "$TMP/out")" != "VERIFIED $(sha256sum <"$file" | cut -c1-64)" ]; then
            not_ok "${file#"$TOP/"}" "another hash"
        else
            continue
        fi
        bad=1
    done
    [ $bad = 0 ] && ok "all $count files of ${1#"$TOP/"} give exit code $2"
    [ $count -ge "$4" ] && ok "${1#"$TOP/"} has $count files" || not_ok "${1#"$TOP/"}" "only $count files"
}
judge "$TOP/proofs" 0 'VERIFIED [0-9a-f]{64}' 14
judge "$corpus/correct" 0 'VERIFIED [0-9a-f]{64}' 20
judge "$corpus/incorrect" 1 'INVALID' 20
judge "$corpus/malformed" 3 '' 20

f=$TOP/proofs/depth-2-smallest.proof
c() { "$STRATA" check "$@"; }
expect "facts are printed" 0 'D_2 = 6' -- c "$f"
expect "points are printed" 0 'P_2 = 4' -- c "$f"
expect "a theorem in words" 0 'No hybrid of 1 full and 0 linear layers with B = 1, S = 0 solves FC\(2; m = 2; n = 2\), 8 tokens' -- c "$f"
expect "audit: rules" 0 'rules: start, cover, freeze, contradict' -- c "$f" --audit
expect "audit: precision" 0 'at up to 128 bits' -- c "$f" --audit
expect "audit: what is assumed" 0 'p-bit' -- c "$f" --audit
expect "standard input" 0 '^VERIFIED' -- bash -c "\"$STRATA\" check - <\"$f\""
expect "several files" 0 '^VERIFIED' -- c "$f" "$TOP/proofs/sparse.proof"
i=$corpus/incorrect/final-tie.proof m=$corpus/malformed/no-qed.proof
expect "one bad file spoils all" 1 -- c "$i" "$f"
[ "$(c "$i" "$f" | tail -n 1)" = INVALID ] && ok "and the last line says so" || not_ok "last line" "$(c "$i" "$f" | tail -n 1)"
refuse "one malformed file ends it" 3 'no-qed.proof:3:1' -- c "$f" "$m"
[ "$(c "$f" "$i" --quiet | wc -l)" = 2 ] && ok "--quiet prints verdicts only" || not_ok "--quiet" "$(c "$f" "$i" --quiet)"
printf '  \n\t# indented prose\n   C1   :=   start   with L=1,B=1,S=1,a=1,m=2,n=[ ],x0=2  \n\tT:=contradict C1\nqed\tT' >"$TMP/s"
expect "spaces and tabs" 0 '^VERIFIED' -- c "$TMP/s"
c "$f" --format json --out "$TMP/j.json"
json "JSON" "$TMP/j.json" 'd["verified"] and len(d["rows"][0]["facts"]) == 4 and d["rows"][0]["theorem"]["tokens"] == "8" and d["rows"][0]["facts"][2]["D"] == "6"'
c "$i" --format json --out "$TMP/j.json"
json "JSON of an invalid script" "$TMP/j.json" 'not d["verified"] and d["rows"][0]["verdict"] == "INVALID" and "FINAL" in d["rows"][0]["reason"]'
refuse "no file" 2 'which file' -- c
refuse "missing file" 3 'cannot open' -- c "$TMP/none"
refuse "no table" 2 '[-][-]format' -- c "$f" --format csv

# Hostile numbers end with exit code 4, quickly.
hostile() { # NAME TEXT
    printf '%s\n' "$2" >"$TMP/h"
    refuse "$1" 4 'h:[0-9]+:[0-9]+: ' -- timeout 20 "$STRATA" check "$TMP/h"
}
hostile "tower of powers" 'let x = 9^9^9^9^9'
hostile "long power" 'let x = 2^(2^40)'
hostile "huge exponent" 'let x = 2^99999999999999999999999999'
hostile "product too long" "let x = 2^400000 * 2^400000"
hostile "deep parentheses" "let x = $(printf '(%.0s' {1..100000})"
hostile "deep powers" "let x = $(printf '1^%.0s' {1..100000})1"
hostile "long literal" "let x = $(printf '9%.0s' {1..30000})"
hostile "much work" "let x = 2^500000$(printf '\nlet x%s = 2^500000' {1..400})"
hostile "many names" "$(printf 'let x%s = 1\n' {1..5000})"

# strata prove: what it writes, check accepts.
p() { # NAME ARGUMENTS...
    local name=$1
    shift
    "$STRATA" prove "$@" >"$TMP/p" 2>&1
    expect "prove and check: $name" 0 '^VERIFIED [0-9a-f]{64}$' -- c "$TMP/p"
}
p "L = 3, 28 linear layers" --L 3 --H 32 --d 128 --p 16 --linear 28
p "closed" --L 4 --B 1000 --linear 3 --state-bits 12345 --theorem closed
p "closed with a large state" --L 2 --B 1 --linear 1 --state-bits 2^100 --theorem closed
p "full attention" --L 3 --B 7 --theorem full-explicit
p "fewer full layers" --L 3 --B 7 --word FRR --state-bits 9
p "sparse" --theorem sparse --B 100 --block 16 --keep 2 --M 1000
expect "the word's full layers" 0 'No hybrid of 1 full and 2 linear' -- bash -c "\"$STRATA\" prove --L 3 --B 7 --word FRR --state-bits 9 | \"$STRATA\" check -"
refuse "no theorem" 2 '[-][-]theorem' -- "$STRATA" prove --L 2 --B 2 --theorem wrong
refuse "no range" 2 'one script' -- "$STRATA" prove --L 2..3 --B 2
refuse "sparse that is not refuted" 4 'binom' -- "$STRATA" prove --theorem sparse --B 1000 --block 16 --keep 2 --M 1000
finish
