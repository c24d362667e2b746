#!/usr/bin/env bash
# All static checks, each on all files: `make lint`.  Says at the end which ones complained.
#
#   LINT_CFLAGS='-Isrc ...' scripts/lint.sh [format|tidy|cppcheck|shell|text|spelling]...
#   scripts/lint.sh --fix-format
set -u
cd "$(dirname "$0")/.." || exit 1
folders=()
for folder in src constructions verifier tests bench examples; do
    [ -d "$folder" ] && folders+=("$folder")
done

c_files() { # PATTERN: our C files so named
    find "${folders[@]}" -type f -name "$1" -print0 | sort -z
}

# Every file that a commit would have, or all of them where there is no repository;
# not the corpora, whose noise may be on purpose.
all_files() {
    if git rev-parse --git-dir >/dev/null 2>&1; then
        git ls-files -z --cached --others --exclude-standard
    else
        find . -path ./build -prune -o -type f -print0
    fi | while IFS= read -r -d '' file; do
        case ${file#./} in tests/corpus/*) continue ;; esac
        [ -f "$file" ] && printf '%s\0' "$file"
    done
}

lint_format() {
    c_files '*.[ch]' | xargs -0 -r clang-format --dry-run -Werror
}

# On success clang-tidy still counts warnings it did not show; its text matters only on failure.
lint_tidy() {
    # shellcheck disable=SC2016 # expanded by the inner shell
    c_files '*.c' | xargs -0 -r -n 1 -P "$(nproc)" bash -c \
        'out=$(clang-tidy --quiet "$1" -- $LINT_CFLAGS 2>&1) || { echo "$out" | grep -v "warnings* generated"; exit 1; }' tidy
}

lint_cppcheck() {
    mkdir -p build/cppcheck
    c_files '*.c' | tr '\0' '\n' |
        cppcheck --quiet --std=c11 --enable=warning,style,performance,portability --inline-suppr \
            --error-exitcode=1 -j "$(nproc)" --cppcheck-build-dir=build/cppcheck -Isrc -I. \
            --library=posix --suppress=missingIncludeSystem \
            --template='{file}:{line}: {severity}: {message} [{id}]' --file-list=-
}

lint_shell() {
    all_files | while IFS= read -r -d '' file; do
        if head -n 1 "$file" | grep -aqE '^#!.*\b(ba)?sh\b'; then printf '%s\0' "$file"; fi
    done | xargs -0 -r shellcheck
}

# Paths that exist on one machine only, tabs (but in Makefiles), space at line ends.
lint_text() {
    local bad=0 tab=$'\t'
    # The bracket keeps this line from finding itself.
    all_files | xargs -0 -r grep -InE '(^|[^[:alnum:]_./])/([w]ork|[r]oot)([^[:alnum:]_-]|$)' && bad=1
    all_files | xargs -0 -r grep -InE "[ $tab]+\$" && bad=1
    all_files | grep -zvE '(^|/)Makefile$|\.tsv$' | xargs -0 -r grep -InF "$tab" && bad=1
    return $bad
}

lint_spelling() {
    # Names in Coq proofs are no words, nor are hashes.
    all_files | grep -zvE '\.v$|package-lock\.json$' | xargs -0 -r codespell --quiet-level=2 --ignore-words-list=ths,te,nd,fo,ans,strat
}

if [ "${1-}" = --fix-format ]; then
    c_files '*.[ch]' | xargs -0 -r clang-format -i
    exit
fi
[ $# -gt 0 ] || set -- format text spelling shell cppcheck tidy
export LINT_CFLAGS="${LINT_CFLAGS:--std=c11 -D_POSIX_C_SOURCE=200809L -Isrc -I. -isystem build/unity/src}"
complaints=()
for check in "$@"; do
    start=$SECONDS
    if "lint_$check"; then
        printf 'ok    %-10s %4ss\n' "$check" $((SECONDS - start))
    else
        printf 'FAIL  %-10s %4ss\n' "$check" $((SECONDS - start))
        complaints+=("$check")
    fi
done
[ ${#complaints[@]} -eq 0 ] || { echo "lint: complaints by ${complaints[*]}" >&2; exit 1; }
