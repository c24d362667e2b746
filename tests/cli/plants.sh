#!/usr/bin/env bash
# An off-by-one in any side condition of the kernel changes the verdict on some corpus file.
. "$TOP/tests/support/cli.sh"
if grep -qE -- '-fsanitize|--coverage' "$(dirname "$STRATA")/flags"; then
    ok "the plants are tried on the plain build" && finish
fi
python3 "$TOP/tests/oracle/plant.py" "$TOP" "$(dirname "$STRATA")" "$TMP" 1 || not_ok "plants" "see above"
finish
