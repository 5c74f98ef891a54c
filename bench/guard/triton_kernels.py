#!/usr/bin/env python3
"""Five kernels of Triton's own making, natively and guarded in a shared domain: the same results, and what it costs.

    triton_kernels.py --ringfence PATH [--launches N] [--turns N]   natively and under `ringfence run --isolation
                                                                    shared`, beside a neighbour, in turn
    triton_kernels.py --run [--launches N]                          the kernels alone: a line of JSON for each
    triton_kernels.py --neighbour                                   holds memory until its input ends, and looks at it

Needs a card, PyTorch and Triton. PyTorch's own kernels are machine code, which cannot be guarded: here it holds memory
and copies, no more. The neighbour is a session of the same domain whose memory must be as it was. The exit status is 1
if a result differs or the neighbour's memory was changed.
"""

import argparse
import hashlib
import json
import os
import pathlib
import statistics
import subprocess
import sys


def run(launches):
    """Launches each kernel, and prints the digest of its results and its median time."""
    import numpy
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def add(x, y, out, count, block: tl.constexpr):
        at = tl.program_id(0) * block + tl.arange(0, block)
        mask = at < count
        tl.store(out + at, tl.load(x + at, mask=mask) + tl.load(y + at, mask=mask), mask=mask)

    @triton.jit
    def softmax(x, out, columns, block: tl.constexpr):
        row = tl.program_id(0)
        at = tl.arange(0, block)
        mask = at < columns
        values = tl.load(x + row * columns + at, mask=mask, other=-float("inf"))
        powers = tl.exp(values - tl.max(values, axis=0))
        tl.store(out + row * columns + at, powers / tl.sum(powers, axis=0), mask=mask)

    @triton.jit
    def row_sums(x, out, columns, block: tl.constexpr):
        row = tl.program_id(0)
        total = tl.zeros([block], dtype=tl.float32)
        for begin in range(0, columns, block):
            at = begin + tl.arange(0, block)
            total += tl.load(x + row * columns + at, mask=at < columns, other=0.0)
        tl.store(out + row, tl.sum(total, axis=0))

    @triton.jit
    def matmul(a, b, out, m, n, k, bm: tl.constexpr, bn: tl.constexpr, bk: tl.constexpr):
        tiles = tl.cdiv(n, bn)
        rows = tl.program_id(0) // tiles * bm + tl.arange(0, bm)
        columns = tl.program_id(0) % tiles * bn + tl.arange(0, bn)
        depth = tl.arange(0, bk)
        total = tl.zeros((bm, bn), dtype=tl.float32)
        for begin in range(0, k, bk):
            left = tl.load(a + rows[:, None] * k + begin + depth[None, :],
                           mask=(rows[:, None] < m) & (begin + depth[None, :] < k), other=0.0)
            right = tl.load(b + (begin + depth[:, None]) * n + columns[None, :],
                            mask=(begin + depth[:, None] < k) & (columns[None, :] < n), other=0.0)
            total = tl.dot(left, right, total)
        tl.store(out + rows[:, None] * n + columns[None, :], total, mask=(rows[:, None] < m) & (columns[None, :] < n))

    @triton.jit
    def attention(q, k, v, out, length, scale, bm: tl.constexpr, bn: tl.constexpr, width: tl.constexpr):
        head = tl.program_id(1) * length * width
        rows = tl.program_id(0) * bm + tl.arange(0, bm)
        dims = tl.arange(0, width)
        query = tl.load(q + head + rows[:, None] * width + dims[None, :], mask=rows[:, None] < length, other=0.0)
        largest = tl.full([bm], -float("inf"), dtype=tl.float32)
        total = tl.zeros([bm], dtype=tl.float32)
        sums = tl.zeros((bm, width), dtype=tl.float32)
        for begin in range(0, length, bn):
            keys = begin + tl.arange(0, bn)
            key = tl.load(k + head + keys[None, :] * width + dims[:, None], mask=keys[None, :] < length, other=0.0)
            scores = tl.where(keys[None, :] < length, tl.dot(query, key) * scale, -float("inf"))
            above = tl.maximum(largest, tl.max(scores, axis=1))
            powers = tl.exp(scores - above[:, None])
            fade = tl.exp(largest - above)
            total = total * fade + tl.sum(powers, axis=1)
            value = tl.load(v + head + keys[:, None] * width + dims[None, :], mask=keys[:, None] < length, other=0.0)
            sums = sums * fade[:, None] + tl.dot(powers.to(tl.float16), value)
            largest = above
        tl.store(out + head + rows[:, None] * width + dims[None, :], (sums / total[:, None]).to(tl.float16),
                 mask=rows[:, None] < length)

    random = numpy.random.default_rng(14)

    def given(*shape, kind=numpy.float32):
        return torch.from_numpy(random.standard_normal(shape).astype(kind)).cuda()

    def empty(*shape, kind=numpy.float32):
        return torch.from_numpy(numpy.zeros(shape, dtype=kind)).cuda()

    def measure(name, out, launch):
        launch()
        torch.cuda.synchronize()
        digest = hashlib.sha256(out.cpu().numpy().tobytes()).hexdigest()[:16]
        times = []
        for _ in range(launches):
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            begin.record()
            launch()
            end.record()
            end.synchronize()
            times.append(begin.elapsed_time(end) * 1000)
        print(json.dumps({"kernel": name, "digest": digest, "us": statistics.median(times)}), flush=True)

    half = numpy.float16
    count = 1 << 25
    x, y, out = given(count), given(count), empty(count)
    measure("elementwise", out, lambda: add[(triton.cdiv(count, 1024),)](x, y, out, count, block=1024))
    x, out = given(8192, 2000), empty(8192, 2000)
    measure("softmax", out, lambda: softmax[(8192,)](x, out, 2000, block=2048))
    x, sums = given(8192, 5000), empty(8192)
    measure("reduction", sums, lambda: row_sums[(8192,)](x, sums, 5000, block=1024))
    a, b, c = given(2048, 2048, kind=half), given(2048, 2048, kind=half), empty(2048, 2048)
    measure("matmul", c, lambda: matmul[(16 * 16,)](a, b, c, 2048, 2048, 2048, bm=128, bn=128, bk=64, num_warps=8))
    q, k, v = (given(16, 2048, 64, kind=half) for _ in range(3))
    answer = empty(16, 2048, 64, kind=half)
    measure("attention", answer, lambda: attention[(16, 16)](q, k, v, answer, 2048, 0.125, bm=128, bn=64, width=64))


def results(command, environment=None):
    """The output of a run: {kernel: {digest, us}}."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False,
                          env=dict(os.environ, **(environment or {})))
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode != 0:
        print(f"`{' '.join(map(str, command))}` ended with {done.returncode}:\n{done.stderr[-3000:]}", file=sys.stderr)
    return {line["kernel"]: line for line in found}


def neighbour():
    """Holds memory that only it may touch, until its input ends."""
    import numpy
    import torch

    contents = numpy.random.default_rng(15).integers(0, 256, 256 << 20, dtype=numpy.uint8)
    pieces = [torch.from_numpy(part.copy()).cuda() for part in numpy.split(contents, 64)]
    torch.cuda.synchronize()
    print("ready", flush=True)
    sys.stdin.read()
    there = numpy.concatenate([piece.cpu().numpy() for piece in pieces])
    print("intact" if numpy.array_equal(there, contents) else "changed", flush=True)


class Neighbour:
    """One that lives while the kernels run in its domain."""

    def __init__(self, prefix):
        self.process = subprocess.Popen([*prefix, sys.executable, __file__, "--neighbour"], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.is_there = self.process.stdout.readline().strip() == "ready"

    def verdict(self):
        """Its findings."""
        out, err = self.process.communicate(timeout=300)
        if not self.is_there or self.process.returncode != 0:
            return f"did not run:\n{err[-2000:]}"
        return out.strip()


def merged(runs):
    """Several runs of the kernels as one: the median of their medians, and digests that must all be the same."""
    kernels = {}
    for run_of_all in runs:
        for name, line in run_of_all.items():
            kernels.setdefault(name, []).append(line)
    return {name: {"us": statistics.median(line["us"] for line in lines), "turns": len(lines),
                   "digests": {line["digest"] for line in lines}} for name, lines in kernels.items()}


def print_table(native, ours, turns):
    """Gives whether all results are the same."""
    all_same = len(native) == 5
    print("| kernel | native | guarded | ratio | results |\n|---|---|---|---|---|")
    for name, line in native.items():
        other = ours.get(name)
        if other is None or other["turns"] != turns:
            print(f"| {name} | {line['us']:.1f} µs | did not always run | | |")
            all_same = False
            continue
        same = line["digests"] == other["digests"] and len(line["digests"]) == 1
        all_same &= same
        print(f"| {name} | {line['us']:.1f} µs | {other['us']:.1f} µs | {other['us'] / line['us']:.3f} | "
              f"{'the same' if same else 'differ'} |")
    return all_same


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", action="store_true")
    parser.add_argument("--ringfence", type=pathlib.Path)
    parser.add_argument("--neighbour", action="store_true")
    parser.add_argument("--launches", type=int, default=50)
    parser.add_argument("--turns", type=int, default=3)
    options = parser.parse_args()
    if options.run:
        run(options.launches)
        return 0
    if options.neighbour:
        neighbour()
        return 0
    if not options.ringfence:
        parser.error("--ringfence is needed")
    program = [sys.executable, __file__, "--run", "--launches", str(options.launches)]
    guarded = [str(options.ringfence.resolve()), "run", "--isolation", "shared", "--"]
    beside = Neighbour(guarded)
    native, ours = [], []
    for _ in range(options.turns):
        native.append(results(program))
        ours.append(results([*guarded, *program]))
    is_same = print_table(merged(native), merged(ours), options.turns)
    verdict = beside.verdict()
    print(f"\nThe neighbour's 256 MiB in the same domain: {verdict}")
    return 0 if is_same and verdict == "intact" else 1


if __name__ == "__main__":
    sys.exit(main())
