#!/usr/bin/env bash
# Help that teaches: every command explains itself, and every example in a help text runs.
. "$TOP/tests/support/cli.sh"
expect "no command: help, exit 2" 2 'usage: strata COMMAND' -- "$STRATA"
expect "--help" 0 'Commands:' -- "$STRATA" --help
expect "--version" 0 '^strata [0-9]+\.[0-9]+\.[0-9]+$' -- "$STRATA" --version
cd "$TMP" || exit 1
PATH=$(dirname "$(realpath "$STRATA")"):$PATH
commands=$("$STRATA" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
for c in $commands; do
    expect "$c --help" 0 'Examples:' -- "$STRATA" "$c" --help
    expect "$c --version" 0 '^strata' -- "$STRATA" "$c" --version
done
"$STRATA" export --L 2 --m 2 --n 2 --out mine.json
cp "$TOP/examples/protocols/right-two-full-one-linear.protocol" mine.protocol
echo '{"z0":1,"w":[0],"z":[[1,0],[3,0,2,1]]}' >input.json
for c in $commands; do
    while read -r line; do
        expect "example: $line" 0 -- bash -c "$line"
    done < <("$STRATA" "$c" --help | sed -n '/^Examples:/,$s/^  \(strata .*\)/\1/p' | sed 's/   .*//')
done
for c in $commands; do
    grep -q "\\b$c\\b" "$TOP/man/strata.1" && ok "man page knows $c" || not_ok "man page knows $c" "it does not"
    grep -q "\\b$c\\b" "$TOP/completions/strata.bash" && ok "completion knows $c" || not_ok "completion knows $c" "it does not"
done
finish
