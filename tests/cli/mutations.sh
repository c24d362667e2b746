#!/usr/bin/env bash
# Every small change of every shipped script, judged by the kernel and by a second checker.
. "$TOP/tests/support/cli.sh"
stride=1
[ -n "${SANITIZED:-}" ] && stride=23
python3 "$TOP/tests/oracle/mutate.py" "$STRATA" $stride "$TOP"/proofs/*.proof || not_ok "mutants" "see above"
finish
