#!/usr/bin/env python3
"""What one would write with numpy: exact integer weights in float64 (all sums below 2^53), tables,
blocks of inputs. Checks the binary construction for FC(2; M; N) on `inputs` inputs per process.

usage: baseline.py M N processes inputs
prints: numpy, inputs, wrong answers, seconds"""
import multiprocessing
import sys
import time

import numpy as np

M, N, PROCESSES, INPUTS = map(int, sys.argv[1:5])
N1, BETA = M * N, 3
VALUES = N1 + M + 1


def width(count):
    return max(count - 1, 0).bit_length()


W, I, V = width(N), width(M), width(N1)
B = 2 + W + I


def bits(x, count):
    return [1 if x >> k & 1 else -1 for k in range(count)]


def key(t):
    if t < N1:
        return bits(2, 2) + bits(t // M, W) + bits(t % M, I)
    return (bits(1, 2) + bits(0, W) + bits(t - N1, I)) if t < N1 + M else bits(0, 2) + bits(0, W + I)


def tables():
    weights, totals = [], []
    for layer in range(3):
        rows = []
        for x in range((1, M, N1)[layer]):
            q = bits(layer, 2) + bits(x // M if layer == 2 else 0, W) + bits(x % M if layer else 0, I)
            rows.append([2.0 ** (BETA * (sum(a * b for a, b in zip(q, key(t))) + B)) for t in range(VALUES)])
        weights.append(np.ascontiguousarray(np.array(rows).T))
        totals.append(np.array(rows).sum(1) + 2.0 ** (BETA * B))
    code = np.array([bits(v, V) for v in range(N1)], float).T
    return weights, totals, code


def run(start):
    weights, totals, code = tables()
    radix = [N1] * N1 + [M] * (M + 1) + [N]
    block, high, wrong, done = 1, len(radix), 0, 0
    while block * radix[high - 1] <= 6000:  # the last tokens run through all their values
        high -= 1
        block *= radix[high]
    k, lanes = np.arange(block), np.arange(block)
    token = np.zeros((len(radix), block), np.int64)
    for t in range(len(radix) - 1, high - 1, -1):
        token[t] = k % radix[t]
        k //= radix[t]
    value = [[code[j][token[t]] for t in range(VALUES)] for j in range(V)]
    began = time.perf_counter()
    while done < INPUTS:
        k = (start + done) // block
        for t in range(high - 1, -1, -1):  # the first tokens are constant in a block
            token[t] = k % radix[t]
            for j in range(V):
                value[j][t] = code[j][k % radix[t]]
            k //= radix[t]
        good = np.ones(block, bool)
        i = 0
        for layer in range(3):
            x = 0 if layer == 0 else i if layer == 1 else token[-1] * M + i
            a = weights[layer][:, 0] if layer == 0 else np.take(weights[layer], x, axis=1)
            i = np.zeros(block, np.int64)
            for j in range(V):
                y = a[VALUES - 1] * value[j][VALUES - 1]
                for t in range(VALUES - 1):
                    y += a[t] * value[j][t]
                good &= 4 * np.abs(y) >= totals[layer][x]
                i += (y > 0) * np.int64(1 << j)
        truth = token[token[-1] * M + token[N1 + token[VALUES - 1], lanes], lanes]
        wrong += int((~(good & (i == truth))).sum())
        done += block
    return done, wrong, time.perf_counter() - began


if __name__ == "__main__":
    with multiprocessing.Pool(PROCESSES) as pool:
        results = pool.map(run, [p * 10 * INPUTS for p in range(PROCESSES)])
    print("numpy", sum(r[0] for r in results), sum(r[1] for r in results), f"{max(r[2] for r in results):.6f}")
