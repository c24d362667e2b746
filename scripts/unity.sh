#!/usr/bin/env bash
# Puts the Unity test framework into build/unity/src, once.
#
# Debian has no package of it, but the source package cjson carries a copy for its own tests.
# It is fetched with apt's checks of origin, through package lists of our own under build/,
# so the system's configuration stays as it is and no privilege is needed.
# With UNITY_DIR=DIR, a copy you have (DIR/src/unity.c or DIR/unity.c) is used instead.
set -eu
cd "$(dirname "$0")/.."
dest=build/unity
work=build/unity-fetch

fail() {
    echo "unity: $*" >&2
    echo "unity: get Unity yourself and say where: make test UNITY_DIR=/path/to/Unity" >&2
    exit 1
}

take() { # DIR: copy Unity from there; unity.c last, because it marks the copy as complete
    rm -rf "$dest"
    mkdir -p "$dest/src" "$dest/examples"
    cp "$1"/*.h "$dest/src/"
    # Debian's copy includes this by its relative path.
    if [ -f "$1/../examples/unity_config.h" ]; then cp "$1/../examples/unity_config.h" "$dest/examples/"; fi
    cp "$1/unity.c" "$dest/src/"
}

if [ -n "${UNITY_DIR-}" ]; then
    for dir in "$UNITY_DIR/src" "$UNITY_DIR"; do
        [ -f "$dir/unity.c" ] || continue
        cmp -s "$dir/unity.c" "$dest/src/unity.c" || take "$dir"
        exit 0
    done
    fail "no unity.c in $UNITY_DIR or $UNITY_DIR/src"
fi
[ -f "$dest/src/unity.c" ] && exit 0
command -v apt-get >/dev/null || fail "no apt-get here"
if [ -n "${NO_INSTALL-}" ]; then
    fail "NO_INSTALL is set and $dest is empty; to fetch it, run: scripts/unity.sh"
fi

echo "strata: fetching the Unity test framework from Debian's source package cjson"
rm -rf "$work"
mkdir -p "$work/sources" "$work/lists/partial" "$work/cache/archives/partial"
trap 'rm -rf "$work"' EXIT

# The machine's own package sources, turned into source-code ones, in both of apt's formats.
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
    [ -f "$file" ] || continue
    case $file in
    *.list) sed -E 's/^[[:space:]]*deb[[:space:]]/deb-src /' "$file" ;;
    *.sources) sed -E 's/^Types:.*/Types: deb-src/' "$file" ;;
    *) continue ;;
    esac >"$work/sources/${file##*/}"
done

here=$PWD/$work
options=(
    -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$here/sources"
    -o Dir::State::lists="$here/lists" -o Dir::Cache="$here/cache"
    -o Dir::State::status="$here/status" -o Acquire::Languages=none -o Acquire::Retries=3
)
: >"$work/status"
# Root's apt hands downloads to a user that may not be allowed to enter this directory.
[ "$(id -u)" -ne 0 ] || options+=(-o APT::Sandbox::User=root)

# A foreign repository without sources makes `update` fail; only cjson matters here.
apt-get -q "${options[@]}" update >"$work/log" 2>&1 || true
if ! (cd "$work" && apt-get -q "${options[@]}" source --download-only cjson) >>"$work/log" 2>&1; then
    tail -n 20 "$work/log" >&2
    fail "could not fetch the source package cjson"
fi
mkdir "$work/cjson"
tar -xf "$work"/cjson_*.orig.tar.* -C "$work/cjson" || fail "could not unpack cjson"
dir=$(find "$work/cjson" -path '*/unity/src/unity.c' -printf '%h\n' | head -n 1)
[ -n "$dir" ] || fail "no Unity in the source package cjson"
take "$dir"
