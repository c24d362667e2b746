#!/usr/bin/env bash
# Published models against the theorems.
. "$TOP/tests/support/cli.sh"
"$STRATA" models --format json >"$TMP/m.json"
json "18 models" "$TMP/m.json" 'len(d["rows"]) == 18'
json "L = full layers + 1" "$TMP/m.json" 'all(r["L"] == r["full_layers"] + 1 for r in d["rows"])'
json "every row has its source" "$TMP/m.json" 'all(r["source"] for r in d["rows"])'
json "unknown states get no bound" "$TMP/m.json" 'all(("log2_n" in r) == ("note" not in r) for r in d["rows"]) and sum("note" in r for r in d["rows"]) == 4'
json "beyond L = 16 the closed form, labelled" "$TMP/m.json" 'all(r["sizes"] == ("optimal" if r["L"] <= 16 else "closed") for r in d["rows"] if "log2_n" in r)'
json "a*S = state entries * p" "$TMP/m.json" 'd["rows"][0]["state_bits_total"] == str(3670016 * 16)'
json "published and explicit lengths" "$TMP/m.json" 'd["rows"][0]["log2_n_published"] == "67108864" and d["rows"][0]["log2_n"] == "1229.686"'
python3 - "$TMP" <<'PY'
import json, sys
rows = [r for r in json.load(open(sys.argv[1] + "/m.json"))["rows"] if r["L"] <= 8 and "m" in r]
json.dump({"rows": rows}, open(sys.argv[1] + "/short.json", "w"))
PY
expect "their witnesses hold" 0 '^6 witnesses hold' -- python3 "$TOP/tests/oracle/bounds.py" "$TMP/short.json"

head -n 2 "$TOP/data/hybrid_models.csv" >"$TMP/mine.csv"
expect "a table of one's own" 0 '^Jamba' -- "$STRATA" models --file "$TMP/mine.csv" --p 8
sed 's/,4,28,/,four,28,/' "$TMP/mine.csv" >"$TMP/bad.csv"
refuse "a word instead of a number" 3 'bad.csv:2: full_layers: expected a number' -- "$STRATA" models --file "$TMP/bad.csv"
refuse "no such file" 3 'none.csv' -- "$STRATA" models --file "$TMP/none.csv"
refuse "p = 0" 2 '[-][-]p: at least 1' -- "$STRATA" models --p 0
refuse "too many full layers" 4 'at most 999' -- "$STRATA" models --file <(sed 's/,4,28,/,5000,28,/' "$TMP/mine.csv")
finish
