#!/usr/bin/env python3
"""A second opinion on `strata lesson --format json`: runs the commands it names as evidence,
recomputes every number from their JSON with its own evaluator, and compares; then finds every
paragraph in the printed text.

    lesson.py STRATA lesson.json [lesson.txt]
"""
import hashlib
import json
import os
import re
import subprocess
import sys
from decimal import Decimal, getcontext
from fractions import Fraction
from math import comb

getcontext().prec = 200


def log2_integer(n):
    shift = max(0, n.bit_length() - 1300)
    return Decimal(n >> shift).ln() / Decimal(2).ln() + shift


def log2(q):
    q = Fraction(q)
    value = log2_integer(q.numerator) - log2_integer(q.denominator)
    return Fraction(int(value.to_integral_value())) if q == Fraction(2) ** int(value.to_integral_value()) else value


def decimal(x):
    return x if isinstance(x, Decimal) else Decimal(x.numerator) / Decimal(x.denominator)


def log2_factorial(n):
    """Stirling's series; exact for small n."""
    if n < 100:
        return log2_integer(comb(n, n) * __import__("math").factorial(n))
    x, pi = Decimal(n), Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
    ln = (x + Decimal("0.5")) * x.ln() - x + (2 * pi).ln() / 2 + 1 / (12 * x) - 1 / (360 * x ** 3)
    return ln / Decimal(2).ln()


class Missing(Exception):
    pass


class Evaluator:
    """The expression language of src/report/lesson/expression.h, from its grammar."""

    token = re.compile(r'\s*(\d+|[A-Za-z_]\w*|"[^"]*"|<=|>=|!=|[-+*/^()\[\].,=<>])')

    def __init__(self, evidence, definitions):
        self.evidence, self.definitions = evidence, definitions

    def evaluate(self, text, bound=None):
        saved = getattr(self, "state", None)
        tokens, at = [], 0
        while at < len(text.rstrip()):
            m = self.token.match(text, at)
            if not m:
                raise ValueError("cannot read %r" % text[at:])
            tokens.append(m.group(1))
            at = m.end()
        self.state = [tokens, 0, bound or {}]
        value = self.truth()
        if self.peek() is not None:
            raise ValueError("too much: %r" % text)
        self.state = saved
        return value

    def peek(self):
        tokens, at, _ = self.state
        return tokens[at] if at < len(tokens) else None

    def next(self):
        self.state[1] += 1
        return self.state[0][self.state[1] - 1]

    def take(self, sign):
        if self.peek() == sign:
            self.state[1] += 1
            return True
        return False

    def expect(self, sign):
        if not self.take(sign):
            raise ValueError("expected %s" % sign)

    def truth(self):
        value = self.comparison()
        while self.take("and"):
            value = value * self.comparison()
        return value

    def comparison(self):
        left = self.sum()
        for sign, test in (("<=", lambda a, b: a <= b), (">=", lambda a, b: a >= b), ("!=", lambda a, b: a != b),
                           ("<", lambda a, b: a < b), (">", lambda a, b: a > b), ("=", lambda a, b: a == b)):
            if self.take(sign):
                return Fraction(test(left, self.sum()))
        return left

    @staticmethod
    def combine(a, sign, b):
        if isinstance(a, Decimal) or isinstance(b, Decimal):
            a, b = decimal(a), decimal(b)
        return a + b if sign == "+" else a - b if sign == "-" else a * b if sign == "*" else a / b

    def sum(self):
        value = self.product()
        while self.peek() in ("+", "-"):
            value = self.combine(value, self.next(), self.product())
        return value

    def product(self):
        value = self.unary()
        while self.peek() in ("*", "/"):
            value = self.combine(value, self.next(), self.unary())
        return value

    def unary(self):
        if self.take("-"):
            return -self.unary()
        value = self.atom()
        return value ** int(self.unary()) if self.take("^") else value

    def path(self, json_value, first=0):
        while self.peek() in ("[", "."):
            if self.next() == "[":
                i = int(self.sum()) - first
                self.expect("]")
                if i < 0:
                    raise Missing
                json_value, first = json_value[i], 0
            else:
                json_value = json_value[self.next()]
        return json_value

    @staticmethod
    def leaf(value):
        if isinstance(value, bool):
            return Fraction(value)
        if value is None:
            return "none"
        if isinstance(value, int):
            return Fraction(value)
        if re.fullmatch(r"-?\d+(/\d+)?|-?\d+\.\d+", value):
            return Fraction(value)
        return value

    def element(self, name, i):
        if name in self.evidence:
            value, first = self.evidence[name]
            return self.leaf(value[i - first])
        d = self.definitions[name]
        if not int(self.evaluate(d["from"])) <= i <= int(self.evaluate(d["to"])):
            raise Missing
        return self.evaluate(d["formula"], {d["index"]: i})

    def list_function(self, multiply):
        name = self.next()
        self.expect(",")
        low = int(self.sum())
        self.expect(",")
        high = int(self.sum())
        value = Fraction(1 if multiply else 0)
        for i in range(low, high + 1):
            value = self.combine(value, "*" if multiply else "+", self.element(name, i))
        return value

    def call(self, name):
        if name in ("prod", "sum"):
            value = self.list_function(name == "prod")
        elif name == "count":
            value = Fraction(len(self.path(*self.evidence[self.next()])))
        elif name == "known":
            raise ValueError("known() is for conditions")
        else:
            arguments = [self.sum()]
            while self.take(","):
                arguments.append(self.sum())
            value = {
                "log2": log2, "approx": lambda q: Approx(decimal(q)), "floor": lambda q: Fraction(q.numerator // q.denominator),
                "min": min, "max": max, "binom": lambda n, k: Fraction(comb(int(n), int(k))),
                "clog2": lambda q: Fraction((-(-q.numerator // q.denominator) - 1).bit_length() if q > 1 else 0),
                "log2binom": lambda n, k: log2_factorial(int(n)) - log2_factorial(int(k)) - log2_factorial(int(n - k)),
            }[name](*arguments)
        self.expect(")")
        return value

    def atom(self):
        token = self.next()
        if token.isdigit():
            return Fraction(int(token))
        if token.startswith('"'):
            return token[1:-1]
        if token == "(":
            value = self.truth()
            self.expect(")")
            return value
        if self.take("("):
            return self.call(token)
        if token in self.state[2]:
            return Fraction(self.state[2][token])
        if token in self.evidence:
            return self.leaf(self.path(*self.evidence[token]))
        d = self.definitions[token]
        if "index" not in d:
            return self.evaluate(d["formula"])
        self.expect("[")
        i = int(self.sum())
        self.expect("]")
        return self.element(token, i)


class Approx(Decimal):
    """What approx() gives: shown with few digits."""


def number_of(shown):
    """The number a reader sees, and half a unit of its last digit."""
    plain = shown.replace("\u202f", "").replace("\u2212", "-")
    m = re.fullmatch(r"(-?\d+(?:\.(\d+))?)(?:·10\^(-?\d+))?", plain)
    if not m:
        return None
    scale = Decimal(10) ** int(m.group(3) or 0)
    return Decimal(m.group(1)) * scale, Decimal(10) ** -len(m.group(2) or "") * scale * Decimal("0.500001")


def grouped(digits):
    sign, digits = ("\u2212", digits[1:]) if digits.startswith("-") else ("", digits)
    return sign + (digits if len(digits) <= 4 else re.sub(r"(?<=\d)(?=(\d{3})+$)", "\u202f", digits))


def judge(number, value):
    """None if the number is shown as it should be, else what is wrong."""
    exact, shown = number["value"], number["shown"]
    if isinstance(value, str):
        same = re.sub(r" x 10\^|e\+", "·10^", value) if value[:1].isdigit() else value
        return None if exact == value and shown == same else "text %r" % value
    if isinstance(value, Fraction):
        if exact is None:
            return "should be exact"
        if Fraction(exact) != value:
            return "should be %s" % value
        text = "/".join(grouped(part) for part in str(value).split("/"))
        if shown == text or (re.fullmatch(r"-?\d+\.\d+", exact) and shown.replace("\u202f", "").replace("\u2212", "-") == exact):
            return None
        if len(text.replace("\u202f", "")) <= 24:
            return "should be shown as %s" % text
    elif exact is not None:
        return "should not be exact"
    seen = number_of(shown)
    if seen is None or abs(seen[0] - decimal(value)) > seen[1]:
        return "should be near %s" % decimal(value).normalize()
    return None


def follow(document, field):
    for part in re.findall(r"[A-Za-z_]\w*|\[\d+\]", field):
        document = document[int(part[1:-1])] if part[0] == "[" else document[part]
    return document


def ask(strata, command):
    """What the command prints; remembered in the folder LESSON_CACHE, if there is one."""
    kept = os.environ.get("LESSON_CACHE")
    path = kept and os.path.join(kept, hashlib.sha256(command.encode()).hexdigest())
    if path and os.path.exists(path):
        return open(path, "rb").read()
    line = re.sub(r"(^|\| )strata ", lambda m: m.group(1) + strata + " ", command)
    told = subprocess.run(line, shell=True, capture_output=True, check=True).stdout
    if path:
        open(path, "wb").write(told)
    return told


def gather(strata, lesson):
    cache, evidence = {}, {}
    for e in lesson["evidence"]:
        if not e["command"]:
            evidence[e["name"]] = (e["value"], 0)
            continue
        if e["command"] not in cache:
            cache[e["command"]] = json.loads(ask(strata, e["command"]))
        evidence[e["name"]] = (follow(cache[e["command"]], e["field"]), e["first"])
    return evidence, len(cache)


def sections(lesson):
    for c in lesson["chapters"]:
        yield c["title"], c["numbers"], [c["goal"]]
        for s in c["steps"]:
            yield s["title"], s["numbers"], [s["statement"], s["reason"], s["in_numbers"]]
        for x in c["exercises"]:
            yield x["title"], x["numbers"] + [x["answer"]], [x["question"], x["hint"], x["explain"], x["choices"]]


def main():
    strata, path = sys.argv[1], sys.argv[2]
    lesson = json.load(open(path))
    evidence, commands = gather(strata, lesson)
    ev = Evaluator(evidence, {d["name"]: d for d in lesson["definitions"]})
    bad = count = 0
    for title, numbers, _ in sections(lesson):
        for n in numbers:
            count += 1
            try:
                wrong = judge(n, ev.evaluate(n["formula"]))
            except (Missing, ValueError, KeyError, IndexError, TypeError) as problem:
                wrong = "cannot be recomputed (%r)" % problem
            if wrong:
                bad += 1
                print("%s: {%s} is shown as %s: %s" % (title, n["formula"], n["shown"], wrong))
    paragraphs = 0
    if len(sys.argv) > 3:
        squeeze = lambda s: re.sub(r"\s+", " ", s.replace(" \\\n", " ").replace("\u202f", "_"))
        text = squeeze(open(sys.argv[3]).read())
        for title, _, texts in sections(lesson):
            for block in (b for t in texts for b in t):
                for cell in block if isinstance(block, list) else [block]:
                    paragraphs += 1
                    if squeeze(cell).strip() not in text:
                        bad += 1
                        print("%s: not printed: %s" % (title, cell))
    print("%d numbers from %d commands, %d paragraphs, %d wrong" % (count, commands, paragraphs, bad))
    sys.exit(bad != 0)


main()
