#!/usr/bin/env bash
# A mistake in any side condition of the kernel changes the verdict on some corpus file, or what is
# stated. Here the listed plants and every 50th of all others; `make plants` tries all.
. "$TOP/tests/support/cli.sh"
if grep -qE -- '-fsanitize|--coverage' "$(dirname "$STRATA")/flags"; then
    ok "the plants are tried on the plain build" && finish
fi
python3 "$TOP/tests/oracle/plant.py" "$TOP" "$(dirname "$STRATA")" "$TMP" 50 || not_ok "plants" "see above"
finish
