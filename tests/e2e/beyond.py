#!/usr/bin/env python3
"""Checks programs whose memory together does not fit on the device.

    beyond.py --ringfence PATH --program PATH [--kills N] [--seed N]

The program is driver/beyond.cpp. The daemon is one of its own, and its software GPU is small. --kills: how many
programs are ended in the middle of a move.
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

MEBI = 1 << 20
CARD = 128 * MEBI
MOST_OF_IT = 96 * MEBI
SETTINGS = f"""
backend = "soft"
audit = "{{folder}}/audit.jsonl"
[soft]
memory = "{CARD // MEBI}M"
[memory]
host_backing = "512M"
"""


class Program:
    """One under `ringfence run`, which becomes it."""

    def __init__(self, check, seed, bytes_=MOST_OF_IT):
        words = [check.ringfence, "run", "--isolation", "shared", "--", check.program, str(bytes_), str(seed)]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, env=check.environment)

    def hear(self):
        """Its next line."""
        return self.process.stdout.readline().strip()

    def begin(self, times):
        """A round of work begins."""
        self.process.stdin.write(f"{times}\n")
        self.process.stdin.flush()

    def end(self):
        """Everything it says to the end, and whether all was right."""
        self.process.stdin.close()
        said = self.process.stdout.read()
        problem = self.process.stderr.read()
        return self.process.wait() == 0 and said.endswith("right\n"), said + problem

    def kill(self):
        """At once."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError):
                pipe.close()


class Check:
    """A daemon, and what is wrong."""

    def __init__(self, options, folder):
        self.ringfence = options.ringfence
        self.program = options.program
        self.options = options
        self.environment = dict(os.environ, RINGFENCE_SOCKET=f"{folder}/socket", RINGFENCE_CACHE=f"{folder}/cache")
        self.problems = []

    def expect(self, condition, text):
        """Notes a problem."""
        if not condition:
            self.problems.append(text)

    def says(self, *words):
        """The output of a command."""
        return subprocess.run([self.ringfence, *words], capture_output=True, text=True, env=self.environment,
                              check=True).stdout

    def status(self):
        """The daemon's status."""
        return json.loads(self.says("status", "--json"))

    def on_host(self):
        """Bytes of all sessions."""
        return sum(session["memory_on_host"] for worker in self.status()["workers"]
                   for session in worker["session_list"])

    def expect_soon(self, condition, text):
        """Expects it of a worker's report, which is late if the worker stands still for a moment."""
        for _ in range(600):
            if condition():
                return
            time.sleep(0.1)
        self.problems.append(text)

    def becomes_empty(self, what):
        """All that programs had has gone back, in a while."""
        for _ in range(1200):
            status = self.status()
            held = {key: entry["used"] for tenant in status["tenants"].values() for key, entry in tenant.items()
                    if entry.get("used")}
            if not held and status["host_backing"]["used"] == 0:
                return
            time.sleep(0.05)
        self.problems.append(f"after {what} something is left: {held}, {status['host_backing']}")


def two_at_once(check):
    """Both have three quarters of the card, and work at the same time."""
    programs = [Program(check, 1000), Program(check, 2000)]
    for program in programs:
        check.expect(program.hear() == "ready", "a program did not begin")
    check.expect_soon(lambda: check.on_host() >= 2 * MOST_OF_IT - CARD, "nothing lies on the host")
    check.expect_soon(lambda: "the card is full:" in check.says("top", "--once", "--interval", "0.1"), "top does not say so")
    for _ in range(3):
        for program in programs:
            program.begin(1)
        for program in programs:
            check.expect(program.hear().startswith("done "), "a round was not done")
    for program in programs:
        right, said = program.end()
        check.expect(right, f"two at once: {said}")
    check.becomes_empty("two at once")


def one_after_the_other(check):
    """Three, of which one works at a time."""
    programs = [Program(check, 1000 * i) for i in (1, 2, 3)]
    for program in programs:
        check.expect(program.hear() == "ready", "a program did not begin")
    for _ in range(2):
        for program in programs:
            program.begin(2)
            check.expect(program.hear().startswith("done "), "a round was not done")
    for program in programs:
        right, said = program.end()
        check.expect(right, f"one after the other: {said}")
    check.becomes_empty("one after the other")


def killed(check):
    """Others are killed while memory moves, and one lives on."""
    chance = random.Random(check.options.seed)
    survivor = Program(check, 7)
    check.expect(survivor.hear() == "ready", "a program did not begin")
    for number in range(check.options.kills):
        victim = Program(check, 100 + number)
        if chance.random() < 0.7:
            check.expect(victim.hear() == "ready", "a program did not begin")
            victim.begin(1)
            survivor.begin(1)
            time.sleep(chance.random() * 0.3)
            victim.kill()
            check.expect(survivor.hear().startswith("done "), "the survivor's round was not done")
        else:
            time.sleep(chance.random() * 0.5)
            victim.kill()
    right, said = survivor.end()
    check.expect(right, f"the survivor (seed {check.options.seed}): {said}")
    check.becomes_empty("kills")


def main():
    """Says what is wrong, if anything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", required=True)
    parser.add_argument("--program", required=True)
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ringfence-beyond-", ignore_cleanup_errors=True) as folder:
        check = Check(options, folder)
        settings = pathlib.Path(folder, "ringfence.toml")
        settings.write_text(SETTINGS.format(folder=folder), encoding="utf-8")
        check.says("up", "--config", str(settings))
        try:
            two_at_once(check)
            one_after_the_other(check)
            killed(check)
        finally:
            check.says("down")
    for problem in check.problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if check.problems else 0)


if __name__ == "__main__":
    main()
