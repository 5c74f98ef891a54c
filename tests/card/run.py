#!/usr/bin/env python3
"""Runs what needs a card, in the order of plan.toml, until the time is used up.

    run.py --bundle FOLDER --out FOLDER [--work FOLDER] [--budget SECONDS] [--plan FILE] [--list] [STEP...]

FOLDER is an unpacked bundle that `./rf bundle --tests` made; the sources must be there too. Each step's output goes to
OUT/STEP.log, and OUT/summary.txt has a line for each: how it ended, after how long, and the last line that it printed.
What the steps build lies in the work folder, so that a second call with the same one builds it no more.
A step that would not end in time by the plan's own estimate is not begun; one that takes more than twice as long is
ended. Named steps run with those that they come after. The exit status is 1 if a step failed.
"""

import argparse
import contextlib
import dataclasses
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ENOUGH_FOR_A_SLOW_START = 10  # seconds beyond twice the estimate


@dataclasses.dataclass
class Step:
    """One command of the plan."""

    name: str
    seconds: float  # estimated, for an H200
    run: str  # for bash; BUNDLE, RINGFENCE, SOURCE, WORK, OUT and JOBS are set
    needs: str = ""  # a command that must succeed, or the step is skipped
    after: str = ""  # a step that must have passed
    beside: bool = False  # begins with the step before it: neither is measured


@dataclasses.dataclass
class Outcome:
    """How a step ended."""

    verdict: str  # passed, failed, timed out, skipped
    seconds: float = 0
    words: str = ""  # the last line of its output, or why it was skipped


def read_plan(file):
    """The steps; ends the program where the plan is wrong."""
    try:
        plan = tomllib.loads(file.read_text())
        steps = [Step(**entry) for entry in plan["step"]]
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        sys.exit(f"run.py: {file}: {error}")
    known = set()
    for step in steps:
        if step.name in known:
            sys.exit(f"run.py: {file}: two steps are named {step.name}")
        if step.after and step.after not in known:
            sys.exit(f"run.py: {file}: {step.name} comes after {step.after}, which is not before it")
        known.add(step.name)
    return steps


def chosen(steps, names):
    """The named steps and those that they come after; all if none is named."""
    by_name = {step.name: step for step in steps}
    unknown = [name for name in names if name not in by_name]
    if unknown:
        sys.exit(f"run.py: there is no step {unknown[0]}; --list shows them")
    wanted = set()
    for name in names:
        while name:
            wanted.add(name)
            name = by_name[name].after
    return [step for step in steps if step.name in wanted] if names else steps


def side_by_side(steps):
    """The plan as lists of steps that begin together."""
    groups = []
    for step in steps:
        if step.beside and groups:
            groups[-1].append(step)
        else:
            groups.append([step])
    return groups


class Run:
    """The plan being carried out."""

    def __init__(self, options, work):
        self.out = options.out.resolve()
        self.end = time.monotonic() + options.budget
        self.outcomes = {}
        self.environment = {
            **os.environ, "BUNDLE": str(options.bundle.resolve()), "OUT": str(self.out), "WORK": str(work),
            "RINGFENCE": str(options.bundle.resolve() / "bin" / "ringfence"), "SOURCE": str(HERE.parents[1]),
            "JOBS": str(os.cpu_count()), "PYTHONUNBUFFERED": "1"}

    def bash(self, command, output):
        """The command as a process group of its own."""
        return subprocess.Popen(["bash", "-c", command], cwd=HERE.parents[1], env=self.environment, stdout=output,
                                stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True)

    def reason_to_skip(self, step):
        """Why a step cannot run, or nothing."""
        if step.after and self.outcomes.get(step.after, Outcome("skipped")).verdict != "passed":
            return f"{step.after} did not pass"
        left = self.end - time.monotonic()
        if left < step.seconds:
            return f"{max(left, 0):.0f} s are left, and it takes {step.seconds:.0f}"
        if step.needs and self.bash(step.needs, subprocess.DEVNULL).wait() != 0:
            return f"not here: {step.needs}"
        return ""

    def begin(self, step):
        """Starts a step, or says why not. Gives the process."""
        reason = self.reason_to_skip(step)
        if reason:
            self.ended(step, Outcome("skipped", words=reason))
            return None
        with open(self.out / f"{step.name}.log", "wb") as log:
            return self.bash(step.run, log)

    def wait(self, step, process, began):
        """Waits for a step that was begun, and ends it when its time is up."""
        limit = min(2 * step.seconds + ENOUGH_FOR_A_SLOW_START, self.end - began)
        try:
            status = process.wait(timeout=max(began + limit - time.monotonic(), 0))
            verdict = "failed" if status else "passed"
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            verdict = "timed out"
        lines = (self.out / f"{step.name}.log").read_text(errors="replace").split("\n")
        words = next((line.strip() for line in reversed(lines) if line.strip()), "")
        self.ended(step, Outcome(verdict, time.monotonic() - began, words))

    def ended(self, step, outcome):
        """Writes down how a step ended, at once: the machine may be taken away."""
        self.outcomes[step.name] = outcome
        line = f"{outcome.verdict:9}  {outcome.seconds:6.1f} s  {step.name:24}  {outcome.words[:160]}"
        print(line, flush=True)
        with open(self.out / "summary.txt", "a", encoding="utf-8") as summary:
            summary.write(line + "\n")

    def all(self, steps):
        """Runs them. Gives True if none failed."""
        for group in side_by_side(steps):
            began = time.monotonic()
            for step, process in [(step, self.begin(step)) for step in group]:
                if process:
                    self.wait(step, process, began)
        return all(outcome.verdict in ("passed", "skipped") for outcome in self.outcomes.values())


def main():
    """Reads the words of the command and runs the plan."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bundle", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, help="a folder to build in; otherwise one that is deleted")
    parser.add_argument("--budget", type=float, default=1500, help="seconds for all")
    parser.add_argument("--plan", type=pathlib.Path, default=HERE / "plan.toml")
    parser.add_argument("--list", action="store_true", help="print the steps and their seconds")
    parser.add_argument("steps", nargs="*", metavar="STEP")
    options = parser.parse_args()
    steps = chosen(read_plan(options.plan), options.steps)
    if options.list:
        for step in steps:
            print(f"{step.seconds:6.0f} s  {step.name}{'  (beside the one before it)' if step.beside else ''}")
        return 0
    if not options.bundle or not options.out:
        parser.error("--bundle and --out are needed")
    if not (options.bundle / "bin" / "ringfence").exists():
        parser.error(f"there is no bin/ringfence in {options.bundle}; ./rf bundle --tests makes a bundle")
    options.out.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        work = options.work or pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rf-card-")))
        work.mkdir(parents=True, exist_ok=True)
        return 0 if Run(options, work.resolve()).all(steps) else 1


if __name__ == "__main__":
    sys.exit(main())
