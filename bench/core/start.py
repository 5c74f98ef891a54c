#!/usr/bin/env python3
"""Measures how long a small program takes from its start to its end: natively, in a shared worker, in a private worker that
was ready, and in a private worker that has to be started.

    start.py --ringfence PATH [--backend soft|cuda] [--turns N] [--program PATH]

launch_bench is compiled if no program is named. Without a card there is no native side. The exit status is 1 if a limit is
not kept.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from own_daemon import OwnDaemon, compiled

HERE = pathlib.Path(__file__).resolve().parent
PATIENCE = 30
# (spare workers, isolation, the most that it may take of the native time)
KINDS = {"shared": (0, "shared", None), "private, ready": (1, "private", 1.0), "private": (0, "private", 1.3)}


def seconds(action):
    """How long it takes."""
    begin = time.monotonic()
    action()
    return time.monotonic() - begin


def wait_for_spare(daemon):
    """Until a private worker is ready."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        workers = json.loads(daemon.run("status", "--json"))["workers"]
        # It knows the memory of a device that it has opened.
        if any(worker.get("spare") and worker["memory_total"] for worker in workers):
            return
        time.sleep(0.05)
    sys.exit(f"start.py: no spare worker is ready after {PATIENCE} s")


def under_ringfence(options, folder, program, kind):
    """The times of one kind."""
    spares, isolation, _ = KINDS[kind]
    daemon = OwnDaemon(options.ringfence, folder, f'backend = "{options.backend}"\nspare_workers = {spares}\n')
    command = ("run", "--isolation", isolation, "--", str(program), "1", "10")
    try:
        daemon.run(*command)  # from the second on the code is in the cache, natively as here
        times = []
        for _ in range(options.turns):
            if spares:
                wait_for_spare(daemon)
            times.append(seconds(lambda: daemon.run(*command)))
        return times
    finally:
        daemon.down()


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", required=True, type=pathlib.Path)
    parser.add_argument("--backend", default="soft")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--program", type=pathlib.Path, help="a launch_bench that is built already")
    options = parser.parse_args()
    kept = True
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = (options.program or compiled(folder, HERE / "launch_bench.cpp")).resolve()
        native = None
        print("| start to end | median | least | of native |\n|---|---|---|---|")
        if options.backend == "cuda":
            command = [program, "1", "10"]
            times = [seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))
                     for _ in range(options.turns + 1)][1:]
            native = statistics.median(times)
            print(f"| native | {native:.3f} s | {min(times):.3f} s | |")
        for number, (kind, (_, _, limit)) in enumerate(KINDS.items()):
            times = under_ringfence(options, folder / f"daemon{number}", program, kind)
            middle = statistics.median(times)
            ratio = ""
            if native:
                missed = limit is not None and middle / native > limit
                kept = kept and not missed
                ratio = f"{middle / native:.2f}" + (f" (limit {limit}{', **missed**' if missed else ''})" if limit else "")
            print(f"| {kind} | {middle:.3f} s | {min(times):.3f} s | {ratio} |")
    sys.exit(0 if kept else 1)


if __name__ == "__main__":
    main()
