#!/usr/bin/env python3
"""Checks that daemon, worker and client use no CPU time while a session is held and nothing is asked of it.

    idle.py --program PATH --ringfence PATH

The program is driver/idle.cpp. The daemon is one of its own.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

SETTLE_SECONDS = 1  # what waits spins for a moment, before it sleeps
WATCHED_SECONDS = 2
WINDOWS = 5  # who is busy is so in each; the time of a machine that stands still may count as anybody's
MOST_TICKS = 2  # a client looks now and then whether its worker lives


def ticks(pid):
    """CPU time of a process so far, in clock ticks: user and system."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def watch(pids):
    """The time that each process used in a while."""
    before = {name: ticks(pid) for name, pid in pids.items()}
    time.sleep(WATCHED_SECONDS)
    return {name: ticks(pid) - before[name] for name, pid in pids.items()}


def check(options, environment):
    """The mistake, as a text, or nothing."""
    command = [options.ringfence, "run", "--backend", "soft", "--", options.program]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                          env=environment) as program:
        line = program.stdout.readline()
        if line != "ready\n":
            return f"the program says {line!r} instead of `ready`"
        answer = subprocess.run([options.ringfence, "status", "--json"], env=environment, check=True,
                                capture_output=True, text=True)
        status = json.loads(answer.stdout)
        pids = {"daemon": status["pid"], "worker": status["workers"][0]["pid"], "client": program.pid}
        time.sleep(SETTLE_SECONDS)
        for _ in range(WINDOWS):
            used = watch(pids)
            print(f"ticks in {WATCHED_SECONDS} s: {used}")
            busy = [name for name, count in used.items() if count > MOST_TICKS]
            if not busy:
                break
        program.stdin.close()
        if program.wait(timeout=120) != 0:
            return f"the program ended with {program.returncode}"
    return f"used CPU time though idle: {', '.join(busy)}" if busy else None


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--ringfence", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ringfence-idle-", ignore_cleanup_errors=True) as folder:
        environment = os.environ | {"RINGFENCE_SOCKET": f"{folder}/run/socket"}
        try:
            fault = check(options, environment)
        finally:
            subprocess.run([options.ringfence, "down"], env=environment, check=True, stdout=subprocess.DEVNULL)
    if fault:
        sys.exit(f"idle.py: {fault}")


if __name__ == "__main__":
    main()
