"""Certificates that are none: the smallest right one with one thing in it that may not be."""
import hashlib

from tiny import deep, plain, text


def hashes(corpus):
    """One digit of a hash, or what it is of."""
    def digit(holder):
        value = holder["payload_sha256" if "payload_sha256" in holder else "network_sha256"]
        holder["payload_sha256" if "payload_sha256" in holder else "network_sha256"] = value[:-1] + ("0" if value[-1] != "0" else "1")

    def network(certificate):
        digit(certificate["payload"])
        certificate["payload_sha256"] = hashlib.sha256(text(certificate["payload"]).encode()).hexdigest()
    corpus.unsigned("hash-payload", digit)
    corpus.unsigned("hash-network", network)
    corpus.unsigned("hash-other-network", lambda c: c["payload"]["network"].update(name="other"))


def unreadable(corpus):
    """What the kernel's readers must not take: exit code 3, whatever the hashes say."""
    def broken(name, change, make=plain):
        certificate = make()
        payload = certificate["payload"]
        change(certificate, payload, payload["network"])
        corpus.write("malformed", name, certificate)

    def two():
        net = deep(1, [2], 4)
        return net.certificate(net.rows, "base2", "deep")
    width = len(plain()["payload"]["network"]["embedding"])
    matrices = {"query": lambda n: n["layers"][1]["heads"][0]["query"], "key": lambda n: n["layers"][1]["heads"][0]["key"],
                "value": lambda n: n["layers"][1]["heads"][0]["value"], "output": lambda n: n["layers"][1]["heads"][0]["output"],
                "in": lambda n: n["layers"][0]["mlp"]["in"], "out": lambda n: n["layers"][0]["mlp"]["out"], "readout": lambda n: n["readout"]}
    for name, find in matrices.items():
        for side in (0, 1):
            if (name, side) != ("readout", 0):
                broken(f"shape-{name}-{side}-more", lambda c, p, n: find(n)["shape"].__setitem__(side, find(n)["shape"][side] + 1))

            def fewer(c, p, n):
                find(n)["shape"][side] -= 1
                find(n)["entries"] = [e for e in find(n)["entries"] if e[side] < find(n)["shape"][side]]
            if (name, side) != ("readout", 0):
                broken(f"shape-{name}-{side}-fewer", fewer)
            broken(f"entry-{name}-{side}-outside", lambda c, p, n: find(n)["entries"].append([find(n)["shape"][0] - (side != 0), find(n)["shape"][1] - (side != 1), "1"]))
        broken(f"entry-{name}-twice", lambda c, p, n: find(n)["entries"].append(find(n)["entries"][-1]))
        broken(f"entry-{name}-number", lambda c, p, n: find(n)["entries"][0].__setitem__(2, 1))
        broken(f"entry-{name}-four", lambda c, p, n: find(n)["entries"][0].append("1"))
    broken("shape-three", lambda c, p, n: n["readout"]["shape"].append(1))
    broken("shape-large", lambda c, p, n: n["readout"].update(shape=[65537, width]))
    broken("shape-huge", lambda c, p, n: n["readout"].update(shape=[65536, 65536]))
    broken("entries-none", lambda c, p, n: n["readout"].pop("entries"))
    for name in ("in_bias", "out_bias"):
        broken(f"{name}-short", lambda c, p, n: n["layers"][1]["mlp"]["out_bias"].pop() if name == "out_bias" else n["layers"][0]["mlp"]["in_bias"].pop())
        broken(f"{name}-long", lambda c, p, n: n["layers"][0]["mlp"][name].append("0"))
        broken(f"{name}-none", lambda c, p, n: n["layers"][0]["mlp"].pop(name))
    first = lambda n, name="flag": next(f for f in n["embedding"] if f["field"] == name)["coordinates"][0][0]
    for name, more in (("blocks", {"blocks": [-2]}), ("blocks-above", {"blocks": [2]}), ("blocks-word", {"blocks": "some"}), ("blocks-text", {"blocks": ["0"]}),
                       ("of", {"of": "symbols"}), ("power-0", {"power": 0}), ("power-3", {"power": 3}), ("div-0", {"div": 0}), ("mod-0", {"mod": 0}),
                       ("within-0", {"within": 0}), ("at-below", {"at": -1}), ("symbol-on-w", {"of": "symbol"}), ("block-on-w", {"of": "block"}), ("unknown", {"powers": 1}),
                       ("scale", {"scale": 1}), ("offset", {"offset": "1.5"}), ("query-L-1", {"of": "query", "part": 1})):
        broken(f"term-{name}", lambda c, p, n: first(n).update(more))
    for name, more in (("part-0", {"part": 0}), ("part-L", {"part": 2}), ("part-none", None), ("off-w", {"blocks": [-1, 0]})):
        broken(f"query-{name}", lambda c, p, n: first(n, "asked2_0").update(more) if more else first(n, "asked2_0").pop("part"), two)
    broken("fields", lambda c, p, n: n["embedding"][0].pop("coordinates"))
    for name, more in (("L-0", {"L": 0}), ("L-2", {"L": 2}), ("m-0", {"m": 0}), ("n-1", {"n": [1]}), ("n-none", {"n": 0})):
        broken(f"task-{name}", lambda c, p, n: n["task"].update(more))
    broken("task-n-0", lambda c, p, n: n["task"].update(n=[0]), two)
    for name, more in (("format", {"format": "strata"}), ("version", {"version": 2}), ("member", {"steps": 1})):
        broken(f"network-{name}", lambda c, p, n: n.update(more))
        broken(f"certificate-{name}", lambda c, p, n: c.update(more | ({"version": 3} if name == "version" else {})))
    broken("certificate-version-1", lambda c, p, n: c.update(version=1))
    broken("certificate-version-text", lambda c, p, n: c.update(version="2"))
    broken("layer-kind", lambda c, p, n: n["layers"][0].update(kind="recurrent"))
    broken("layer-member", lambda c, p, n: n["layers"][0].update(more=1))
    broken("number-none", lambda c, p, n: p.pop("number"))
    broken("payload-member", lambda c, p, n: p.update(more=1))
    broken("hints-short", lambda c, p, n: p["layers"].pop())
    broken("hints-long", lambda c, p, n: p["layers"].append(p["layers"][0]))
    hint = lambda p: p["layers"][1]
    broken("hint-member", lambda c, p, n: hint(p).update(more=1))
    broken("hint-heads", lambda c, p, n: hint(p)["heads"].append(hint(p)["heads"][0]))
    broken("hint-no-heads", lambda c, p, n: hint(p)["heads"].pop())
    broken("hint-no-follows", lambda c, p, n: hint(p).pop("follows"))
    broken("hint-sums-short", lambda c, p, n: hint(p)["heads"][0]["sums"].pop())
    broken("hint-sums-long", lambda c, p, n: hint(p)["heads"][0]["sums"].append("tokens"))
    broken("hint-sums-word", lambda c, p, n: hint(p)["heads"][0].update(sums=["tokens", "dozens"]))
    broken("hint-sums-first-word", lambda c, p, n: hint(p)["heads"][0].update(sums=["dozens", "tokens"]))
    broken("entry-of-nothing", lambda c, p, n: n["layers"][1]["mlp"]["in"]["entries"].append([0, 0, "1"]))
    broken("hint-without-heads", lambda c, p, n: (n["layers"][1]["heads"].clear(), hint(p)["heads"].clear()))
    broken("hint-twice", lambda c, p, n: hint(p)["follows"].append(hint(p)["follows"][0]))
    for member, value in (("coordinate", width), ("head", 1), ("value", 1), ("coordinate", -1), ("more", 1)):
        broken(f"hint-{member}-{value}".replace("--", "-minus-"), lambda c, p, n: hint(p)["follows"][0].update({member: value}))
