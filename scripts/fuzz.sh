#!/usr/bin/env bash
# Runs fuzz targets from the corpora: BUILD=build/fuzzing RUNS=20000 scripts/fuzz.sh fuzz-script ...
# Each ends with libFuzzer's own line "Done N runs in S second(s)"; a crash fails and is kept in
# $BUILD/fuzz/crashes.  $BUILD/fuzz/NAME.corpus keeps what was found, for the next run.
set -u
cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build/fuzzing} RUNS=${RUNS:-20000}
export UBSAN_OPTIONS=print_stacktrace=1

seeds() { # NAME DIRECTORY: where the fuzzer starts
    case $1 in
    fuzz-script)
        for folder in proofs tests/corpus/{correct,incorrect,malformed}; do
            for file in "$folder"/*.proof; do cp "$file" "$2/$(basename "$folder")-$(basename "$file")"; done
        done
        ;;
    fuzz-protocol) cp examples/protocols/*.protocol tests/corpus/protocols/*.protocol "$2" ;;
    fuzz-certificate)
        for folder in correct incorrect malformed; do
            for file in "tests/corpus/$folder/look-ups"/*.cert; do cp "$file" "$2/$folder-$(basename "$file")"; done
        done
        printf '{"format":"strata-symbolic-certificate","version":2}' >"$2/symbolic"
        printf '{"format":"strata-exhaustive-certificate","version":1}' >"$2/exhaustive"
        [ ! -x build/strata ] ||
            for mode in symbolic exhaustive; do
                build/strata verify --L 1 --m 2 --mode $mode --cert "$2/small-$mode" >/dev/null
            done
        ;;
    esac
}

for name in "$@"; do
    mkdir -p "$BUILD/fuzz/$name.corpus" "$BUILD/fuzz/crashes"
    seeds "$name" "$BUILD/fuzz/$name.corpus"
    "$BUILD/fuzz/$name" -runs="$RUNS" -max_len=8192 -timeout=60 -rss_limit_mb=4096 -seed=1 -verbosity=0 \
        -print_final_stats=1 -artifact_prefix="$BUILD/fuzz/crashes/" "$BUILD/fuzz/$name.corpus" >"$BUILD/fuzz/$name.log" 2>&1 ||
        { tail -n 40 "$BUILD/fuzz/$name.log" && echo "fuzz: $name found something" >&2 && exit 1; }
    echo "$name: $(sed -n 's/.*number_of_executed_units: *//p' "$BUILD/fuzz/$name.log") executions, nothing found"
done
