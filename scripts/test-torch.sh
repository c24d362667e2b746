#!/usr/bin/env bash
# PyTorch against Strata: `make test-torch`. Exports networks, runs random inputs in both, and
# compares all answers. Ends with one line `N passed, N failed`.
set -u
cd "$(dirname "$0")/.." || exit 1
STRATA=${STRATA:-build/strata}
COUNT=${COUNT:-1000}
# Debian's python3-torch belongs to Debian's Python, which may not be the first one found.
python=''
for candidate in "${PYTHON-python3}" /usr/bin/python3; do
    if "$candidate" -c 'import torch' 2>/dev/null; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || { echo "test-torch: no Python here can import torch (scripts/deps.sh torch)" >&2; exit 1; }
TMP=$(mktemp -d) && trap 'rm -rf "$TMP"' EXIT
passed=0
failed=0

compare() { # CONSTRUCTION DTYPE SIZES...: one line, counted
    local construction=$1 dtype=$2 name
    shift 2
    name="$construction $* $dtype"
    if "$STRATA" export "$@" --construction "$construction" --to safetensors --out "$TMP/net" &&
        "$STRATA" run "$@" --construction "$construction" --random --count "$COUNT" --seed 11 \
            --format json --out "$TMP/answers" &&
        "$python" examples/pytorch_run.py "$TMP/net" "$TMP/answers" --dtype "$dtype"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not ok $name"
    fi
}

for construction in binary quadratic cot hybrid-gla hybrid-gated-deltanet; do
    compare "$construction" float32 --L 2 --m 2 --n 2
    compare "$construction" float64 --L 3 --m 2 --n 2,2
done
# Every other hybrid once, on fewer inputs.
COUNT=100
for variant in linear linear-norm retnet hgrn2 deltanet kda deltaproduct rwkv6 rwkv7 mamba mamba2 window; do
    compare "hybrid-$variant" float32 --L 2 --m 2 --n 2
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
