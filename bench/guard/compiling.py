#!/usr/bin/env python3
"""Measures how far compiling others' modules disturbs neighbours.

    compiling.py [--ringfence PATH] [--program PATH] [--backend cuda|soft] [--quick] [--hostile N] [--modules N]

Two programs launch and wait in a worker that others share. First it is quiet; then four programs load modules that take
2 to 30 seconds to compile, and that nobody has seen; then one loads --hostile modules that are made to hurt (deep
nesting, very many registers, endless unrolling), with little time and memory for each, while compilers are killed and
stopped at random. Prints how long a launch with its wait took. The exit status is 1 if the 99th percentile while others
compile is more than 1.5 times the quiet one, if a launch took 5 ms or more, or if a program did not come to its end.
"""

import argparse
import contextlib
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT = 600
MOST_RATIO = 1.5
LONGEST_PAUSE = 5000  # microseconds
HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"
# Compile times to aim at, in seconds, and the instructions that take a second there, guarded (each kernel twice).
SECONDS = [2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 10, 12, 15, 20, 30]
STEPS_PER_SECOND = 5_000


def first_that_exists(*paths):
    """Beside this script in a bundle, or where the build puts it."""
    return next((path for path in paths if path.exists()), paths[0])


def kernel(name, registers, lines):
    """A kernel over one buffer: %d2 points to it."""
    body = "\n".join(lines)
    return (f".visible .entry {name}(.param .u64 p, .param .u32 n)\n{{\n.reg .b32 %r<{registers}>;\n.reg .b64 %d<4>;\n"
            f".reg .pred %q<4>;\nld.param.u64 %d1, [p];\ncvta.to.global.u64 %d2, %d1;\n{body}\nret;\n}}\n")


def straight(name, steps, width, rng):
    """Steps that depend on each other, with `width` values alive: scheduling and registers take time."""
    lines = [f"ld.global.u32 %r{i}, [%d2+{4 * i}];" for i in range(width)]
    for i in range(width, steps + width):
        a, b, c = (rng.randrange(i - width, i) for _ in range(3))
        lines.append(rng.choice((f"mad.lo.s32 %r{i}, %r{a}, %r{b}, %r{c};", f"xor.b32 %r{i}, %r{a}, %r{b};",
                                 f"shf.l.wrap.b32 %r{i}, %r{a}, %r{b}, %r{c};", f"add.s32 %r{i}, %r{a}, %r{c};")))
    lines += [f"st.global.u32 [%d2+{4 * i}], %r{steps + i};" for i in range(width)]
    return kernel(name, steps + width, lines)


def nested(name, depth, rng):
    """Conditions in conditions."""
    lines = ["ld.global.u32 %r0, [%d2];"]
    for i in range(depth):
        lines += [f"setp.eq.u32 %q1, %r0, {rng.randrange(1 << 20)};", f"@%q1 bra out_{i};", f"add.u32 %r0, %r0, {i};"]
    lines += [f"out_{i}:\nxor.b32 %r0, %r0, {i};" for i in reversed(range(depth))]
    return kernel(name, 2, lines + ["st.global.u32 [%d2], %r0;"])


def loops(name, depth, turns):
    """Loops in loops, of a number of turns that the compiler knows and may unroll."""
    lines = ["ld.global.u32 %r0, [%d2];"]
    for i in range(1, depth + 1):
        lines += [f"mov.u32 %r{i}, 0;", f"head_{i}:"]
    lines.append("mad.lo.u32 %r0, %r0, %r0, 7;")
    for i in range(depth, 0, -1):
        lines += [f"add.u32 %r{i}, %r{i}, 1;", f"setp.lt.u32 %q1, %r{i}, {turns};", f"@%q1 bra head_{i};"]
    return kernel(name, depth + 1, lines + ["st.global.u32 [%d2], %r0;"])


def hostile(number):
    """One of many, each different."""
    rng = random.Random(number)
    kind = number % 5
    if kind == 0:
        return HEAD + straight(f"wide_{number}", 4_000 + 40 * number, 1_000 + 5 * number, rng)
    if kind == 1:
        return HEAD + nested(f"nested_{number}", 500 + 20 * number, rng)
    if kind == 2:
        return HEAD + loops(f"loops_{number}", 4 + number % 40, 1 + number % 8)
    if kind == 3:
        return HEAD + "".join(straight(f"many_{number}_{i}", 20, 4, rng) for i in range(100 + 5 * number))
    return HEAD + straight(f"long_{number}", 20_000 + 500 * number, 64, rng)


class Launcher:
    """A neighbour."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "ready\n":
            sys.exit(f"compiling.py: {command} does not work")

    def begin(self):
        self.process.stdin.write("go\n")
        self.process.stdin.flush()

    def result(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"compiling.py: a neighbour ended with {self.process.wait(TIMEOUT)}")
        return json.loads(line)

    def end(self):
        self.process.stdin.close()
        return self.process.wait(TIMEOUT)


def measure(launchers):
    """One turn of all neighbours: the worst of each figure."""
    for launcher in launchers:
        launcher.begin()
    results = [launcher.result() for launcher in launchers]
    worst = {key: (min if key == "launches" else max)(result[key] for result in results) for key in results[0]}
    worst["max_at"] = max(results, key=lambda result: result["max"])["max_at"]
    return worst


def measure_while(launchers, processes, meanwhile=lambda: None):
    """Turns until the processes have ended: the worst of each figure, or the median of p50 and p99."""
    turns = [measure(launchers)]
    while any(process.poll() is None for process in processes):
        meanwhile()
        turns.append(measure(launchers))
    middle = {key: sorted(turn[key] for turn in turns)[len(turns) // 2] for key in ("p50", "p99")}
    return {"launches": sum(turn["launches"] for turn in turns), **middle,
            "p99 of the worst second": max(turn["p99"] for turn in turns),
            "p999": max(turn["p999"] for turn in turns), "max": max(turn["max"] for turn in turns),
            "pauses": [(turn["max_at"], turn["max"]) for turn in turns if turn["max"] >= LONGEST_PAUSE / 2]}


def show(name, figures):
    text = "  ".join(f"{key} {value:.1f}" if isinstance(value, float) else f"{key} {value}"
                     for key, value in figures.items() if key not in ("max_at", "pauses"))
    print(f"{name:38} {text}", flush=True)
    for at, how_long in figures.get("pauses", []):
        print(f"  a pause of {how_long / 1000:.1f} ms, to {at:.4f} s", flush=True)


def compilers():
    """The compilers of our daemon's workers: they are ours, and run nothing else."""
    own = set()
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError):
            if (folder / "comm").read_text().strip() != "ringfence-compi":
                continue
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            environment = pathlib.Path(f"/proc/{parent}/environ").read_bytes()
            if f"RINGFENCE_SOCKET={os.environ['RINGFENCE_SOCKET']}".encode() in environment.split(b"\0"):
                own.add(int(folder.name))
    return own


class Bench:
    """The measurement, with the command's options."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = pathlib.Path(folder)
        self.failures = []

    def run_command(self, *words):
        return [str(word) for word in (self.options.ringfence, "run", "--backend", self.options.backend, "--isolation",
                                       "shared", "--", self.options.program, *words)]

    def write(self, name, text):
        path = self.folder / f"{name}.ptx"
        path.write_text(text)
        return path

    def load(self, files):
        output = open(self.folder / f"{files[0].stem}.out", "w+", encoding="utf-8")
        process = subprocess.Popen(self.run_command("load", *files), stdout=output)
        process.told = output
        return process

    def outcome(self, processes):
        lines = []
        for process in processes:
            process.wait(TIMEOUT)
            process.told.seek(0)
            lines += map(json.loads, process.told.read().splitlines())
            if process.returncode != 0:
                self.failures.append(f"a program that loads modules ended with {process.returncode}")
        return lines

    def expect(self, condition, text):
        if not condition:
            self.failures.append(text)

    def compare(self, name, figures, quiet):
        show(name, figures)
        ratio = figures["p99"] / quiet["p99"]
        print(f"{'':38} p99 / quiet p99: {ratio:.2f} (at most {MOST_RATIO})", flush=True)
        self.expect(ratio <= MOST_RATIO, f"{name}: the 99th percentile is {ratio:.2f} times the quiet one")
        self.expect(figures["max"] < LONGEST_PAUSE, f"{name}: a launch took {figures['max'] / 1000:.1f} ms")

    def cold_modules(self, launchers, quiet):
        steps = 300 if self.options.quick else STEPS_PER_SECOND
        seconds = SECONDS[:self.options.modules]
        salt = time.time_ns()  # nobody has seen them
        files = [self.write(f"cold-{i}", HEAD + straight(f"cold_{i}", s * steps, 64, random.Random(salt + i)))
                 for i, s in enumerate(seconds)]
        processes = [self.load(files[number::4]) for number in range(4) if files[number::4]]
        self.compare(f"{len(files)} cold modules", measure_while(launchers, processes), quiet)
        for line in self.outcome(processes):
            print(f"  {pathlib.Path(line['file']).name}: status {line['status']}, {line['seconds']:.1f} s, to {line['ended']:.4f} s")
            self.expect(line["status"] == 0, f"{line['file']} was not loaded: {line['status']}")

    def hostile_modules(self, launchers, quiet):
        files = [self.write(f"hostile-{i}", hostile(i)) for i in range(self.options.hostile)]
        processes = [self.load(files[number::4]) for number in range(4) if files[number::4]]
        hurt = {signal.SIGKILL: 0, signal.SIGSTOP: 0}

        def hurt_one():
            there = sorted(compilers())
            if there:
                how = random.choice(list(hurt))
                with contextlib.suppress(ProcessLookupError):
                    os.kill(random.choice(there), how)
                    hurt[how] += 1

        self.compare(f"{len(files)} hostile modules", measure_while(launchers, processes, hurt_one), quiet)
        statuses = [line["status"] for line in self.outcome(processes)]
        counts = {status: statuses.count(status) for status in sorted(set(statuses))}
        print(f"  compilers killed: {hurt[signal.SIGKILL]}, stopped: {hurt[signal.SIGSTOP]}; modules by status: {counts}")
        self.expect(len(statuses) == len(files), "not all hostile modules were answered")

    def run(self):
        seconds = "0.2" if self.options.quick else "1"
        launchers = [Launcher(self.run_command("launch", seconds)) for _ in range(2)]
        measure(launchers)
        quiet = [measure(launchers) for _ in range(3)]
        quiet = sorted(quiet, key=lambda figures: figures["p99"])[1]
        show("quiet", quiet)
        if self.options.modules:
            self.cold_modules(launchers, quiet)
        if self.options.hostile:
            self.hostile_modules(launchers, quiet)
        show("quiet again", measure(launchers))
        for launcher in launchers:
            self.expect(launcher.end() == 0, "a neighbour did not end well")
        for failure in self.failures:
            print(f"FAILED: {failure}")
        return not self.failures


@contextlib.contextmanager
def own_daemon(options, folder):
    """A daemon of this build, with a cache of its own and little patience for hostile modules."""
    os.environ["RINGFENCE_SOCKET"] = f"{folder}/socket"
    os.environ["RINGFENCE_CACHE"] = f"{folder}/cache"
    os.environ["RINGFENCE_CACHE_SECRET"] = f"{folder}/secret"
    os.environ["XDG_CONFIG_HOME"] = folder
    settings = pathlib.Path(folder) / "ringfence" / "ringfence.toml"
    settings.parent.mkdir()
    settings.write_text(f'[compiler]\nlimit_ms = {options.limit_ms}\nmemory = "{options.memory}"\n')
    try:
        yield
    finally:
        subprocess.run([options.ringfence, "down"], stdout=subprocess.DEVNULL, timeout=TIMEOUT, check=False)


def parse_options():
    """The command's options."""
    build = HERE.parents[1] / "build"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", type=pathlib.Path, default=first_that_exists(
        HERE.parent / "bin" / "ringfence", build / "release" / "bin" / "ringfence"))
    parser.add_argument("--program", type=pathlib.Path, default=first_that_exists(
        HERE / "guard_compiling", build / "bench" / "bin" / "guard_compiling"))
    parser.add_argument("--backend", choices=["cuda", "soft"], default="cuda")
    parser.add_argument("--modules", type=int, default=len(SECONDS), help="cold ones; 0: none")
    parser.add_argument("--hostile", type=int, default=0, help="how many hostile modules")
    parser.add_argument("--limit-ms", type=int, default=60_000, help="of a compiler, for one module")
    parser.add_argument("--memory", default="4G", help="of a compiler, for one module")
    parser.add_argument("--quick", action="store_true", help="small amounts, to see that it works")
    return parser.parse_args()


def main():
    """The command."""
    options = parse_options()
    with tempfile.TemporaryDirectory(prefix="ringfence-", ignore_cleanup_errors=True) as folder, own_daemon(options, folder):
        return 0 if Bench(options, folder).run() else 1


if __name__ == "__main__":
    sys.exit(main())
