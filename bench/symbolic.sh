#!/usr/bin/env bash
# How the cost of the symbolic engine grows with the prompt length: FC(2; k; k) has about k^2
# tokens and k^2 queries.  Prints a table; ratios are to the row before.
set -eu
STRATA=${STRATA:-build/strata}
out=$(mktemp)
trap 'rm -f "$out"' EXIT
printf '%10s %10s %10s %8s %8s %10s\n' tokens queries seconds n-ratio ratio 'peak MB'
last_n=0 last_s=0
for k in 32 100 316 1000; do
    peak=$({ /usr/bin/time -f %M "$STRATA" verify --L 2 --m $k --n $k --mode symbolic --format json --quiet >"$out"; } 2>&1 || echo 0)
    read -r n queries seconds < <(python3 - "$out" "$k" <<'PY'
import json, sys
d = json.load(open(sys.argv[1]))
k = int(sys.argv[2])
assert d["verified"]
print(k * k + k + 2, d["queries"], "%.3f" % d["seconds"])
PY
    )
    ratios=$(awk -v n="$n" -v s="$seconds" -v ln="$last_n" -v ls="$last_s" \
        'BEGIN { if (ln > 0 && ls > 0) printf "%8.1f %8.1f", n / ln, s / ls; else printf "%8s %8s", "-", "-" }')
    printf '%10s %10s %10s %s %10s\n' "$n" "$queries" "$seconds" "$ratios" "$(awk -v k="$peak" 'BEGIN { printf "%.0f", k / 1024 }')"
    last_n=$n last_s=$seconds
done
