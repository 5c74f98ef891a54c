#!/usr/bin/env python3
"""A policy is exchanged while two programs keep the software GPU busy: what each gets before, meanwhile and after.

    swap.py --ringfence PATH --busy PATH

Two tenants with shares of 70 % and 30 %. Weighted fair queueing gives them that; round robin, which looks at turns
only, gives them half each; then the built-in one decides. Each kernel of the programs must find what the one before it left, so
one that was lost or came too early would be noticed. It fails when anything does not go as it says.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

POLICIES = pathlib.Path(__file__).resolve().parents[2] / "policies"
HEADERS = pathlib.Path(__file__).resolve().parents[2] / "include"
TENANTS = """[tenant.alice]
tokens = true
vgpu = "web"
[tenant.bob]
tokens = true
vgpu = "batch"
[vgpu.web]
compute = "70%"
[vgpu.batch]
compute = "30%"
"""
SETTINGS = """backend = "soft"
spare_workers = 0
tenants = "{folder}/tenants.toml"
[soft]
memory = "1G"
workers = 1
"""
LOOKS = 3
SECONDS = 0.5


class Machine:
    """A daemon of our own, and what can be asked of it."""

    def __init__(self, ringfence, folder):
        self.ringfence = ringfence
        self.environment = {**os.environ, "RINGFENCE_SOCKET": f"{folder}/socket"}

    def run(self, *words):
        done = subprocess.run([self.ringfence, *words], env=self.environment, capture_output=True, text=True,
                              timeout=180, check=False)
        if done.returncode != 0:
            sys.exit(f"ringfence {' '.join(words)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def show(self, *words):
        print(f"$ ringfence {' '.join(pathlib.Path(word).name for word in words)}")
        print(self.run(*words), end="", flush=True)

    def counts(self):
        """Each virtual GPU's device time and jobs so far, and the worker's policy."""
        workers = json.loads(self.run("status", "--json"))["workers"]
        vgpus = {vgpu["name"]: vgpu for worker in workers for vgpu in worker["vgpus"]}
        return vgpus, next((worker["policy"] for worker in workers if "policy" in worker), {})


def start_busy(program, machine, socket, tenant):
    token = machine.run("token", "new", "--tenant", tenant).strip().splitlines()[-1]
    busy = subprocess.Popen([program, socket], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    busy.stdin.write(token + "\n")
    busy.stdin.flush()
    if busy.stdout.readline().strip() != "busy":
        sys.exit(f"{tenant} was not let in")
    return busy


def look(machine, before, title):
    """Says who got what since then."""
    now, policy = machine.counts()
    spent = {name: now[name]["compute_ns"] - before[name]["compute_ns"] for name in ("web", "batch")}
    jobs = sum(now[name]["jobs"] - before[name]["jobs"] for name in spent)
    part = 100 * spent["web"] / max(1, sum(spent.values()))
    bar = "#" * round(part * 0.4)
    print(f"  {title:<22} web {part:5.1f} %  batch {100 - part:5.1f} %  |{bar:<40}| {jobs:5} jobs  "
          f"({policy.get('name', 'built in')})", flush=True)
    return now


def watch(machine, title):
    before, _ = machine.counts()
    for _ in range(LOOKS):
        time.sleep(SECONDS)
        before = look(machine, before, title)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", required=True)
    parser.add_argument("--busy", required=True, help="the program policy_busy")
    arguments = parser.parse_args()
    if shutil.which("clang") is None:
        print("skipped: needs clang")
        return 77
    with tempfile.TemporaryDirectory(prefix="rf-swap-") as folder:
        machine = Machine(arguments.ringfence, folder)
        tenants = pathlib.Path(folder, "tenants.toml")
        tenants.write_text(TENANTS)
        tenants.chmod(0o600)
        pathlib.Path(folder, "ringfence.toml").write_text(SETTINGS.format(folder=folder))
        objects = {}
        for name in ("weighted_fair", "round_robin"):
            objects[name] = f"{folder}/{name}.o"
            subprocess.run(["clang", "-O2", "-g", "-target", "bpf", "-mcpu=v3", f"-I{HEADERS}", "-c",
                            POLICIES / f"{name}.c", "-o", objects[name]], check=True)
        machine.run("up", "--config", f"{folder}/ringfence.toml")
        try:
            busy = [start_busy(arguments.busy, machine, f"{folder}/socket", tenant) for tenant in ("alice", "bob")]
            time.sleep(SECONDS)
            machine.show("policy", "load", objects["weighted_fair"])
            watch(machine, "before: weighted fair")
            before, _ = machine.counts()
            machine.show("policy", "swap", objects["round_robin"])
            look(machine, before, "during the swap")
            watch(machine, "after: round robin")
            _, policy = machine.counts()
            machine.show("policy", "unload")
            watch(machine, "and back: built in")
            for one in busy:
                rest, _ = one.communicate(timeout=180)
                if one.returncode != 0:
                    sys.exit(f"a program was disturbed: {rest}")
            print(f"The longest exchange kept decisions waiting for {policy['longest_change_ns'] / 1000:.0f} us. No job was "
                  "lost, and none overtook another of its stream.")
        finally:
            machine.run("down")
    return 0


if __name__ == "__main__":
    sys.exit(main())
