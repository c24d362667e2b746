#!/usr/bin/env python3
"""A second checker of proof scripts (docs/proof-scripts.md), for tests only.

    proof.py FILE    prints the verdict and the conclusion as JSON; exit code 0, 1 or 3

Written from docs/mathematics alone. It shares no code with the kernel and computes otherwise:
C_l as explicit sums over players, COVER by big integers where they fit, decimal logarithms with
a safety margin elsewhere, binomials by Stirling's formula with both error terms.
"""
import decimal
import json
import math
import os
import re
import sys

if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)


FOLDER = "."                    # where certificates stand: next to the script


class Malformed(Exception):
    pass


class Invalid(Exception):
    pass


class TooLong(Exception):
    pass


def need(condition, why):
    if not condition:
        raise Invalid(why)


# ---- numbers -------------------------------------------------------------------------------

LIMIT = 1 << 19                # bits of a number
TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z]\w*)|(.))", re.ASCII)


class Expression:
    """value = Expression(text, names).value(); the whole text must be one expression."""

    def __init__(self, text, names):
        self.tokens = [m.groups() for m in TOKEN.finditer(text.rstrip())]
        self.names = names

    def peek(self):
        return self.tokens[0][2] if self.tokens else None

    def value(self):
        v = self.chain("+-")
        if self.tokens:
            raise Malformed("trailing text")
        return v

    def chain(self, signs):
        inner = (lambda: self.chain("*/")) if signs == "+-" else self.power
        v = inner()
        while self.peek() and self.peek() in signs:
            sign = self.tokens.pop(0)[2]
            u = inner()
            if sign == "/" and (u == 0 or v % u):
                raise Malformed("inexact division")
            v = {"+": v.__add__, "-": v.__sub__, "*": v.__mul__, "/": v.__floordiv__}[sign](u)
            if v < 0:
                raise Malformed("below 0")
            if v.bit_length() > LIMIT:
                raise TooLong("product")
        return v

    def power(self):
        if not self.tokens:
            raise Malformed("number expected")
        digits, name, sign = self.tokens.pop(0)
        if digits:
            v = int(digits)
        elif name:
            if name not in self.names:
                raise Malformed("unknown number " + name)
            v = self.names[name]
        elif sign == "(":
            v = self.chain("+-")
            if self.peek() != ")":
                raise Malformed(") expected")
            self.tokens.pop(0)
        else:
            raise Malformed("number expected")
        if self.peek() == "^":
            self.tokens.pop(0)
            e = self.power()
            if v > 1 and e * (v.bit_length() - 1) > LIMIT:
                raise TooLong("power")
            v **= e
        return v


# ---- inequalities --------------------------------------------------------------------------

def with_digits(*values):
    """A decimal context that holds these integers with 80 digits to spare, but at most 400 digits."""
    bits = max(v.bit_length() for v in values)
    return decimal.Context(prec=min(80 + bits // 3, 400), Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)


def exceeds(have, lose, c):
    """have > lose, with room for the rounding of both (relative error far below 10^-60)."""
    return c.compare(c.subtract(have, lose), c.multiply(have, decimal.Decimal("1e-60"))) > 0


def ln(v, c):
    return c.ln(decimal.Decimal(v))


def ln_factorial(k, upper, c):
    """Robbins: k! = sqrt(2 pi k) (k/e)^k e^r, 1/(12k+1) < r < 1/(12k)."""
    if k < 2:
        return decimal.Decimal(0)
    pi = decimal.Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640629")
    d = decimal.Decimal
    r = c.divide(d(1), d(12 * k if upper else 12 * k + 1))
    body = c.multiply(d(k), c.subtract(ln(k, c), d(1)))
    root = c.divide(c.ln(c.multiply(d(2 * k), pi)), d(2))
    return c.add(c.add(body, root), r)


def ln_binomial_upper(N, k, c):
    if min(k, N - k) <= 3000:
        return ln(math.comb(N, k), c)
    if N.bit_length() <= 900:
        return c.subtract(c.subtract(ln_factorial(N, True, c), ln_factorial(k, False, c)),
                          ln_factorial(N - k, False, c))
    return c.multiply(decimal.Decimal(k), c.subtract(c.add(ln(N, c), 1), ln(k, c)))


def covers(N, theta, draws, loss):
    """binom(N, theta) (theta/N)^draws <= 2^-loss"""
    if theta == N:
        return loss == 0
    if draws * N.bit_length() < 1 << 16 and min(theta, N - theta) <= 3000 and loss < 1 << 16:
        return math.comb(N, theta) * theta ** draws << loss <= N ** draws
    c = with_digits(N, draws, loss)
    d = decimal.Decimal
    have = c.multiply(d(draws), c.subtract(ln(N, c), ln(theta, c)))
    lose = c.add(ln_binomial_upper(N, theta, c), c.multiply(d(loss), ln(2, c)))
    return exceeds(have, lose, c)


def final(D, P, N):
    if P * N.bit_length() < 1 << 20:
        return 2 ** D < N ** P if D < 1 << 21 else False
    c = with_digits(N, D, P)
    d = decimal.Decimal
    return exceeds(c.multiply(d(P), ln(N, c)), c.multiply(d(D), ln(2, c)), c)


# ---- the rules -------------------------------------------------------------------------------

def prod(values):
    return math.prod(values)


def tokens_of(player, N):
    return N[player - 1] if player >= 1 else 1


def start(q, full_only):
    L, m, n, x0 = q["L"], q["m"], q["n"], q["x0"]
    need(q["B"] >= 1 and m >= 1 and min(n, default=1) >= 1 and 1 <= x0 <= m, "sizes")
    need(L >= 1, "L")
    N = [m]
    for k in n:
        N.append(N[-1] * k)
    last = "last" in q
    need(L >= 2 or not (last or full_only), "L >= 2")
    A = prod(n)
    D = 2 * q["B"] * L * A if full_only else q["a"] * q["S"]
    return dict(form="claim", full_only=full_only, L=L, l=1, B=q["B"], S=q.get("S", 0), a=q.get("a", 0),
                full=L if full_only else L - 1, last=last, m=m, n=n, N=N, A=A, x=[x0], theta=[x0], P=x0, D=D)


def cover(c, q):
    need(c["form"] == "claim" and c["l"] < c["L"], "a claim below L")
    x, theta, N = q["x"], q["theta"], c["N"][c["l"] - 1]
    need(x >= 1 and 1 <= theta <= N, "sizes")
    if c["D"] == 0:
        need(theta <= x * c["P"], "too many values")
        loss = 0
    else:
        loss = x * c["D"] + 1
        need(covers(N, theta, x * c["P"], loss), "COVER")
    return dict(c, form="covered", x=c["x"] + [x], theta=c["theta"] + [theta], D=loss)


def heard(c):
    """C_l, message by message: (receiving player, layers counted, choices of what it knows)."""
    l, L, x, A, N = c["l"], c["L"], c["x"], c["A"], c["N"]
    knows = {i: prod(x[i:l]) for i in range(l)}          # (z_i .. z_{l-1})
    knows[-1] = A * knows[0]
    if c["full_only"]:
        if L == 2:
            rows = [(1, 1, x[1]), (0, 1, x[0]), (-1, 1, knows[-1])]
        elif l == L - 1:
            rows = [(l, L - 1, x[l]), (-1, 1, knows[-1])]
        elif l == 1:
            rows = [(1, 2, x[1]), (0, 1, x[0]), (0, 1, x[0] * x[1]), (-1, 1, knows[-1])]
        else:
            rows = [(l, l + 1, x[l])] + [(i, 1, knows[i]) for i in range(-1, l)]
    elif l == L - 1:
        rows = [(l, L - 2, x[l]), (-1, 1, knows[-1])] + ([] if c["last"] else [(0, 1, knows[0])])
    else:
        rows = [(l, l, x[l])] + [(i, 1, knows[i]) for i in range(-1, l)]
    return 2 * c["B"] * (L - l) * sum(tokens_of(i, N) * layers * k for i, layers, k in rows) + c["a"] * c["S"]


def freeze(c, full_only):
    need(c["form"] == "covered" and c["full_only"] == full_only, "a covered claim of the right theorem")
    return dict(c, form="claim", l=c["l"] + 1, D=c["D"] + heard(c), P=prod(c["n"][c["l"] - 1:c["l"]]) * c["theta"][-1])


def settle(c):
    return dict(c, last=c["last"] and not (c["a"] == 0 and c["full"] > 0))


def contradict(c):
    need(c["form"] == "claim" and c["l"] == c["L"], "a claim at L")
    need(final(c["D"], c["P"], c["N"][-1]), "FINAL")
    return settle(dict(c, form="impossible"))


def specialise(c, q):
    need(c["form"] == "impossible", "an impossibility")
    need(all(q.get(k, c[k]) <= c[k] for k in ("full", "a", "B", "S")) and q.get("B", 1) >= 1, "grows")
    new = dict(c, **{k: q.get(k, c[k]) for k in ("full", "a", "B", "S")})
    return settle(dict(new, last=c["last"] and new["full"] == c["full"]))


def publish(c):
    need(c["form"] == "impossible" and c["L"] >= 2 and c["B"] >= 2, "L, B >= 2")
    L, B, T = c["L"], c["B"], sum(c["N"]) + 2
    need(not c["last"] and c["full"] >= L - 1, "all words, enough full layers")
    hybrid = c["full"] == L - 1
    exponent = 2 ** (4 * L + 2 if hybrid else 4 * L)
    if hybrid:
        need(c["a"] >= 2 ** (3 * L * L) and c["S"] >= 2 * B * B, "a, S")
        c = dict(c, a=2 ** (3 * L * L), S=2 * B * B)
    log = exponent * (B.bit_length() - 1)               # log2 of the threshold, rounded down
    need(T.bit_length() <= log or (log <= LIMIT and T <= B ** exponent), "threshold")
    return dict(c, form="published")


def sparse(q):
    need(1 <= q["block"] <= q["M"] and q["keep"] < q["blocks"], "sizes")
    M, k = q["M"], q["block"]
    if min(k, M - k) <= 20000:
        need(q["bits"] < (math.comb(M, k) - 1).bit_length(), "summaries are long")
    else:                                                # binom(M, k) >= (M/k)^k
        need(final(q["bits"] + k * k.bit_length(), k, M), "summaries are long")
    return dict(form="sparse", B=q["bits"], **{k: q[k] for k in ("M", "block", "keep", "blocks")})


def sizes(L, m, n):
    need(L >= 1 and m >= 1 and min(n, default=1) >= 1, "sizes")
    N = [m]
    for k in n:
        N.append(N[-1] * k)
    return dict(L=L, m=m, n=n, N=N)


def bits(count):
    """Of a code of `count` things."""
    return (count - 1).bit_length()


def construct(q):
    """The networks of docs/constructions.md: who fits into heads of dimension d in fixed:P."""
    t, L, d, P = sizes(q["L"], q["m"], q["n"]), q["L"], q["d"], q["P"]
    tokens = sum(t["N"]) + 2
    value = max(1, bits(t["N"][-1]))
    if q["keys"] == "quadratic":
        key, least, score = 2, 3, 4 * (tokens - 1) ** 2
    else:
        key = bits(L + 1) + max((bits(k) for k in q["n"]), default=0) + max(1, bits(t["N"][max(0, L - 2)]))
        beta = next(b for b in range(1 << 30) if 4 ** b >= 4 * (tokens - 1))
        least, score = 6, beta * key
    need(d >= max(key, value), "d")
    if P:
        need(P >= least, "P")
        need(-2 ** ((d - 1) * P - 1) <= -score and score <= 2 ** ((d - 1) * P - 1) - 1
             if (d - 1) * P < 1 << 20 and (d - 1) * P > 0 else d > 1, "scores")
    hybrid = q["keys"] == "hybrid"
    return dict(t, form="solves", heads=1, dim=d, P=P, solves=(L + 1 - hybrid, int(hybrid)),
                number="fixed:%d:2" % P if P else "base2")


def certificate(name, kind):
    try:
        with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
            root = json.load(file)
    except (OSError, ValueError) as why:
        raise Malformed("no certificate") from why
    if root.get("format") != "strata-%s-certificate" % kind:
        raise Malformed("another kind of file")
    return root


def lookup(c, file):
    """Which network, how many layers. (Whether a certificate holds is t-lookup's business.)"""
    if file is None:
        need(c["form"] == "looked" and c["l"] <= c["L"], "a look-up below L")
        return dict(c, l=c["l"] + 1)
    p = certificate(file, "symbolic")["payload"]
    task, layers = p["network"]["task"], p["network"]["layers"]
    t = sizes(task["L"], task["m"], task["n"])
    need(len(layers) == t["L"] + 1, "layers")
    heads = [h for layer in layers for h in layer["heads"]]
    fixed = re.fullmatch(r"fixed:(\d+):\d+", p["number"])
    return dict(t, form="looked", l=1, heads=max(len(layer["heads"]) for layer in layers),
                dim=max(h[k]["shape"][0] for h in heads for k in ("key", "value")),
                P=int(fixed[1]) if fixed else 0, solves=(len(layers), 0), number=p["number"])


def compose(c):
    need(c["form"] == "looked" and c["l"] == c["L"] + 1, "all look-ups")
    return dict(c, form="solves")


def enumerate_run(file):
    root = certificate(file, "exhaustive")
    task = root["network"]["task"]
    t = sizes(task["L"], task["m"], task["n"])
    inputs = t["m"] * prod(t["n"]) * prod(k ** k for k in t["N"])
    need(int(root["checked"]) == inputs and int(root["failures"]) == 0, "not all, or not all right")
    return dict(t, form="solves", heads=0, dim=0, P=0, solves=(0, 0), number="base2")


def separate(u, c):
    need(u["form"] == "solves" and c["form"] == "impossible", "one of each")
    need((u["L"], u["m"], u["n"]) == (c["L"], c["m"], c["n"]), "sizes")
    B = u["heads"] * u["dim"] * u["P"]
    need(0 < B <= c["B"], "budget")
    need(c["a"] == 0 or B * (u["dim"] + 1) <= c["S"], "state")
    return dict(c, form="separated", **{k: u[k] for k in ("heads", "dim", "P", "solves", "number")})


# name: (facts it is applied to, required keys, optional keys, function of facts, arguments and file)
RULES = {
    "start": (0, "L B S a m n x0", "last", lambda c, q, f: start(q, False)),
    "start-full": (0, "L B m n x0", "", lambda c, q, f: start(q, True)),
    "cover": (1, "x theta", "", lambda c, q, f: cover(c[0], q)),
    "freeze": (1, "", "", lambda c, q, f: freeze(c[0], False)),
    "freeze-full": (1, "", "", lambda c, q, f: freeze(c[0], True)),
    "contradict": (1, "", "", lambda c, q, f: contradict(c[0])),
    "specialise": (1, "", "full a B S", lambda c, q, f: specialise(c[0], q)),
    "publish": (1, "", "", lambda c, q, f: publish(c[0])),
    "sparse": (0, "M block keep blocks bits", "", lambda c, q, f: sparse(q)),
    "lookup": (1, "", "", lambda c, q, f: lookup(c[0] if c else None, f)),
    "compose": (1, "", "", lambda c, q, f: compose(c[0])),
    "enumerate": (0, "", "", lambda c, q, f: enumerate_run(f)),
    "construct": (0, "L m n d P keys", "", lambda c, q, f: construct(q)),
    "separate": (2, "", "", lambda c, q, f: separate(*c)),
}
OF_FILES = ("lookup", "enumerate")

# ---- scripts -----------------------------------------------------------------------------------

FACT = r"(?!with\b)[A-Za-z]\w*"
STEP = re.compile(r"([A-Za-z]\w*)\s*:=\s*([A-Za-z]\w*(?:-[A-Za-z]\w*)?)\s*"
                  r"(?:\"([^\"/]+)\"|(%s(?:\s*,\s*%s)*))?\s*(?:with\s(.*))?$" % (FACT, FACT), re.ASCII)


def arguments(text, names):
    q = {}
    for key, value in re.findall(r"(\w+)\s*=\s*(\[[^\]]*\]|[^,]*)(?:,|$)", text or ""):
        if key in q:
            raise Malformed("twice")
        if key == "n":
            inside = value.strip()[1:-1].strip()
            q["n"] = [Expression(v, names).value() for v in inside.split(",")] if inside else []
        elif key == "last":
            if value.strip() != "F":
                raise Malformed("last = F")
            q["last"] = True
        elif key == "keys":
            q["keys"] = value.strip()
            if q["keys"] not in ("binary", "quadratic", "hybrid"):
                raise Malformed("keys")
        else:
            q[key] = Expression(value, names).value()
    return q


def read(text):
    """The steps (name, rule, premise, arguments) and the conclusion; raises Malformed."""
    names, steps, known, conclusion = {}, [], set(), None
    for line in text.split("\n"):
        line = line.strip(" \t")
        if not line or line.startswith("#"):
            continue
        if conclusion:
            raise Malformed("after qed")
        first = line.split()[0]
        if first == "qed":
            conclusion = line.split()[1] if len(line.split()) == 2 else ""
            if conclusion not in known:
                raise Malformed("qed what?")
            continue
        if first == "let":
            m = re.fullmatch(r"let\s+([A-Za-z]\w*)\s*=(.*)", line, re.ASCII)
            if not m or m[1] in names or m[1] in known:
                raise Malformed("let")
            names[m[1]] = Expression(m[2], names).value()
            continue
        m = STEP.match(line)
        if not m or m[2] not in RULES or m[1] in names or m[1] in known:
            raise Malformed("step")
        premises, required, optional, _ = RULES[m[2]]
        q = arguments(m[5], names)
        facts = re.split(r"\s*,\s*", m[4]) if m[4] else []
        if not set(facts) <= known or (m[3] and m[2] not in OF_FILES):
            raise Malformed("premise")
        if len(facts) != (0 if m[3] else premises) or (m[2] == "enumerate" and not m[3]):
            raise Malformed("premise")
        if not set(required.split()) <= set(q) <= set(required.split() + optional.split()):
            raise Malformed("arguments")
        if "L" in q and len(q["n"]) != q["L"] - 1:
            raise Malformed("sizes")
        known.add(m[1])
        steps.append((m[1], m[2], facts, q, m[3]))
    if not conclusion:
        raise Malformed("no qed")
    return steps, conclusion


def check(text):
    steps, conclusion = read(text)
    facts = {}
    for name, rule, premises, q, file in steps:
        facts[name] = RULES[rule][3]([facts[p] for p in premises], q, file)
    need(facts[conclusion]["form"] not in ("claim", "covered", "looked"), "not finished")
    return facts[conclusion]


def summary(t):
    """The members that `strata check --format json` prints under "theorem", as strings and lists."""
    if t["form"] == "sparse":
        return {k: str(t[k]) for k in ("form", "B", "M", "block", "keep", "blocks")}
    if "solves" in t:
        full, linear = t["solves"]
        network = dict(heads=str(t["heads"]), dim=str(t["dim"]), precision_bits=str(t["P"]), number=t["number"],
                       solves_full_layers=str(full), solves_linear_layers=str(linear))
        if t["form"] == "solves":
            return dict(network, form="solves", L=str(t["L"]), m=str(t["m"]), n=[str(k) for k in t["n"]],
                        tokens=str(sum(t["N"]) + 2))
        bare = {k: v for k, v in t.items() if k != "solves"}
        return dict(summary(bare), **network)
    out = {k: str(t[k]) for k in ("form", "a", "B", "S", "L", "m")}
    out.update(full_layers=str(t["full"]), n=[str(k) for k in t["n"]], full_only=t["full_only"],
               last_full=t["last"], tokens=str(sum(t["N"]) + 2))
    return out


def verdict(text):
    try:
        return 0, summary(check(text))
    except Malformed as why:
        return 3, str(why)
    except Invalid as why:
        return 1, str(why)
    except TooLong as why:
        return 4, str(why)


if __name__ == "__main__":
    FOLDER = os.path.dirname(sys.argv[1]) or "."
    code, said = verdict(open(sys.argv[1], encoding="utf-8").read())
    print(json.dumps(said))
    sys.exit(code)
