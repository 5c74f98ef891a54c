#!/usr/bin/env python3
"""Policies exchanged while programs of two tenants keep a GPU busy: is a job lost, repeated or out of order, and how long
does nothing end?

    swaps.py --ringfence BIN --backend cuda --swaps 200 POLICY.o...

Each program (ordered.cpp) checks its own results. The longest pause of a program is given beside that of the same time
without swaps; so is how long a swap takes for whoever asks for it.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
DRIVER = HERE.parents[1] / "tests/e2e/driver"
sys.path.insert(0, str(HERE.parent / "core"))
from own_daemon import OwnDaemon  # noqa: E402

TENANTS = 2
PROGRAMS = 2  # of each tenant


def settings(folder, backend):
    """Two tenants with half of the GPU each."""
    file = folder / "tenants.toml"
    file.write_text("".join(f'[tenant.t{i}]\ntokens = true\nvgpu = "v{i}"\n[vgpu.v{i}]\ncompute = "50%"\n'
                            for i in range(TENANTS)))
    file.chmod(0o600)
    return f'backend = "{backend}"\ntenants = "{file}"\n'


class Programs:
    """All of them, busy."""

    def __init__(self, daemon, program, options):
        self.running = []
        for i in range(TENANTS):
            token = daemon.run("token", "new", "--tenant", f"t{i}").split()[-1]
            for _ in range(PROGRAMS):
                self.running.append(subprocess.Popen(
                    [options.ringfence, "run", "--backend", options.backend, "--isolation", "shared", "--", program,
                     str(options.microseconds)], env={**daemon.environment, "RINGFENCE_TOKEN": token},
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        for running in self.running:
            if running.stdout.readline() != "busy\n":
                sys.exit(f"swaps.py: a program ended with {running.wait()}")

    def end(self):
        """Jobs of all, the longest pause of one in milliseconds, streams with wrong results."""
        for running in self.running:
            running.stdin.close()
        said = [running.stdout.read().split() for running in self.running]
        failed = sum(running.wait(600) != 0 or len(words) != 3 for running, words in zip(self.running, said))
        if failed:
            sys.exit(f"swaps.py: {failed} of {len(said)} programs went wrong: {said}")
        return sum(int(words[0]) for words in said), max(float(words[1]) for words in said)


def exchange(daemon, policies, count):
    """How long each swap took."""
    times = []
    daemon.run("policy", "load", policies[0])
    for i in range(count):
        begin = time.monotonic()
        daemon.run("policy", "swap", policies[(i + 1) % len(policies)])
        times.append((time.monotonic() - begin) * 1000)
    daemon.run("policy", "unload")
    return sorted(times)


def main():
    """See above."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", required=True, type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--backend", default="soft")
    parser.add_argument("--swaps", type=int, default=200)
    parser.add_argument("--microseconds", type=float, default=100, help="how long a kernel takes")
    parser.add_argument("policies", nargs="+")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = folder / "ordered"
        subprocess.run(["c++", "-O2", "-std=c++20", "-o", program, HERE / "ordered.cpp", DRIVER / "program.cpp", "-ldl",
                        "-pthread"], check=True)
        daemon = OwnDaemon(options.ringfence, folder / "daemon", settings(folder, options.backend))
        programs = Programs(daemon, program, options)
        begin = time.monotonic()
        times = exchange(daemon, options.policies, options.swaps)
        took = time.monotonic() - begin
        jobs, pause = programs.end()
        programs = Programs(daemon, program, options)
        time.sleep(took)
        quiet_jobs, quiet_pause = programs.end()
        daemon.down()
    print(f"{options.swaps} swaps of {len(options.policies)} policies in {took:.1f} s, {TENANTS * PROGRAMS} programs")
    print(f"a swap takes {times[len(times) // 2]:.1f} ms (median), {times[-1]:.1f} ms at most")
    print(f"jobs: {jobs} (without swaps {quiet_jobs}), none lost, repeated or out of order")
    print(f"longest time in which no job of a program ended: {pause:.2f} ms (without swaps {quiet_pause:.2f} ms)")


if __name__ == "__main__":
    main()
