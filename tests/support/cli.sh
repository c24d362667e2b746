# shellcheck shell=bash
# What the command-line tests share: `expect NAME CODE [PATTERN] -- COMMAND...` runs a command
# and reports `ok NAME` if it exits with CODE and its output (both streams) matches PATTERN.
# STRATA, TOP and TMP come from scripts/test.sh.
: "${STRATA:?}" "${TOP:?}" "${TMP:?}"
failed=0

ok() { echo "ok $1"; }
not_ok() {
    echo "not ok $1: $2"
    failed=1
}

expect() {
    local name=$1 code=$2 pattern=''
    shift 2
    [ "$1" = -- ] || { pattern=$1 && shift; }
    shift
    local output got
    output=$("$@" 2>&1 </dev/null)
    got=$?
    if [ "$got" != "$code" ]; then
        not_ok "$name" "exit code $got instead of $code: ${output:0:300}"
    elif [ -n "$pattern" ] && ! grep -Eq -- "$pattern" <<<"$output"; then
        not_ok "$name" "no match for /$pattern/ in: ${output:0:300}"
    else
        ok "$name"
    fi
}

# Bad input: the given exit code, nothing on standard output, exactly one line on standard error.
refuse() {
    local name=$1 code=$2 pattern=$3
    shift 4
    local got
    "$@" >"$TMP/stdout" 2>"$TMP/stderr" </dev/null
    got=$?
    if [ "$got" != "$code" ]; then
        not_ok "$name" "exit code $got instead of $code: $(head -c 300 "$TMP/stderr")"
    elif [ -s "$TMP/stdout" ]; then
        not_ok "$name" "prints something: $(head -c 200 "$TMP/stdout")"
    elif [ "$(wc -l <"$TMP/stderr")" != 1 ]; then
        not_ok "$name" "not one line: $(head -c 300 "$TMP/stderr")"
    elif ! grep -Eq -- "$pattern" "$TMP/stderr"; then
        not_ok "$name" "no match for /$pattern/ in: $(head -c 300 "$TMP/stderr")"
    else
        ok "$name"
    fi
}

# json NAME FILE EXPRESSION: a Python expression over the parsed file `d` must be true.
json() {
    if python3 -c 'import json,sys; d = json.load(open(sys.argv[1])); sys.exit(not eval(sys.argv[2]))' "$2" "$3"; then
        ok "$1"
    else
        not_ok "$1" "$3 is false for $(head -c 300 "$2")"
    fi
}

finish() { exit "$failed"; }
