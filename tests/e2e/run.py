#!/usr/bin/env python3
"""Runs the end-to-end programs, natively or under a launcher, and says which of them pass.

    run.py --programs DIR [--launcher 'ringfence run --'] [--variant shared|static] [--jobs N] [--record] [NAME...]

DIR is what build.py made. A program passes if it exits with 0 and its last line is `ok`, or if its output is what the
file named in programs.txt holds. --record writes such files where they are missing: run it natively, on a card, and
read them before they are kept. The exit status is 0 if nothing failed.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import difflib
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import time

import program_list


@dataclasses.dataclass
class Outcome:
    """How a run ended: passed, failed or skipped, and why."""

    verdict: str
    seconds: float
    reason: str = ""


def execute(command, timeout):
    """(exit status or None if it took too long, standard output, standard error). Ends all that it started."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                          start_new_session=True) as process:
        try:
            output, errors = process.communicate(timeout=timeout)
            return process.returncode, output.decode(errors="replace"), errors.decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, errors = process.communicate()
            return None, output.decode(errors="replace"), errors.decode(errors="replace")


def tail(text, lines=12):
    """The end of a program's output."""
    return "\n".join(text.rstrip().splitlines()[-lines:])


def matches(expected, line):
    """True if a line is as expected. Where the real thing crashed, there is nothing to be equal to from there on."""
    crash = " crash"
    return line == expected or (expected.endswith(crash) and line.startswith(expected[:-len(crash)]))


def name_of(line):
    """The case that a line of a recorded output is about: its first word, without a colon."""
    return line.split(" ", 1)[0].rstrip(":")


def recorded_lines(program):
    """The lines of its record, without the comments that say where that is from."""
    return [line for line in program.stdout.read_text().splitlines() if not line.startswith("#")]


def read_differing(path):
    """The names in a list of cases that differ from the record; a comment above them says why."""
    lines = path.read_text().splitlines() if path else []
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def compare_with_record(program, lines, launcher):
    """(verdict, reason): every line as recorded, but for those that are listed, and those not as recorded."""
    expected = recorded_lines(program)
    names = [name_of(line) for line in expected]
    if names != [name_of(line) for line in lines]:
        difference = difflib.unified_diff(names, [name_of(line) for line in lines], "recorded", "output", "", "", 0, "")
        return "failed", "other cases than the record has:\n" + "\n".join(difference)
    listed = read_differing(program.differs) if launcher else set()
    differing = {name for name, wanted, line in zip(names, expected, lines) if not matches(wanted, line)}
    problems = [f"no such case: {name}" for name in sorted(listed - set(names))]
    for name, wanted, line in zip(names, expected, lines):
        if name in differing - listed:
            problems.append(f"{line}, recorded: {wanted}")
        elif name in listed - differing and "--backend soft" in launcher:
            problems.append(f"{name} is as recorded now: take it out of {program.differs.name}")
    return ("failed", "\n".join(problems)) if problems else ("passed", "")


def compare(program, output, record, launcher):
    """(verdict, reason) of a program's output, which ended well."""
    if not program.stdout:
        lines = output.split("\n")
        good = len(lines) >= 2 and lines[-2:] == ["ok", ""]
        return ("passed", "") if good else ("failed", f"the last line is not `ok`:\n{tail(output)}")
    if not program.stdout.exists():
        if not record:
            return "skipped", f"there is no {program.stdout.name}; --record writes it"
        program.stdout.write_text(output)
        return "passed", f"{program.stdout.name} is recorded"
    if program.differs:
        return compare_with_record(program, output.splitlines(), launcher)
    expected, lines = recorded_lines(program), output.splitlines()
    if len(expected) == len(lines) and all(map(matches, expected, lines)):
        return "passed", ""
    difference = difflib.unified_diff(expected, lines, program.stdout.name, "output", "", "", 0, "")
    return "failed", "\n".join(difference)


def launcher_for(program, options):
    """The launcher's words, with the program's own for `ringfence run` if the launcher does not say how itself."""
    words = shlex.split(options.launcher)
    says_how = "--isolation" in words or "--guard" in words
    if not program.run or says_how or words[-1:] != ["--"]:
        return words
    return [*words[:-1], *program.run, "--"]


def run_one(program, options):
    """Runs a program."""
    binary = options.programs / options.variant / program.name
    if not binary.exists():
        return Outcome("failed", 0, f"{binary} is missing: build it with build.py")
    is_soft = "--backend soft" in options.launcher
    is_private = "--isolation private" in options.launcher
    here = program.soft_skip if is_soft else program.card_skip or (program.private_card_skip if is_private else "")
    reason = program.skip or here
    if reason and options.launcher:
        return Outcome("skipped", 0, reason)
    start = time.monotonic()
    status, output, errors = execute([*launcher_for(program, options), binary, *program.arguments], program.timeout)
    seconds = time.monotonic() - start
    if status is None:
        how = f"still running after {program.timeout:.0f} s"
        return Outcome("failed", seconds, f"{how}\n{tail(output)}\n{tail(errors)}")
    if status != 0:
        how = f"exit status {status}" if status > 0 else signal.Signals(-status).name
        return Outcome("failed", seconds, f"{how}\n{tail(output)}\n{tail(errors)}")
    verdict, reason = compare(program, output, options.record, options.launcher)
    return Outcome(verdict, seconds, reason + (f"\n{tail(errors)}" if verdict == "failed" and errors else ""))


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=pathlib.Path, required=True, help="the folder that build.py made")
    parser.add_argument("--launcher", default="", help="what to put in front of each program")
    parser.add_argument("--variant", choices=program_list.VARIANTS, default="shared")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--record", action="store_true", help="write expected outputs that are missing")
    parser.add_argument("names", nargs="*", help="only these programs")
    options = parser.parse_args()

    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        chosen = program_list.programs(options.names)
        for program, outcome in zip(chosen, pool.map(lambda program: run_one(program, options), chosen)):
            counts[outcome.verdict] += 1
            print(f"{program.name:28} {outcome.verdict:8} {outcome.seconds:6.2f} s", flush=True)
            if outcome.reason:
                print("    " + outcome.reason.strip().replace("\n", "\n    "), flush=True)
    where = f"under {options.launcher}" if options.launcher else "natively"
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped "
          f"({options.variant} runtime, {where})")
    if not options.names and not counts["passed"]:
        print("nothing was run, and so nothing was tested")
        return 1
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
