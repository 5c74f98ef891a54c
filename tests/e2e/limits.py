#!/usr/bin/env python3
"""Checks what a program sees that reaches a limit, what is counted and written down, and that it all goes back.

    limits.py --ringfence PATH --program PATH

The program is driver/limits.cpp. The daemon is one of its own.
"""

import argparse
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

OUT_OF_MEMORY, INVALID_PTX, LAUNCH_TIMEOUT = 2, 218, 702
# The limit, what is set, how often it works before, and CUDA's status then. None: it does not matter.
CASES = (
    ("device_memory", "64M", range(10, 17), OUT_OF_MEMORY),
    ("device_memory_soft", "16M", range(20, 21), 0),
    ("host_memory", "96M", range(6, 9), OUT_OF_MEMORY),
    ("host_segments", "10", range(8, 10), OUT_OF_MEMORY),
    ("streams", "7", range(7, 8), OUT_OF_MEMORY),
    ("events", "300", range(300, 301), OUT_OF_MEMORY),
    ("graphs", "6", range(6, 7), OUT_OF_MEMORY),
    ("graph_nodes", "1000", range(2, 4), OUT_OF_MEMORY),  # a call of the host counts as 64 more
    ("modules", "5", range(5, 6), OUT_OF_MEMORY),
    ("module_bytes", "10K", range(5, 15), OUT_OF_MEMORY),
    ("functions", "4", range(4, 5), OUT_OF_MEMORY),
    ("local_memory", "4K", None, OUT_OF_MEMORY),
    ("submissions", "64", range(2000, 2001), 0),
    ("copies", "16", range(2000, 2001), 0),
    ("compile_ms", "30", None, INVALID_PTX),
    ("kernel_ms", "200", None, LAUNCH_TIMEOUT),
)
SETTINGS = """
backend = "soft"
audit = "{folder}/audit.jsonl"
[limits]
streams = 500
[tenant_limits]
device_memory = "512M"
sessions = 4
events = 2000
"""


class Check:
    """Runs programs under a daemon, and collects what is wrong."""

    def __init__(self, ringfence, program, folder):
        self.ringfence = ringfence
        self.program = program
        self.folder = folder
        # A cache of its own: what is kept needs no time to compile.
        self.environment = dict(os.environ, RINGFENCE_SOCKET=f"{folder}/socket", RINGFENCE_CACHE=f"{folder}/cache")
        self.problems = []

    def expect(self, condition, text):
        """Notes a problem."""
        if not condition:
            self.problems.append(text)

    def ringfence_says(self, *words):
        """The output of a command."""
        return subprocess.run([self.ringfence, *words], capture_output=True, text=True, env=self.environment,
                              check=True).stdout

    def status(self):
        """The daemon's status."""
        return json.loads(self.ringfence_says("status", "--json"))

    def sessions(self):
        """The sessions of all workers."""
        return [session for worker in self.status()["workers"] for session in worker["session_list"]]

    def tenant(self):
        """The resources of the only tenant."""
        return next(iter(self.status()["tenants"].values()), {})

    def held(self):
        """Its resources that are not 0."""
        return {key: entry["used"] for key, entry in self.tenant().items() if "used" in entry}

    def expect_soon(self, condition, text):
        """The same of what a worker tells after it has answered, which is late if it stands still for a moment."""
        for _ in range(1200):
            if condition():
                return
            time.sleep(0.05)
        self.problems.append(text())

    def becomes_empty(self, what):
        """All that programs had has gone back, in a while."""
        self.expect_soon(lambda: not self.held(), lambda: f"after {what} the tenant still has {self.held()}")

    @contextlib.contextmanager
    def running(self, case, *options):
        """A program that has said its line, until the block ends; and the lines."""
        words = [self.ringfence, "run", *options, "--", self.program, case]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env=self.environment) as program:
            lines = []
            for line in program.stdout:
                lines.append(line.strip())
                if line.startswith(f"{case}: "):
                    break
            yield program, lines
            program.stdin.close()
            program.stdout.read()


def check_case(check, key, value, successes, status):
    """One limit from one program."""
    with check.running(key, "--limit", f"{key}={value}") as (program, lines):
        if not lines or not lines[-1].startswith(f"{key}: "):
            check.expect(False, f"{key}: the program says {lines} {program.stderr.read()}")
            return
        done, got = lines[-1].removeprefix(f"{key}: ").split(", then ")
        check.expect(int(got) == status, f"{key}: status {got}, not {status}")
        check.expect(successes is None or int(done) in successes, f"{key}: worked {done} times, not {successes}")
        if key == "device_memory":
            check.expect(lines[0] == "total 64 MiB, device 64 MiB", f"the program sees {lines[0]}")
        if key == "local_memory":
            check.expect(lines[0] == "stack 4096", f"the program sees {lines[0]}")
        check.expect_soon(lambda: check.tenant().get(key, {}).get("reached", 0) >= 1, lambda: f"{key}: nothing was counted")
        if key != "kernel_ms":  # which has ended the session
            check.expect_soon(lambda: any(session["limits"].get(key, {}).get("reached", 0) >= 1 for session in check.sessions()),
                              lambda: f"{key}: the status says {check.sessions()}")
    check.becomes_empty(key)


def check_audit(check):
    """Every limit that was reached stands there, once or twice for each session."""
    def told(key):
        # The last line may not be there in full yet.
        lines = pathlib.Path(f"{check.folder}/audit.jsonl").read_text().split("\n")[:-1]
        events = [event for event in map(json.loads, lines) if event["event"] == "limit_reached"]
        return sum((event.get("limit") or event.get("subject")) == key for event in events)

    for key, *_ in CASES:
        check.expect_soon(lambda key=key: told(key) >= 1, lambda key=key: f"{key}: {told(key)} lines in the audit trail")
        check.expect(told(key) <= 4, f"{key}: {told(key)} lines in the audit trail")


def check_client_cannot_loosen(check):
    """The settings say 500 streams, whatever the client says."""
    with check.running("streams", "--limit", "streams=900") as (_, lines):
        check.expect(lines == ["streams: 500, then 2"], f"a client that asks for more: {lines}")
    check.becomes_empty("a client that asked for more")
    done = subprocess.run([check.ringfence, "run", "--limit", "steams=3", "--", check.program, "some"],
                          capture_output=True, text=True, env=check.environment, check=False)
    check.expect(done.returncode != 0 and "there is no limit 'steams'" in done.stderr, f"a misspelt one: {done.stderr}")


def check_tenant(check):
    """Sessions of one tenant, in workers of their own, have so much together."""
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(check.running("some", "--isolation", "private"))
        def are_all_there():
            held = check.held()
            return held.get("sessions") == 3 and held.get("streams") == 9 and held.get("device_memory", 0) >= 24 << 20

        check.expect_soon(are_all_there, lambda: f"three programs have {check.held()}")
        _, lines = stack.enter_context(check.running("device_memory", "--isolation", "private"))
        check.expect(lines[0] == "total 512 MiB, device 512 MiB", f"it sees {lines}")
        check.expect(lines[-1].endswith("then 2"), f"all of a tenant's memory: {lines}")
        fifth = subprocess.run([check.ringfence, "run", "--", check.program, "some"], capture_output=True, text=True,
                               env=check.environment, check=False, stdin=subprocess.DEVNULL)
        check.expect(fifth.returncode != 0 and "has 4 sessions, as many as it may have" in fifth.stderr,
                     f"a fifth session: {fifth.stderr}")
    check.becomes_empty("several programs")


def check_crashes(check):
    """A client, then a worker, that is killed: all goes back."""
    for options in ((), ("--isolation", "private")):
        for _ in range(3):
            with check.running("some", *options) as (program, _):
                check.expect_soon(lambda: check.held().get("events") == 3, lambda: f"a program has {check.held()}")
                program.kill()
                program.wait()
            check.becomes_empty("a client that was killed")
        with check.running("some", *options) as (program, _):
            for worker in check.status()["workers"]:
                if worker["sessions"]:
                    os.kill(worker["pid"], signal.SIGKILL)
            check.becomes_empty("a worker that was killed")


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", required=True)
    parser.add_argument("--program", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rf-limits-", ignore_cleanup_errors=True) as folder:
        check = Check(options.ringfence, options.program, folder)
        pathlib.Path(f"{folder}/settings.toml").write_text(SETTINGS.format(folder=folder))
        check.ringfence_says("up", "--config", f"{folder}/settings.toml")
        try:
            for case in CASES:
                check_case(check, *case)
            check_audit(check)
            check_client_cannot_loosen(check)
            check_tenant(check)
            check_crashes(check)
        finally:
            check.ringfence_says("down")
    for problem in check.problems:
        print(problem, file=sys.stderr)
    print("failed" if check.problems else "ok")
    return 1 if check.problems else 0


if __name__ == "__main__":
    sys.exit(main())
