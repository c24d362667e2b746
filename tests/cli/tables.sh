#!/usr/bin/env bash
# docs/tables is what the program prints today (`make tables` brings it up to date).
. "$TOP/tests/support/cli.sh"
if [ -n "${SANITIZED-}" ]; then
    ok "tables: compared without sanitizers only, to save time"
    finish
fi
STRATA=$STRATA bash "$TOP/scripts/tables.sh" "$TMP/tables" || not_ok "tables are written" "scripts/tables.sh failed"
for file in "$TOP"/docs/tables/*; do
    name=$(basename "$file")
    [ "$name" = precision.md ] && continue # takes minutes; its rows for short prompts are below
    [ "$name" = tight.md ] && continue     # another script, below
    if cmp -s "$file" "$TMP/tables/$name"; then
        ok "docs/tables/$name is current"
    else
        not_ok "docs/tables/$name is current" "$(diff "$file" "$TMP/tables/$name" 2>&1 | head -n 4)"
    fi
done
for file in "$TMP"/tables/*; do
    [ -e "$TOP/docs/tables/$(basename "$file")" ] || not_ok "$(basename "$file") is kept" "docs/tables lacks it"
done
while read -r row; do
    grep -qxF "$row" "$TOP/docs/tables/precision.md" && ok "precision.md: $row" || not_ok "precision.md is current" "lacks $row"
done < <("$STRATA" precision --L 2 --sizes 2,4,8,16,32 --format markdown)
STRATA=$STRATA bash "$TOP/scripts/tight-table.sh" >"$TMP/tight.md"
cmp -s "$TOP/docs/tables/tight.md" "$TMP/tight.md" && ok "tight.md is current" || not_ok "tight.md is current" "$(diff "$TOP/docs/tables/tight.md" "$TMP/tight.md" | head -n 4)"
finish
