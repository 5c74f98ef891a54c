#!/usr/bin/env python3
"""Random graphs of jobs, in several sessions of several virtual GPUs at once, against a sequential reference.

    job_graphs.py --ringfence PATH --program random_order [--graphs N] [--operations A..B] [--backend soft|cuda]
                  [--first SEED] [--policy FILE.o] [--limit SECONDS]

The program is random_order.cu: each of its seeds is a graph of kernels, copies, fills, host functions and graphs on
streams with priorities, ordered by streams and events, submitted by three threads. Its result is compared with that of
doing everything in order. Here four of them run at once, each with its part of the seeds: three virtual GPUs with
shares and priorities, two sessions in one of them, all in one worker.

A wrong result or a lost job ends a program; so does a deadlock, or starvation: a graph that takes longer than --limit.
Afterwards no virtual GPU may have a job left.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "bench" / "core"))
from own_daemon import OwnDaemon  # pylint: disable=wrong-import-position

TENANTS = """
[tenant.low]
tokens = true
vgpu = "low"
[tenant.middle]
tokens = true
vgpu = "middle"
[tenant.high]
tokens = true
vgpu = "high"
[vgpu.low]
compute = "50%"
copy = "50%"
[vgpu.middle]
compute = "30%"
copy = "30%"
priority = 2
[vgpu.high]
compute = "15%"
copy = "15%"
priority = 7
"""
SESSIONS = ("low", "low", "middle", "high")


class Failure(Exception):
    """What is wrong."""


def start(daemon, options, tenant, first, last):
    """A program with its part of the graphs."""
    token = daemon.run("token", "new", "--tenant", tenant).split()[-1]
    words = [options.ringfence, "run", "--backend", options.backend, "--isolation", "shared", "--", options.program,
             "--seeds", f"{first}..{last}", "--operations", options.operations,
             "--limit", options.limit]
    return subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            env={**daemon.environment, "RINGFENCE_TOKEN": token})


def longest_of(name, process):
    """How long the longest graph of a program took, in milliseconds."""
    said, _ = process.communicate()
    lines = said.splitlines()
    if process.returncode != 0 or lines[-1:] != ["ok"]:
        raise Failure(f"{name} ended with {process.returncode}: {said[-2000:]}")
    return max(float(line.split()[1]) for line in lines if line.startswith("longest "))


def vgpus_at_rest(daemon):
    """What the daemon says of the virtual GPUs, once no job is left; it hears from workers now and then."""
    for _ in range(100):
        status = json.loads(daemon.run("status", "--json"))
        vgpus = [vgpu for worker in status["workers"] for vgpu in worker.get("vgpus", [])]
        if vgpus and all(vgpu["queued"] == 0 for vgpu in vgpus):
            return vgpus
        time.sleep(0.1)
    raise Failure(f"jobs are left: {vgpus}")


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", required=True, type=pathlib.Path)
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--backend", default="soft")
    parser.add_argument("--graphs", type=int, default=400)
    parser.add_argument("--operations", default="8..40")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--policy", type=pathlib.Path)
    parser.add_argument("--limit", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rf-graphs-", ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        tenants = folder / "tenants.toml"
        tenants.write_text(TENANTS)
        tenants.chmod(0o600)
        daemon = OwnDaemon(options.ringfence, folder / "daemon",
                           f'backend = "{options.backend}"\ntenants = "{tenants}"\n')
        programs = []
        try:
            if options.policy:
                daemon.run("policy", "load", str(options.policy))
            began = time.monotonic()
            each = -(-options.graphs // len(SESSIONS))
            for number, tenant in enumerate(SESSIONS):
                first = options.first + number * each
                programs.append(start(daemon, options, tenant, first, first + each - 1))
            for tenant, program in zip(SESSIONS, programs):
                print(f"{tenant}: {each} graphs, the longest took {longest_of(tenant, program):.0f} ms", flush=True)
            for vgpu in vgpus_at_rest(daemon):
                print(f"virtual GPU {vgpu['name']}: {vgpu['jobs']} jobs, none is left")
            print(f"{each * len(SESSIONS)} graphs in {time.monotonic() - began:.0f} s")
        except Failure as failure:
            print(f"FAILED: {failure}")
            return 1
        finally:
            for program in programs:
                if program.poll() is None:
                    program.kill()
                    program.wait()
            if options.policy:
                daemon.run("policy", "unload")
            daemon.down()
    return 0


if __name__ == "__main__":
    sys.exit(main())
