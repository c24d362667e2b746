#!/usr/bin/env python3
"""What the lesson's source text must keep to.

    lesson_source.py proofs/lesson proofs/coq

* No digit stands in prose: numbers are computed ({...}), part of a formula ($...$) or of a command
  (`...`). "Theorem 1", 2 and 3 are names.
* The literals of formulas are small and structural: indices, exponents, constants of the theorems.
* Every step has a statement, a reason and numbers; every exercise a question, an answer, a hint and an
  explanation; every chapter two exercises or more.
* Every lemma that a step cites stands in the Coq file it names.
"""
import pathlib
import re
import sys

LITERALS = {"0", "1", "2", "3", "4", "5", "8", "16"}
FIGURES = {"prompt", "attention", "layers", "state", "players", "messages", "sets", "cover", "frozen", "thresholds", "models"}
TEXT = {"goal", "statement", "reason", "numbers", "question", "choice", "hint", "explain"}
bad = []


def sections(path):
    key, start, body = None, 0, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("#") or line.startswith("let "):
            continue
        m = re.match(r"([a-z]+): ?(.*)", line)
        if m:
            if key:
                yield key, start, body
            key, start, body = m.group(1), number, [m.group(2)]
        elif key:
            body.append(line)
    if key:
        yield key, start, body


def check_prose(where, text):
    text = "\n".join(line for line in text.splitlines() if not re.match(r"\s*(@|> )", line))
    text = re.sub(r"^\s*\$\$ (.*)$", r"$\1$", text, flags=re.M)
    for formula in re.findall(r"\$([^$]*)\$", text):
        for literal in re.findall(r"(?<![A-Za-z])\d+", re.sub(r"\{[^}]*\}", "", formula)):
            if literal not in LITERALS:
                bad.append("%s: the formula $%s$ says %s by itself" % (where, formula, literal))
    prose = re.sub(r"\{[^}]*\}|\$[^$]*\$|`[^`]*`|Theorem [123]\b", "", text)
    for word in re.findall(r"\S*\d\S*", prose):
        bad.append("%s: a number in prose: %s" % (where, word))


def check_coq(where, line, coq):
    for item in line.split(", "):
        m = re.fullmatch(r"(\w+) \((\w+\.v)\)", item)
        if not m:
            bad.append("%s: expected LEMMA (FILE.v), got %s" % (where, item))
        elif not (coq / m.group(2)).exists() or not re.search(
                r"^(Lemma|Theorem|Corollary|Definition) %s\b" % m.group(1), (coq / m.group(2)).read_text(), re.M):
            bad.append("%s: %s is not in %s" % (where, m.group(1), m.group(2)))


def check_unit(where, kind, have):
    need = {"step": {"statement", "reason", "numbers"}, "exercise": {"question", "answer", "hint", "explain"}}.get(kind, set())
    for missing in sorted(need - have):
        bad.append("%s: this %s has no %s" % (where, kind, missing))


def main():
    folder, coq = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    chapters = steps = exercises = 0
    for path in sorted(folder.glob("*.lesson")):
        kind, unit, have, in_chapter = None, "", set(), 0
        for key, line, body in sections(path):
            where = "%s:%d" % (path.name, line)
            if key in ("chapter", "step", "exercise"):
                check_unit(unit, kind, have)
                kind, unit, have = key, where, set()
                chapters += key == "chapter"
                steps += key == "step"
                exercises += key == "exercise"
                in_chapter += key == "exercise"
            have.add(key)
            if key in TEXT:
                check_prose(where, "\n".join(body))
            if key == "coq":
                check_coq(where, body[0], coq)
            if key == "figure" and body[0] not in FIGURES:
                bad.append("%s: no figure is called %s" % (where, body[0]))
        check_unit(unit, kind, have)
        if unit and in_chapter < 2:
            bad.append("%s: fewer than two exercises" % path.name)
    print(*bad, sep="\n")
    print("%d chapters, %d steps, %d exercises, %d wrong" % (chapters, steps, exercises, len(bad)))
    sys.exit(bool(bad))


main()
