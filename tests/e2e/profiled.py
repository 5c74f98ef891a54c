#!/usr/bin/env python3
"""Checks that a program which uses CUPTI goes on, and that its user is told why there is nothing to see; once.

    profiled.py --program PATH --ringfence PATH CUPTI...

The program is driver/profiled.cpp. CUPTI: libraries of that name, those that are not there are left out.
"""

import argparse
import os
import pathlib
import subprocess
import sys

LINE = "ringfence: CUPTI does not work here"


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--ringfence", required=True)
    parser.add_argument("libraries", nargs="+")
    options = parser.parse_args()
    libraries = [library for library in options.libraries if pathlib.Path(library).exists()]
    if not libraries:
        sys.exit("profiled.py: there is none of these libraries")
    for library in libraries:
        command = [options.ringfence, "run", "--backend", "soft", "--", options.program]
        done = subprocess.run(command, env=os.environ | {"CUPTI": library}, capture_output=True, text=True, check=False,
                              timeout=600)
        if done.returncode != 0 or done.stdout != "ok\n" or done.stderr.count(LINE) != 1:
            sys.exit(f"profiled.py: {library}: {done.returncode}\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
