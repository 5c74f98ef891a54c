#!/usr/bin/env python3
"""Two tenants with PyTorch on one card: inference, 100 requests a second, beside ResNet-50 training (loads.py).

    tenants.py --ringfence PATH [--policy FILE.o] [--seconds S] [--unguarded] [--config FILE]

In one run: each alone, natively and under Ringfence; both by the driver's time slices; both under MPS, where the
machine can run it; and both under Ringfence, each in a worker of its own with a virtual GPU of its own: inference 40 %
and priority 7, training the rest. With --policy the last again while that policy is loaded
(policies/latency_critical.c is made for this), if it reaches their workers: private ones have no policies. --unguarded:
the rows of Ringfence again with `--isolation shared --guard off`, whose workers have policies; each tenant has a worker
there too, and cuDNN, which such workers refuse, is not used.

A request's time runs from when it is due until its answer is on the host. "Alone" is while the other program does
nothing; it is there already when training is measured alone. Times over alone are over those of the same side, and over
native ones. Needs a card and PyTorch. The daemon is the program's own, with the libraries that
`ringfence doctor --libraries` finds, or the settings of --config, which names no tenants.

The exit status is 1 if under Ringfence, in private workers, the 99th percentile of requests exceeds 1.25 of alone,
training has less than 0.85 of alone, or a row of native time slices or of Ringfence could not be measured.
"""

import argparse
import contextlib
import json
import os
import pathlib
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "core"))
from installed import libraries_setting  # pylint: disable=wrong-import-position
from mps import mps  # pylint: disable=wrong-import-position
from own_daemon import OwnDaemon  # pylint: disable=wrong-import-position

BACKEND = "cuda"
PROGRAM = HERE / "loads.py"
SETTLE = 1.0  # seconds at a begin that do not count
QUIET = 1.2  # seconds after which a virtual GPU with nothing to do counts as idle
PATIENCE = 60  # for an answer
MOST_LATENCY = 1.25
LEAST_TRAINING = 0.85
NATIVE_ALONE = "each alone, native"
TENANTS = """\
[tenant.inference]
tokens = true
vgpu = "inference"
[tenant.training]
tokens = true
vgpu = "training"
[vgpu.inference]
compute = "40%"
copy = "40%"
priority = 7
[vgpu.training]
compute = "60%"
copy = "60%"
"""


class Load:
    """A program, and what it says."""

    def __init__(self, name, command, environment):
        self.name = name
        self.errors = tempfile.TemporaryFile(mode="w+", errors="replace")  # pylint: disable=consider-using-with
        self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors, text=True, env=environment)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        """In a thread of its own, so that nobody waits for ever; an empty line is the end."""
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put("")

    def said(self, seconds=0.0):
        """Its next line, which comes after so long."""
        try:
            line = self.lines.get(timeout=seconds + PATIENCE)
        except queue.Empty:
            line = ""
        if not line:
            self.errors.seek(0)
            last = self.errors.read().strip().splitlines()[-12:]
            print("\n".join(f"  {self.name}: {text[:300]}" for text in last), flush=True)
            raise RuntimeError(f"{self.name} does not answer (status {self.process.poll()})")
        return line

    def tell(self, what):
        """A line of its input."""
        self.process.stdin.write(f"{what}\n")
        self.process.stdin.flush()

    def end(self):
        """Lets it go."""
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def times_of(done, begin):
    """Milliseconds of the requests that ended after that moment, in order."""
    return sorted(seconds * 1000 for at, seconds in done if at > begin)


def rate_of(done, begin, end):
    """Steps a second between two moments."""
    ends = [at for at, _ in done if begin < at <= end]
    if len(ends) < 2:
        raise RuntimeError("fewer than two steps were made")
    return (len(ends) - 1) / (ends[-1] - ends[0])


class Pair:
    """Both programs on one side. start(kind) makes one."""

    def __init__(self, start, seconds):
        self.seconds = seconds
        self.loads = []
        try:
            for kind in ("inference", "training"):
                self.loads.append(start(kind))
            self.inference, self.training = self.loads
            for load in self.loads:
                load.said()  # imported
        except BaseException:
            self.end()
            raise

    def warm(self, *loads):
        """They make and use their networks."""
        for load in loads:
            load.tell("warm")
        for load in loads:
            load.said()

    def alone(self):
        """Times of requests, and steps a second. Training is not on the card yet while requests are measured."""
        self.warm(self.inference)
        begin = time.monotonic()
        self.inference.tell(self.seconds + SETTLE)
        times = times_of(json.loads(self.inference.said(self.seconds)), begin + SETTLE)
        self.warm(self.training)
        time.sleep(QUIET)
        begin = time.monotonic()
        self.training.tell(self.seconds + SETTLE)
        done = json.loads(self.training.said(self.seconds))
        return times, rate_of(done, begin + SETTLE, begin + SETTLE + self.seconds)

    def together(self):
        """The same, at the same time."""
        begin = time.monotonic()
        # Training is there before the first request and after the last.
        self.training.tell(self.seconds + 2 * SETTLE)
        self.inference.tell(self.seconds + SETTLE)
        times = times_of(json.loads(self.inference.said(self.seconds)), begin + SETTLE)
        done = json.loads(self.training.said(self.seconds))
        return times, rate_of(done, begin + SETTLE, begin + SETTLE + self.seconds)

    def end(self):
        """Lets both go."""
        for load in self.loads:
            load.end()


def percentile(times, hundredths):
    """A percentile of sorted times."""
    return times[min(len(times) - 1, len(times) * hundredths // 100)]


class Table:
    """Rows as they come; each is compared with its side alone, and with native alone."""

    def __init__(self):
        self.rows = {}  # name → (p50, p99, rate, name of the row of its side alone)

    def add(self, name, measured, alone):
        """A row."""
        times, rate = measured
        if not times:
            raise RuntimeError("no request was answered")
        self.rows[name] = (percentile(times, 50), percentile(times, 99), rate, alone)
        print(f"{name}: p50 {self.rows[name][0]:.2f} ms, p99 {self.rows[name][1]:.2f} ms, of {len(times)} requests; "
              f"{rate:.1f} steps/s", flush=True)

    def over(self, name, alone):
        """99th percentile and steps, over those of another row; None: there is none."""
        if name not in self.rows or alone not in self.rows:
            return None
        return self.rows[name][1] / self.rows[alone][1], self.rows[name][2] / self.rows[alone][2]

    def print(self):
        """All of it."""
        print("\n| | inference p50 | p99 | p99 over alone | over native alone | training | over alone | "
              "over native alone |\n|---|---|---|---|---|---|---|---|")
        for name, (p50, p99, rate, alone) in self.rows.items():
            own, native = self.over(name, alone), self.over(name, NATIVE_ALONE)
            of = [("", "") if value is None else (f"{value[0]:.2f}", f"{value[1]:.2f}") for value in (own, native)]
            if name == alone:
                of[0] = ("", "")
            print(f"| {name} | {p50:.2f} ms | {p99:.2f} ms | {of[0][0]} | {of[1][0]} | {rate:.1f} steps/s | "
                  f"{of[0][1]} | {of[1][1]} |")


class World:
    """A daemon of its own with both tenants."""

    def __init__(self, options, folder):
        self.ringfence = options.ringfence.resolve()
        self.folder = folder
        file = folder / "tenants.toml"
        file.write_text(TENANTS)
        file.chmod(0o600)
        settings = options.config.read_text() if options.config else \
            f'backend = "{BACKEND}"\n' + libraries_setting(self.ringfence, folder / "settings")
        self.daemon = OwnDaemon(self.ringfence, folder / "daemon", f'tenants = "{file}"\n{settings}')
        self.tokens = {kind: self.daemon.run("token", "new", "--tenant", kind).split()[-1]
                       for kind in ("inference", "training")}

    def starter(self, how, options):
        """Starts loads under `ringfence run` with these words."""
        def start(kind):
            command = [self.ringfence, "run", *how, "--", sys.executable, PROGRAM, kind, *options]
            return Load(f"{kind} under Ringfence", command,
                        {**self.daemon.environment, "RINGFENCE_TOKEN": self.tokens[kind]})
        return start

    def load_policy(self, file):
        """Gives how many workers have it."""
        said = self.daemon.run("policy", "load", str(file))
        print(said.strip(), flush=True)
        found = re.search(r"(\d+) workers? ha", said)
        return int(found[1]) if found else 0

    def unload_policy(self):
        """Shows first what has become of it."""
        print(self.daemon.run("policy", "list").strip(), flush=True)
        self.daemon.run("policy", "unload")

    def show_log(self):
        """The daemon's last lines."""
        log = self.folder / "daemon" / "ringfenced.log"
        print("\n".join(log.read_text(errors="replace").splitlines()[-10:]) if log.exists() else "", flush=True)


class Bench:
    """The measurements, one step after the other."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.table = Table()
        self.failed = []

    @contextlib.contextmanager
    def pair(self, start):
        """Both programs, which end with the step."""
        pair = Pair(start, self.options.seconds)
        try:
            yield pair
        finally:
            pair.end()

    def native(self):
        """Alone, and by time slices."""
        with self.pair(lambda kind: Load(kind, [sys.executable, PROGRAM, kind], dict(os.environ))) as pair:
            self.table.add(NATIVE_ALONE, pair.alone(), NATIVE_ALONE)
            self.table.add("native, time slicing", pair.together(), NATIVE_ALONE)

    def under_mps(self):
        """The same programs in one context of NVIDIA's."""
        with mps() as environment:
            if not environment:
                print("MPS cannot be run here", flush=True)
                return
            with self.pair(lambda kind: Load(f"{kind}, MPS", [sys.executable, PROGRAM, kind], environment)) as pair:
                pair.warm(pair.inference, pair.training)
                self.table.add("native, MPS", pair.together(), NATIVE_ALONE)

    def ringfence(self, world, name, how, options):
        """Alone, together, and with the policy if it reaches their workers."""
        with self.pair(world.starter(how, options)) as pair:
            alone = f"each alone, Ringfence, {name}"
            self.table.add(alone, pair.alone(), alone)
            self.table.add(f"Ringfence, {name}", pair.together(), alone)
            if not self.options.policy:
                return
            if world.load_policy(self.options.policy) == 0:
                print(f"no worker of these has the policy: {name}", flush=True)
                world.daemon.run("policy", "unload")
                return
            self.table.add(f"Ringfence, {name}, {self.options.policy.stem}", pair.together(), alone)
            world.unload_policy()

    def step(self, name, measure, is_needed=True):
        """One that fails does not keep the others from being measured. Gives whether it did not."""
        begin, is_fine = time.monotonic(), True
        try:
            measure()
        except (Exception, SystemExit) as problem:  # pylint: disable=broad-except
            print(f"{name}: {traceback.format_exc().strip().splitlines()[-1]}", flush=True)
            is_fine = False
            if is_needed:
                self.failed.append(f"{name}: {problem}")
        print(f"{name}: {time.monotonic() - begin:.1f} s", flush=True)
        return is_fine

    def under_ringfence(self):
        """Both ways with one daemon."""
        world = World(self.options, self.folder)
        try:
            ways = {"private": (["--isolation", "private"], [])}
            if self.options.unguarded:
                ways["unguarded, without cuDNN"] = (["--isolation", "shared", "--guard", "off"], ["--without-cudnn"])
            for name, way in ways.items():
                if not self.step(f"Ringfence, {name}", lambda name=name, way=way: self.ringfence(world, name, *way),
                                 is_needed=name == "private"):
                    world.show_log()
        finally:
            world.daemon.down()

    def all(self):
        """In this order, since the last can do without the others."""
        self.step("native", self.native)
        self.step("MPS", self.under_mps, is_needed=False)
        self.step("Ringfence", self.under_ringfence)

    def look_at_limits(self):
        """Verifies the limits of private workers."""
        over = self.table.over("Ringfence, private", "each alone, Ringfence, private")
        if over and over[0] > MOST_LATENCY:
            self.failed.append(f"p99 is {over[0]:.2f} of alone, limit {MOST_LATENCY}")
        if over and over[1] < LEAST_TRAINING:
            self.failed.append(f"training is {over[1]:.2f} of alone, limit {LEAST_TRAINING}")


def interrupted(*_):
    """SIGTERM is Ctrl-C."""
    raise KeyboardInterrupt


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", type=pathlib.Path, required=True)
    parser.add_argument("--config", type=pathlib.Path, help="the daemon's settings")
    parser.add_argument("--policy", type=pathlib.Path, help="a compiled policy")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--unguarded", action="store_true", help="also in workers that policies reach")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, interrupted)
    with tempfile.TemporaryDirectory(prefix="rf-tenants-", ignore_cleanup_errors=True) as folder:
        bench = Bench(options, pathlib.Path(folder))
        try:
            bench.all()
        except KeyboardInterrupt:
            bench.failed.append("interrupted")
        bench.look_at_limits()
        bench.table.print()
    for failure in bench.failed:
        print(f"FAILED: {failure}")
    return 1 if bench.failed else 0


if __name__ == "__main__":
    sys.exit(main())
