#!/usr/bin/env bash
# Writes the style and the script of the lesson's pages (src/report/site/lesson.css, lesson.js) as
# a C file to standard output; the Makefile calls this whenever they are newer. One string per
# line: C promises no strings longer than 4095 characters.
set -eu
cd "$(dirname "$0")/../src/report/site"
lines() { # NAME FILE
    echo "const char *const $1[] = {"
    sed -e 's/[\\"]/\\&/g' -e 's/^/    "/' -e 's/$/",/' "$2"
    echo '    NULL};'
}
echo '/* src/report/site/lesson.css and lesson.js as text; made by scripts/embed-site.sh. */'
echo '#include "report/site/site.h"'
lines site_style lesson.css
lines site_script lesson.js
