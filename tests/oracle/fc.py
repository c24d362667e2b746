#!/usr/bin/env python3
"""A second opinion on the task, from its definition alone: prints the answer of an input.

    fc.py L m n1,n2,... < INPUT.json
"""
import json
import sys

L, m = int(sys.argv[1]), int(sys.argv[2])
n = [int(v) for v in sys.argv[3].split(",")] if len(sys.argv) > 3 and sys.argv[3] else []
data = json.load(sys.stdin)
size = [m]
for v in n:
    size.append(size[-1] * v)
i = data["z"][0][data["z0"]]
for l in range(2, L + 1):
    table = data["z"][l - 1]
    assert len(table) == size[l - 1] and max(table) < size[l - 1]
    i = table[data["w"][l - 2] * size[l - 2] + i]
print(i)
