#!/usr/bin/env python3
"""Two tenants in one context: an honest one, and one that attacks it. Without the guard, fenced, and checked.

    neighbours.py [--ringfence PATH] [--programs FOLDER] [--backend soft|cuda] [--modes off,fence,check] [--rounds N]

Each tenant is a process under `ringfence run --isolation shared`. The honest one keeps a ledger in device memory and
computes all the time; the intruder is told the ledger's address. It fails if the guard lets anything through, or if the
attacks do no harm without it.
"""

import argparse
import contextlib
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SECRET = b"combination of the safe: 23-5-42"
MARK = 0xBAD.to_bytes(4, "little")
TITLES = {"off": "without the guard", "fence": "guard: fence", "check": "guard: check"}
TIMEOUT = 60

# (kernel, what it does, whether it does harm without the guard on the software GPU, which has checks of its own)
ATTACKS = [
    ("store", "store to the ledger's address", True),
    ("spy", "read the ledger", True),
    ("loaded_pointer", "pointer that was a number in memory", True),
    ("wrapping_index", "own array, index that leads there", True),
    ("atomic", "atomic addition", True),
    ("vector_store", "stores of 16 bytes", True),
    ("bulk_copy", "bulk copy from shared memory", True),
    ("imposter", "module that says it is guarded", True),
    ("forged_call", "call of a forged function", False),
    ("shared_overflow", "beyond the block's shared memory", False),
]


@dataclasses.dataclass
class Outcome:
    """The outcome of an attack."""

    changed: int  # words of the ledger
    wrong_rounds: int
    rounds: int
    learned: bool  # the secret
    hit_itself: bool
    load_status: int
    launch_status: int
    report: str  # what the intruder was told

    @property
    def is_harmful(self):
        return self.changed > 0 or self.wrong_rounds > 0 or self.learned

    def text(self):
        """For the table."""
        if self.changed:
            return f"{self.changed} WORDS CHANGED"
        if self.wrong_rounds:
            return "WRONG RESULTS"
        if self.learned:
            return "SECRET READ"
        if self.load_status:
            return f"module refused ({self.load_status})"
        if self.launch_status:
            place = re.search(r"\((\w+\.cu:\d+)\)", self.report)
            return f"caught: {place[1]}" if place else f"kernel ended ({self.launch_status})"
        return "hit its own memory" if self.hit_itself else "got nothing"


class Neighbour:
    """The honest tenant."""

    def __init__(self, launcher, options):
        self.process = subprocess.Popen([*launcher, options.programs / "neighbour", HERE], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.ledger = self.answer("ledger (.*)")[1]

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def answer(self, pattern):
        line = self.process.stdout.readline()
        found = re.fullmatch(pattern, line.rstrip("\n"))
        if not found:
            sys.exit(f"neighbours.py: the neighbour has ended, or said: {line!r}")
        return found

    def check(self):
        """(words changed, rounds, wrong rounds) since the last time."""
        self.tell("check")
        return tuple(map(int, self.answer(r"changed (\d+) rounds (\d+) wrong (\d+)").groups()))

    def time(self, rounds):
        """Microseconds of a round of its work."""
        self.tell(f"time {rounds}")
        return float(self.answer("microseconds (.*)")[1])

    def end(self):
        self.process.stdin.close()
        if self.process.wait(TIMEOUT) != 0:
            sys.exit(f"neighbours.py: the neighbour ended with status {self.process.returncode}")


def attack(kernel, neighbour, launcher, options):
    """Tries one attack while the neighbour works."""
    neighbour.tell("work")
    module = HERE / ("imposter.ptx" if kernel == "imposter" else "attacks.ptx")
    done = subprocess.run([*launcher, options.programs / "intruder", module, kernel, neighbour.ledger],
                          capture_output=True, text=True, timeout=TIMEOUT, check=False)
    if done.returncode != 0:
        sys.exit(f"neighbours.py: the intruder ended with status {done.returncode}\n{done.stdout}{done.stderr}")
    changed, rounds, wrong = neighbour.check()
    status = {name: int(value) for name, value in re.findall(r"^(load|launch) (\d+)$", done.stdout, re.M)}
    own = re.search("^own (.*)$", done.stdout, re.M)
    own = bytes.fromhex(own[1]) if own else b""
    return Outcome(changed, wrong, rounds, SECRET in own, MARK in own, status["load"], status.get("launch", 0),
                   done.stderr)


def print_table(modes, outcomes):
    """Each attempt and its outcome."""
    print(f"{'what the intruder tries':38}" + "".join(f"{TITLES[mode]:24}" for mode in modes).rstrip())
    for kernel, title, _ in ATTACKS:
        print(f"{title:38}" + "".join(f"{outcomes[kernel, mode].text():24}" for mode in modes).rstrip())
    if "off" in modes:
        print("Without the guard the last two are caught by checks of the software GPU's own; on a card they end the\n"
              "context, and everybody's work with it.")


def print_sums(modes, outcomes):
    """The neighbour's losses."""
    for mode in modes:
        mine = [outcomes[kernel, mode] for kernel, _, _ in ATTACKS]
        harmful = sum(outcome.is_harmful for outcome in mine)
        wrong, rounds = sum(outcome.wrong_rounds for outcome in mine), sum(outcome.rounds for outcome in mine)
        print(f"{TITLES[mode] + ':':20}{harmful} of {len(mine)} attacks did harm; of the neighbour's {rounds} rounds of "
              f"work meanwhile {rounds - wrong} were right")


def print_report(outcomes):
    """The report that a checked kernel's program gets."""
    report = outcomes["loaded_pointer", "check"].report.strip()
    print("\nWhat the intruder is told in check mode, and nobody else:")
    print("    " + report.replace("\n", "\n    "))


def print_cost(modes, neighbours, rounds):
    """The neighbour's own work, by turns."""
    best = dict.fromkeys(modes, float("inf"))
    for _ in range(rounds):
        for mode in modes:
            best[mode] = min(best[mode], neighbours[mode].time(10))
    print("\nWhat it costs the neighbour, best times of its work by turns (heat on a plate of 512 x 512, four steps):")
    for mode in modes:
        ratio = f"  {best[mode] / best['off']:.2f} times as long" if mode != "off" and "off" in best else ""
        print(f"    {TITLES[mode]:20}{best[mode] / 1000:8.2f} ms{ratio}")


def faults(modes, outcomes):
    """The failures, as texts."""
    for (kernel, mode), outcome in outcomes.items():
        harmless = dict((name, not harmful) for name, _, harmful in ATTACKS)[kernel]
        if mode != "off" and outcome.is_harmful:
            yield f"{kernel}: the guard ({mode}) let it through"
        if mode == "off" and not outcome.is_harmful and not harmless:
            yield f"{kernel} does no harm without the guard, so it shows nothing"
        if mode == "check" and not outcome.load_status and not outcome.launch_status and kernel != "shared_overflow":
            yield f"{kernel}: nobody was told in check mode"
    for mode in modes:
        if not any(outcome.rounds for (_, of), outcome in outcomes.items() if of == mode):
            yield f"{TITLES[mode]}: the neighbour did nothing meanwhile"


def show(options):
    """All of it; the faults."""
    launchers = {mode: [options.ringfence, "run", "--backend", options.backend, "--isolation", "shared", "--guard", mode,
                        "--"] for mode in options.modes}
    neighbours = {mode: Neighbour(launcher, options) for mode, launcher in launchers.items()}
    outcomes = {(kernel, mode): attack(kernel, neighbours[mode], launchers[mode], options)
                for kernel, _, _ in ATTACKS for mode in options.modes}
    print_table(options.modes, outcomes)
    print()
    print_sums(options.modes, outcomes)
    if "check" in options.modes:
        print_report(outcomes)
    print_cost(options.modes, neighbours, options.rounds)
    for neighbour in neighbours.values():
        neighbour.end()
    return list(faults(options.modes, outcomes))


@contextlib.contextmanager
def own_daemon(ringfence):
    """A daemon of this build, for as long as it takes: one that runs already may be another version."""
    if "RINGFENCE_SOCKET" in os.environ:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="ringfence-") as folder:
        os.environ["RINGFENCE_SOCKET"] = f"{folder}/socket"
        try:
            yield
        finally:
            subprocess.run([ringfence, "down"], stdout=subprocess.DEVNULL, timeout=TIMEOUT, check=False)
            del os.environ["RINGFENCE_SOCKET"]


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    build = HERE.parents[1] / "build" / "release" / "bin"
    is_bundle = (HERE.parent / "intruder").exists()
    parser.add_argument("--ringfence", type=pathlib.Path, help="the command",
                        default=HERE.parents[1] / "bin" / "ringfence" if is_bundle else build / "ringfence")
    parser.add_argument("--programs", type=pathlib.Path, help="where neighbour and intruder are",
                        default=HERE.parent if is_bundle else build)
    parser.add_argument("--backend", choices=["soft", "cuda"], default="soft")
    parser.add_argument("--modes", type=lambda text: text.split(","), default=["off", "fence", "check"],
                        help="on a card only: fence,check")
    parser.add_argument("--rounds", type=int, default=5, help="how often the neighbour's work is timed")
    options = parser.parse_args()
    with own_daemon(options.ringfence):
        found = show(options)
    for fault in found:
        print(f"neighbours.py: {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
