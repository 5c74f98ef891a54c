#!/usr/bin/env python3
"""The fault matrix of docs/faults.md, over real processes.

    run.py --programs build/release/bin            one case of each row
    run.py --programs build/release/bin --all      every row at every step, over every route
    run.py --programs build/release/bin --only "worker STOP" [--list]
"""

import argparse
import concurrent.futures
import os
import subprocess
import sys
import time
import traceback

import matrix
from pace import Pace
from replacing import Replacement
from shortages import Shortage
from signals import Case
from starter import StarterCase


# Exit status of a case that failed where the machine did not keep up; it is run again, with nothing beside it.
NOT_IN_TIME = 75
TRIALS_ALONE = 4


def signal_cases(is_all):
    """All cases of a row; or one, at a step and over a route that differ from row to row."""
    cases = []
    for number, row in enumerate(matrix.signal_rows()):
        of_row = [Case(row, step, route) for route in row["over"] for step in row["at"]]
        cases += of_row if is_all else [of_row[number * 7 % len(of_row)]]
    return cases


def other_cases(kind, heading, is_all):
    """The same, over both routes in turn."""
    cases = []
    for number, row in enumerate(matrix.rows_of(heading)):
        of_row = [kind(row, route) for route in row["over"]]
        cases += of_row if is_all else [of_row[number % len(of_row)]]
    return cases


def all_cases(is_all):
    """The cases of all tables."""
    return (signal_cases(is_all) + other_cases(Replacement, "Replacing the daemon", is_all)
            + other_cases(StarterCase, "The system's daemon and its starter", is_all)
            + other_cases(Shortage, "What runs out, and devices that fail", is_all))


def run_here(name, programs):
    """One case, in this process, which then has nothing but its children."""
    case = next(case for case in all_cases(True) if str(case) == name)
    case.pace = Pace()
    try:
        notes = case.run(programs)
    except Exception as failure:  # whatever it is, it is the result
        complaint = case.pace.complaint()
        traceback.print_exc(file=sys.stdout)
        print(f"FAILED: {failure}")
        if complaint:
            print(f"It proves nothing: {complaint}.")
        return NOT_IN_TIME if complaint else 1
    print(" ".join(notes or []))
    return 0


def run_apart(case, options):
    """In a process of its own: whatever it leaves behind is its child."""
    begin = time.monotonic()
    command = [sys.executable, __file__, "--programs", options.programs, "--here", str(case)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        output, _ = process.communicate()
    return case, process.returncode, output.strip(), time.monotonic() - begin


def run_again(case, options):
    """Alone, until the machine has kept up."""
    for _ in range(TRIALS_ALONE):
        result = run_apart(case, options)
        if result[1] != NOT_IN_TIME:
            break
    return result


def report(case, code, output, took):
    """A line, and more if it failed."""
    verdict = {0: "ok    ", NOT_IN_TIME: "late  "}.get(code, "FAILED")
    print(f"{verdict} {case} ({took:.1f} s) {output}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", required=True, help="the folder with ringfence and the test's programs")
    parser.add_argument("--all", action="store_true", default=bool(os.environ.get("RINGFENCE_ALL_FAULTS")))
    parser.add_argument("--only", default="", help="cases whose name has this text")
    parser.add_argument("--at-once", type=int, default=4)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--here", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        return run_here(options.here, options.programs)
    cases = [case for case in all_cases(options.all) if options.only in str(case)]
    if options.list:
        print("\n".join(map(str, cases)))
        return 0
    failed, late = 0, []
    begin = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(options.at_once) as pool:
        for result in pool.map(lambda case: run_apart(case, options), cases):
            report(*result)
            failed += result[1] not in (0, NOT_IN_TIME)
            late += [result[0]] if result[1] == NOT_IN_TIME else []
    for case in late:
        result = run_again(case, options)
        report(*result)
        failed += result[1] != 0
    print(f"{len(cases)} cases, {failed} failed, {time.monotonic() - begin:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
