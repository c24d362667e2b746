#!/usr/bin/env python3
"""Every small change of every proof script: rejected, or a theorem that is true.

    mutate.py STRATA STRIDE FILE...    takes every STRIDE-th mutant

Mutants: each number +1 and -1, each rule replaced by each other rule, each reference to a fact or a
number redirected to each other one, each line dropped and doubled. For each, `strata check` and
proof.py must agree: same exit code and, if accepted, the same theorem in every number.
"""
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import proof  # noqa: E402

KEYS = ("binary", "quadratic", "hybrid")
WORD = re.compile(r"[A-Za-z]\w*(?:-[a-z]+)?|\d+")


def replacements(text, line, word, facts, numbers):
    """What may stand in the place of this word: it is a number, a rule, or a reference."""
    it = word.group()
    before = line[:word.start()].rstrip()
    after = line[word.end():].lstrip()
    if it.isdigit():
        return [str(int(it) + 1)] + ([str(int(it) - 1)] if int(it) > 0 else [])
    if before.endswith('"'):
        return []                                    # the name of a file
    if it in KEYS:
        return [k for k in KEYS if k != it]
    if before.endswith(":="):
        return [r for r in proof.RULES if r != it]
    if after.startswith("=") or after.startswith(":="):
        return []                                    # a key, or a name that is being bound
    if it in facts:
        return [f for f in facts if f != it]
    if it in numbers:
        return [v for v in numbers if v != it]
    return []


def mutants(text):
    lines = text.split("\n")
    facts = re.findall(r"^(\w+) :=", text, re.M)
    numbers = re.findall(r"^let (\w+) =", text, re.M)
    for i, line in enumerate(lines):
        if not line or line.startswith("#"):
            continue
        yield "\n".join(lines[:i] + lines[i + 1:])
        yield "\n".join(lines[:i] + [line] + lines[i:])
        for word in WORD.finditer(line):
            for new in replacements(text, line, word, facts, numbers):
                changed = line[:word.start()] + new + line[word.end():]
                yield "\n".join(lines[:i] + [changed] + lines[i + 1:])


def ask(strata, text):
    run = subprocess.run([strata, "check", "-", "--format", "json"], input=text, text=True,
                         capture_output=True, check=False, cwd=proof.FOLDER)
    if run.returncode not in (0, 1):
        return run.returncode, None
    return run.returncode, json.loads(run.stdout)["rows"][0].get("theorem")


def same(theirs, ours):
    return all(theirs[k] == v or str(theirs[k]) == v for k, v in ours.items())


def main():
    strata, stride, files = os.path.abspath(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    counts = {"rejected": 0, "another theorem": 0, "the same theorem by other numbers": 0, "stricter": 0}
    bad = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for file in files:
            text = open(file, encoding="utf-8").read()
            proof.FOLDER = os.path.dirname(os.path.abspath(file))
            original = proof.summary(proof.check(text))
            batch = list(mutants(text))[::stride]
            for mutant, (code, theorem) in zip(batch, pool.map(lambda t: ask(strata, t), batch)):
                expected, said = proof.verdict(mutant)
                if code == 0 and expected == 0 and same(theorem, said):
                    counts["the same theorem by other numbers" if said == original else "another theorem"] += 1
                elif code == expected:
                    counts["rejected"] += 1
                elif code == 1 and expected == 0:    # the kernel's bound on a binomial is the weaker one
                    counts["stricter"] += 1
                else:
                    bad += 1
                    print(f"not ok {file}: strata says {code}, the second checker {expected} ({said})")
                    print("\n".join("    " + line for line in mutant.split("\n")))
    print("# " + ", ".join(f"{v} {k}" for k, v in counts.items()))
    print("ok %d mutants are rejected or true" % sum(counts.values()) if not bad else "not ok mutants: %d disagree" % bad)
    enough = counts["another theorem"] > 0 and counts["stricter"] * 20 <= counts["rejected"]
    print("ok both kinds occur" if enough else "not ok counts: %s" % counts)
    sys.exit(bad > 0 or not enough)


if __name__ == "__main__":
    main()
