#!/usr/bin/env python3
"""A second reading of Theorems 1 and 3 (docs/mathematics/3-lower-bound.md), for tests only.

    bounds.py FILE.json                 every row with a witness must hold
    bounds.py --random STRATA COUNT     random settings: witnesses hold, and for disturbed
                                        witnesses `strata bounds --theorem explicit` agrees

Decimals of 80 digits stand in for intervals: conditions that are closer to equality than 60
digits are called "close" and not compared. The binomial is exact when small, otherwise bounded
from above as the program says it does, because the two must agree on what is accepted.
"""
import json
import math
import random
import subprocess
import sys
from decimal import Decimal, getcontext

getcontext().prec = 80
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)
LN2 = Decimal(2).ln()


def lg(value):
    """log2 of a positive integer, through its leading 300 bits."""
    shift = max(value.bit_length() - 300, 0)
    return Decimal(value >> shift).ln() / LN2 + shift


def lg_subsets(N, t):
    k = min(t, N - t)
    if k == 0:
        return Decimal(0)
    if k <= 3000 and k * N.bit_length() <= 1 << 18:
        return lg(math.comb(N, k))
    if N < 1 << 60:
        return t * (lg(N) - lg(t)) + (N - t) * (lg(N) - lg(N - t))
    return t * (lg(N) - lg(t) + 1 / LN2)


class Close(Exception):
    pass


def at_least(have, need, strict=False):
    gap = have - need
    if abs(gap) < abs(need) * Decimal(10) ** -60:
        raise Close()
    return gap > 0


def brackets(L, l, A, N, x, full, silent):
    """The tokens whose messages are frozen at stage l, as in the table of the notes."""
    head = math.prod(x[:l])
    middle = sum(math.prod(x[i:l]) * N[i - 1] for i in range(1, l))
    if not full:
        if l < L - 1:
            return l * x[l] * N[l - 1] + head * (A + 1) + middle
        return (L - 2) * x[l] * N[l - 1] + head * (A + (0 if silent else 1))
    if L == 2:
        return x[1] * N[0] + x[0] + A * x[0]
    if l == L - 1:
        return (L - 1) * x[l] * N[l - 1] + A * head
    if l == 1:
        return 2 * x[1] * N[0] + x[0] + x[0] * x[1] + A * x[0]
    return (l + 1) * x[l] * N[l - 1] + head * (A + 1) + middle


def holds(row):
    L, B, S, a, m = (int(row[k]) for k in ("L", "B", "S", "a", "m"))
    n, x, theta = ([int(v) for v in row[k]] for k in ("n", "x", "theta"))
    full = row["theorem"] == "full-explicit"
    silent = row.get("word", "R").endswith("F")
    N = [m]
    for width in n:
        N.append(N[-1] * width)
    A = math.prod(n)
    if x[0] > m or min([m] + n + x + theta) < 1 or (full and L < 2):
        return False
    D = 2 * B * L * A if full else a * S
    P = x[0]
    for l in range(1, L):
        t, whole = theta[l - 1], N[l - 1]
        if t > whole:
            return False
        lost = 0
        if D == 0:
            if t > x[l] * P:
                return False
        else:
            lost = x[l] * D + 1
            if t == whole or not at_least(x[l] * P * (lg(whole) - lg(t)), lost + lg_subsets(whole, t)):
                return False
        bits = 2 * B if l == L - 1 else 2 * B * (L - l)
        D = lost + bits * brackets(L, l, A, N, x, full, silent) + (0 if full else a * S)
        P = n[l - 1] * t
    return at_least(P * lg(N[-1]), Decimal(D))


def length_is_right(row):
    m, n = int(row["m"]), [int(v) for v in row["n"]]
    total, block = 2, m
    for width in n + [None]:
        total += block
        block *= width or 1
    return abs(Decimal(row["log2_n"]) - lg(total)) <= Decimal("0.0005")


def check_rows(rows):
    count = 0
    for row in rows:
        if "m" in row:
            assert holds(row), f"does not hold: {json.dumps(row)[:300]}"
            assert length_is_right(row), f"log2_n is wrong: {json.dumps(row)[:300]}"
            count += 1
    return count


# ---- random settings ---------------------------------------------------------------------


def disturbed(row):
    """The row with one size changed a little or a lot."""
    row = json.loads(json.dumps(row))
    key = random.choice(["m", "n", "x", "theta", "theta"])
    bump = lambda v: str(max(1, int(int(v) * random.choice([0.5, 0.99, 1.01, 2])
                                    if int(v) < 1 << 50 else int(v) * random.choice([1, 63, 65, 128]) // 64)))
    if key == "m":
        row["m"] = bump(row["m"])
    elif row[key]:
        i = random.randrange(len(row[key]))
        row[key][i] = bump(row[key][i])
    return row


def explicit(strata, row):
    args = ["--L", str(row["L"]), "--B", row["B"], "--m", row["m"], "--x", ",".join(row["x"]),
            "--theorem", "full-explicit" if row["theorem"] == "full-explicit" else "explicit"]
    if row["theorem"] != "full-explicit":
        args += ["--state-bits", row["S"]]
        args += ["--word", row["word"]] if "word" in row else ["--linear", row["a"]]
    for key in ("n", "theta"):
        if row[key]:
            args += ["--" + key, ",".join(row[key])]
    done = subprocess.run([strata, "bounds"] + args, capture_output=True, text=True)
    assert done.returncode in (0, 1), (args, done.stderr)
    return done.returncode == 0


def random_setting():
    L = random.choice([1, 2, 2, 2, 3, 3, 4])
    args = ["--L", str(L), "--B", str(int(2 ** random.uniform(0, 18))),
            "--state-bits", str(int(2 ** random.uniform(0, 24)))]
    if random.random() < 0.3:
        return args + ["--linear", "0"]
    if random.random() < 0.3 and L > 1:
        return args + ["--word", "".join(random.sample("R" * 3 + "F" * (L - 1), L + 2))]
    return args + ["--linear", str(random.randint(1, 60))]


def check_random(strata, count):
    random.seed(4)
    rows = agreed = failing = close = 0
    for _ in range(count):
        args = random_setting()
        out = subprocess.run([strata, "bounds", "--theorem", "all", "--format", "json"] + args,
                             capture_output=True, text=True)
        assert out.returncode == 0, (args, out.stderr)
        table = json.loads(out.stdout)["rows"]
        rows += check_rows(table)
        row = disturbed(random.choice([r for r in table if "m" in r]))
        try:
            expected = holds(row)
        except Close:
            close += 1
            continue
        assert explicit(strata, row) == expected, f"{expected} expected: {json.dumps(row)[:400]}"
        agreed += 1
        failing += not expected
    assert failing > count // 10, "disturbed witnesses should often fail"
    print(f"{rows} witnesses hold; {agreed} disturbed ones judged alike ({failing} fail, {close} close)")


if __name__ == "__main__":
    if sys.argv[1] == "--random":
        check_random(sys.argv[2], int(sys.argv[3]))
    else:
        print(check_rows(json.load(open(sys.argv[1]))["rows"]), "witnesses hold")
