#!/usr/bin/env python3
"""Measures several tenants that launch small kernels at the same time: as native processes, which the driver gives the
card by turns, and in one context under Ringfence, where their kernels run side by side.

    tenants.py [--ringfence PATH] [--program PATH] [--ptx FILE] [--backend cuda|soft] [--guard fence|check|off]
               [--timeline FOLDER] [--connections N] [--no-native] [--quick] [-- OPTIONS OF THE PROGRAM]

Prints launches per second, and how many tenants' kernels ran at the same time, by the card's own clock. --timeline
writes, for Perfetto: kernels-*.json, what ran on the card when, by the kernels' own times; calls.json, the tenants'
calls and streams as `ringfence run --trace-file` tells them. The exit status is 1 if the throughput under Ringfence is
not at least twice the native one.
"""

import argparse
import contextlib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TENANTS = 8
LIMIT = 2
TIMEOUT = 300
SHOWN_NANOSECONDS = 5_000_000  # of a timeline of kernels


def first_that_exists(*paths):
    """Beside this script in a bundle, or where the build puts it."""
    return next((path for path in paths if path.exists()), paths[0])


class Tenant:
    """A process that launches kernels."""

    def __init__(self, command, times):
        self.times = times
        self.process = subprocess.Popen([*map(str, command), "--times", times], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def wait_until_ready(self):
        if self.process.stdout.readline() != "ready\n":
            sys.exit(f"tenants.py: `{shlex.join(self.process.args)}` ended with {self.process.wait(TIMEOUT)}")

    def begin(self):
        self.process.stdin.write("go\n")
        self.process.stdin.flush()

    def result(self):
        """Launches per second, and the spans of its kernels: [(stream, begin, end)]."""
        output, _ = self.process.communicate(timeout=TIMEOUT)
        if self.process.returncode != 0:
            sys.exit(f"tenants.py: `{shlex.join(self.process.args)}` ended with {self.process.returncode}: {output}")
        told = json.loads(output.splitlines()[-1])
        lines = pathlib.Path(self.times).read_text().splitlines()
        return told["launches"] / told["seconds"], [tuple(map(int, line.split())) for line in lines]


def run_together(commands, folder):
    """([launches per second], [spans]) of tenants that begin at the same time."""
    tenants = [Tenant(command, f"{folder}/times-{number}") for number, command in enumerate(commands)]
    for tenant in tenants:
        tenant.wait_until_ready()
    for tenant in tenants:
        tenant.begin()
    rates, spans = zip(*(tenant.result() for tenant in tenants))
    return list(rates), list(spans)


def common_time(spans):
    """When all tenants were at work, as far as their spans are known."""
    begin = max(min(span[1] for span in tenant) for tenant in spans)
    end = min(max(span[2] for span in tenant) for tenant in spans)
    return begin, end


def covered(tenant, begin, end):
    """The time in which at least one kernel of the tenant runs, and the sum of all their times, within limits."""
    union = total = 0
    reached = begin
    for _, first, last in sorted(tenant, key=lambda span: span[1]):
        first, last = max(first, begin), min(last, end)
        if last <= first:
            continue
        total += last - first
        union += max(0, last - max(first, reached))
        reached = max(reached, last)
    return union, total


def overlap(spans):
    """(tenants, kernels) at work at the same time on average, and the median kernel's microseconds."""
    begin, end = common_time(spans)
    if end <= begin:
        return 0, 0, 0
    sums = [covered(tenant, begin, end) for tenant in spans]
    lengths = sorted(last - first for tenant in spans for _, first, last in tenant)
    return (sum(union for union, _ in sums) / (end - begin), sum(total for _, total in sums) / (end - begin),
            lengths[len(lengths) // 2] / 1000)


def write_kernels(path, spans):
    """A timeline of the last few milliseconds, with a process for each tenant and a track for each of its streams."""
    begin, end = common_time(spans)
    begin = max(begin, end - SHOWN_NANOSECONDS)
    events = []
    for number, tenant in enumerate(spans, 1):
        events.append({"name": "process_name", "ph": "M", "pid": number, "args": {"name": f"tenant {number}"}})
        for stream, first, last in tenant:
            if begin <= first and last <= end:
                events.append({"name": "relax", "cat": "kernel", "ph": "X", "pid": number, "tid": stream + 1,
                               "ts": (first - begin) / 1000, "dur": (last - first) / 1000})
    path.write_text("[\n" + ",\n".join(map(json.dumps, events)) + "\n]\n")


def merge_traces(path, traces):
    """One timeline of several programs' ones, which count from the same clock."""
    events = []
    for number, trace in enumerate(traces, 1):
        events.append({"name": "process_name", "ph": "M", "pid": number, "args": {"name": f"tenant {number}"}})
        text = trace.read_text().rstrip()
        for event in json.loads(text if text.endswith("]") else text.rstrip(",") + "]"):  # its end may be missing
            events.append({**event, "pid": number})
    path.write_text("[\n" + ",\n".join(map(json.dumps, events)) + "\n]\n")
    return [event for event in events if event.get("cat") == "stream"]


def most_at_once(events):
    """How many tenants have work on the card at the same time, at most, by their traces."""
    edges = sorted([(event["ts"], 1, event["pid"]) for event in events]
                   + [(event["ts"] + event["dur"], 0, event["pid"]) for event in events])
    running, most = {}, 0
    for _, is_begin, pid in edges:
        running[pid] = running.get(pid, 0) + (1 if is_begin else -1)
        most = max(most, sum(count > 0 for count in running.values()))
    return most


@contextlib.contextmanager
def own_daemon(ringfence, folder):
    """A daemon of this build, with this environment."""
    os.environ["RINGFENCE_SOCKET"] = f"{folder}/socket"
    try:
        yield
    finally:
        subprocess.run([ringfence, "down"], stdout=subprocess.DEVNULL, timeout=TIMEOUT, check=False)


class Bench:
    """The measurement, with the command's options."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.program = [options.program, "--ptx", options.ptx]
        if options.quick:
            self.program += ["--seconds", "0.3", "--steps", "20", "--kernels", "2", "--streams", "2", "--blocks", "2"]
        self.program += options.rest

    def launcher(self, *more):
        return [self.options.ringfence, "run", "--backend", self.options.backend, "--isolation", "shared", "--guard",
                self.options.guard, *more, "--"]

    def measure(self, name, launcher):
        """Rates of the tenants, and a line about them."""
        rates, spans = run_together([[*launcher, *self.program]] * self.options.tenants, self.folder)
        tenants, kernels, microseconds = overlap(spans)
        print(f"| {name} | {sum(rates):.0f} | {min(rates):.0f} to {max(rates):.0f} | {tenants:.2f} | {kernels:.2f} | "
              f"{microseconds:.1f} µs |", flush=True)
        if self.options.timeline:
            write_kernels(self.options.timeline / f"kernels-{name.lower()}.json", spans)
        return sum(rates)

    def trace(self):
        """A short run with traces, merged."""
        traces = [pathlib.Path(f"{self.folder}/trace-{number}.json") for number in range(self.options.tenants)]
        commands = [[*self.launcher("--trace-file", trace), *self.program, "--seconds", "0.02"] for trace in traces]
        run_together(commands, self.folder)
        events = merge_traces(self.options.timeline / "calls.json", traces)
        print(f"The traces have {len(events)} pieces of work; at most {most_at_once(events)} tenants had some on the "
              f"card at the same time. Timelines: {self.options.timeline}")

    def run(self):
        """All of it; whether the limit is kept."""
        print(f"{self.options.tenants} tenants\n\n| | launches/s | each tenant | tenants at once | kernels at once | "
              "median kernel |\n|---|---|---|---|---|---|")
        native = None if self.options.no_native else self.measure("Native", [])
        ours = self.measure("Ringfence", self.launcher())
        if native:
            print(f"\nThroughput under Ringfence / native: {ours / native:.2f} (at least {LIMIT})")
        if self.options.timeline:
            self.trace()
        return not native or ours >= LIMIT * native


def parse_options():
    """The command's options."""
    build = HERE.parents[1] / "build"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", type=pathlib.Path, default=first_that_exists(
        HERE.parent / "bin" / "ringfence", build / "release" / "bin" / "ringfence"))
    parser.add_argument("--program", type=pathlib.Path, default=first_that_exists(
        HERE / "guard_tenants", build / "bench" / "bin" / "guard_tenants"))
    parser.add_argument("--ptx", type=pathlib.Path, default=HERE / "tenants.ptx")
    parser.add_argument("--backend", choices=["cuda", "soft"], default="cuda")
    parser.add_argument("--guard", choices=["fence", "check", "off"], default="fence")
    parser.add_argument("--tenants", type=int, default=TENANTS)
    parser.add_argument("--timeline", type=pathlib.Path, help="a folder for timelines")
    parser.add_argument("--connections", help="CUDA_DEVICE_MAX_CONNECTIONS, for both sides")
    parser.add_argument("--no-native", action="store_true", help="Ringfence alone: there is no card")
    parser.add_argument("--quick", action="store_true", help="small amounts, to see that it works")
    parser.add_argument("rest", nargs="*", help="options of guard_tenants")
    return parser.parse_args()


def main():
    """The command."""
    options = parse_options()
    if options.connections:
        os.environ["CUDA_DEVICE_MAX_CONNECTIONS"] = options.connections
    if options.timeline:
        options.timeline.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="ringfence-") as folder, own_daemon(options.ringfence, folder):
        return 0 if Bench(options, folder).run() else 1


if __name__ == "__main__":
    sys.exit(main())
