#!/usr/bin/env bash
# `strata lesson --html DIR`: which files come into being, and which directories are left alone.
# What the pages do in a browser is tested by tests/browser.
# shellcheck source=tests/support/cli.sh
. "$TOP/tests/support/cli.sh"
cd "$TMP" || exit 1

small=(--L 2 --B 1 --m 2 --n 2 --x 1,2 --theta 2)
expect "pages are written" 0 'open site/index.html' -- "$STRATA" lesson "${small[@]}" --html site
for page in index task lookup layers recurrence game sets cover freeze contradiction hierarchy models input proof; do
    if [ -s "site/$page.html" ]; then ok "there is $page.html"; else not_ok "there is $page.html" "$(ls site)"; fi
done
if cmp -s site/lesson.css "$TOP/src/report/site/lesson.css" && cmp -s site/lesson.js "$TOP/src/report/site/lesson.js"; then
    ok "style and script are the current ones"
else
    not_ok "style and script are the current ones" "they differ from src/report/site"
fi

# Every tag is closed where it should be, and no id stands twice on a page.
cat >balanced.py <<'EOF'
import sys
from html.parser import HTMLParser
VOID = {'meta', 'link', 'wbr', 'br', 'img', 'input'}
class Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.bad = [], set(), []
    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attributes:
            if name == 'id':
                if value in self.ids:
                    self.bad.append('id ' + value)
                self.ids.add(value)
    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.bad.append('/' + tag)
for path in sys.argv[1:]:
    reader = Reader()
    reader.feed(open(path, encoding='utf-8').read())
    if reader.bad or reader.open:
        print(path, reader.bad[:5], reader.open[:5])
        sys.exit(1)
EOF
expect "pages are balanced" 0 -- python3 balanced.py site/*.html
sed 's|</h1>||' site/task.html >broken.html
expect "an unbalanced page would be noticed" 1 "broken.html" -- python3 balanced.py broken.html

expect "a site may be written again" 0 -- "$STRATA" lesson "${small[@]}" --html site
cp -r site first
expect "and once more" 0 -- "$STRATA" lesson "${small[@]}" --html site
expect "it is the same each time" 0 -- diff -r first site

mkdir strange empty && echo mine >strange/thesis.txt
refuse "a directory with other files is left alone" 2 "'strange' holds other files, such as thesis.txt" -- \
    "$STRATA" lesson "${small[@]}" --html strange
expect "indeed" 0 '^thesis.txt$' -- ls strange
mkdir pages && echo mine >pages/index.html
refuse "so is somebody else's page" 2 "'pages' holds other files" -- "$STRATA" lesson "${small[@]}" --html pages
expect "indeed not overwritten" 0 '^mine$' -- cat pages/index.html
expect "an empty directory will do" 0 -- "$STRATA" lesson "${small[@]}" --html empty
refuse "a file is no directory" 2 "cannot open directory 'balanced.py'" -- "$STRATA" lesson "${small[@]}" --html balanced.py
refuse "a directory in nowhere" 2 "cannot make directory 'no/where'" -- "$STRATA" lesson "${small[@]}" --html no/where
refuse "no directory at all" 2 "" -- "$STRATA" lesson --html
finish
