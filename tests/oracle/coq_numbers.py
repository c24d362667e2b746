#!/usr/bin/env python3
"""N_l, P_l, C_l, D_l of Theorems 1 and 3: the C program against values computed by Coq.

    coq_numbers.py STRATA COQ_FOLDER      twenty-four random parameter sets, fixed seed

The Coq side (proofs/coq/Numbers.v) is proved equal to the definitions the theorems speak about.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

strata, folder = sys.argv[1], sys.argv[2]
pick = random.Random(6)


def parameters(k):
    L = 2 + k % 4
    big = 10 ** pick.choice([1, 3, 12, 40])
    word = None
    if k % 3 == 0:                                   # no linear layer: level 1 is free
        a = S = 0
    else:
        a, S = pick.randint(1, 5), pick.randint(1, big)
    if k % 2 == 0 and k % 8 != 6:                    # a last F layer: A instead of A + 1
        word = "R" * a + "F" * (L - 1)
    return dict(L=L, B=pick.randint(1, big), S=S, a=a, m=big * 10 + pick.randint(0, 9),
                n=[pick.randint(1, big) for _ in range(L - 1)],
                x=[pick.randint(1, big) for _ in range(L)],
                theta=[pick.randint(1, 9) for _ in range(L - 1)], word=word, full=k % 8 == 6)


def levels_of_program(p):
    command = [strata, "bounds", "--theorem", "full-explicit" if p["full"] else "explicit",
               "--L", str(p["L"]), "--B", str(p["B"]), "--m", str(p["m"]), "--format", "json"]
    for name in ("n", "x", "theta"):
        command += ["--" + name, ",".join(map(str, p[name]))]
    if not p["full"]:
        command += ["--linear", str(p["a"]), "--state-bits", str(p["S"])]
        if p["word"]:
            command += ["--word", p["word"]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr}")
    levels = json.loads(done.stdout)["rows"][0]["levels"]
    return [[int(level[key]) for level in levels if key in level] for key in "NPCD"]


def coq_list(values):
    return "[:: " + "; ".join(f"{v}%num" for v in values) + "]"


def evaluations(p):
    ns, xs, ths = (coq_list(p[key]) for key in ("n", "x", "theta"))
    L, B, S, a, m = p["L"], *(f"{p[key]}%num" for key in ("B", "S", "a", "m"))
    free = "true" if p["a"] * p["S"] == 0 else "false"
    last = "true" if p["word"] or p["a"] == 0 else "false"   # without R layers the last letter is F
    size = f"bN {m} {ns}"
    point = f"bP {ns} {xs} {ths}"
    if p["full"]:
        cost, bits = f"bCfull {L} {B} {m} {ns} {xs}", f"bDfull {L} {B} {m} {ns} {xs}"
    else:
        cost = f"bC {L} {B} {S} {a} {m} {ns} {xs} {last}"
        bits = f"bD {L} {B} {S} {a} {m} {ns} {xs} {free} {last}"
    return [f"[seq {size} l | l <- iota 0 {L}]", f"[seq {point} l | l <- iota 1 {L}]",
            f"[seq {cost} l | l <- iota 1 {L - 1}]", f"[seq {bits} l | l <- iota 1 {L}]"]


sets = [parameters(k) for k in range(24)]
with tempfile.TemporaryDirectory() as work:
    path = os.path.join(work, "compare.v")
    with open(path, "w") as f:
        f.write("From Coq Require Import NArith.\nFrom mathcomp Require Import all_ssreflect.\n"
                "From Strata Require Import Numbers.\n")
        for p in sets:
            for text in evaluations(p):
                f.write(f"Eval vm_compute in {text}.\n")
    out = subprocess.run(["coqc", "-q", "-R", folder, "Strata", "-w", "-notation-overridden", path],
                         capture_output=True, text=True, check=False)
if out.returncode:
    sys.exit(out.stderr)
answers = [[int(v) for v in re.findall(r"\d+", re.sub(r"%num|: seq.*", "", part, flags=re.S))]
           for part in re.split(r"^\s*= ", out.stdout, flags=re.M)[1:]]
assert len(answers) == 4 * len(sets), len(answers)
compared = 0
for k, p in enumerate(sets):
    for name, ours, theirs in zip("NPCD", levels_of_program(p), answers[4 * k:4 * k + 4]):
        if ours != theirs:
            sys.exit(f"{name} differs for {p}:\n  C   {ours}\n  Coq {theirs}")
        compared += len(ours)
print(f"{compared} values of N, P, C, D agree with Coq, for {len(sets)} parameter sets")
