#!/usr/bin/env python3
"""Measures whether a program that loads large modules disturbs another one's launches.

    independence.py --launcher 'ringfence run --isolation shared --' [--nvcc PATH] [--program PATH] [--seconds S]

Needs a card, and nvcc (or the program built with it, linked with the shared CUDA runtime). A launch and a wait are timed
alone, then while a second program loads modules of 5 MB of PTX one after the other. The exit status is 1 if the 99th
percentile grows by more than half.
"""

import argparse
import json
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
NVCC_OPTIONS = HERE.parent.parent / "tools" / "nvcc.options"
LIMIT = 1.5


def build(nvcc, folder):
    """Compiles the program."""
    program = folder / "independence"
    subprocess.run([nvcc, "--options-file", NVCC_OPTIONS, "-O2", "-std=c++17", "-gencode",
                    "arch=compute_90,code=[sm_90,compute_90]", "-cudart", "shared", "-o", program,
                    HERE / "independence.cu", "-lcuda"], check=True)
    return program


def start(command):
    """Starts a program whose output is one line of JSON."""
    return subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True)


def result(process):
    """Its output."""
    output, _ = process.communicate(timeout=600)
    if process.returncode != 0:
        sys.exit(f"independence.py: `{shlex.join(process.args)}` failed with status {process.returncode}")
    return json.loads(output.splitlines()[-1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--launcher", default="")
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    parser.add_argument("--program")
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = options.program or build(options.nvcc, pathlib.Path(folder))
        command = [*shlex.split(options.launcher), program]
        quiet = result(start([*command, "--launch", options.seconds]))
        loading = start([*command, "--load", options.seconds + 3])
        time.sleep(2)
        beside = result(start([*command, "--launch", options.seconds]))
        modules = result(loading)
    ratio = beside["p99"] / quiet["p99"]
    for name, times in (("alone", quiet), ("beside", beside)):
        print(f"{name:8} {times['count']:8} launches, p50 {times['p50']:.2f} µs, p99 {times['p99']:.2f} µs, "
              f"p99.9 {times['p999']:.2f} µs, worst {times['worst']:.0f} µs")
    print(f"{modules['modules']} modules were loaded, the longest took {modules['longest_s']:.2f} s")
    print(f"p99 beside / alone: {ratio:.2f} (at most {LIMIT})")
    sys.exit(ratio > LIMIT)


if __name__ == "__main__":
    main()
