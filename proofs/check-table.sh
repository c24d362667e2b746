#!/bin/bash
# Checks README.md against the Coq files next to it: every lemma named in the table exists, every quoted
# Coq text stands in the statement files word for word, every rule has its row, every docs file exists.
set -u
cd "$(dirname "$0")" || exit 2
readme=${1:-README.md}
fail=0
complain() { echo "$readme: $*" >&2; fail=1; }

# the table: | rule | step | docs | lemmas |
rows=$(awk -F'|' '/^\| kernel rule/ {on=1; next} on && /^\|---/ {next} on && /^\|/ {print; next} {on=0}' "$readme")
[ -n "$rows" ] || complain "no table of kernel rules"
# one row per rule of the kernel, by the kernel's own names
rules=$(awk '/kernel_rule_names\[rule_count\] = \{/ {on=1; next} /};/ {on=0} on' ../verifier/kernel/kernel.c | grep -o '"[^"]*"' | tr -d '"')
[ "$(wc -w <<<"$rules")" -ge 9 ] || complain "the kernel's rules were not found"
[ "$(printf '%s\n' "$rows" | wc -l)" -eq "$(wc -w <<<"$rules")" ] || complain "not one row per rule"
for rule in $rules; do
  printf '%s\n' "$rows" | grep -q "^| $rule |" || complain "no row for the rule $rule"
done
count=0
while IFS='|' read -r _ rule _ docs lemmas _; do
  # shellcheck disable=SC2016 # backquotes are meant literally
  names=$(grep -o '`[^`]*`' <<<"$lemmas" | tr -d '`')
  [ -n "$names" ] || complain "no lemma in the row of$rule"
  for name in $names; do
    count=$((count + 1))
    grep -qE "^ *(Theorem|Lemma|Fact|Corollary|Definition) $name( |:|$)" coq/*.v || complain "no lemma $name (rule$rule)"
  done
  file=$(grep -o 'docs/[^, ]*\.md' <<<"$docs")
  if [ -d ../docs ] && [ ! -f "../$file" ]; then complain "no file $file (rule$rule)"; fi
done <<<"$rows"

# the quoted texts
text=$(cat coq/Statements.v)
quotes=0 block='' inside=0
while IFS= read -r line; do
  case $inside$line in
    '0```coq') inside=1 block='' ;;
    '1```')
      inside=0 quotes=$((quotes + 1))
      [[ $text == *"${block}Proof."* ]] || complain "differs from the statement files: ${block%%$'\n'*}" ;;
    1*) block+=$line$'\n' ;;
  esac
done <"$readme"
[ $quotes -gt 0 ] || complain "no quoted statement"

[ $fail -eq 0 ] && echo "$readme: $count lemmas and $quotes quoted statements agree with the Coq files"
exit $fail
