#!/usr/bin/env python3
"""A second opinion on symbolic certificates: docs/symbolic.md followed with fractions, token by
token, and the networks run on every input as docs/network-file.md and docs/number-systems.md say.

    lookup.py MOST FILE...     a line per file: valid or refused; right or wrong on every input, if
                               there are at most MOST

Full layers only, small tasks only. It does not ask whether keys are binary digits where a
certificate wants a sum by digits: it sums by tokens, which is right as well.
"""
import itertools
import json
import sys
from fractions import Fraction

LIGHT = 1024
ZERO, ONE = Fraction(0), Fraction(1)


class Refused(Exception):
    """The argument does not go through."""


# ---- networks --------------------------------------------------------------------------------


class Network:
    """Blocks are numbered as in the notes: L .. 1, 0, and -1 for the token w."""

    def __init__(self, data):
        task = data["task"]
        self.L, self.m, self.n = task["L"], task["m"], task["n"]
        self.N = [self.m]
        for size in self.n:
            self.N.append(self.N[-1] * size)
        self.blocks = list(range(-1, self.L + 1))
        self.coordinates = [terms for field in data["embedding"] for terms in field["coordinates"]]
        self.width = len(self.coordinates)
        self.layers = [Layer(layer) for layer in data["layers"]]
        self.readout = matrix(data["readout"])

    def size(self, block):
        return self.N[block - 1] if block >= 1 else 1

    def radix(self, block):
        return self.size(block) if block >= 1 else self.m

    def start(self, block):
        return sum(self.size(b) for b in range(block + 1, self.L + 1))

    def terms(self, c, block):
        return [t for t in self.coordinates[c]
                if (t["blocks"] == "all" or block in t["blocks"]) and t.get("at", 0) < self.size(block)]

    def quantity(self, term, block, argument, symbol):
        """q; the symbol of w is a tuple (w_1, ...)."""
        return {"one": lambda: 1, "block": lambda: block, "argument": lambda: argument,
                "position": lambda: self.start(block) + argument, "symbol": lambda: symbol,
                "query": lambda: symbol[term["part"] - 1]}[term["of"]]()

    def embed(self, block, argument, symbol):
        return [sum((term_value(t, self.quantity(t, block, argument, symbol))
                     for t in self.terms(c, block) if t.get("at", argument) == argument), ZERO)
                for c in range(self.width)]

    def queries(self):
        return itertools.product(*(range(size) for size in self.n))

    def wanted(self, t, w, i):
        return i + (w[t - 2] * self.N[t - 2] if t >= 2 else 0)


class Layer:
    def __init__(self, data):
        self.heads = [{name: matrix(part) for name, part in head.items()} for head in data["heads"]]
        mlp = data["mlp"]
        self.into, self.out = matrix(mlp["in"]), matrix(mlp["out"])
        self.in_bias = [Fraction(v) for v in mlp["in_bias"]]
        self.out_bias = [Fraction(v) for v in mlp["out_bias"]]

    def writes(self, c):
        return any(self.out[c]) or self.out_bias[c] != 0 or any(any(h["output"][c]) for h in self.heads)

    def mlp(self, x):
        hidden = [max(ZERO, dot(row, x) + bias) for row, bias in zip(self.into, self.in_bias)]
        return [dot(row, hidden) + bias for row, bias in zip(self.out, self.out_bias)]


def matrix(data):
    rows, columns = data["shape"]
    made = [[ZERO] * columns for _ in range(rows)]
    for row, column, value in data["entries"]:
        made[row][column] = Fraction(value)
    return made


def dot(a, b):
    return sum((x * y for x, y in zip(a, b) if x), ZERO)


def digit(term, q):
    for member, step in (("within", lambda a, b: a % b), ("div", lambda a, b: a // b), ("mod", lambda a, b: a % b)):
        if member in term:
            q = step(q, term[member])
    return q


def term_of_digit(term, d):
    return Fraction(term.get("offset", 0)) + Fraction(term.get("scale", 1)) * d ** term.get("power", 1)


def term_value(term, q):
    return term_of_digit(term, digit(term, q))


def reads_symbol(term):
    return term["of"] in ("symbol", "query") and Fraction(term.get("scale", 1)) != 0


# ---- fixed:P -----------------------------------------------------------------------------------


class Number:
    def __init__(self, name):
        self.P = 0
        if name != "base2":
            self.P, self.I = (int(v) for v in name.split(":")[1:])
            self.unit = Fraction(1, 2 ** (self.P - 1 - self.I))
            self.largest = 2 ** self.I - self.unit

    def round(self, q):
        """To nearest, ties to even (as Python rounds fractions), saturating."""
        if not self.P:
            return q
        return min(self.largest, max(-self.largest, round(q / self.unit) * self.unit))

    def on_grid(self, q):
        return not self.P or (q / self.unit).denominator == 1

    def holds(self, r):
        return not self.P or (-self.largest <= r[0] and r[1] <= self.largest)


def power(exponent):
    return ONE * 2 ** exponent if exponent >= 0 else Fraction(1, 2 ** -exponent)


def score_bits(head, number):
    return (max(len(head["key"]), len(head["value"])) - 1) * number.P


def fits(top, bits):
    return top == 0 if bits <= 0 else -2 ** (bits - 1) <= top < 2 ** (bits - 1)


# ---- running -----------------------------------------------------------------------------------


def attend(head, number, tokens, x):
    """What token x reads; `tokens` are (block, stream), itself the last."""
    query = [dot(row, x) for row in head["query"]]
    blocks = {}
    for block, y in tokens:
        score = dot(query, [dot(row, y) for row in head["key"]])
        if score.denominator != 1:
            raise Refused("a score is no integer: no fraction is what it reads")
        blocks.setdefault(block, []).append((int(score), [dot(row, y) for row in head["value"]]))
    below, above = ZERO, [ZERO] * len(head["value"])
    shift = max(s for reports in blocks.values() for s, _ in reports)
    for reports in blocks.values():
        top = max(s for s, _ in reports)
        said = top
        if number.P:
            bits = score_bits(head, number)
            said = min(2 ** (bits - 1) - 1, max(-2 ** (bits - 1), top)) if bits else 0
        weight = power(said - shift)
        below += weight * number.round(sum(power(s - top) for s, _ in reports))
        for j in range(len(above)):
            above[j] += weight * number.round(sum(power(s - top) * v[j] for s, v in reports))
    return [number.round(a / below) for a in above]


def run(net, number, tables, seed, w):
    """The last token's read-out."""
    tokens = [(b, a, tables[b][a]) for b in range(net.L, 0, -1) for a in range(net.size(b))] + [(0, 0, seed), (-1, 0, w)]
    streams = [net.embed(*token) for token in tokens]
    for layer in net.layers:
        after = []
        for k, x in enumerate(streams):
            y = list(x)
            for head in layer.heads:
                read = attend(head, number, [(tokens[s][0], streams[s]) for s in range(k + 1)], x)
                y = [a + dot(row, read) for a, row in zip(y, head["output"])]
            after.append([a + number.round(b) for a, b in zip(y, layer.mlp(y))])
        streams = after
    return [dot(row, streams[-1]) for row in net.readout]


def inputs(net):
    tables = [itertools.product(range(net.radix(b)), repeat=net.size(b)) for b in range(1, net.L + 1)]
    for chosen in itertools.product(range(net.m), net.queries(), *tables):
        yield chosen[0], chosen[1], dict(enumerate(chosen[2:], 1))


def answers_all(net, number):
    """Right on every input?"""
    for seed, w, tables in inputs(net):
        i = seed
        for t in range(1, net.L + 1):
            i = tables[t][net.wanted(t, w, i)]
        try:
            out = run(net, number, tables, seed, w)
        except ZeroDivisionError:
            return False
        if any(value == 0 or (value > 0) != bool(i >> r & 1) for r, value in enumerate(out)) or i >> len(out):
            return False
    return True


# ---- ranges ------------------------------------------------------------------------------------


def add(a, b):
    return (a[0] + b[0], a[1] + b[1])


def times(a, b):
    ends = [x * y for x in a for y in b]
    return (min(ends), max(ends))


def scaled(k, a):
    return times((k, k), a)


def hull(ranges):
    return (min(r[0] for r in ranges), max(r[1] for r in ranges))


def term_range(net, term, block):
    """Over all symbols and arguments of the block (Lemma 2)."""
    if term["of"] in ("symbol", "query"):
        count = net.radix(block) if term["of"] == "symbol" else net.n[term["part"] - 1]
        values = [term_value(term, q) for q in range(count)]
    else:
        arguments = [term["at"]] if "at" in term else range(net.size(block))
        values = [term_value(term, net.quantity(term, block, a, None)) for a in arguments]
        if len(arguments) > 1 and ("mod" in term or "within" in term):
            last = net.quantity(term, block, arguments[-1], None)  # Lemma 2 starts from 0
            values = [term_value(term, q) for q in range(last + 1)]
    if "at" in term and net.size(block) > 1:
        values.append(ZERO)
    return (min(values), max(values))


def value_range(net, row, block):
    total = (ZERO, ZERO)
    for c, weight in enumerate(row):
        for term in net.terms(c, block) if weight else []:
            total = add(total, scaled(weight, term_range(net, term, block)))
    return total


def mlp_range(layer, c, x, residual):
    """Lemma 5."""
    varying = [v for v in range(len(x)) if x[v][0] != x[v][1]]
    point = [r[0] for r in x]
    total = (layer.out_bias[c], layer.out_bias[c])
    alone = {v: [] for v in varying}
    for u, row in enumerate(layer.into):
        if not layer.out[c][u]:
            continue
        reads = [v for v in varying if row[v]]
        if len(reads) == 1:
            fixed = layer.in_bias[u] + sum((k * point[v] for v, k in enumerate(row) if v != reads[0]), ZERO)
            alone[reads[0]].append((row[reads[0]], fixed, layer.out[c][u]))
        else:
            into = (layer.in_bias[u], layer.in_bias[u])
            for v, k in enumerate(row):
                into = add(into, scaled(k, x[v]))
            total = add(total, scaled(layer.out[c][u], (max(ZERO, into[0]), max(ZERO, into[1]))))
    if residual and c not in varying:
        total = add(total, x[c])
    for v, units in alone.items():
        ends = [x[v][0], x[v][1]] + [-fixed / slope for slope, fixed, _ in units]
        values = [(p if residual and v == c else ZERO) + sum((k * max(ZERO, slope * p + fixed) for slope, fixed, k in units), ZERO)
                  for p in ends if x[v][0] <= p <= x[v][1]]
        total = add(total, (min(values), max(values)))
    return total


# ---- one layer as one look-up --------------------------------------------------------------------


class Claim:
    """What the last token holds in a coordinate: a range for each digit of i_t, or one."""

    def __init__(self, ranges, term=None):
        self.ranges, self.term = ranges, term

    def at(self, i):
        return self.ranges[digit(self.term, i) if self.term else 0]


def check_memory(net, t, head):
    for c in range(net.width):
        key = any(row[c] for row in head["key"])
        if not key and not any(row[c] for row in head["value"]):
            continue
        if any(net.layers[s].writes(c) for s in range(t)):
            raise Refused("a field that a layer writes")
        if key and any(reads_symbol(term) and term["blocks"] != [-1] for term in net.coordinates[c]):
            raise Refused("keys depend on symbols")


def check_grid(net, number, layer):
    whole = [layer.into, layer.out] + [h["output"] for h in layer.heads]
    fine = all(v.denominator == 1 for a in whole for row in a for v in row)
    fine = fine and all(number.on_grid(v) for v in layer.in_bias + layer.out_bias)
    for terms in net.coordinates:
        for term in terms:
            if term["blocks"] == "all" or -1 in term["blocks"]:
                fine = fine and number.on_grid(Fraction(term.get("scale", 1))) and number.on_grid(Fraction(term.get("offset", 0)))
    if number.P and not fine:
        raise Refused("not on the grid")


def query_row(net, number, t, head, x, w, i, sums):
    """own, rest and scale of one query, as ranges (Lemmas 4 and 6)."""
    query = [dot(row, x) for row in head["query"]]
    scores = {}
    for b in net.blocks:
        for a in range(net.size(b)):
            y = net.embed(b, a, w if b < 0 else 0)
            score = dot(query, [dot(row, y) for row in head["key"]])
            if score.denominator != 1:
                raise Refused("a score is no integer")
            scores[b, a] = int(score)
    top = {b: max(scores[b, a] for a in range(net.size(b))) for b in net.blocks}
    aim = net.wanted(t, w, i)
    best = scores[t, aim]
    rest = {}
    for b in net.blocks:
        low = high = ZERO
        for a in range(net.size(b)):
            lighter = scores[b, a] - best < -LIGHT and not (b >= 0 and sums[b] == "digits")
            if (b, a) != (t, aim):
                low += ZERO if lighter else power(scores[b, a] - best)
                high += power(-LIGHT if lighter else scores[b, a] - best)
        rest[b] = (low, high)
    if not number.P:
        share = (1 / (1 + sum(r[1] for r in rest.values())), 1 / (1 + sum(r[0] for r in rest.values())))
        return share, {b: (r[0] * share[0], r[1] * share[1]) for b, r in rest.items()}, {b: (ONE, ONE) for b in rest}
    scale = {}
    for b in net.blocks:
        if not fits(top[b], score_bits(head, number)):
            raise Refused("a block's largest score does not fit")
        below = top[b] - top[t]
        if below > LIGHT or top[t] - best > LIGHT:
            raise Refused("outweighed")
        if below < -LIGHT:
            rest[b], scale[b] = (ZERO, Fraction(net.size(b))), (ZERO, power(-LIGHT))
        else:
            rest[b], scale[b] = scaled(power(best - top[b]), rest[b]), (power(below),) * 2
    own = power(best - top[t])
    return (own, own), rest, scale


def head_mixing(net, number, t, head, before, sums):
    rows = []
    for w in net.queries():
        embedded = net.embed(-1, 0, w)
        for i in range(1 if t == 0 else net.N[max(t - 2, 0)]):
            x = []
            for c in range(net.width):
                known = before[c].at(i) if c in before else (embedded[c], embedded[c])
                if known[0] != known[1] and any(row[c] for row in head["query"]):
                    raise Refused("a query reads what is not known exactly")
                x.append(known[0])
            rows.append(query_row(net, number, t, head, x, w, i, sums))
    return (hull([r[0] for r in rows]), {b: hull([r[1][b] for r in rows]) for b in net.blocks},
            {b: hull([r[2][b] for r in rows]) for b in net.blocks})


def read_value(net, number, t, row, mixing, on_wanted):
    own, rest, scale = mixing
    value = {b: value_range(net, row, b) for b in net.blocks}
    on_wanted = on_wanted or value[t]
    if not number.P:
        total = times(own, on_wanted)
        for b in net.blocks:
            total = add(total, times(rest[b], value[b]))
        return total
    above = below = (ZERO, ZERO)
    for b in net.blocks:
        up, down = times(rest[b], value[b]), rest[b]
        if b == t:
            up, down = add(up, times(own, on_wanted)), add(down, own)
        above = add(above, times(scale[b], tuple(map(number.round, up))))
        below = add(below, times(scale[b], tuple(map(number.round, down))))
    if below[0] <= 0:
        raise Refused("the weights may all be rounded to 0")
    return tuple(map(number.round, times(above, (1 / below[1], 1 / below[0]))))


def followed(net, t, row):
    """The value coordinate on the wanted token: a term of its symbol, its weight, the rest."""
    found, rest = None, ZERO
    for c, weight in enumerate(row):
        for term in net.terms(c, t) if weight else []:
            r = term_range(net, term, t)
            if reads_symbol(term) and ("at" not in term or net.size(t) == 1) and not found:
                found = (term, weight)
            elif r[0] == r[1]:
                rest += weight * r[0]
            else:
                raise Refused("a value follows more than one digit")
    if not found:
        raise Refused("a value does not follow the symbol")
    return found[0], found[1], rest


def look_up(net, number, t, before, hint):
    layer, after = net.layers[t], {}
    check_grid(net, number, layer)
    mixings = []
    for h, head in enumerate(layer.heads):
        check_memory(net, t, head)
        mixings.append(head_mixing(net, number, t, head, before, hint["heads"][h]["sums"]))
    follows = {f["coordinate"]: (f["head"], f["value"]) for f in hint["follows"]}
    stream = []
    for c in range(net.width):
        unit = [ONE if k == c else ZERO for k in range(net.width)]
        stream.append(hull(before[c].ranges) if c in before else value_range(net, unit, -1))

    def describe(c, narrowed=None, on_wanted=None):
        x = list(stream)
        for h, head in enumerate(layer.heads):
            for j, row in enumerate(head["value"]):
                y = read_value(net, number, t, row, mixings[h], on_wanted if narrowed == (h, j) else None)
                x = [add(x[k], scaled(head["output"][k][j], y)) for k in range(net.width)]
        if not number.holds(mlp_range(layer, c, x, False)):
            raise Refused("what the MLP adds may be too large")
        return mlp_range(layer, c, x, True)

    for c in range(net.width):
        if c not in before and not layer.writes(c):
            continue
        if c not in follows:
            after[c] = Claim([describe(c)])
            continue
        h, j = follows[c]
        term, weight, rest = followed(net, t, layer.heads[h]["value"][j])
        count = 1 + max(digit(term, q) for q in range(net.radix(t)))
        values = [weight * term_of_digit(term, d) + rest for d in range(count)]
        after[c] = Claim([describe(c, (h, j), (v, v)) for v in values], term)
    return after


def read_out(certificate):
    """Ranges of the read-out: per i_L, per row. Refused if there is no argument."""
    payload = certificate["payload"]
    net, number = Network(payload["network"]), Number(payload["number"])
    if len(net.layers) != net.L + 1:
        raise Refused("L + 1 layers")
    known = {}
    for t in range(net.L + 1):
        known = look_up(net, number, t, known, payload["layers"][t])
    rows = []
    for i in range(net.N[-1]):
        rows.append([])
        for row in net.readout:
            total = (ZERO, ZERO)
            for c, weight in enumerate(row):
                if weight and c in known:
                    total = add(total, scaled(weight, known[c].at(i)))
                elif weight:
                    unit = [weight if k == c else ZERO for k in range(net.width)]
                    total = add(total, value_range(net, unit, -1))
            rows[i].append(total)
    return rows


def verdict(certificate):
    """None if valid, else why not."""
    try:
        rows = read_out(certificate)
    except Refused as refused:
        return str(refused)
    for i, row in enumerate(rows):
        if i >> len(row):
            return "too few bits"
        for r, (low, high) in enumerate(row):
            if not (low > 0 if i >> r & 1 else high < 0):
                return "a bit is not forced"
    return None


def input_count(net):
    count = net.m
    for size in net.n:
        count *= size
    for size in net.N:
        count *= size ** size
    return count


def main():
    most = int(sys.argv[1])
    for file in sys.argv[2:]:
        with open(file, encoding="utf-8") as source:
            certificate = json.load(source)
        payload = certificate["payload"]
        net, number = Network(payload["network"]), Number(payload["number"])
        why = verdict(certificate)
        try:
            right = "not run" if input_count(net) > most else "right" if answers_all(net, number) else "wrong"
        except Refused:
            right = "not run"
        print(f"{file.split('/')[-1]}: {'refused: ' + why if why else 'valid'}; {right}")


if __name__ == "__main__":
    main()
