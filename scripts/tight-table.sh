#!/usr/bin/env bash
# Prints docs/tables/tight.md: where Theorem 1 is exact. For each task the kernel is asked which B
# (or S) it forbids, and a protocol with the next one is written down and run on every input.
#
#   STRATA=build/strata scripts/tight-table.sh
set -eu
strata=$(realpath "${STRATA:-build/strata}")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# The word F: player 2 sends the row of z_2 that w selects, player 1 its table, player 0 its seed.
write_full() { # m n B
    local m=$1 n=$2 bits=$((2 * $3)) row='' power=1 i
    for ((i = 0; i < m; i++)); do
        row+="${row:+ + }z2[w1 * $m + $i] * $power"
        power=$((power * m * n))
    done
    echo "table power: $(for ((i = 0, power = 1; i < m; i++, power *= m * n)); do printf '%d ' "$power"; done)"
    echo "table small: $(for ((i = 0, power = 1; i < m; i++, power *= m)); do printf '%d ' "$power"; done)"
    printf 'task 2 %d %d\nword F\nB %d\n' "$m" "$n" "$3"
    printf 'send 1 0 -> -1: z0 : %d\nsend 1 1 -> -1: code(1) : %d\nsend 1 2 -> -1: %s : %d\n' "$bits" "$bits" "$row" "$bits"
    printf 'announce: msg(1, 2, -1) / power[msg(1, 1, -1) / small[msg(1, 0, -1)] %% m] %% N1\n'
}

# The word R with L = 1: player 1 hands its table on, player 0 looks up.
write_linear() { # m S
    local m=$1 i power
    echo "table small: $(for ((i = 0, power = 1; i < m; i++, power *= m)); do printf '%d ' "$power"; done)"
    printf 'task 1 %d\nword R\nS %d\nsend 1 1 -> 0: code(1) : %d\n' "$m" "$2" "$2"
    printf 'send 1 0 -> -1: msg(1, 1, 0) / small[z0] %% m : %d\nannounce: msg(1, 0, -1)\n' "$2"
}

# Does the kernel forbid it? (The random protocol stands for all of its kind.)
forbidden() {
    "$strata" refute --random 1 "$@" --method search --effort 4 --format json >"$tmp/r.json" || true
    python3 -c 'import json,sys; sys.exit(not json.load(open(sys.argv[1]))["theorem_applies"])' "$tmp/r.json"
}

# All inputs run, all right?
solved() {
    "$strata" refute --protocol "$1" --effort $((1 << 23)) >"$tmp/out" && return 1
    grep -q 'all [0-9]* inputs run' "$tmp/out"
}

row() { # TASK WORD NAME VALUE
    solved "$tmp/p" || { echo "$1 with $3 = $4 was not run through" >&2 && exit 1; }
    printf '| %s | %s | %s <= %d | %s = %d | %s |\n' "$1" "$2" "$3" "$(($4 - 1))" "$3" "$4" \
        "$(grep -o 'all [0-9]* inputs' "$tmp/out" | grep -o '[0-9]*')"
}

cat <<'TEXT'
# How far is Theorem 1 from the truth?

Written by `scripts/tight-table.sh`. For one full layer and L = 2, and for one linear layer and L = 1: not at all.

*L = 2, word F.* Fix w. Player -1 hears one message from each of 2, 1 and 0, of 2B bits each, and nobody knew more than its own
block (and w) when it spoke. For fixed z_1 and z_0 the message of player 2 must determine z_2(w, z_1(z_0)), so, as z_1 and z_0
vary, all m entries of that row: 2^(2B) >= N_1^m. If so, the row, z_1 and z_0 can be sent as they are. Theorem 1, with x_0 = 1 and
theta_1 = m, forbids exactly the other B: its last condition is 2 B n_1 < n_1 m log2 N_1.

*L = 1, word R.* Theorem 1 forbids S < m log2 m; with 2^S >= m^m player 1 hands its table on, and player 0 looks up.

The kernel says what is forbidden; a protocol for the next value is run on every input. For other words (RF, FF, three functions)
exact values are not known here: the theorems begin at larger sizes than can be searched.

| task | word | forbidden (kernel) | solved | inputs run |
|---|---|---|---|---|
TEXT
while read -r m n; do
    B=1
    while forbidden --L 2 --m "$m" --n "$n" --B "$B"; do B=$((B + 1)); done
    write_full "$m" "$n" "$B" >"$tmp/p"
    row "FC(2;$m;$n)" F B "$B"
done <<'SIZES'
2 1
2 2
2 3
3 1
4 1
SIZES
for m in 2 3 4 5; do
    S=1
    while forbidden --L 1 --m "$m" --word R --S "$S"; do S=$((S + 1)); done
    write_linear "$m" "$S" >"$tmp/p"
    row "FC(1;$m)" R S "$S"
done
