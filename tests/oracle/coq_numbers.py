#!/usr/bin/env python3
"""N_l, P_l, C_l, D_l of Theorems 1 and 3: the C program against values computed by Coq.

    coq_numbers.py STRATA NUMBERS_SCRIPT      twenty-four random parameter sets, fixed seed

The Coq side (proofs/coq/Numbers.v) is proved equal to the definitions the theorems speak about.
"""
import json
import random
import subprocess
import sys

strata, script = sys.argv[1], sys.argv[2]
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


def line_for_coq(p):
    lists = (",".join(map(str, p[key])) for key in ("n", "x", "theta"))
    flags = [] if p["a"] * p["S"] or p["full"] else ["free"]
    if p["word"] or p["a"] == 0:                     # without R layers the last letter is F
        flags.append("lastF")
    return " ".join(map(str, (3 if p["full"] else 1, p["L"], p["B"], p["S"], p["a"], p["m"],
                              *lists, ",".join(flags) or "-")))


sets = [parameters(k) for k in range(24)]
done = subprocess.run(["bash", script], input="\n".join(map(line_for_coq, sets)) + "\n",
                      capture_output=True, text=True, check=False)
if done.returncode:
    sys.exit(done.stderr)
answers = done.stdout.splitlines()
assert len(answers) == len(sets), done.stdout
compared = 0
for p, answer in zip(sets, answers):
    theirs = dict(part.split("=") for part in answer.split())
    for name, ours in zip("NPCD", levels_of_program(p)):
        if ours != [int(v) for v in theirs[name].split(",")]:
            sys.exit(f"{name} differs for {p}:\n  C   {ours}\n  Coq {theirs[name]}")
        compared += len(ours)
print(f"{compared} values of N, P, C, D agree with Coq, for {len(sets)} parameter sets")
