#!/usr/bin/env bash
# strata separate: one theorem, both halves, at the shortest prompt found.
. "$TOP/tests/support/cli.sh"
s() { "$STRATA" separate "$@"; }
cd "$TMP" || exit 1

# NAME LIMIT ARGUMENTS...: fewer tokens than LIMIT, and the script checks.
below() {
    local name=$1 limit=$2
    shift 2
    s "$@" --format json --out found.json
    json "$name: below $limit tokens" found.json "int(d['n']) < $limit and d['method'] == 'parametric'"
    json "$name: the numbers belong together" found.json \
        "int(d['B']) == d['d'] * d['P'] and (int(d['a']) == 0 or int(d['S']) == int(d['B']) * (d['d'] + 1))"
    python3 -c 'import json; print(json.load(open("found.json"))["script"], end="")' >found.proof
    expect "$name: the script checks" 0 '^VERIFIED [0-9a-f]{64}$' -- "$STRATA" check found.proof
}
below "L = 2" 300 --L 2 --linear 0
json "L = 2: 22 tokens" found.json 'd["n"] == "22" and d["m"] == "10" and d["sizes"] == ["1"] and d["word_solves"] == "FFF" and d["word_fails"] == "F"'
expect "its network is confirmed" 0 '^VERIFIED' -- "$STRATA" verify --L 2 --m 10 --n 1 --construction quadratic --mode symbolic --number fixed:4
expect "one bit less is refuted" 1 '^REFUTED' -- "$STRATA" verify --L 2 --m 10 --n 1 --construction quadratic --mode symbolic --number fixed:3
below "L = 2, one linear layer" 2**17 --L 2 --linear 1
below "L = 2, 28 linear layers" 2**22 --L 2 --linear 28
json "28 linear layers in words" found.json 'd["word_fails"] == "F and 28 R in any order" and "28 linear layers" in d["theorem"]'
below "L = 2, hybrids on both sides" 2**25 --L 2 --linear 28 --construction hybrid
json "a linear layer first" found.json 'd["word_solves"] == "RFF" and d["construction"] == "hybrid-linear"'
below "L = 2, full attention only" 2**35 --L 2 --full-only
json "two full layers fail" found.json 'd["word_fails"] == "FF"'
below "L = 3, 28 linear layers" 2**100 --L 3 --linear 28
below "L = 1, one linear layer" 2**8 --L 1 --linear 1
below "given d and P" 27 --L 2 --d 4 --P 5
json "they are kept" found.json 'd["d"] == 4 and d["P"] == 5 and d["n"] == "26"'

# Text is a script with the theorem on top; a file gets its certificate.
expect "text checks as it is" 0 '^VERIFIED' -- bash -c "\"$STRATA\" separate --L 2 | \"$STRATA\" check -"
s --L 2 --out a.proof && [ -s a.cert ] && ok "a certificate beside the script" || not_ok "certificate" "none"
expect "look-ups, then compose" 0 'rules: .*lookup.*compose.*separate' -- "$STRATA" check a.proof --audit
expect "the certificate is one of its own" 0 '^VERIFIED' -- "$STRATA" check a.cert
[ "$(wc -c <a.cert)" -lt 100000 ] && ok "a small certificate" || not_ok "certificate" "$(wc -c <a.cert) bytes"
s --L 2 --script b.proof --format json --out b.json
json "JSON names the certificate" b.json 'd["certificate"] == "b.cert" and d["method"] == "symbolic"'
s --L 2 --out c.proof --parametric && [ ! -e c.cert ] && grep -q construct c.proof && ok "--parametric" || not_ok "--parametric" "a certificate"
s --L 2 --linear 1 --out long.proof && [ ! -e long.cert ] && ok "long prompts: by the lemma" || not_ok "long prompts" "a certificate"

# Whatever is changed for the better makes the kernel refuse.
s --L 2 >good.proof
spoil() { # NAME SED FILE
    sed "$2" "$3" >spoilt.proof
    cmp -s spoilt.proof "$3" && not_ok "$1" "nothing changed"
    expect "refused: $1" 1 '^INVALID' -- "$STRATA" check spoilt.proof
}
spoil "P - 1" 's/^let P = 4/let P = 3/' good.proof
spoil "d - 1" 's/^let d = 4/let d = 3/' good.proof
spoil "m - 1" 's/^let m = 10/let m = 9/; s/^let theta1 = 10/let theta1 = 9/' good.proof
spoil "B smaller than d*P" 's/^let B = d\*P/let B = d*P - 1/' good.proof
spoil "another task for the network" 's/m = m, n = \[n1\], d = d/m = m + 1, n = [n1], d = d/' good.proof
spoil "another task than the certificate's" 's/^let m = 10/let m = 11/' a.proof
spoil "a smaller budget than the certificate's" 's/^let B = d\*P/let B = 15/' a.proof
s --L 2 --linear 28 >good28.proof
spoil "S smaller than a state" 's/^let S = .*/let S = d*(d+1)*P - 1/' good28.proof
spoil "29 linear layers" 's/^let a = 28/let a = 29/' good28.proof

# Tables and refusals.
expect "markdown" 0 '\| 2 \| FFF \| F +\| 22 \|' -- s --L 2 --format markdown
expect "csv" 0 '^2,FFF,F,22,4.459,10,1,quadratic,4,4,16,0$' -- s --L 2 --format csv
refuse "nothing found" 4 'no separation found' -- s --L 2 --d 3
refuse "too few bits for anyone" 4 'no separation found' -- s --L 2 --P 1
refuse "no L" 2 '[-][-]L' -- s
refuse "a range" 2 'one L' -- s --L 2..3
refuse "unknown construction" 2 '[-][-]construction' -- s --L 2 --construction cot
refuse "L = 1 without linear layers" 2 '[-][-]linear' -- s --L 1
refuse "full attention only" 2 '[-][-]full-only' -- s --L 2 --full-only --linear 3
refuse "L too large" 4 '[-][-]L' -- s --L 99
refuse "a certificate of a long prompt" 4 '[-][-]cert' -- s --L 2 --linear 1 --script x.proof --cert x.cert
refuse "a certificate without a script" 2 '[-][-]cert' -- s --L 2 --cert x.cert
refuse "a certificate elsewhere" 2 'beside' -- s --L 2 --script x.proof --cert /tmp/x.cert
[ ! -e x.proof ] && ok "nothing is half-written" || not_ok "x.proof" "it exists"
finish
