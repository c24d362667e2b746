#!/usr/bin/env python3
"""Runs a network of Strata in PyTorch, with ordinary operations, on a batch of prompts.

    strata export --L 2 --m 2 --n 2 --construction hybrid-gla --to safetensors --out gla.safetensors
    strata run    --L 2 --m 2 --n 2 --construction hybrid-gla --random --count 1000 --format json \
                  --out answers.json
    python3 pytorch_run.py gla.safetensors answers.json --dtype float32

Prints how many answers agree with Strata's, and exits with 1 unless all do.  float32 and
float64 must agree; bfloat16 is an experiment.  docs/network-file.md describes the tensors.
"""
import argparse
import json
import math
import sys

import torch


def load_safetensors(path):
    """The whole format: 8 bytes with the header's length, the header as JSON, raw numbers."""
    kinds = {"F64": torch.float64, "I64": torch.int64}
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = bytearray(file.read())
    metadata = header.pop("__metadata__")
    tensors = {}
    for name, it in header.items():
        start, end = it["data_offsets"]
        flat = torch.frombuffer(data, dtype=kinds[it["dtype"]], count=(end - start) // 8, offset=start)
        tensors[name] = flat.reshape(it["shape"])
    return metadata, tensors


def softmax_base2(scores):
    return torch.softmax(scores * math.log(2), dim=-1)


def full_head(x, w, head):
    """Causal attention: x is batch x tokens x width."""
    q, k, v = (torch.einsum("btw,dw->btd", x, w[head + name]) for name in ("query", "key", "value"))
    scores = torch.einsum("btd,bsd->bts", q, k)
    future = torch.ones(scores.shape[1:], dtype=torch.bool).triu(1)
    weights = softmax_base2(scores.masked_fill(future, -math.inf))
    return torch.einsum("bts,bsv->btv", weights, v)


def outer(k, v):
    return torch.einsum("bk,bv->bkv", k, v)


def delta(S, k, v, beta):
    return S + outer(beta * k, v - torch.einsum("bkv,bk->bv", S, k))


def recurrent_head(x, w, head, about):
    """One token after the other; the state S is batch x d_k x d_v."""
    variant, repeats = about["variant"], about["repeats"]
    part = {name: torch.einsum("btw,dw->btd", x, w[f"{head}{name}.map"]) + w[f"{head}{name}.bias"]
            for name in about["parts"]}
    query, value = (part["C"], part["x"]) if "mamba" in variant else (part["query"], part["value"])
    if variant == "window":
        return window(part, repeats)
    d_k, d_v = query.shape[2], value.shape[2] // (repeats if variant == "deltaproduct" else 1)
    S = x.new_zeros(x.shape[0], d_k, d_v)
    z, out = x.new_zeros(x.shape[0], d_k), []
    for t in range(x.shape[1]):
        now = {name: p[:, t] for name, p in part.items()}
        before, S = S, update(variant, S, now, repeats)
        if variant == "rwkv6":  # reads before it writes, and its own token with a bonus
            S_read = before + outer(now["u"] * now["key"], now["value"])
        else:
            S_read = S
        y = torch.einsum("bkv,bk->bv", S_read, query[:, t])
        if variant == "linear-norm":
            z = z + now["key"]
            total = (z * now["query"]).sum(-1, keepdim=True)
            y = torch.where(total == 0, torch.zeros_like(y), y / total)
        if "mamba" in variant:
            y = y + now["D"] * now["x"]
        out.append(y)
    return torch.stack(out, dim=1)


def update(variant, S, p, repeats):
    if variant in ("linear", "linear-norm"):
        return S + outer(p["key"], p["value"])
    if variant == "retnet":
        return p["gamma"][..., None] * S + outer(p["key"], p["value"])
    if variant in ("gla", "rwkv6"):
        return p["alpha"][..., None] * S + outer(p["key"], p["value"])
    if variant == "hgrn2":
        return p["alpha"][..., None] * S + outer(1 - p["alpha"], p["value"])
    if variant == "deltanet":
        return delta(S, p["key"], p["value"], p["beta"])
    if variant in ("gated-deltanet", "kda"):
        return delta(p["alpha"][..., None] * S, p["key"], p["value"], p["beta"])
    if variant == "deltaproduct":
        S = p["alpha"][..., None] * S
        keys, values, betas = (p[name].chunk(repeats, dim=-1) for name in ("key", "value", "beta"))
        for k, v, beta in zip(keys, values, betas):
            S = delta(S, k, v, beta)
        return S
    if variant == "rwkv7":
        held = torch.einsum("bkv,bk->bv", S, p["kappa"])
        return p["alpha"][..., None] * S - outer(p["kappa"] * p["a"], held) + outer(p["key"], p["value"])
    if variant == "mamba":  # Delta and A per channel; A is stored by channels
        A = p["A"].reshape(-1, S.shape[2], S.shape[1]).transpose(1, 2)
        return torch.exp(p["Delta"][:, None] * A) * S + outer(p["B"], p["Delta"] * p["x"])
    if variant == "mamba2":
        return torch.exp(p["Delta"] * p["A"])[..., None] * S + outer(p["Delta"] * p["B"], p["x"])
    raise ValueError(f"unknown recurrence {variant}")


def window(part, width):
    scores = torch.einsum("btd,bsd->bts", part["query"], part["key"])
    seen = torch.ones(scores.shape[1:], dtype=torch.bool).tril().triu(1 - width)
    weights = softmax_base2(scores.masked_fill(~seen, -math.inf))
    return torch.einsum("bts,bsv->btv", weights, part["value"])


def run_pass(x, w, layers):
    for i, layer in enumerate(layers):
        added = torch.zeros_like(x)
        for h, about in enumerate(layer["heads"]):
            head = f"layers.{i}.heads.{h}."
            y = full_head(x, w, head) if layer["kind"] == "full" else recurrent_head(x, w, head, about)
            added = added + torch.einsum("btv,wv->btw", y, w[head + "output"])
        x = x + added
        mlp = f"layers.{i}.mlp."
        if mlp + "in" in w:
            hidden = torch.relu(x @ w[mlp + "in"].T + w[mlp + "in_bias"])
            x = x + hidden @ w[mlp + "out"].T + w[mlp + "out_bias"]
    bits = x[:, -1] @ w["readout"].T > 0  # least significant first
    return (bits.long() << torch.arange(bits.shape[1])).sum(-1)


def run(prompts, metadata, w):
    """prompts: batch x tokens, symbols as Strata numbers them (the last one is w)."""
    layers, steps = json.loads(metadata["layers"]), int(metadata["steps"])
    position, symbol, row = (w["embedding." + name] for name in ("position", "symbol", "symbol_row"))
    n = prompts.shape[1]
    x = position[:n] + symbol[row[:n] + prompts]
    answer = run_pass(x, w, layers)
    for t in range(steps - 1):  # chain of thought: the answer becomes a token (w, t, i_t)
        token = (position[n + t] + symbol[row[n + t] + answer]
                 + symbol[w["embedding.query_row"][t] + prompts[:, -1]])
        x = torch.cat([x, token[:, None]], dim=1)
        answer = run_pass(x, w, layers)
    return answer


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("network", help="from `strata export --to safetensors`")
    parser.add_argument("answers", help="from `strata run --random --count K --format json`")
    parser.add_argument("--dtype", choices=["float32", "float64", "bfloat16"], default="float32")
    options = parser.parse_args()

    metadata, w = load_safetensors(options.network)
    dtype = getattr(torch, options.dtype)
    w = {name: p.to(dtype) if p.is_floating_point() else p for name, p in w.items()}
    with open(options.answers, encoding="utf-8") as file:
        rows = json.load(file)["rows"]
    answers = run(torch.tensor([row["prompt"] for row in rows]), metadata, w).tolist()
    equal = sum(answer == row["answer"] for answer, row in zip(answers, rows))
    print(f"{metadata['name']} on {metadata['task']} in {options.dtype}: {equal} of {len(rows)} answers equal")
    sys.exit(equal != len(rows))


if __name__ == "__main__":
    main()
