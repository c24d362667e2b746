#!/usr/bin/env bash
# The kernel stands alone, and nobody else can make a theorem.
. "$TOP/tests/support/cli.sh"
objects=$(dirname "$STRATA")/obj
kernel=$objects/verifier/kernel

# 1. Everything the kernel needs comes from src/base, src/exact, src/task or a library.
own=$(nm --defined-only -g "$kernel"/*.o "$objects"/src/base/*.o "$objects"/src/exact/*.o "$objects"/src/task/*.o |
    awk 'NF == 3 {print $3}' | sort -u)
others=$(find "$objects" -name '*.o' -not -path '*/verifier/kernel/*' -not -path '*/src/base/*' \
    -not -path '*/src/exact/*' -not -path '*/src/task/*' -not -path '*/tests/*' -exec nm --defined-only -g {} + |
    awk 'NF == 3 {print $3}' | grep -v '^main$' | sort -u)
needed=$(nm -u "$kernel"/*.o | awk 'NF == 2 {print $2}' | sort -u)
outside=$(comm -12 <(echo "$needed") <(comm -23 <(echo "$others") <(echo "$own")) | grep -v '^__\|^_GLOBAL')
[ -z "$outside" ] && ok "the kernel links with base, exact and task alone" || not_ok "the kernel needs" "$outside"
includes=$(grep -h '#include "' "$TOP"/verifier/kernel/*.[ch] | grep -vE '"(base|exact|task|verifier/kernel)/')
[ -z "$includes" ] && ok "and includes nothing else" || not_ok "the kernel includes" "$includes"

# 2. A theorem's inside is known in one file, so no other can fill one in.
inside=$(grep -rlE 'struct theorem *\{' "$TOP"/{src,verifier,constructions,tests} --include='*.[ch]')
[ "$inside" = "$TOP/verifier/kernel/kernel.c" ] && ok "struct theorem is defined in kernel.c only" || not_ok "defined in" "$inside"
echo '#include "verifier/kernel/kernel.h"
theorem t; theorem *make(void); theorem *make(void) { return &t; }' >"$TMP/forge.c"
if cc -std=c11 -I"$TOP/src" -I"$TOP" -c -o "$TMP/forge.o" "$TMP/forge.c" 2>/dev/null; then
    not_ok "forged theorem" "it compiles"
else
    ok "a forged theorem does not compile"
fi

# 3. What kernel.o offers: the rules, and functions that take a const theorem (or free one).
offered=$(nm --defined-only -g "$kernel/kernel.o" | awk '$2 ~ /[TRD]/ {print $3}' | grep -v '^__' | sort | tr '\n' ' ')
expected="kernel_compose kernel_construct kernel_contradict kernel_cover kernel_enumerate kernel_freeze kernel_freeze_full "
expected+="kernel_lookup kernel_publish kernel_rule_names kernel_separate kernel_sparse kernel_specialise kernel_start "
expected+="kernel_start_full theorem_L theorem_clear theorem_entry theorem_get_form theorem_hypothesis theorem_is_closed "
expected+="theorem_is_full_only theorem_is_last_full theorem_network theorem_number theorem_number_system theorem_precision "
expected+="theorem_stage theorem_uses "
[ "$offered" = "$expected" ] && ok "kernel.o offers its rules and accessors only" || not_ok "kernel.o offers" "$offered"
writable=$(grep -n 'theorem \*' "$TOP/verifier/kernel/kernel.h" | grep -vE 'theorem \*\*made|const theorem \*|theorem_clear')
[ -z "$writable" ] && ok "no function takes a theorem that it may change" || not_ok "writable" "$writable"
makers=$(grep -cE '^(status|theorem).*theorem \*\*?made' "$TOP/verifier/kernel/kernel.h")
[ "$makers" = 14 ] && ok "fourteen rules make theorems" || not_ok "makers" "$makers"

# 4. Small enough to read.
lines=$(wc -l <"$TOP"/verifier/kernel/kernel.c)
[ "$lines" -lt 800 ] && ok "all that can make a theorem takes $lines lines" || not_ok "size" "$lines lines"
finish
