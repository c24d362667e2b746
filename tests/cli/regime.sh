#!/usr/bin/env bash
# Possible, impossible, open; and pictures that are well-formed.
. "$TOP/tests/support/cli.sh"
r() { "$STRATA" regime "$@"; }
big=(--H 32 --d 128 --p 16)

expect "one full layer, 2^20 tokens" 0 '^impossible: optimal' -- "$STRATA" regime --L 2 --prompt 2^20 "${big[@]}" --word F
expect "at the threshold" 0 '^impossible' -- "$STRATA" regime --L 2 --prompt 19758 "${big[@]}" --word F
expect "below the threshold" 0 '^open' -- "$STRATA" regime --L 2 --prompt 19757 "${big[@]}" --word F
expect "two full layers: Theorem 3" 0 '^impossible: full-explicit' -- "$STRATA" regime --L 2 --prompt 2^90 "${big[@]}" --word FF
expect "three full layers, enough bits" 0 '^possible: quadratic' -- "$STRATA" regime --L 2 --prompt 1000 --H 1 --d 16 --p 6 --word FFF
expect "three full layers, too few bits" 0 '^open' -- "$STRATA" regime --L 2 --prompt 1000 --H 1 --d 16 --p 4 --word FFF
expect "more layers do no harm" 0 '^possible' -- "$STRATA" regime --L 2 --prompt 1000 --H 1 --d 16 --p 6 --word RFRFRF
expect "L full layers after one linear layer" 0 '^possible: hybrid-linear' -- "$STRATA" regime --L 2 --prompt 1000 --H 1 --d 16 --p 6 --word RFF
expect "the linear layer last" 0 '^open' -- "$STRATA" regime --L 2 --prompt 1000 --H 1 --d 16 --p 6 --word FFR
expect "no theorem, no construction" 0 '^open' -- "$STRATA" regime --L 2 --prompt 2^30 "${big[@]}" --word FFR
expect "pure linear: recall" 0 '^impossible: optimal' -- "$STRATA" regime --L 1 --prompt 143 --H 1 --d 1 --p 1 --word R --state-bits 1000
expect "deeper than the search" 0 '^open.*' -- "$STRATA" regime --L 20 --prompt 2^30 "${big[@]}" --word FFF
expect "no instance so short" 0 'no instance has so few' -- "$STRATA" regime --L 2 --prompt 3 "${big[@]}" --word F
r --L 2 --prompt 2^20 "${big[@]}" --word F --format json >"$TMP/r.json"
json "fields" "$TMP/r.json" 'd["rows"][0]["verdict"] == "impossible" and d["rows"][0]["impossible_from"] == "19758" and d["rows"][0]["theorem"] == "optimal"'

# What is possible fits when built: the construction at the largest n said to fit.
n=$(r --L 2 --prompt 100 --H 1 --d 14 --p 6 --word FFF --format json | python3 -c 'import json,sys; print(json.load(sys.stdin)["rows"][0]["possible_up_to"])')
m=$(((n - 2) / 2))
"$STRATA" constructions --L 2 --m "$m" --n 1 --format json >"$TMP/c.json"
json "fits when built (n = $n)" "$TMP/c.json" 'any(r["name"] == "quadratic" and r["dim"] <= 14 and r["precision_bits"] <= 6 for r in d["rows"])'

for picture in "2 --word F" "2 --word FFF" "3 --word RRFRRF" "2..3 --linear-layers"; do
    read -ra args <<<"$picture"
    r --L "${args[@]}" --H 8 --d 64 --p 16 --format svg --out "$TMP/p.svg"
    expect "picture $picture is well-formed" 0 'svg' -- python3 -c \
        'import sys, xml.etree.ElementTree as t; r = t.parse(sys.argv[1]).getroot(); assert len(list(r)) > 20; print(r.tag)' "$TMP/p.svg"
    ! grep -q 'nan\|inf' "$TMP/p.svg" && ok "picture $picture has numbers only" || not_ok "picture $picture has numbers only" "nan or inf"
done

refuse "no word" 2 '[-][-]word is missing' -- r --L 2 --prompt 9 "${big[@]}"
refuse "no prompt" 2 '[-][-]prompt is missing' -- r --L 2 "${big[@]}" --word F
refuse "prompt is no number" 2 '[-][-]prompt: expected' -- r --L 2 "${big[@]}" --word F --prompt x
refuse "p missing" 2 '[-][-]p is missing' -- r --L 2 --H 1 --d 1 --word F --prompt 9
refuse "B instead of H, d, p" 2 'needs --H' -- r --L 2 --B 9 --word F --prompt 9
refuse "a range" 2 'one L' -- r --L 2..3 "${big[@]}" --word F --prompt 9
refuse "a picture too deep" 4 'at most L = 8' -- r --L 9 "${big[@]}" --word F --format svg
finish
