#!/usr/bin/env bash
# Makes sure that what a task needs is on this Debian machine.
#
#   scripts/deps.sh GROUP...          install what is missing, saying so first
#   scripts/deps.sh --check GROUP...  only say what is missing, in one line
#
# Groups: build, test, lint, mpi, proofs, bench, fuzz, ci, torch, browser.
# NO_INSTALL=1 never installs: it prints the command to run.
# Things are looked for themselves, not their Debian packages, so libraries installed by
# hand count too, and the script is quick when nothing is missing.
set -u

CC=${CC:-cc}
probe=$CC # looks for headers; any compiler will do where CC itself is still to come
command -v "${CC%% *}" >/dev/null || probe=cc
missing=()

tool() { # COMMAND PACKAGE...
    command -v "$1" >/dev/null 2>&1 || missing+=("${@:2}")
}

module() { # PYTHON-MODULE PACKAGE: for some Python here, Debian's own included
    local python
    for python in "${PYTHON-python3}" /usr/bin/python3; do
        "$python" -c "import $1" 2>/dev/null && return
    done
    missing+=("$2")
}

header() { # HEADER PACKAGE
    # GMP's companions need stdio.h first to declare their input and output functions.
    # shellcheck disable=SC2086 # both may be several words
    printf '#include <stdio.h>\n#include <%s>\n' "$1" |
        $probe ${CPPFLAGS-} -E -x c - >/dev/null 2>&1 || missing+=("$2")
}

coq_has() { # MATHCOMP LIBRARY: is it where coqc looks?
    local where
    where=$(coqc -where 2>/dev/null)/user-contrib/mathcomp
    case $1 in
    algebra) [ -e "$where/algebra/ssralg.vo" ] ;;
    zify) [ -e "$where/zify/zify.vo" ] || [ -e "$where/zify/ssrZ.vo" ] ;;
    *) [ -e "$where/ssreflect/ssreflect.vo" ] ;;
    esac
}

fuzzer_package() { # libFuzzer comes with the compiler's runtime
    local version
    version=$(clang --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p' | head -n 1)
    echo "libclang-rt-${version:-14}-dev"
}

need_compiler() {
    case $CC in
    *clang*) tool "${CC%% *}" clang libc6-dev ;;
    *) tool "${CC%% *}" gcc libc6-dev ;;
    esac
    tool make make
}

need() { # GROUP
    case $1 in
    build)
        need_compiler
        tool pkg-config pkg-config
        header gmp.h libgmp-dev
        header mpfr.h libmpfr-dev
        header mpfi.h libmpfi-dev
        header jansson.h libjansson-dev
        header nettle/sha2.h nettle-dev
        ;;
    test) # Unity itself comes through scripts/unity.sh
        tool python3 python3
        tool xz xz-utils
        ;;
    lint)
        tool clang-format clang-format
        tool clang-tidy clang-tidy
        tool cppcheck cppcheck
        tool shellcheck shellcheck
        tool codespell codespell
        ;;
    mpi)
        tool mpicc libopenmpi-dev
        tool mpirun openmpi-bin
        ;;
    proofs)
        tool coqc coq
        for library in ssreflect algebra zify; do
            coq_has "$library" || missing+=("libcoq-mathcomp-$library")
        done
        tool python3 python3
        ;;
    bench)
        /usr/bin/python3 -c 'import numpy' >/dev/null 2>&1 || missing+=(python3-numpy)
        ;;
    fuzz)
        tool clang clang
        printf 'int LLVMFuzzerTestOneInput(const char *d, long n) { return d && n < 0; }' |
            clang -fsanitize=fuzzer -x c -o /dev/null - 2>/dev/null || missing+=("$(fuzzer_package)")
        ;;
    ci)
        tool gcc gcc libc6-dev
        tool clang clang
        tool valgrind valgrind
        tool latex texlive-latex-base
        ;;
    torch)
        module torch python3-torch
        module numpy python3-numpy
        ;;
    browser) # what npm adds comes through scripts/test-browser.sh
        tool chromium chromium
        tool node nodejs
        tool npm npm
        ;;
    *)
        echo "deps: no such group: $1 (there are build, test, lint, mpi, proofs, bench, fuzz, ci, torch, browser)" >&2
        exit 2
        ;;
    esac
}

check_only=''
if [ "${1-}" = --check ]; then
    check_only=1
    shift
fi
for group in "$@"; do need "$group"; done
[ ${#missing[@]} -eq 0 ] && exit 0
mapfile -t missing < <(printf '%s\n' "${missing[@]}" | sort -u)

if [ -n "$check_only" ]; then
    echo "strata: missing on this machine: ${missing[*]} (\`make deps\` or \`make demo\` installs them)" >&2
    exit 1
fi

if ! command -v apt-get >/dev/null; then
    echo "strata: missing: ${missing[*]} (Debian's names; no apt-get here, please install them)" >&2
    exit 1
fi

# Root installs directly; others through sudo, if it answers without asking or can ask.
sudo=''
may_install=''
how='run'
if [ "$(id -u)" -eq 0 ]; then
    may_install=1
elif command -v sudo >/dev/null; then
    sudo='sudo '
    if sudo -n true 2>/dev/null || [ -t 0 ]; then may_install=1; fi
else
    how='run as root'
fi

# Fresh images have no package lists: update only then.
update=''
command="${sudo}apt-get install -y --no-install-recommends ${missing[*]}"
if ! apt-get -s install "${missing[@]}" >/dev/null 2>&1; then
    update=1
    command="${sudo}apt-get update && $command"
fi

if [ -n "${NO_INSTALL-}" ] || [ -z "$may_install" ]; then
    echo "strata: missing on this machine: ${missing[*]}" >&2
    echo "strata: to install them, $how: $command" >&2
    exit 1
fi

apt() {
    # shellcheck disable=SC2086 # no word at all for root
    ${sudo}env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@"
}
install() {
    apt install -y --no-install-recommends "${missing[@]}"
}

echo "strata: installing what is missing on this machine: ${missing[*]}"
echo "+ $command"
[ -z "$update" ] || apt update
# Lists that are there may be too old: one more try with new ones.
install || { [ -z "$update" ] && apt update && install; } && exit 0
echo "strata: could not install ${missing[*]}; please $how: $command" >&2
exit 1
