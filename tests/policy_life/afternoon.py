#!/usr/bin/env python3
"""Runs every command of docs/policies.md, in its order, beside two programs that keep the software GPU busy: from an
empty folder to a policy that is exchanged on a busy worker. Exit status 77: there is no clang."""

import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples/policies"
TENANTS = """[tenant.alice]
tokens = true
vgpu = "batch"
[tenant.bob]
tokens = true
vgpu = "web"
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
# The expected texts of commands. A command that is not here must only succeed.
EXPECTED = {
    "ringfence policy verify my-policy.o": ["policy 'my-policy' is accepted", "dispatch"],
    "ringfence simulate --policy my-policy.o workload.txt": ["70.", "30."],
    "ringfence simulate --policy built-in --policy my-policy.o --plot both.svg workload.txt":
        ["under built-in", "under my-policy.o"],
    "ringfence policy load my-policy.o": ["policy 'my-policy' decides now: 1 workers"],
    "ringfence policy list": ["policy 'my-policy' is loaded", "my-policy", "runs"],
    "ringfence policy stats": ["dispatch", "instructions on average", "made no sense"],
    "ringfence policy map list": ["vgpus", "hash", "value 32 bytes"],
    "ringfence policy map dump vgpus": ["0 = ", "1 = "],
    "ringfence policy map get vgpus 0": [","],
    "ringfence policy map watch --changes 2 vgpus": ["+ 0 = ", "- "],
    "ringfence policy log": ["dispatch", "retire", "start, ", "web", "batch"],
    "ringfence policy trace decisions.json": [],
    "ringfence policy swap my-policy.o": ["policy 'my-policy' decides now"],
    "ringfence policy swap --native my-policy.o": ["policy 'my-policy' decides now"],
    "ringfence policy show": ["budget    16384", "patience  5000 ms", ": runs"],
    "ringfence policy unload": ["the built-in policy decides now, in 1 workers"],
    "ringfence vgpu set batch --managed-by alice": [],
    "ringfence policy load --vgpu batch my-policy.o": ["my-policy"],
    "ringfence policy list --vgpu batch": ["my-policy", "runs"],
    "ringfence simulate --nested batch=my-policy.o workload.txt": ["within batch: its policy decided to the end"],
}


def commands_in(page):
    """The lines of all blocks that begin with a command, in order, without comments."""
    for block in re.findall(r"^```\w*\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        lines = block.splitlines()
        if not re.match(r"(ringfence|clang|cd|cat) ", lines[0]):
            continue
        yield from (line.split(" #")[0].strip() for line in lines if line.strip())


class Walk:
    """Where the reader of the page is, and what he has there."""

    def __init__(self, ringfence, folder):
        self.ringfence = ringfence
        self.folder = pathlib.Path(folder)
        self.place = self.folder
        self.environment = {**os.environ, "RINGFENCE_SOCKET": f"{folder}/socket"}

    def run(self, command):
        words = shlex.split(command)
        if words[0] == "cd":
            self.place = self.place / words[1]
            return ""
        if words[0] == "ringfence":
            words[0] = self.ringfence
        done = subprocess.run(words, cwd=self.place, env=self.environment, capture_output=True, text=True, timeout=180,
                              check=False)
        if done.returncode != 0:
            sys.exit(f"{command}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def run_until(self, command, parts):
        """Until it says all that; what is counted takes a moment to be there."""
        for _ in range(600):
            text = self.run(command)
            if all(part in text for part in parts):
                return text
            time.sleep(0.1)
        sys.exit(f"{command}: {parts} are not all in:\n{text}")


def start_busy(program, walk, tenant):
    token = walk.run(f"ringfence token new --tenant {tenant}").strip().splitlines()[-1]
    busy = subprocess.Popen([program, f"{walk.folder}/socket"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    busy.stdin.write(token + "\n")
    busy.stdin.flush()
    if busy.stdout.readline().strip() != "busy":
        sys.exit(f"{tenant}: {busy.stdout.read()}")
    return busy


def try_example(walk):
    """The maps from Python: examples/policies/maps.py."""
    example = f"{sys.executable} {EXAMPLES / 'maps.py'} --ringfence {walk.ringfence}"
    if "+ 0 = " not in walk.run(f"{example} --changes 2 vgpus"):
        sys.exit("maps.py has not shown the map")
    walk.run(f"{example} vgpus 200 1,2,3,4")
    if "200 = 1,2,3,4" not in walk.run("ringfence policy map dump vgpus"):
        sys.exit("maps.py has not set the map")


def end_busy(busy):
    rest, _ = busy.communicate(timeout=180)
    if busy.returncode != 0:
        sys.exit(f"a program was disturbed: {rest}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ringfence", required=True)
    parser.add_argument("--busy", required=True)
    parser.add_argument("--page", required=True)
    arguments = parser.parse_args()
    if shutil.which("clang") is None:
        print("skipped: needs clang")
        return 77
    commands = list(commands_in(pathlib.Path(arguments.page).read_text()))
    missing = [command for command in EXPECTED if command not in commands]
    if missing:
        sys.exit(f"the page does not have: {missing}")
    with tempfile.TemporaryDirectory(prefix="rf-afternoon-") as name:
        walk = Walk(arguments.ringfence, name)
        (walk.folder / "tenants.toml").write_text(TENANTS)
        (walk.folder / "tenants.toml").chmod(0o600)
        (walk.folder / "ringfence.toml").write_text(SETTINGS.format(folder=name))
        walk.run(f"ringfence up --config {name}/ringfence.toml")
        try:
            busy = [start_busy(arguments.busy, walk, tenant) for tenant in ("alice", "bob")]
            for command in commands:
                walk.run_until(command, EXPECTED[command]) if command in EXPECTED and " swap" not in command else \
                    walk.run(command)
                if command.startswith("ringfence policy map set "):
                    try_example(walk)
                if command.startswith("cd "):
                    (walk.place / "workload.txt").write_text(
                        "seconds 2\nvgpu web compute=70%\nvgpu batch compute=30%\n"
                        "load web endless compute 1ms\nload batch endless compute 1ms\n"
                        "load batch endless compute 1ms\n")
            for one in busy:
                end_busy(one)
            events = json.loads((walk.place / "decisions.json").read_text())
            if not any(event["ph"] == "X" for event in events):
                sys.exit("decisions.json has no jobs")
        finally:
            walk.run("ringfence down")
    print(f"{len(commands)} commands")
    return 0


if __name__ == "__main__":
    sys.exit(main())
