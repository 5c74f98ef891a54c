#!/usr/bin/env python3
"""Measures a tenant with 32 busy streams, alone and beside one with 1,000 streams that wait: for a word in device or host
memory that never comes, for host functions that sleep, for such functions in graphs. All in one shared worker.

    waiting_streams.py [--ringfence PATH] [--victim PATH] [--waiters PATH] [--ptx FILE] [--backend cuda|soft]
                       [--guard fence|check|off] [--streams N] [--seconds S] [--kinds KIND,...] [--quick]

Prints the pace of the first one, in launches per second, and what is left of it. The exit status is 1 if that is less than
90 %, or if a result was wrong, or a session was ended.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile

import tenants

HERE = pathlib.Path(__file__).resolve().parent
KINDS = ["device-word", "host-word", "host-call", "graph"]
LIMIT = 0.9


class Waiters:
    """The tenant that waits, for as long as this is entered."""

    def __init__(self, command):
        self.command = [str(word) for word in command]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if line != "ready\n":
            sys.exit(f"waiting_streams.py: `{' '.join(self.command)}` ended with {self.process.wait(tenants.TIMEOUT)}")

    def __exit__(self, *_):
        if self.process.poll() is not None:
            sys.exit(f"waiting_streams.py: `{' '.join(self.command)}` did not wait: {self.process.returncode}")
        self.process.stdin.close()
        self.process.wait(tenants.TIMEOUT)


class Bench:
    """The measurement, with the command's options."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        launcher = [options.ringfence, "run", "--backend", options.backend, "--isolation", "shared", "--guard",
                    options.guard, "--"]
        self.victim = [*launcher, options.victim, "--ptx", options.ptx, "--streams", "32", "--seconds", options.seconds]
        if options.quick:
            self.victim += ["--steps", "20", "--kernels", "2", "--blocks", "2"]
        self.waiters = [*launcher, options.waiters, "--streams", options.streams, "--kind"]

    def pace(self):
        """The victim's launches per second."""
        rates, _ = tenants.run_together([self.victim], self.folder)
        return rates[0]

    def measure(self, kind):
        """The remaining part of the pace."""
        before = self.pace()
        with Waiters([*self.waiters, kind]):
            beside = self.pace()
        alone = statistics.mean([before, self.pace()])
        left = beside / alone
        print(f"| {kind} | {alone:.0f} | {beside:.0f} | {left:.3f} |", flush=True)
        return left

    def run(self):
        """All of it; whether the limit is kept."""
        self.pace()  # the worker starts, and keeps the victim's module
        print(f"32 busy streams beside {self.options.streams} that wait\n\n| waiting for | alone | beside | left |\n"
              "|---|---|---|---|", flush=True)
        worst = min(self.measure(kind) for kind in self.options.kinds.split(","))
        print(f"\nAt least {worst:.3f} of the pace is left (limit {LIMIT})")
        return self.options.quick or worst >= LIMIT


def parse_options():
    """The command's options."""
    build = HERE.parents[1] / "build"
    here_or_built = lambda name: tenants.first_that_exists(HERE / name, build / "bench" / "bin" / name,
                                                           build / "release" / "bin" / name)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", type=pathlib.Path, default=tenants.first_that_exists(
        HERE.parent / "bin" / "ringfence", build / "release" / "bin" / "ringfence"))
    parser.add_argument("--victim", type=pathlib.Path, default=here_or_built("guard_tenants"))
    parser.add_argument("--waiters", type=pathlib.Path, default=here_or_built("guard_waiters"))
    parser.add_argument("--ptx", type=pathlib.Path, default=HERE / "tenants.ptx")
    parser.add_argument("--backend", choices=["cuda", "soft"], default="cuda")
    parser.add_argument("--guard", choices=["fence", "check", "off"], default="fence")
    parser.add_argument("--streams", default="1000")
    parser.add_argument("--seconds", default="2")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--quick", action="store_true", help="small amounts, to see that it works; no limit")
    return parser.parse_args()


def main():
    """The command."""
    options = parse_options()
    with tempfile.TemporaryDirectory(prefix="ringfence-") as folder, tenants.own_daemon(options.ringfence, folder):
        return 0 if Bench(options, folder).run() else 1


if __name__ == "__main__":
    sys.exit(main())
