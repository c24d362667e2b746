#!/usr/bin/env bash
# Writes the lesson's source text (proofs/lesson/*.lesson) as a C file to standard output.
#
# The Makefile calls this whenever the text is newer. The text is compiled in, so that
# `strata lesson` works wherever the program is copied to. One string per line: C promises
# no strings longer than 4095 characters.
set -eu
cd "$(dirname "$0")/.."
echo '/* proofs/lesson as text; made by scripts/embed-lesson.sh. */'
echo '#include "report/lesson/lesson.h"'
echo '#include <stddef.h>'
count=0
for file in proofs/lesson/*.lesson; do
    echo "static const char *const file_${count}[] = {"
    sed -e 's/[\\"]/\\&/g' -e 's/^/    "/' -e 's/$/",/' "$file"
    echo '    NULL};'
    count=$((count + 1))
done
echo 'const lesson_file lesson_source[] = {'
count=0
for file in proofs/lesson/*.lesson; do
    echo "    {\"$(basename "$file" .lesson)\", file_$count},"
    count=$((count + 1))
done
echo '    {NULL, NULL}};'
