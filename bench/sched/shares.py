#!/usr/bin/env python3
"""Measures what virtual GPUs get of a device, and how long short jobs wait beside long ones.

    shares.py --ringfence PATH [--backend soft|cuda] [--isolation shared|private] [--seconds S] [--latency] [--quick]
              [--kinds KIND,KIND...] [--shares 50/50,70/30...] [--policy FILE.o]

For each division of the device and each kind of jobs: as many programs as there are shares, each of a tenant with a
virtual GPU of its own, all with more work than the device can do. Printed in points (hundredths of the device):

  second   the largest error of any of them in any second
  all      the largest error over the whole time
  of solo  what all get together, over what one gets alone
  idle     what one gets while the others do nothing, over what it gets natively alone (soft: over its first turn)

--policy: this one decides in the place of the built-in one.

--latency: a virtual GPU of priority 7 with 100 kernels of 20 us a second, beside one with endless kernels of 5 ms: how
long a launch and its wait take. With a card, natively too: by the driver's time slices and, where the machine can run
it, under MPS.

The exit status is 1 if an error over the whole time exceeds 2 points, or an idle share is used to less than 97 %.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "core"))
from mps import mps  # pylint: disable=wrong-import-position
from own_daemon import OwnDaemon  # pylint: disable=wrong-import-position

DRIVER = HERE.parents[1] / "tests" / "e2e" / "driver"
KINDS = {"20us": ["kernel", "20"], "1ms": ["kernel", "1000"], "50ms": ["kernel", "50000"],
         "mixed": ["kernel", "20", "1000", "50000"], "to": ["to", "1024"], "from": ["from", "1024"]}
SHARES = ["50/50", "70/30", "60/20/10/10", "12.5/12.5/12.5/12.5/12.5/12.5/12.5/12.5"]
MOST_ERROR = 2.0
LEAST_OF_IDLE = 0.97
SETTLE = 0.5  # seconds at the begin that do not count


class Program:
    """A load, and what it says."""

    def __init__(self, command, environment):
        self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, env=environment)
        ready = self.process.stdout.readline().split()
        if not ready or ready[0] != "ready":
            sys.exit(f"shares.py: {' '.join(map(str, command))} does not begin: {' '.join(ready)}")
        self.found = ready[1:]
        self.length = float(ready[1].split(":")[0])

    def go(self, seconds):
        """Begins."""
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()

    def said(self):
        """The lines of a turn, as numbers."""
        lines = []
        while (line := self.process.stdout.readline()) != "end\n":
            if not line:
                sys.exit(f"shares.py: a load ended with {self.process.wait()}")
            lines.append([float(word) for word in line.split()])
        return lines

    def end(self):
        """Lets it go."""
        self.process.stdin.close()
        self.process.wait(60)


def done_between(lines, begin, end):
    """Device time in seconds."""
    return sum(us for at, us in lines if begin < at <= end) / 1e6


def parts_of(turns, begin, end):
    """Each one's part of the device time that all got, in points."""
    got = [done_between(lines, begin, end) for lines in turns]
    return [100 * part / (sum(got) or 1) for part in got]


def errors(turns, wanted, begin, end):
    """Largest error in any second, and over all, in points; and what all got of the device."""
    def worst(from_, to):
        return max(abs(part - share) for part, share in zip(parts_of(turns, from_, to), wanted))
    seconds = [begin + i / 4 for i in range(int((end - begin - 1) * 4) + 1)]
    total = sum(done_between(lines, begin, end) for lines in turns) / (end - begin)
    return max(worst(at, at + 1) for at in seconds), worst(begin, end), total


class World:
    """A daemon with virtual GPUs of these shares, a tenant on each."""

    def __init__(self, bench, shares, priorities=None):
        self.options = bench.options
        self.program = bench.program
        bench.worlds += 1
        folder = bench.folder / f"world{bench.worlds}"
        tenants = "".join(f'[tenant.t{i}]\ntokens = true\nvgpu = "v{i}"\n' for i in range(len(shares)))
        for i, share in enumerate(shares):
            priority = f"priority = {priorities[i]}\n" if priorities else ""
            tenants += f'[vgpu.v{i}]\ncompute = "{share}%"\ncopy = "{share}%"\n{priority}'
        file = bench.folder / f"tenants{bench.worlds}.toml"
        file.write_text(tenants)
        file.chmod(0o600)
        self.daemon = OwnDaemon(self.options.ringfence, folder,
                                f'backend = "{self.options.backend}"\ntenants = "{file}"\n')
        if self.options.policy:
            self.daemon.run("policy", "load", str(self.options.policy))
        self.tokens = [self.daemon.run("token", "new", "--tenant", f"t{i}").split()[-1] for i in range(len(shares))]

    def down(self):
        """Ends it. A policy would be kept for the next daemon."""
        if self.options.policy:
            self.daemon.run("policy", "unload")
        self.daemon.down()

    def start(self, number, words):
        """A load of one tenant."""
        command = [self.options.ringfence, "run", "--backend", self.options.backend, "--isolation",
                   self.options.isolation, "--", self.program, *words]
        return Program(command, {**self.daemon.environment, "RINGFENCE_TOKEN": self.tokens[number]})


class Bench:
    """Options, the program, and what was found."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.worlds = 0
        self.failed = []
        self.program = options.program or self.compiled()

    def compiled(self):
        """The program, made here."""
        program = self.folder / "load"
        subprocess.run(["c++", "-O2", "-std=c++20", "-o", program, HERE / "load.cpp", DRIVER / "program.cpp", "-ldl"],
                       check=True)
        return program

    def alone(self, program):
        """Device time a second."""
        begin = time.monotonic()
        program.go(1 + SETTLE)
        lines = program.said()
        return done_between(lines, begin + SETTLE, begin + 1 + SETTLE)

    def native(self, words):
        """The native number in a second; none without a card."""
        if self.options.backend != "cuda":
            return None
        program = Program([self.program, *words], dict(os.environ))
        solo = self.alone(program) / program.length
        program.end()
        return solo

    def one(self, world, wanted, kind, native):
        """A line of the table."""
        programs = [world.start(0, KINDS[kind])]
        try:
            what, size = KINDS[kind][:2]
            words = [what, *(programs[0].found if what == "kernel" else [f"{size}:{programs[0].length}"])]
            programs += [world.start(i, words) for i in range(1, len(wanted))]
            solo = self.alone(programs[0])
            used = solo / programs[0].length / native if native else 1.0
            begin = time.monotonic()
            for program in programs:
                program.go(self.options.seconds + SETTLE)
            turns = [program.said() for program in programs]
        finally:
            for program in programs:
                program.end()
        second, all_, total = errors(turns, wanted, begin + SETTLE, begin + SETTLE + self.options.seconds)
        name = f"{len(wanted)} equal" if len(wanted) == 8 else "/".join(f"{share:g}" for share in wanted)
        got = "/".join(f"{part:.1f}" for part in parts_of(turns, begin + SETTLE, begin + SETTLE + self.options.seconds))
        print(f"{name:14} {kind:6} second {second:5.1f}  all {all_:5.1f}  of solo {total / solo:5.2f}  idle {used:5.2f}"
              f"  got {got}  each {programs[0].length:.1f} us", flush=True)
        if all_ > MOST_ERROR:
            self.failed.append(f"{name} {kind}: {all_:.1f} points")
        if used < LEAST_OF_IDLE and kind != "mixed":
            self.failed.append(f"{name} {kind}: an idle share is used to {used:.2f}")

    def shares(self):
        """The table."""
        native = {kind: self.native(KINDS[kind]) for kind in self.options.kinds if kind != "mixed"}
        for text in self.options.shares:
            wanted = [float(share) for share in text.split("/")]
            world = World(self, wanted)
            try:
                for kind in self.options.kinds:
                    self.one(world, wanted, kind, native.get(kind))
            finally:
                world.down()

    def waits(self, name, start):
        """The waiting times of the short jobs, alone and beside the long ones; start makes both."""
        short, long = start(0, ["short", "20", "100"]), start(1, ["kernel", "5000"])
        short.go(2)
        solo = [line[0] for line in short.said()]
        rate = self.alone(long)
        begin = time.monotonic()
        long.go(self.options.seconds + SETTLE)
        short.go(self.options.seconds)
        beside = [line[0] for line in short.said()]
        left = done_between(long.said(), begin + SETTLE, begin + self.options.seconds) / (self.options.seconds - SETTLE)
        short.end()
        long.end()
        for which, values in (("alone", solo), ("beside", beside)):
            values.sort()
            print(f"{name:16} {which:7} p50 {statistics.median(values):8.0f} us  p99 {values[len(values) * 99 // 100]:8.0f} us"
                  + (f"  the long ones {left / rate:.2f} of alone" if which == "beside" else ""), flush=True)

    def latency(self):
        """Short jobs beside long ones, in each way."""
        if self.options.backend == "cuda":
            self.waits("time slices", lambda _, words: Program([self.program, *words], dict(os.environ)))
            with mps() as environment:
                if environment:
                    self.waits("MPS", lambda _, words: Program([self.program, *words], environment))
        world = World(self, [20, 80], [7, 0])
        try:
            self.waits(f"ours, {self.options.isolation}", world.start)
        finally:
            world.down()


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", required=True, type=pathlib.Path)
    parser.add_argument("--program", type=pathlib.Path)
    parser.add_argument("--backend", default="soft")
    parser.add_argument("--isolation", default="shared", choices=["shared", "private"])
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--kinds", type=lambda text: text.split(","), default=list(KINDS))
    parser.add_argument("--shares", type=lambda text: text.split(","), default=SHARES)
    parser.add_argument("--policy", type=pathlib.Path)
    parser.add_argument("--latency", action="store_true", help="only this")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rf-shares-", ignore_cleanup_errors=True) as folder:
        bench = Bench(options, pathlib.Path(folder))
        if options.latency:
            bench.latency()
        else:
            bench.shares()
    for failure in bench.failed:
        print(f"FAILED: {failure}")
    return 1 if bench.failed else 0


if __name__ == "__main__":
    sys.exit(main())
