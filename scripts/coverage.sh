#!/usr/bin/env bash
# Lines and branches that the tests reached, per source file and in total: `make coverage`.
#
#   scripts/coverage.sh BUILD   (a build made with --coverage whose tests have run)
#
# Writes BUILD/report/summary.txt and, beside it, each source annotated with its counts.
# With CC=clang say GCOV='llvm-cov gcov'.
set -eu
cd "$(dirname "$0")/.."
build=$(realpath "$1")
report=$build/report
read -ra gcov <<<"${GCOV:-gcov}"
rm -rf "$report"
mkdir -p "$report"

# Sources without counts (nothing of them ran) have a .gcno file but no .gcda: gcov says 0%.
# gcov only follows paths from the source root, and writes into the directory it runs in.
find "$build/obj" -path "$build/obj/tests" -prune -o -name '*.gcno' ! -name 'unity.*' -print0 | sort -z |
    xargs -0 -r -n 1 "${gcov[@]}" --branch-counts --branch-probabilities --relative-only \
        --preserve-paths >"$report/gcov.log" 2>/dev/null
find . -maxdepth 1 -name '*.gcov' -exec mv {} "$report/" \;

# gcov's log has, per file: File 'NAME' / Lines executed:P% of N / ... / Taken at least once:P% of N.
# A header used by several sources comes several times; the best count stands for it.
awk -v q="'" '
    function share(text,  t) { split(text, t, /[:%]| of /); got = t[2] * t[4] / 100; all = t[4] }
    /^File / { split($0, f, q); name = f[2] }
    /^Lines executed/ { share($0); if (!(name in lines) || got > hit[name]) { hit[name] = got; lines[name] = all } }
    /^Taken at least once/ { share($0); if (!(name in branches) || got > taken[name]) { taken[name] = got; branches[name] = all } }
    END { for (name in lines) print name, hit[name], lines[name], taken[name] + 0, branches[name] + 0 }
' "$report/gcov.log" | sort | awk '
    function percent(a, b) { return b ? sprintf("%6.1f%%", 100 * a / b) : "      -" }
    function row(name, a, b, c, d) { printf "%s of %5d  %s of %5d  %s\n", percent(a, b), b, percent(c, d), d, name }
    BEGIN { print "  lines covered  branches taken" }
    { row($1, $2, $3, $4, $5); a += $2; b += $3; c += $4; d += $5 }
    END { row("total", a, b, c, d) }
' | tee "$report/summary.txt"
echo "coverage: annotated sources are in ${report#"$PWD"/}"
