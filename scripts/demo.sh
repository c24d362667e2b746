#!/usr/bin/env bash
# A first look at Strata: `make demo`.
set -eu
cd "$(dirname "$0")/.."
STRATA=${STRATA:-build/strata}

show() { # runs strata after showing what one would type
    printf '\n$ build/strata %s\n\n' "$*"
    "$STRATA" "$@"
}

cat <<'TEXT'

Strata builds attention networks with exact weights and proves things about them.

1. Function composition, two steps: a network with three attention layers must look up one
   table with the result of another.  Strata builds it and runs it, in exact arithmetic, on
   every input there is.
TEXT
show verify --L 2 --m 2 --n 2 --engine reference

cat <<'TEXT'

2. The same network on one input, layer by layer: where the last token looks, what it reads
   there, and what it knows afterwards.
TEXT
show run --L 2 --m 2 --n 2 --z0 1 --w 0 --z1 1,0 --z2 3,0,2,1

cat <<'TEXT'

What to type next:
  build/strata run --L 3 --m 2 --n 2,2 --random     one step deeper, on a random input
  build/strata constructions --L 2 --m 2 --n 2      all networks Strata can build for these sizes
  build/strata --help                               everything else
  make test                                         the test suite
TEXT
