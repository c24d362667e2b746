#!/usr/bin/env bash
# Runs the tests in parallel and ends with one line `N passed, N failed`.
#
#   BUILD=build scripts/test.sh [NAME...]
#
# A test is a Unity program $BUILD/tests/t-NAME or a shell script tests/cli/NAME.sh, called
# NAME and cli/NAME.  Scripts get STRATA (the program), TOP (the source root) and TMP (a private
# directory) and print `ok WHAT` or `not ok WHAT: WHY` per case.  A test that crashes, hangs
# longer than TEST_TIMEOUT seconds or prints no result counts as a failure of its own.
set -u
cd "$(dirname "$0")/.." || exit 1
TOP=$PWD
BUILD=$(realpath "${BUILD:-build}")
STRATA=$BUILD/strata
LOGS=$BUILD/tests/logs
export TOP BUILD STRATA LOGS TEST_TIMEOUT="${TEST_TIMEOUT:-900}"

run_one() { # NAME: leaves its output in $LOGS/NAME.log, prints one line, or all if it failed
    local name=$1 log=$LOGS/${1//\//-}.log rc passed failed skipped=0 summary why='' start=$SECONDS
    TMP=$(mktemp -d) && export TMP
    # The outer braces keep the shell's own word about a crash out of the picture.
    case $name in
    cli/*)
        { timeout -k 10 "$TEST_TIMEOUT" bash "tests/$name.sh" >"$log" 2>&1 </dev/null; } 2>/dev/null
        rc=$?
        passed=$(grep -ac '^ok ' "$log")
        failed=$(grep -ac '^not ok ' "$log")
        ;;
    *)
        { timeout -k 10 "$TEST_TIMEOUT" "$BUILD/tests/t-$name" >"$log" 2>&1 </dev/null; } 2>/dev/null
        rc=$?
        # Unity's closing line: "12 Tests 1 Failures 2 Ignored"
        summary=$(grep -aE '^[0-9]+ Tests [0-9]+ Failures [0-9]+ Ignored' "$log" | tail -n 1)
        read -r passed _ failed _ skipped _ <<<"${summary:-0 Tests 0 Failures 0 Ignored}"
        passed=$((passed - failed - skipped))
        ;;
    esac
    rm -rf "$TMP"
    if [ $((SECONDS - start)) -ge "$TEST_TIMEOUT" ]; then
        why="stopped after $TEST_TIMEOUT seconds"
    elif [ "$rc" -gt 128 ]; then
        why="killed by signal $((rc - 128))"
    elif [ $((passed + failed + skipped)) -eq 0 ]; then
        why="no result (exit code $rc)"
    elif [ "$rc" -ne 0 ] && [ "$failed" -eq 0 ]; then
        why="exit code $rc"
    fi
    [ -z "$why" ] || failed=$((failed + 1))
    echo "$passed $failed $skipped" >"${log%.log}.count"
    # One write per test, so that lines of parallel tests do not mix.
    if [ "$failed" -gt 0 ]; then
        printf 'FAIL  %-28s %4s passed %4s failed%s\n%s' "$name" "$passed" "$failed" "${why:+: $why}" \
            "$(sed 's/^/    | /' "$log"; echo .)" | sed '$d'
    else
        printf 'ok    %-28s %4s passed %4ss\n' "$name" "$passed" $((SECONDS - start))
    fi
}
export -f run_one

all_tests() {
    local file
    for file in tests/cli/*.sh; do [ -f "$file" ] && basename "$file" .sh | sed 's|^|cli/|'; done
    for file in tests/t-*.c; do [ -f "$file" ] && basename "$file" .c | sed 's/^t-//'; done
}

if [ $# -gt 0 ]; then names=("${@#t-}"); else mapfile -t names < <(all_tests); fi
if [ ${#names[@]} -eq 0 ]; then
    echo "test: there are no tests" >&2
    exit 1
fi
for name in "${names[@]}"; do
    case $name in cli/*) file=tests/$name.sh ;; *) file=$BUILD/tests/t-$name ;; esac
    [ -e "$file" ] && continue
    echo "test: no test called $name; there are: $(all_tests | tr '\n' ' ')" >&2
    exit 1
done

rm -rf "$LOGS"
mkdir -p "$LOGS"
# shellcheck disable=SC2016 # $1 is for the inner shell
printf '%s\0' "${names[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c 'run_one "$1"' run_one

# A runner that died itself left no count: that is a failure, too.
missing=$((${#names[@]} - $(find "$LOGS" -name '*.count' | wc -l)))
read -r passed failed skipped < <(cat "$LOGS"/*.count | awk -v missing="$missing" \
    '{p += $1; f += $2; s += $3} END {print p + 0, f + missing, s + 0}')
line="$passed passed, $failed failed"
[ "$skipped" -eq 0 ] || line+=", $skipped skipped"
echo "$line"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
