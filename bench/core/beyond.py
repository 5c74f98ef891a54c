#!/usr/bin/env python3
"""Measures what it costs that programs' memory together does not fit on the card.

    beyond.py --ringfence PATH [--backend soft|cuda] [--isolation shared|private] [--memory GIB] [--host-backing GIB]
              [--sizes GIB,GIB...] [--rounds N] [--sweeps N] [--tenants N] [--program PATH]

Programs (tests/e2e/driver/beyond.cpp, compiled here unless --program says where it is) each have the same amount of
memory; a round of work goes over all of it --sweeps times. For each size in --sizes, in GiB of each program:

  overcommit   what all have together, over what the card has
  at once      all work at the same time: seconds for all rounds, and over those of the first size, per byte
  in turn      one works at a time: the same
  swap         a program whose memory was moved does next to nothing: GB/s from the host, with what moves out meanwhile

The first size should fit: the others are held against it. The exit status is 1 if a program finds wrong bytes.
On a card of 139 GiB, two tenants of 100 GiB each:

    beyond.py --ringfence build/release/bin/ringfence --backend cuda --sizes 60,80,100 --host-backing 96
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from own_daemon import OwnDaemon

GIBI = 1 << 30
DRIVER = pathlib.Path(__file__).resolve().parents[2] / "tests" / "e2e" / "driver"


class Tenant:
    """A program, and what it says."""

    def __init__(self, bench, bytes_, seed):
        options = bench.options
        words = [options.ringfence, "run", "--backend", options.backend, "--isolation", options.isolation, "--",
                 bench.program, str(bytes_), str(seed), str(DRIVER / "kernels.ptx")]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=bench.daemon.environment)
        self.expect("ready")

    def expect(self, word):
        """The line that begins like this."""
        line = self.process.stdout.readline().strip()
        if not line.startswith(word):
            sys.exit(f"beyond.py: a program says '{line}' instead of '{word}'")
        return line

    def begin(self, sweeps):
        """A round."""
        self.process.stdin.write(f"{sweeps}\n")
        self.process.stdin.flush()

    def done(self):
        """Seconds that the round took."""
        return float(self.expect("done").split()[1])

    def end(self):
        """True if its bytes are right."""
        self.process.stdin.close()
        said = self.process.stdout.read()
        return self.process.wait() == 0 and said.endswith("right\n")


class Bench:
    """A daemon, and programs of one size after the other."""

    def __init__(self, options, folder):
        self.options = options
        self.program = options.program or self.compiled(folder)
        settings = f"""
backend = "{options.backend}"
[memory]
host_backing = "{int(options.host_backing * 1024)}M"
[soft]
memory = "{int(options.memory * 1024)}M"
"""
        self.daemon = OwnDaemon(options.ringfence, folder / "daemon", settings)

    @staticmethod
    def compiled(folder):
        """The program, made here."""
        program = folder / "beyond"
        sources = [DRIVER / name for name in ("beyond.cpp", "program.cpp")]
        subprocess.run(["c++", "-O2", "-std=c++20", "-o", program, *sources, "-ldl"], check=True)
        return program

    def sessions(self):
        """Their memory on the card and on the host, by process."""
        status = json.loads(self.daemon.run("status", "--json"))
        return {session["pid"]: session for worker in status["workers"] for session in worker["session_list"]}

    def on_host(self, tenant):
        """The bytes on the host of one program."""
        return self.sessions().get(tenant.process.pid, {}).get("memory_on_host", 0)

    def at_once(self, tenants):
        """Seconds for all rounds of all."""
        begin = time.monotonic()
        for _ in range(self.options.rounds):
            for tenant in tenants:
                tenant.begin(self.options.sweeps)
            for tenant in tenants:
                tenant.done()
        return time.monotonic() - begin

    def in_turn(self, tenants):
        """The same, one at a time: each does all its rounds."""
        begin = time.monotonic()
        for tenant in tenants:
            for _ in range(self.options.rounds):
                tenant.begin(self.options.sweeps)
                tenant.done()
        return time.monotonic() - begin

    def swap_rate(self, tenants):
        """GB/s of the best of some moves from the host; None: nothing had to move."""
        rates = []
        for _ in range(3):
            for tenant in tenants:
                time.sleep(0.2)
                moved = self.on_host(tenant)
                tenant.begin(0)
                seconds = tenant.done()
                if moved:
                    rates.append(moved / seconds / 1e9)
        return max(rates) if rates else None

    def measure(self, gibibytes):
        """One size."""
        bytes_ = int(gibibytes * GIBI) // (1 << 20) * (1 << 20)
        begin = time.monotonic()
        tenants = [Tenant(self, bytes_, 1000 * (number + 1)) for number in range(self.options.tenants)]
        started = time.monotonic() - begin
        at_once = self.at_once(tenants)
        in_turn = self.in_turn(tenants)
        rate = self.swap_rate(tenants)
        wrong = sum(not tenant.end() for tenant in tenants)
        return {"bytes": bytes_, "started": started, "at_once": at_once, "in_turn": in_turn, "rate": rate,
                "wrong": wrong}


def main():
    """A line for each size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", required=True)
    parser.add_argument("--backend", choices=("soft", "cuda"), default="soft")
    parser.add_argument("--isolation", choices=("shared", "private"), default="shared")
    parser.add_argument("--memory", type=float, default=0.5, help="GiB of the software GPU, or of the card")
    parser.add_argument("--host-backing", type=float, default=None, help="GiB; default: twice the card's")
    parser.add_argument("--sizes", default=None, help="GiB of each program; default: parts of the card's")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--sweeps", type=int, default=4)
    parser.add_argument("--tenants", type=int, default=2)
    parser.add_argument("--program")
    options = parser.parse_args()
    if options.backend == "cuda" and options.memory == 0.5:
        options.memory = 139
    if options.host_backing is None:
        options.host_backing = 2 * options.memory
    if options.sizes:
        sizes = [float(size) for size in options.sizes.split(",")]
    else:
        sizes = [options.memory * part / options.tenants for part in (0.8, 1.1, 1.25, 1.5)]
    failed = 0
    with tempfile.TemporaryDirectory(prefix="ringfence-bench-", ignore_cleanup_errors=True) as folder:
        bench = Bench(options, pathlib.Path(folder))
        first = None
        print(f"{'GiB each':>9} {'overcommit':>10} {'start s':>8} {'at once s':>10} {'cost':>6} {'in turn s':>10} "
              f"{'cost':>6} {'swap GB/s':>10} {'wrong':>6}")
        try:
            for size in sizes:
                found = bench.measure(size)
                first = first or found
                scale = first["bytes"] / found["bytes"]
                failed += found["wrong"]
                rate = f"{found['rate']:.1f}" if found["rate"] else "-"
                print(f"{size:9.2f} {options.tenants * size / options.memory:10.2f} {found['started']:8.2f} "
                      f"{found['at_once']:10.2f} {found['at_once'] * scale / first['at_once']:6.2f} "
                      f"{found['in_turn']:10.2f} {found['in_turn'] * scale / first['in_turn']:6.2f} {rate:>10} "
                      f"{found['wrong']:6}", flush=True)
        finally:
            bench.daemon.down()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
