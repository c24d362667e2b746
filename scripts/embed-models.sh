#!/usr/bin/env bash
# Writes src/bounds/models-data.c from data/hybrid_models.csv (a test keeps the two equal).
#
# The table is compiled in, so that `strata models` works wherever the program is copied to
# and no installed file can be missing or of another version.
set -eu
cd "$(dirname "$0")/.."
{
    echo '/* data/hybrid_models.csv as text; made by scripts/embed-models.sh, do not edit. */'
    echo '#include "bounds/models.h"'
    echo
    echo '/* clang-format off */'
    echo 'const char models_data[] ='
    sed -e 's/[\\"]/\\&/g' -e 's/^/    "/' -e 's/$/\\n"/' data/hybrid_models.csv | sed '$s/$/;/'
    echo '/* clang-format on */'
} >src/bounds/models-data.c
