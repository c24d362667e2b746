#!/usr/bin/env bash
# The lesson's pages in a real browser: `make test-browser`. Writes the site for two parameter sets
# and lets Debian's chromium read, click and type its way through (tests/browser).
# Ends with one line `N passed, N failed`.
#
#   STRATA=build/strata scripts/test-browser.sh [NAME...]    only tests/browser/NAME.mjs
#
# playwright-core and html-validate come through npm, at the versions and hashes of
# tests/browser/package-lock.json, into build/browser; no browser is downloaded.
set -u
cd "$(dirname "$0")/.." || exit 1
STRATA=$(realpath "${STRATA:-build/strata}")
CHROMIUM=${CHROMIUM:-$(command -v chromium)}
TOOLS=$PWD/build/browser
export STRATA CHROMIUM TOOLS TOP=$PWD PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
[ -n "$CHROMIUM" ] || { echo "test-browser: no chromium here (scripts/deps.sh browser)" >&2; exit 1; }

install=(npm ci --prefix "$TOOLS" --ignore-scripts --no-audit --no-fund --loglevel=error)
if ! cmp -s tests/browser/package-lock.json "$TOOLS/installed.json"; then
    mkdir -p "$TOOLS" && cp tests/browser/package.json tests/browser/package-lock.json "$TOOLS"
    if [ -n "${NO_INSTALL-}" ]; then
        echo "test-browser: missing: playwright-core, html-validate; to install them, run: ${install[*]}" >&2
        exit 1
    fi
    echo "+ ${install[*]}"
    "${install[@]}" >&2 || { echo "test-browser: npm could not install what the tests need" >&2; exit 1; }
    cp tests/browser/package-lock.json "$TOOLS/installed.json"
fi

TMP=$(mktemp -d) && trap 'rm -rf "$TMP"' EXIT
export TMP
node tests/browser/run.mjs "$@"
