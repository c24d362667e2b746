#!/usr/bin/env bash
# stated.sh STRATA: what it states of every file in tests/corpus/correct, facts and audit included.
# stated.txt there holds what it should state.
export LC_ALL=C
cd "$(dirname "$0")/../corpus/correct" || exit 2
"$1" check --audit ./*.proof
find look-ups -name '*.cert' | sort | xargs -n 100 "$1" check --audit
