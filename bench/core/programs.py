#!/usr/bin/env python3
"""Measures whole programs: natively, in a shared and in a private worker, by turns.

    programs.py --ringfence PATH [--backend cuda|soft] [--seconds S] [--turns N] [--work FOLDER] [--csv FILE] [NAME...]

The programs (bench/core/programs) are of the kind that vendors' samples are: each allocates, brings its data, repeats
its work for some time with the waits and copies that such programs have, looks at its result, and says how much it did
in a second. Compared are that figure and the wall time from start to end, the best of the turns for both; 1.05 is
wanted for nine programs in ten. Without a native side (--backend soft) ratios are private to shared.
"""

import argparse
import collections
import csv
import dataclasses
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from own_daemon import OwnDaemon

FOLDER = pathlib.Path(__file__).resolve().parent / "programs"
FAMILIES = ("algebra", "grids", "numbers", "traffic")
MOST = 1.05
PATIENCE = 120  # seconds for one run


@dataclasses.dataclass
class Best:
    """The best of several runs."""

    rate: float = 0
    wall: float = float("inf")
    failure: str = ""


def build(folder, backend):
    """All families, side by side. The software GPU needs PTX, which is what nvcc keeps for compute_90."""
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    target = "compute_90" if backend == "soft" else "[sm_90,compute_90]"
    builds = {family: subprocess.Popen([nvcc, "-O2", "-std=c++17", "-gencode", f"arch=compute_90,code={target}",
                                        "--diag-suppress", "20012", "-o", folder / family, FOLDER / f"{family}.cu"])
              for family in FAMILIES if not (folder / family).exists()}
    failed = [family for family, process in builds.items() if process.wait() != 0]
    if failed:
        sys.exit(f"programs.py: nvcc does not compile {', '.join(failed)}")


def names_of(program, wanted):
    """The cases of a family's program. It is asked natively: listing needs no device."""
    listed = subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout.split()
    return [name for name in listed if not wanted or name in wanted]


def run_once(command, environment, best):
    """Runs a program and keeps what is better than before."""
    begin = time.monotonic()
    try:
        done = subprocess.run([str(word) for word in command], env=environment, capture_output=True, text=True,
                              check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        best.failure = f"not done after {PATIENCE} s"
        return
    wall = time.monotonic() - begin
    if done.returncode != 0 or not done.stdout:
        best.failure = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
        return
    best.rate = max(best.rate, float(done.stdout.split()[0]))
    best.wall = min(best.wall, wall)


def summary(side, ratios, what):
    """Nine in ten and the worst."""
    if not ratios:
        return
    ordered = sorted(ratios)
    within = sum(ratio <= MOST for ratio in ordered)
    print(f"{side:8} {what:11} {within} of {len(ordered)} up to {MOST}; nine in ten {ordered[int(0.9 * (len(ordered) - 1))]:.3f}, "
          f"worst {ordered[-1]:.3f}")


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", required=True, type=pathlib.Path)
    parser.add_argument("--backend", choices=("cuda", "soft"), default="cuda")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each run")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "rf-programs")
    parser.add_argument("--csv", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()

    options.work.mkdir(exist_ok=True)
    build(options.work, options.backend)
    ratios = collections.defaultdict(list)
    rows = []
    with tempfile.TemporaryDirectory(prefix="rf-programs-") as folder:
        daemon = OwnDaemon(options.ringfence, pathlib.Path(folder) / "daemon", "")
        launchers = {} if options.backend == "soft" else {"native": []}
        for side in ("shared", "private"):
            launchers[side] = [options.ringfence, "run", "--backend", options.backend, "--isolation", side, "--"]
        try:
            for family in FAMILIES:
                for name in names_of(options.work / family, options.names):
                    found = {side: Best() for side in launchers}
                    for _ in range(options.turns):
                        for side, launcher in launchers.items():
                            environment = dict(os.environ) if side == "native" else daemon.environment
                            run_once([*launcher, options.work / family, name, options.seconds], environment, found[side])
                    rows.append((name, found))
                    print_row(name, found, ratios)
        finally:
            daemon.down()
    for side in list(launchers)[1:]:
        summary(side, ratios[side, "rate"], "throughput")
        summary(side, ratios[side, "wall"], "wall time")
    if options.csv:
        write_csv(options.csv, rows)
    return 1 if any(best.failure for _, found in rows for best in found.values()) else 0


def print_row(name, found, ratios):
    """One program's figures, in times of the first side's; above 1 is slower."""
    sides = list(found)
    base = found[sides[0]]
    text = f"{name:22} {sides[0]} {base.rate:10.4g}/s {base.wall:6.2f} s"
    for side in sides:
        if found[side].failure:
            text += f"; {side}: {found[side].failure}"
        elif side != sides[0] and not base.failure:
            rate, wall = base.rate / found[side].rate, found[side].wall / base.wall
            ratios[side, "rate"].append(rate)
            ratios[side, "wall"].append(wall)
            text += f"; {side} {rate:5.3f} wall {wall:5.3f}"
    print(text, flush=True)


def write_csv(path, rows):
    """All figures."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("program", "side", "per second", "wall seconds", "failure"))
        for name, found in rows:
            for side, best in found.items():
                writer.writerow((name, side, best.rate, best.wall, best.failure))


if __name__ == "__main__":
    sys.exit(main())
