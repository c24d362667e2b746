#!/usr/bin/env python3
"""Makes tests/corpus/{correct,incorrect,malformed}/look-ups: certificates whose verdict hangs on a hair.

    look_ups.py TOP

Each network is tiny. Its read-out is compared with a threshold, and the threshold is put once a hair
inside the range that docs/symbolic.md promises (tests/oracle/lookup.py computes it) and once on its very
end. So whatever moves an end of a range, up or down, by however little, changes the verdict on one of the two.
"""
import copy
import os
import shutil
import sys
from fractions import Fraction

import lookup
from tiny import (begin, bit, clip, deep, digits, first_layer, plain, read_rows, scored, sign, small, split, swapped, term, text, with_mlp)
from unreadable import hashes, unreadable

HAIR = Fraction(1, 2 ** 64)


# ---- files -------------------------------------------------------------------------------------


class Corpus:
    """Files are written when all are made."""

    def __init__(self, top):
        self.top, self.files = top, {}

    def put(self, folder, name, content):
        assert (folder, name) not in self.files, name
        self.files[folder, name] = content

    def finish(self):
        for folder in ("correct", "incorrect", "malformed"):
            shutil.rmtree(f"{self.top}/tests/corpus/{folder}/look-ups", ignore_errors=True)
            os.makedirs(f"{self.top}/tests/corpus/{folder}/look-ups")
        for (folder, name), content in self.files.items():
            with open(f"{self.top}/tests/corpus/{folder}/look-ups/{name}.cert", "w", encoding="utf-8") as out:
                out.write(content)

    def write(self, folder, name, certificate):
        self.put(folder, name, sign(certificate))

    def unsigned(self, name, change):
        """Right, but for a hash."""
        certificate = plain()
        sign(certificate)
        change(certificate)
        self.put("incorrect", name, text(certificate))

    def correct(self, name, certificate):
        why = lookup.verdict(certificate)
        assert why is None, (name, why)
        self.write("correct", name, certificate)

    def incorrect(self, name, certificate, reason):
        why = lookup.verdict(certificate)
        assert why is not None and reason in why, (name, why)
        self.write("incorrect", name, certificate)

    def hint(self, name, certificate):
        """Right, but its hints ask for sums that are not to be had by digits."""
        assert lookup.verdict(certificate) is None, name
        self.write("incorrect", name, certificate)
        by_tokens = copy.deepcopy(certificate)
        for layer in by_tokens["payload"]["layers"]:
            for head in layer["heads"]:
                head["sums"] = ["tokens"] * len(head["sums"])
        self.write("correct", name, by_tokens)

    def hairlines(self, name, net, number, rows, front="flag", hair=HAIR):
        """Thresholds at both ends of what each row of the read-out says of its bit."""
        ranges = lookup.read_out(net.certificate(rows, number, name))
        ends = []
        for r in range(len(rows)):
            ends.append((max(row[r][1] for i, row in enumerate(ranges) if not i >> r & 1),
                         min(row[r][0] for i, row in enumerate(ranges) if i >> r & 1)))
        assert all(low < high for low, high in ends), (name, [(float(a), float(b)) for a, b in ends])

        def at(thresholds):
            shifted = [{**row, "flag": row.get("flag", 0) - c} for row, c in zip(rows, thresholds)]
            return swapped(net.certificate(shifted, number, name), front)

        lows, highs = [e[0] for e in ends], [e[1] for e in ends]
        self.correct(name + "-low", at([low + hair for low in lows]))
        self.correct(name + "-high", at([high - hair for high in highs]))
        middle = [(low + high) / 2 for low, high in ends]
        self.incorrect(name + "-low", at(lows[:1] + middle[1:]), "not forced")
        self.incorrect(name + "-high", at(middle[:-1] + highs[-1:]), "not forced")


# ---- conditions on the weights, each from both sides ---------------------------------------------------


def memory(corpus):
    """N2: keys and values come from coordinates that no earlier layer writes."""
    def written(how, where):
        def change(net, first, last):
            if how == "unit":
                first["units"].append(({"flag": 1}, 0, {where: -9}))
            elif how == "bias":
                first["bias"][where] = -9
            elif how == "head":
                first["outputs"][where] = -9
            elif how == "own layer":
                last["units"].append(({"flag": 1}, 0, {where: -9}))
        return plain(change)
    for where in ("v0", "same"):
        for how in ("unit", "bias", "head"):
            corpus.incorrect(f"memory-{where}-{how}", written(how, where), "a layer writes")
        corpus.correct(f"memory-{where}-own-layer", written("own layer", where))
    corpus.correct("memory-spare", written("bias", "spare"))


def keys(corpus):
    """N3: keys depend on no symbol but that of w."""
    def keyed(*terms, by="flag"):
        def change(net, first, last):
            net.coordinate("extra", *terms)
            last["pairs"].append(({by: 1}, {"extra": 1}))
        return plain(change)
    corpus.incorrect("keys-symbol", keyed(bit([1], 0, 9, 0)), "symbols")
    corpus.incorrect("keys-symbol-seed", keyed(bit([0], 0, 9, 0)), "symbols")
    corpus.correct("keys-symbol-times-0", keyed(bit([1], 0, 0, 1)))
    corpus.incorrect("keys-half", keyed(term([0], "one", Fraction(1, 2))), "no integer")
    corpus.correct("keys-whole", keyed(term([0], "one", 1)))


def grid(corpus):
    """Lemma 7, first half. In fixed:5:2 the unit is 1/4."""
    def on_w(**scale):
        def change(net, first, last):
            net.coordinate("extra", term([-1], "one", **scale))
        return change
    number = "fixed:5:2"
    for name, v in (("unit", Fraction(1, 4)), ("half-unit", Fraction(1, 8)), ("third", Fraction(1, 3))):
        def put(case, certificate):
            if v == Fraction(1, 4):
                corpus.correct(f"grid-{case}", certificate)
            else:
                corpus.incorrect(f"grid-{case}-{name}", certificate, "grid")
        put("out-bias", plain(number=number, bias={"spare": v}))
        put("in-bias", plain(number=number, units=[({"flag": 1}, v, {"spare": 1})]))
        put("scale", plain(on_w(scale=v), number))
        put("offset", plain(on_w(offset=v), number))
    corpus.incorrect("grid-in", plain(number=number, units=[({"flag": Fraction(1, 2)}, 0, {"spare": 2})]), "grid")
    corpus.incorrect("grid-out", plain(number=number, units=[({"flag": 2}, 0, {"spare": Fraction(1, 2)})]), "grid")
    corpus.incorrect("grid-output", plain(number=number, output=Fraction(1, 2)), "grid")
    corpus.correct("grid-output-exact", plain(output=Fraction(1, 2)))
    corpus.correct("grid-in-exact", plain(units=[({"flag": Fraction(1, 3)}, Fraction(1, 7), {"spare": Fraction(1, 2)})]))


def largest(corpus):
    """Lemma 7, second half. In fixed:5:2 the largest number is 15/4."""
    for sign_of, name in ((1, "above"), (-1, "below")):
        def adds(v):
            return plain(number="fixed:5:2", bias={"spare": sign_of * v})
        corpus.correct(f"largest-{name}", adds(Fraction(15, 4)))
        corpus.incorrect(f"largest-{name}", adds(4), "too large")
    corpus.correct("largest-exact", plain(bias={"spare": 4}))


def known(corpus):
    """Queries read what is known exactly."""
    def asked(units):
        def change(net, first, last):
            first["units"] = first["units"][:3] + units
            net.coordinate("extra", term([0], "one"))
            last["pairs"].append(({"s0": 1}, {"extra": 1}))
        return plain(change)
    corpus.incorrect("known-not", asked([]), "not known exactly")
    corpus.correct("known", asked(clip("s0", "r0")[3:]))

    def copied(follows):
        def change(net, first, last):
            net.coordinate("copy")
            net.coordinate("extra", term([0], "one"))
            first["units"] = first["units"] + clip("s0", "copy")[:3]
            first["follows"] = follows
            last["pairs"].append(({"copy": 1}, {"extra": 1}))
        return plain(change)
    corpus.correct("known-copy", copied([("r0", 0, 0), ("copy", 0, 0)]))
    corpus.incorrect("known-range", copied([("r0", 0, 0)]), "not known exactly")


def followed(corpus):
    """A value is one digit of the symbol, and constants."""
    def valued(row, *terms, follows=(("s0", 0, 0),), number="base2"):
        def change(net, first, last):
            net.coordinate("extra", *terms)
            last["values"] = [(row, {"s0": 1})] + last["values"]
            last["values"][1] = (last["values"][1][0], {"spare": 1})
            last["follows"] = list(follows)
        return plain(change, number)
    both = {"v0": 1, "extra": 1}
    corpus.correct("followed-constant", valued(both, term([1], "one", Fraction(1, 4))))
    corpus.correct("followed-block", valued(both, term("all", "one", Fraction(1, 4))))
    corpus.incorrect("followed-two", valued(both, bit([1], 0, Fraction(1, 4), 0)), "more than one digit")
    corpus.incorrect("followed-place", valued(both, term([1], "argument", Fraction(1, 4))), "more than one digit")
    corpus.incorrect("followed-one-token", valued(both, term([1], "one", Fraction(1, 4), at=1)), "more than one digit")
    corpus.incorrect("followed-none", valued({"extra": 1}, term([1], "one")), "does not follow")
    corpus.incorrect("followed-symbol-of-one-token", valued({"extra": 1}, bit([1], 0) | {"at": 1}), "more than one digit")


def bits_of(corpus):
    """Enough rows in the read-out, and the sign of each."""
    certificate = plain()
    certificate["payload"]["network"]["readout"]["entries"][0][2] = "-1"
    corpus.incorrect("sign", certificate, "not forced")
    net = digits(3, 2, (0, 0), 4)
    corpus.correct("two-bits", net.certificate(read_rows(2), "base2", "two bits"))
    corpus.incorrect("one-bit", net.certificate(read_rows(1), "base2", "one bit"), "too few bits")
    corpus.correct("third-bit", net.certificate(read_rows(2) + [{"flag": -1}], "base2", "a third bit that is 0"))
    corpus.incorrect("third-bit", net.certificate(read_rows(2) + [{"flag": 1}], "base2", "a third bit that is 1"), "not forced")


def names(corpus):
    """Names of number systems: those of arithmetic.h and no others."""
    for name in ("fixed:10:9", "fixed:64:3", "fixed:20:10", "fixed:5:2"):
        corpus.correct("name-" + name.replace(":", "-"), plain(number=name))
    for k, name in enumerate(("", "base", "base22", "fixed", "fixed:", "fixed:5", "fixed:5:", "fixed::2", "fixed:5:5", "fixed:05:2",
                              "fixed:5:02", "fixed:65:2", "fixed:0:0", "fixed:5:2 ", "fixed:5:-1", "fixed:5;2", "fixed:500:2", "fixed:5:2:1", "fixed:/:0",
                              "fixed:::0", "fixed:100:2", "fixed:1:1")):
        certificate = plain()
        certificate["payload"]["number"] = name
        corpus.write("malformed", f"name-{k}", certificate)


def widths(corpus):
    """Largest scores are integers of (d-1)P bits, two's complement; none at all if d = 1."""
    def shifted(seed, table):
        return small([(table, table - 4), (table - 4, table), (seed, seed), (seed, seed)], (-1, 1, -1, 1, 0), 3).certificate(read_rows(1), "fixed:4:2", "shifted")
    corpus.correct("score-7", shifted(3, 7))
    corpus.incorrect("score-8", shifted(3, 8), "does not fit")
    corpus.correct("score-minus-8", shifted(-8, 0))
    corpus.incorrect("score-minus-9", shifted(-9, 0), "does not fit")


def far_away(corpus):
    """Tokens and blocks more than 2^1024 lighter than the wanted token are bounded, not summed."""
    half = Fraction(1, 2)
    for below in (1024, 1025):
        corpus.hairlines(f"token-{below}", small([(below, 0), (0, below), (below - 9, 1), (3, below - 9)], (-1, 1, -1, 1, 1), 7),
                         "base2", read_rows(1), hair=Fraction(1, 2 ** 1200))
    # What is read lies half way between two numbers, but for a block that is far away.
    for below, odd in ((1024, 1), (1025, 3)):
        for way in (1, -1):
            values = (-3, odd * half) if way > 0 else (-odd * half, 3)
            corpus.hairlines(f"block-{below}-{'above' if way > 0 else 'below'}",
                             small([(8, 0), (0, 8), (8 - below,) * 2, (8, 8)], values + (way, 2 * way, 0), 7), "fixed:12:10", read_rows(1))


def shares(corpus):
    """Lemmas 4 and 6. Scores if i_0 = 0 and 1 on z_1(0), z_1(1), z_0, w; values of the two bits on z_1, on z_0, and on w."""
    half = Fraction(1, 2)
    for name, number, scores, values in (
            ("shares", "base2", [(4, 0), (-1, 3), (0, 1), (1, -2)], (-1, 1, -1, 1, half)),
            ("shares-above", "base2", [(6, 0), (1, 5), (-1, 0), (-3, -3)], (half, 3, 1, 2, -half)),
            ("shares-below", "base2", [(5, 1), (0, 6), (0, 1), (1, -2)], (-3, -half, -2, -1, half)),
            ("reports", "fixed:6:1", [(3, 2), (-2, 4), (-3, 0), (3, 0)], (-half, 3, half, -half / 2, -3 * half / 2)),
            ("reports-ties", "fixed:4:2", [(3, 1), (1, 3), (1, 0), (0, 1)], (-1, 1, -1, 1, half)),
            ("reports-odd", "fixed:4:2", [(4, 1), (2, 4), (-2, -3), (2, -3)], (-2, 1, -half, -half, 1)),
            ("reports-large", "fixed:7:1", [(6, -1), (1, 4), (3, 2), (0, 0)], (-5, 5, -3, 3, -half)),
            ("reports-positive", "fixed:8:3", [(6, 0), (-2, 5), (2, 1), (-3, 3)], (half, 5, 1, 3, -half)),
            ("reports-negative", "fixed:8:3", [(6, 0), (-2, 5), (2, 1), (-3, 3)], (-5, -half, -3, -1, half)),
            ("reports-fine", "fixed:9:4", [(2, -1), (-2, 5), (-2, -3), (2, -2)], (-half, 3, 1, half, 1))):
        corpus.hairlines(name, small(scores, values, 7), number, read_rows(1))


def sums(corpus):
    """Lemma 3: incomplete ranges of digits, split arguments, tilts up and down."""
    for name, number, net in (
            ("three", "base2", digits(3, 2, (1, 0), 3)), ("three-fixed", "fixed:6:2", digits(3, 2, (1, 0), 3)),
            ("by-one", "fixed:6:2", digits(3, 2, (0, -3), 2)),
            ("five", "base2", digits(5, 3, (0, 1, -2), 3)), ("five-fixed", "fixed:6:2", digits(5, 3, (0, 1, -2), 3)),
            ("six-fixed", "fixed:5:1", digits(6, 3, (1, -1, 1), 4)),
            ("four-and-two", "base2", digits(6, 3, (1, 0, 2), 4, split(4))), ("four-and-two-fixed", "fixed:5:1", digits(6, 3, (1, 0, 2), 4, split(4))),
            ("three-and-two", "base2", digits(5, 3, (1, 0, -1), 4, split(3))), ("three-and-two-fixed", "fixed:6:2", digits(5, 3, (1, 0, -1), 4, split(3)))):
        corpus.hairlines("sums-" + name, net, number, read_rows(net.bits))
    half = Fraction(1, 2)
    by_digits = ["digits", "digits", "digits"]
    for name, number, net in (
            ("deep", "base2", deep(2, [2], 3, sums={2: by_digits})),
            ("deep-fixed", "fixed:6:2", deep(2, [2], 3, sums={2: by_digits})),
            ("deep-three", "fixed:6:2", deep(1, [3], 3, sums={2: by_digits})),
            ("deep-tilted", "base2", deep(2, [2], 4, {2: [term([2], "argument", 2, 0, div=2, mod=2)]}, sums={2: by_digits})),
            ("deep-tilted-back", "base2", deep(2, [2], 4, {2: [term([2], "argument", -2, 0, div=2, mod=2)]})),
            ("deep-w-key", "base2", deep(2, [3], 4, w_keys={2: [term([-1], "query", 1, 0, part=1)]})),
            ("deep-values", "base2", deep(2, [2], 3, values=[term([1], "argument", half), term([-1], "query", half, part=1)])),
            ("deep-positions", "base2", deep(2, [2], 3, values=[term([1, 0], "position", half / 4)])),
            ("deep-digits", "base2", deep(2, [2], 3, values=[term([1, 0], "position", -half, mod=3), term([-1], "position", 1, mod=4)])),
            ("deep-place", "base2", deep(2, [2], 3, values=[term([1], "argument", half, 1, at=1), term([0], "one", half, at=0, mod=1), term([0], "one", half, at=0)])),
            ("deep-squares", "base2", deep(2, [2], 3, values=[term([1], "position", half / 8, power=2)])),
            ("deeper", "base2", deep(1, [2, 2], 4, {3: [term([3], "argument", 2, 0, div=2, mod=2)]})),
            ("deeper-back", "base2", deep(1, [2, 2], 4, {2: [term([2], "argument", -2, 0, mod=2)], 3: [term([3], "argument", -2, 0, div=2, mod=2)]})),
            ("deeper-w", "base2", deep(1, [2, 2], 4, w_keys={3: [term([-1], "query", 2, 0, part=1), term([-1], "query", 1, 0, part=2)]})),
            ("deeper-w-back", "base2", deep(1, [2, 2], 4, w_keys={3: [term([-1], "query", -2, 0, part=1), term([-1], "query", 1, 0, part=2)]}))):
        corpus.hairlines(name, net, number, net.rows)
    net = deep(1, [2, 2], 4, w_keys={3: [term([-1], "query", -2, 0, part=1), term([-1], "query", 1, 0, part=2)]})
    corpus.hairlines("front-w-key", net, "base2", net.rows, "tilt3")
    net = deep(2, [2], 4, w_keys={1: [term([-1], "query", -1, 0, part=1)]})
    corpus.hairlines("deep-w-read", net, "base2", [{**row, "tilt1": half / 4} for row in net.rows])
    corpus.hairlines("front-digit", digits(3, 2, (1, 0), 3), "base2", read_rows(2), "k0")


def ignorant(corpus):
    """Queries that do not look at w: right for w = 0 only."""
    for n, t in (([2], 2), ([2, 2], 2), ([2, 2], 3)):
        net = deep(1, n, 4)
        entries = net.layers[t]["heads"][0]["query"]["entries"]
        for entry in entries:
            if entry[1] == net.names[f"asked{t}_0"]:
                entry[1:] = [net.names["flag"], "-4"]
        entries.sort(key=lambda entry: entry[:2])
        corpus.incorrect(f"ignorant-{len(n)}-{t}", net.certificate(net.rows, "base2", "ignorant"), "")


def form(corpus):
    """Which keys may be summed by digits, and what is a constant there."""
    def formed(*terms):
        return digits(4, 2, (0, 0), 4, constants=terms)
    corpus.hairlines("form-constants", formed(term([1, 0], "one", 3, 1), term([1, 0], "block", 2, -1), term([0], "block", 5, 2)), "base2", read_rows(2))
    corpus.hairlines("form-beyond", formed(term([1], "argument", 5, 1, div=4, mod=2)), "fixed:6:2", read_rows(2))
    corpus.hairlines("form-far-beyond", formed(term([1], "argument", 5, 1, div=64, mod=2)), "fixed:6:2", read_rows(2))
    corpus.hairlines("form-square", formed(term([1], "argument", 2, -1, mod=2, power=2)), "base2", read_rows(2))
    corpus.hairlines("form-one", digits(2, 1, (-3,), 2), "fixed:6:2", read_rows(1))
    for name, more in (("place", term([1], "one", 1, at=2)), ("position", term([1], "position", 1, div=1, mod=2)), ("whole", term([1], "argument", 1)),
                       ("third", term([1], "argument", 1, div=3, mod=2)), ("mod-3", term([1], "argument", 1, div=1, mod=3)),
                       ("within", term([1], "argument", 1, within=3, div=3, mod=2)), ("other-within", [term([1], "argument", 1, within=3, div=1, mod=2), term([1], "argument", 1, within=2, div=1, mod=2)])):
        net = deep(4, [1], 4, {2: more if isinstance(more, list) else [more]}, sums={2: ["digits"] * 3})
        corpus.hint(f"form-{name}", net.certificate(net.rows, "base2", "by digits"))
    net = formed(term([0], "one", 1, at=0))
    net.hints[1]["heads"][0]["sums"] = ["tokens", "digits"]
    corpus.hairlines("form-by-block", net, "base2", read_rows(2))
    net = formed(term([1], "one", 1, at=0))
    net.hints[1]["heads"][0]["sums"] = ["digits", "tokens"]
    corpus.hairlines("form-by-block-back", net, "base2", read_rows(2))


def units(corpus):
    """Lemma 5: breakpoints inside and at the ends, units that read none, one or two ranges."""
    scores = [(3, 0), (0, 3), (0, 1), (1, 0)]
    inside = [({"s0": 2}, -1, {"s0": 1}), ({"s0": 1, "t0": 1}, 0, {"s0": 1}), ({"flag": 1}, -2, {"s0": 1})]
    corpus.hairlines("units", with_mlp(scores, inside), "base2", read_rows(1))
    corpus.hairlines("units-fixed", with_mlp(scores, inside), "fixed:6:2", read_rows(1))
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    dips = [({"s0": way}, -at, {"s0": way * slope}) for way, place in ((1, 3 * quarter), (-1, 7 * quarter / 2)) for at, slope in ((0, half), (half, -5 * half), (place, 2))]
    dips += [({"t0": 4}, -1, {"s0": quarter}), ({"t0": 4}, -1, {"t0": 1})]
    corpus.hairlines("units-dips", with_mlp(scores, dips, {"s0": Fraction(1, 3)}), "base2", read_rows(1))


def claims(corpus):
    """What an MLP, a query or the read-out reads of earlier layers; weights of values; two heads with hints of their own."""
    scores, eighth = [(3, 0), (0, 3), (0, 1), (1, 0)], Fraction(1, 8)
    corpus.hairlines("claims-register", with_mlp(scores, [({"r0": 1}, 0, {"s0": -eighth}), ({"r0": -1}, Fraction(1, 3), {"s0": eighth})]), "base2", read_rows(1))
    corpus.hairlines("claims-range", with_mlp(scores, ()), "base2", [{"s0": 1, "t0": eighth}])
    corpus.hairlines("claims-embedded", with_mlp(scores, ()), "base2", [{"s0": 1, "r0": eighth, "flag": Fraction(1, 7)}])

    def weighted(row, *terms, seed=None):
        net = begin(1, 2)
        if seed:
            net.fields[net.names["u0"]]["coordinates"] = [[seed]]
        pairs = scored(net, dict(zip([(1, 0), (1, 1), (0, 0), (-1, 0)], scores)))
        net.coordinate("v0", term([1], "symbol", 2, -1), term([0], "symbol", -1, 1))
        net.coordinate("extra", *terms)
        first_layer(net, 1, 7)
        net.layer([net.head(pairs, [(row, {"s0": 1})])], follows=[("s0", 0, 0)])
        return net
    corpus.hairlines("weighted", weighted({"v0": 2, "extra": 3}, term([1, 0], "one", eighth)), "base2", read_rows(1))
    corpus.hairlines("weighted-everywhere", weighted({"v0": 1, "extra": 1}, term("all", "one", eighth)), "base2", read_rows(1))
    corpus.hairlines("weighted-nowhere", weighted({"v0": 1, "extra": 1}, term([1], "one", eighth, at=2)), "base2", read_rows(1))
    corpus.hairlines("weighted-seed", weighted({"v0": Fraction(1, 2)}, seed=bit([0], 0) | {"at": 0}), "base2", read_rows(1))

    def heads(number):
        """The first and the third by digits; the second has keys that are none, on both blocks."""
        net = begin(1, 2)
        net.coordinate("t0")
        net.coordinate("digit", bit([1], 0, of="argument"))
        net.coordinate("place", term([0], "one", 1, at=0))
        pairs = scored(net, dict(zip([(1, 0), (1, 1), (0, 0), (-1, 0)], scores)))
        net.coordinate("v0", bit([1], 0))
        first_layer(net, 1, 7)
        by_digits = [net.head([({"r0": 3}, {"digit": 1}), ({}, {})], [({"v0": 1}, to)]) for to in ({"s0": 1}, {})]
        net.layer([by_digits[1], net.head(pairs + [({"flag": 1}, {"place": 1})], [({"v0": 1}, {"t0": eighth if number == "base2" else 1})]), by_digits[0]],
                  follows=[("s0", 2, 0), ("t0", 1, 0)], sums=[["digits"] * 2, ["tokens"] * 2, ["digits"] * 2])
        return net
    corpus.hairlines("heads", heads("base2"), "base2", [{"s0": 1, "t0": 1}])
    corpus.hairlines("heads-fixed", heads("fixed"), "fixed:6:2", [{"s0": 1, "t0": eighth}])

    def residual(net, first, last):
        net.coordinate("extra", term([-1], "one", 3))
        last["bias"]["extra"] = 3
    corpus.correct("residual", plain(residual, "fixed:5:2"))
    within = digits(3, 2, (0, 0), 4)
    for j, more in enumerate(({"within": 2}, {"div": 2})):
        within.fields[within.names[f"v{j}"]]["coordinates"] = [[term([1], "symbol", 2, -1, **more)]]
    corpus.hairlines("within", within, "base2", read_rows(2))


def narrow(corpus):
    """One key and one value, FC(1; 1): no bits for a block's largest score, which must be 0."""
    def made(score, number="fixed:6:2", first=1):
        net = begin(1, 1)
        net.coordinate("v0", bit([1], 0))
        net.layer([net.head([({}, {})] * first, [({"u0": 1}, {"r0": 1})])] * first)
        net.layer([net.head([({"flag": score}, {"seed": 1})], [({"v0": 1}, {"s0": 1})])], follows=[("s0", 0, 0)])
        return net.certificate(read_rows(1), number, "narrow")
    corpus.correct("narrow", made(0))
    corpus.incorrect("narrow-1", made(1), "does not fit")
    corpus.incorrect("narrow-minus-1", made(-1), "does not fit")
    corpus.correct("narrow-exact", made(1, "base2"))
    corpus.correct("wide-below", made(1, "base2", 3))
    corpus.incorrect("nothing-but-0", made(0, "fixed:1:0"), "rounded to 0")


def fronts(corpus):
    """The same with another coordinate first."""
    for name in ("seed", "u0", "r0", "s0", "same", "swing", "v0"):
        corpus.correct("front-" + name, swapped(plain(), name))

    def written(net, first, last):
        first["bias"]["v0"] = -9

    def off(net, first, last):
        net.coordinate("extra", term([-1], "one", Fraction(1, 8)))

    def large(net, first, last):
        last["bias"]["spare"] = 4
    last = plain()["payload"]["network"]["embedding"][-1]["field"]
    corpus.correct("last-followed", swapped(swapped(plain(), "s0"), last))
    corpus.incorrect("front-written", swapped(plain(written), "v0"), "a layer writes")
    corpus.incorrect("front-off-grid", swapped(plain(off, "fixed:5:2"), "extra"), "grid")
    corpus.incorrect("front-large", swapped(plain(large, "fixed:5:2"), "spare"), "too large")
    half = Fraction(1, 2)
    for k, (name, side) in enumerate((("t0", 1), ("s0", 1), ("t0", -1), ("r0", 1), ("v0", 1))):
        net = with_mlp([(3, 0), (0, 3), (0, 1), (1, 0)], [({"t0": 1}, -Fraction(1, 16), {"s0": side * half}), ({"r0": 1}, 0, {"s0": -half / 4})])
        ranges = lookup.read_out(net.certificate(read_rows(1), "base2", ""))
        for folder, end in ((corpus.correct, ranges[1][0][0] - HAIR), (lambda a, b: corpus.incorrect(a, b, "not forced"), ranges[1][0][0])):
            folder(f"front-hair-{k}", swapped(net.certificate([{"s0": 1, "flag": -end}], "base2", "front"), name))


def main():
    corpus = Corpus(sys.argv[1])
    for family in (memory, keys, grid, largest, known, followed, bits_of, names, widths, far_away, shares, sums, ignorant, form, units, claims, narrow, fronts, hashes, unreadable):
        family(corpus)
    corpus.finish()
    print(len(corpus.files), "certificates")


if __name__ == "__main__":
    main()
