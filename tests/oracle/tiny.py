"""Tiny networks, written down: what tests/oracle/look_ups.py makes certificates of."""
import copy
import hashlib
import json
from fractions import Fraction


# ---- writing networks down ---------------------------------------------------------------------


def term(blocks, of, scale=1, offset=0, **more):
    made = {"blocks": blocks}
    if "at" in more:
        made["at"] = more["at"]
    made["of"] = of
    made.update((k, more[k]) for k in ("part", "within", "div", "mod", "power") if k in more)
    return {**made, "scale": str(Fraction(scale)), "offset": str(Fraction(offset))}


def bit(blocks, j, scale=2, offset=-1, of="symbol"):
    return term(blocks, of, scale, offset, div=1 << j, mod=2)


def sparse(rows, columns, entries):
    return {"shape": [rows, columns],
            "entries": [[r, c, str(Fraction(v))] for (r, c), v in sorted(entries.items()) if v]}


class Builder:
    """Coordinates by name; parts of heads and units as {coordinate: weight}."""

    def __init__(self, m, n=(), L=1):
        self.task = {"L": L, "m": m, "n": list(n)}
        self.names, self.fields, self.layers, self.hints = {}, [], [], []

    def coordinate(self, name, *terms):
        self.names[name] = len(self.names)
        self.fields.append({"field": name, "coordinates": [list(terms)]})

    def place(self, rows, transposed=False):
        return {(self.names[c], r) if transposed else (r, self.names[c]): v for r, row in enumerate(rows) for c, v in row.items()}

    def head(self, scores, values):
        """scores: (query, key) pairs; values: (value, output) pairs"""
        width = len(self.names)
        return {"query": sparse(len(scores), width, self.place([q for q, _ in scores])),
                "key": sparse(len(scores), width, self.place([k for _, k in scores])),
                "value": sparse(len(values), width, self.place([v for v, _ in values])),
                "output": sparse(width, len(values), self.place([o for _, o in values], True))}

    def layer(self, heads, units=(), bias=None, follows=(), sums=None):
        """units: (in, bias, out); follows: (coordinate, head, value)"""
        width, bias = len(self.names), bias or {}
        self.layers.append({"kind": "full", "heads": heads, "mlp": {
            "in": sparse(len(units), width, self.place([u[0] for u in units])),
            "in_bias": [str(Fraction(u[1])) for u in units],
            "out": sparse(width, len(units), self.place([u[2] for u in units], True)),
            "out_bias": [str(Fraction(bias.get(c, 0))) for c in self.names]}})
        sums = sums or [["tokens"] * (self.task["L"] + 1)] * len(heads)
        self.hints.append({"heads": [{"sums": list(s)} for s in sums],
                           "follows": [{"coordinate": self.names[c], "head": h, "value": v} for c, h, v in follows]})

    def certificate(self, readout, number, name):
        network = {"format": "strata-network", "version": 1, "name": name, "task": self.task, "embedding": self.fields,
                   "layers": self.layers, "readout": sparse(len(readout), len(self.names), self.place(readout))}
        return copy.deepcopy({"format": "strata-symbolic-certificate", "version": 2, "payload_sha256": "", "payload": {
            "network_sha256": "", "network": network, "number": number, "layers": self.hints}})


def text(data):
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n"


def sign(certificate):
    payload = certificate["payload"]
    payload["network_sha256"] = hashlib.sha256(text(payload["network"]).encode()).hexdigest()
    certificate["payload_sha256"] = hashlib.sha256(text(payload).encode()).hexdigest()
    return text(certificate)


def swapped(certificate, name):
    """The same certificate with that coordinate first."""
    certificate = copy.deepcopy(certificate)
    network = certificate["payload"]["network"]
    k = next(k for k, field in enumerate(network["embedding"]) if field["field"] == name)
    move = {0: k, k: 0}
    network["embedding"][0], network["embedding"][k] = network["embedding"][k], network["embedding"][0]

    def renamed(matrix, side):
        for entry in matrix["entries"]:
            entry[side] = move.get(entry[side], entry[side])
        matrix["entries"].sort(key=lambda entry: entry[:2])
    for layer in network["layers"]:
        for head in layer["heads"]:
            for part in ("query", "key", "value"):
                renamed(head[part], 1)
            renamed(head["output"], 0)
        renamed(layer["mlp"]["in"], 1)
        renamed(layer["mlp"]["out"], 0)
        bias = layer["mlp"]["out_bias"]
        bias[0], bias[k] = bias[k], bias[0]
    renamed(network["readout"], 1)
    for layer in certificate["payload"]["layers"]:
        for follow in layer["follows"]:
            follow["coordinate"] = move.get(follow["coordinate"], follow["coordinate"])
    return certificate


# ---- the first layer: z_0 into registers ---------------------------------------------------------


def clip(x, to):
    """On the w token: to += clip(2 x) between -1 and 1; x is emptied."""
    return [({x: 2, "flag": 4}, -3, {to: 1}), ({x: 2, "flag": 4}, -5, {to: -1}), ({"flag": 1}, 0, {to: -1}),
            ({x: 1}, 0, {x: -1}), ({x: -1}, 0, {x: 1})]


def binary(j):
    return {"div": 1 << j, "mod": 2}


def begin(bits, m, n=(), L=1, number_of=binary):
    """Registers r of the digits of z_0, scratch s."""
    net = Builder(m, n, L)
    net.bits = bits
    net.coordinate("flag", term([-1], "one"))
    net.coordinate("seed", term([0], "one"))
    for j in range(bits):
        net.coordinate(f"u{j}", term([0], "symbol", 2, -1, **number_of(j)))
    for j in range(bits):
        net.coordinate(f"r{j}")
    for j in range(bits):
        net.coordinate(f"s{j}")
    return net


def first_layer(net, bits, gain):
    """The empty second row makes keys two wide, so that largest scores have P bits."""
    net.layer([net.head([({"flag": gain}, {"seed": 1}), ({}, {})], [({f"u{j}": 1}, {f"s{j}": 1}) for j in range(bits)])],
              [unit for j in range(bits) for unit in clip(f"s{j}", f"r{j}")],
              follows=[(f"r{j}", 0, j) for j in range(bits)])


def read_rows(bits):
    return [{f"s{j}": 1} for j in range(bits)]


# ---- Lemmas 4 and 6: any scores, any values --------------------------------------------------------


def scored(net, scores):
    """Coordinates and (query, key) pairs for scores[block, argument] = (if i_0 = 0, if i_0 = 1)."""
    for name, sign_of in (("same", 1), ("swing", -1)):
        net.coordinate(name, *[term([b], "one", Fraction(s[1] + sign_of * s[0], 2), 0, **({"at": a} if b > 0 else {}))
                               for (b, a), s in scores.items()])
    return [({"flag": 1}, {"same": 1}), ({"r0": 1}, {"swing": 1})]


def small(scores, values, gain=3):
    """FC(1; 2): four tokens. values: of bit 0 and bit 1 on z_1, likewise on z_0, and one on w."""
    net = begin(1, 2)
    pairs = scored(net, dict(zip([(1, 0), (1, 1), (0, 0), (-1, 0)], scores)))
    net.coordinate("v0", bit([1], 0, values[1] - values[0], values[0]), bit([0], 0, values[3] - values[2], values[2]),
                   term([-1], "one", values[4]))
    first_layer(net, 1, gain)
    net.layer([net.head(pairs, [({"v0": 1}, {"s0": 1})])], follows=[("s0", 0, 0)])
    return net


# ---- Lemma 3: sums and largest scores by digits -----------------------------------------------------


def digits(m, bits, tilt, gain, number_of=binary, constants=(), first_gain=7):
    """FC(1; m): keys are the argument's binary digits; tilt[j] more on the tokens with digit j set."""
    net = begin(bits, m, number_of=number_of)
    for j in range(bits):
        net.coordinate(f"k{j}", term([1], "argument", 2, -1, **number_of(j)))
    net.coordinate("tilt", *[term([1], "argument", t, 0, **number_of(j)) for j, t in enumerate(tilt)], *constants)
    for j in range(bits):
        net.coordinate(f"v{j}", bit([1], j))
    first_layer(net, bits, first_gain)
    net.layer([net.head([({f"r{j}": gain}, {f"k{j}": 1}) for j in range(bits)] + [({"flag": 1}, {"tilt": 1})],
                        [({f"v{j}": 1}, {f"s{j}": 1}) for j in range(bits)])],
              follows=[(f"s{j}", 0, j) for j in range(bits)], sums=[["digits", "digits"]])
    return net


def split(inner):
    """Digits of the argument mod `inner`, then those of the argument div `inner`."""
    length = inner.bit_length() - (inner & (inner - 1) == 0)
    return lambda j: {"within": inner, "div": 1 << j, "mod": 2} if j < length else {"div": inner << (j - length), "mod": 2}


def deep(m, n, gain, tilts=None, values=(), sums=None, w_keys=()):
    """FC(L; m; n): layer t asks for z_t(w_{t-1} N_{t-2} + i_{t-1}) by its binary digits. tilts[t]: terms that queries of layer t see
    on the flag; values: more terms of the last layer's values; w_keys[t]: terms of w's own key in layer t."""
    L, sizes = len(n) + 1, [m]
    for size in n:
        sizes.append(sizes[-1] * size)
    width = [max(1, (size - 1).bit_length()) for size in sizes]
    net = begin(width[0], m, n, L)
    pairs, last = {}, {}
    for t in range(1, L + 1):
        inner, part = (sizes[0], 1) if t == 1 else (sizes[t - 2], n[t - 2])
        held = "r" if t == 1 else f"held{t - 1}_"
        pairs[t] = []
        for j in range(max(1, (inner - 1).bit_length())):
            within = {} if t == 1 else {"within": inner}
            net.coordinate(f"key{t}_{j}", term([t], "argument", 2, -1, **within, div=1 << j, mod=2))
            pairs[t].append(({f"{held}{j}": gain}, {f"key{t}_{j}": 1}))
        for j in range((part - 1).bit_length()):
            net.coordinate(f"outer{t}_{j}", term([t], "argument", 2, -1, div=inner << j, mod=2))
            net.coordinate(f"asked{t}_{j}", term([-1], "query", 2, -1, part=t - 1, div=1 << j, mod=2))
            pairs[t].append(({f"asked{t}_{j}": gain}, {f"outer{t}_{j}": 1}))
        net.coordinate(f"tilt{t}", *(tilts or {}).get(t, ()), *dict(w_keys).get(t, ()))
        pairs[t].append(({"flag": 1}, {f"tilt{t}": 1}))
        last[t] = width[t - 1]
        for j in range(last[t]):
            net.coordinate(f"value{t}_{j}", bit([t], j), *(values if t == L else ()))
            net.coordinate(f"read{t}_{j}")
            net.coordinate(f"held{t}_{j}")
    first_layer(net, width[0], 7)
    for t in range(1, L + 1):
        final = t == L
        net.layer([net.head(pairs[t], [({f"value{t}_{j}": 1}, {f"read{t}_{j}": 1}) for j in range(last[t])])],
                  [] if final else [unit for j in range(last[t]) for unit in clip(f"read{t}_{j}", f"held{t}_{j}")],
                  follows=[(f"{'read' if final else 'held'}{t}_{j}", 0, j) for j in range(last[t])],
                  sums=[(sums or {}).get(t, ["tokens"] * (L + 1))])
    net.rows = [{f"read{L}_{j}": 1} for j in range(last[L])]
    return net


# ---- Lemma 5: what an MLP makes of ranges ------------------------------------------------------------


def with_mlp(scores, units, bias=None, values=(-1, 1, -1, 1, 0), follow="s0"):
    """As `small`, with a second value coordinate into t0 and units after the last head."""
    net = begin(1, 2)
    net.coordinate("t0")
    pairs = scored(net, dict(zip([(1, 0), (1, 1), (0, 0), (-1, 0)], scores)))
    net.coordinate("v0", bit([1], 0, values[1] - values[0], values[0]), bit([0], 0, values[3] - values[2], values[2]), term([-1], "one", values[4]))
    net.coordinate("other", bit([0], 0, 1, 0))
    first_layer(net, 1, 7)
    net.layer([net.head(pairs, [({"v0": 1}, {"s0": 1}), ({"other": 1}, {"t0": 1})])], units, bias, follows=[(follow, 0, 0)])
    return net


# ---- the smallest right network -----------------------------------------------------------------------

PLAIN = [(3, 0), (0, 3), (0, 0), (0, 0)]


def plain(change=None, number="base2", units=(), bias=None, output=1):
    """The smallest right network, with a part changed before its layers are written."""
    net = begin(1, 2)
    pairs = scored(net, dict(zip([(1, 0), (1, 1), (0, 0), (-1, 0)], PLAIN)))
    net.coordinate("v0", bit([1, 0], 0))
    net.coordinate("spare")
    first = {"units": clip("s0", "r0"), "bias": {}, "outputs": {"s0": 1}, "follows": [("r0", 0, 0)]}
    last = {"pairs": pairs, "values": [({"v0": 1}, {"s0": output})], "units": list(units), "bias": bias or {}, "follows": [("s0", 0, 0)]}
    if change:
        change(net, first, last)
    net.layer([net.head([({"flag": 3}, {"seed": 1}), ({}, {})], [({"u0": 1}, first["outputs"])])],
              first["units"], first["bias"], follows=first["follows"])
    net.layer([net.head(last["pairs"], last["values"])], last["units"], last["bias"], follows=last["follows"])
    return net.certificate(read_rows(1), number, "plain")
