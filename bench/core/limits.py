#!/usr/bin/env python3
"""Measures whether a program that hammers at its limit disturbs another one, in the same worker.

    limits.py --ringfence PATH --program PATH [--library PATH] [--backend soft|cuda] [--rate N] [--phases N] [CASE...]

The program is tests/e2e/driver/limits.cpp, which needs no nvcc. One launches and copies; the other one asks for more than
it may have, again and again (--rate: so often a second; 0: as often as it can). It is stopped and goes on every half
second, so both halves of a figure come from the same run: the rounds per second of the first with the second hammering,
over those with the second stopped, median of the pairs of phases that stand side by side. The exit status is 1 if a ratio
is below 0.97.

With libringfence.so (--library) the cases are also those that the native API can reach: `native:device_memory`. Not here
are limits of time (compile_ms, kernel_ms): who reaches those has used the device's time until then, as far as its share
goes.

On the software GPU the processor is the device: with few of them a program that asks as often as it can takes time that
the other one's kernels need, whatever it asks for. There --rate says what is asked.
"""

import argparse
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time

CASES = {"device_memory": "64M", "host_memory": "96M", "host_segments": "10", "local_memory": "4K", "streams": "8",
         "events": "300", "graphs": "6", "graph_nodes": "1000", "modules": "4", "module_bytes": "10K", "functions": "4",
         "submissions": "64", "copies": "16"}
NATIVE = "native:"
NATIVE_CASES = {"device_memory": 64 << 20, "host_memory": 96 << 20, "host_segments": 10, "modules": 4,
                "module_bytes": 10 << 10, "functions": 4, "submissions": 64}
HERE = pathlib.Path(__file__).resolve().parent
LEAST = 0.97
PHASE_SECONDS = 0.5
SETTLE_SECONDS = 0.05  # at the begin of each phase, which does not count


def slices(text):
    """(begin, seconds, rounds) of each line."""
    for line in text.splitlines():
        begin, seconds, rounds = line.split()
        yield float(begin), float(seconds), int(rounds)


def rates(found, phases):
    """Rounds per second in each phase."""
    result = []
    for begin, end in phases:
        inside = [(seconds, rounds) for at, seconds, rounds in found
                  if at >= begin + SETTLE_SECONDS and at + seconds <= end]
        result.append(sum(rounds for _, rounds in inside) / sum(seconds for seconds, _ in inside))
    return result


class Bench:
    """A daemon of its own, and what is measured under it."""

    def __init__(self, options, folder):
        self.options = options
        self.environment = dict(os.environ, RINGFENCE_SOCKET=f"{folder}/socket")

    def start(self, limits, *words):
        """A program under `ringfence run`, which becomes it."""
        command = [self.options.ringfence, "run", "--backend", self.options.backend, "--isolation", "shared", *limits,
                   "--", self.options.program, *map(str, words)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=self.environment)

    def start_hammer(self, case):
        """The one that asks for more."""
        if not case.startswith(NATIVE):
            return self.start(("--limit", f"{case}={CASES[case]}"), "hammer", case, self.options.rate)
        key = case.removeprefix(NATIVE)
        # As `ringfence run` does for programs.
        subprocess.run([self.options.ringfence, "up"], env=self.environment, check=True, capture_output=True)
        words = [self.options.library.resolve(), self.options.backend, key, NATIVE_CASES[key], self.options.rate]
        return subprocess.Popen([sys.executable, HERE / "native_hammer.py", *map(str, words)], stdout=subprocess.PIPE,
                                text=True, env=self.environment)

    def reached(self, case):
        """How often it wanted more than it may have."""
        told = subprocess.run([self.options.ringfence, "status", "--json"], env=self.environment, check=True,
                              capture_output=True, text=True).stdout
        key = case.removeprefix(NATIVE)
        return sum(session["limits"].get(key, {}).get("reached", 0)
                   for worker in json.loads(told)["workers"] for session in worker["session_list"])

    def measure(self, case):
        """The ratio, the medians of both, and how often the limit was reached."""
        hammer = self.start_hammer(case)
        try:
            if hammer.stdout.readline() != "ready\n":
                sys.exit(f"limits.py: {case}: the program that hammers does not begin")
            time.sleep(0.5)  # it reaches the limit
            hammer.send_signal(signal.SIGSTOP)
            work = self.start((), "work", (2 * self.options.phases + 2) * PHASE_SECONDS)
            time.sleep(PHASE_SECONDS)
            phases = []
            for number in range(2 * self.options.phases):
                hammer.send_signal(signal.SIGCONT if number % 2 else signal.SIGSTOP)
                begin = time.monotonic()
                time.sleep(PHASE_SECONDS)
                phases.append((begin, time.monotonic()))
            found = list(slices(work.communicate(timeout=60)[0]))
            reached = self.reached(case)
        finally:
            hammer.kill()
            hammer.wait()
        if hammer.returncode != -signal.SIGKILL:
            sys.exit(f"limits.py: {case}: the program that hammers has ended by itself")
        measured = rates(found, phases)
        pairs = [beside / alone for alone, beside in zip(measured[0::2], measured[1::2])]
        return statistics.median(pairs), statistics.median(measured[0::2]), statistics.median(measured[1::2]), reached

    def down(self):
        """Ends the daemon."""
        subprocess.run([self.options.ringfence, "down"], env=self.environment, check=False, capture_output=True)


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", required=True, type=pathlib.Path)
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--backend", default="soft")
    parser.add_argument("--rate", type=int, default=0)
    parser.add_argument("--phases", type=int, default=10)
    parser.add_argument("--library", type=pathlib.Path, help="libringfence.so")
    parser.add_argument("cases", nargs="*", metavar="CASE")
    options = parser.parse_args()
    known = [*CASES, *(f"{NATIVE}{case}" for case in NATIVE_CASES if options.library)]
    cases = options.cases or known
    if set(cases) - set(known):
        parser.error(f"there is no case {', '.join(set(cases) - set(known))}, or not without --library")
    worst = 2.0
    with tempfile.TemporaryDirectory(prefix="rf-limits-") as folder:
        bench = Bench(options, folder)
        try:
            for case in cases:
                ratio, alone, beside, reached = bench.measure(case)
                worst = min(worst, ratio)
                print(f"{case:20} alone {alone:8.0f} rounds/s, beside {beside:8.0f}: {ratio:.3f}, reached {reached} times", flush=True)
        finally:
            bench.down()
    print(f"worst ratio {worst:.3f} (at least {LEAST})")
    return 1 if worst < LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
