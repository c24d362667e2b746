#!/usr/bin/env bash
# Writes the project's reference tables and pictures: `make tables`.
#
#   STRATA=build/strata scripts/tables.sh [DIR]     (default docs/tables)
#
# tests/cli/tables.sh runs this into a directory of its own and compares.
set -eu
cd "$(dirname "$0")/.."
strata=$(realpath "${STRATA:-build/strata}")
dir=${1:-docs/tables}
mkdir -p "$dir"

s() { "$strata" "$@"; }

# The thresholds of one machine, all theorems, in the formats people paste.
for format in markdown csv latex; do
    suffix=${format/markdown/md}
    suffix=${suffix/latex/tex}
    s bounds --L 2..6 --H 8 --d 64 --p 16 --linear 28 --format "$format" --out "$dir/thresholds.$suffix"
done
s models --format markdown --out "$dir/models.md"

# The rows of "Choosing the parameters well", found again.
{
    echo "# Prompt lengths from which composition is impossible"
    echo
    echo "S = H\\*d\\*(d+1)\\*p throughout; without linear layers the word is F^(L-1)."
    while read -r H d p L a; do
        printf '\n## H = %s, d = %s, p = %s, L = %s, %s linear layers\n\n' "$H" "$d" "$p" "$L" "$a"
        s bounds --L "$L" --H "$H" --d "$d" --p "$p" --linear "$a" --theorem published,closed,optimal --format markdown
    done <<'ROWS'
1 1 1 2 0
1 8 8 2 28
8 64 16 2 28
8 64 16 3 28
32 128 16 2 0
32 128 16 2 28
32 128 16 3 28
32 128 16 4 28
ROWS
} >"$dir/listed.md"

# One theorem, both halves: the shortest prompts found.
{
    echo "# Separations"
    echo
    echo "Each row is one theorem of the kernel (\`strata separate\`): one head of dimension d, numbers of P bits, B = d\\*P,"
    echo "S = d\\*(d+1)\\*P. The first word is right on every input in fixed:P, the other kind of network is not, whatever its weights."
    echo
    first=1
    while read -r L args; do
        # shellcheck disable=SC2086
        s separate --L "$L" $args --format markdown | tail -n +"$first"
        first=3 # one heading is enough
    done <<'ROWS'
2 --linear 0
2 --linear 1
2 --linear 28
2 --linear 1000
2 --linear 1 --construction hybrid
2 --linear 28 --construction hybrid
2 --full-only
3 --linear 28
3 --linear 28 --construction hybrid
4 --linear 28
ROWS
} >"$dir/separations.md"

# How much is impossible at a given length.
{
    echo "# The largest B, and the largest number of linear layers, that are impossible"
    for prompt in 2^20 2^40 2^200; do
        printf '\n## n = %s, no linear layers\n\n' "$prompt"
        s bounds --L 2..3 --prompt "$prompt" --largest B --format markdown
        printf '\n## n = %s, H = 8, d = 64, p = 16\n\n' "$prompt"
        s bounds --L 2..3 --prompt "$prompt" --largest linear --H 8 --d 64 --p 16 --format markdown
    done
} >"$dir/largest.md"

machine=(--H 8 --d 64 --p 16 --format svg)
s regime --L 2 --word F "${machine[@]}" --out "$dir/regime-2-F.svg"
s regime --L 2 --word FFF "${machine[@]}" --out "$dir/regime-2-FFF.svg"
s regime --L 2 --word RRRRRRRFRRRRRRR "${machine[@]}" --out "$dir/regime-2-hybrid.svg"
s regime --L 3 --word RRRFRRRFRRR "${machine[@]}" --out "$dir/regime-3-hybrid.svg"
s regime --L 2..4 --linear-layers "${machine[@]}" --out "$dir/linear-layers.svg"
