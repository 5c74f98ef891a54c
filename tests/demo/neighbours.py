#!/usr/bin/env python3
"""Runs examples/neighbours/neighbours.py and compares what it prints with what it should: all but numbers that differ from run to run.

    neighbours.py --ringfence PATH --programs FOLDER
"""

import difflib
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SHOW = HERE.parents[1] / "examples" / "neighbours" / "neighbours.py"


def without_measurements(text):
    """Times and counts of rounds become N; of the report only the kernel and its line are looked at."""
    text = re.sub(r"\d+ rounds of work meanwhile \d+", "N rounds of work meanwhile N", text)
    text = re.sub(r" +\d+\.\d+ ms", " N ms", text)
    text = re.sub(r"\d+\.\d+ times as long", "N times as long", text)
    return re.sub(r"ringfence: .*(loaded_pointer).*\((attacks\.cu:20)\).*", r"ringfence: \1, \2", text)


def main():
    """The command: its arguments are that program's."""
    done = subprocess.run([sys.executable, SHOW, "--rounds", "1", *sys.argv[1:]], capture_output=True,
                          text=True, timeout=280, check=False)
    if done.returncode != 0 or done.stderr:
        sys.exit(f"neighbours.py ended with {done.returncode}\n{done.stdout}{done.stderr}")
    expected = (HERE / "neighbours.txt").read_text().splitlines()
    difference = list(difflib.unified_diff(expected, without_measurements(done.stdout).splitlines(), "neighbours.txt",
                                           "output", "", "", 1, ""))
    if difference:
        sys.exit("\n".join(difference))
    return 0


if __name__ == "__main__":
    sys.exit(main())
