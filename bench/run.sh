#!/usr/bin/env bash
# How fast is exhaustive verification, next to what one would use instead? All on the same
# instance, in one run, on the same number of cores:
#
#   THREADS=2 SIZE='2 4' STRATA=build/strata bash bench/run.sh       (SIZE: m and n of FC(2; m; n))
#
# The slow ones run a part of the inputs; rates compare. Figures of different runs do not.
set -u
cd "$(dirname "$0")/.." || exit 1
STRATA=${STRATA:-build/strata}
THREADS=${THREADS:-$(nproc)}
read -r m n <<<"${SIZE:-2 4}"
build=$(dirname "$STRATA")/bench
mkdir -p "$build"
"${CC:-cc}" -O3 -march=native -DM="$m" -DN="$n" -o "$build/baseline" bench/baseline.c -lpthread || exit 1

json_member() { # FILE NAME
    sed -n "s/^  \"$2\": \"\{0,1\}\([0-9.e+-]*\).*/\1/p" "$1"
}
rate() { # INPUTS SECONDS
    awk -v i="$1" -v s="$2" 'BEGIN{printf "%.4g", i / (s > 0 ? s : 1e-9)}'
}
declare -A rates
row() { # NAME INPUTS WRONG SECONDS
    rates[$1]=$(rate "$2" "$4")
    printf '%-44s %14s inputs %8s wrong %10.3f s %12s /s\n' "$1" "$2" "$3" "$4" "${rates[$1]}"
}
baseline() { # NAME WAY
    local inputs wrong seconds
    read -r _ inputs wrong seconds < <("$build/baseline" "$2" "$THREADS")
    row "$1" "$inputs" "$wrong" "$seconds"
}

echo "FC(2;$m;$n), $THREADS threads"
"$STRATA" verify --L 2 --m "$m" --n "$n" --threads "$THREADS" --format json --out "$build/fast.json" || exit 1
row "strata, fast engine, digest of every answer" "$(json_member "$build/fast.json" checked)" \
    "$(json_member "$build/fast.json" failures)" "$(json_member "$build/fast.json" seconds)"
"$STRATA" verify --L 2 --m "$m" --n "$n" --threads "$THREADS" --engine reference --sample 4000 \
    --format json --out "$build/reference.json"
row "strata, reference engine (sample)" "$(json_member "$build/reference.json" checked)" \
    "$(json_member "$build/reference.json" failures)" "$(json_member "$build/reference.json" seconds)"
read -r _ inputs wrong seconds < <(/usr/bin/python3 bench/baseline.py "$m" "$n" "$THREADS" 3000000)
row "numpy, exact, tables" "$inputs" "$wrong" "$seconds"
baseline "C, exact, z_2 sums hoisted" hoisted
baseline "C, odometer and true answer only, no network" odometer

ratio() {
    awk -v a="${rates["strata, fast engine, digest of every answer"]}" -v b="${rates[$2]}" -v w="$1" \
        'BEGIN{printf "fast engine / %-32s %10.4g\n", w, a / b}'
}
ratio "reference engine" "strata, reference engine (sample)"
ratio "numpy" "numpy, exact, tables"
ratio "C hoisted" "C, exact, z_2 sums hoisted"
ratio "bare odometer" "C, odometer and true answer only, no network"

echo
echo "symbolic engine: how cost grows with the prompt"
STRATA=$STRATA bench/symbolic.sh
