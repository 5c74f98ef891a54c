#!/usr/bin/env python3
"""Checks that calls of functions that are not supported are told: in the status, and at the end to who wants to know.

    unsupported.py --program PATH --ringfence PATH

The program is driver/unsupported.cpp. The daemon is one of its own.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

LINE = ("ringfence: 4 calls of functions that Ringfence does not support: "
        "nvmlDeviceGetTemperature (3), cuGreenCtxCreate (1)\n")
IN_STATUS = "    calls that are not supported: 4 of cuGreenCtxCreate, nvmlDeviceGetTemperature\n"


def unsupported_calls(status):
    """What the status has of each session. That of the program before may still be ending."""
    end = time.monotonic() + 60
    while True:
        workers = json.loads(status("--json"))["workers"]
        sessions = [session for worker in workers for session in worker["session_list"]]
        if len(sessions) == 1 or time.monotonic() > end:
            return [(session["unsupported_calls"], session["unsupported_functions"]) for session in sessions]
        time.sleep(0.05)


def check(options, environment, words):
    """What is wrong, and what the program says to standard error."""
    command = [options.ringfence, "run", "--backend", "soft", *words, "--", options.program]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=environment) as program:
        line = program.stdout.readline()
        if line != "ready\n":
            return [f"the program says {line!r} instead of `ready`"], program.stderr.read()

        def status(*words):
            return subprocess.run([options.ringfence, "status", *words], env=environment, check=True,
                                  capture_output=True, text=True).stdout

        told = unsupported_calls(status)
        problems = []
        if told != [(4, ["cuGreenCtxCreate", "nvmlDeviceGetTemperature"])]:
            problems.append(f"the status has {told}")
        if IN_STATUS not in (text := status()):
            problems.append(f"the status says:\n{text}")
        program.stdin.close()
        errors = program.stderr.read()
        if program.wait(timeout=120) != 0:
            problems.append(f"the program ended with {program.returncode}")
    return problems, errors


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--ringfence", required=True)
    options = parser.parse_args()
    problems = []
    with tempfile.TemporaryDirectory(prefix="ringfence-unsupported-", ignore_cleanup_errors=True) as folder:
        environment = os.environ | {"RINGFENCE_SOCKET": f"{folder}/run/socket"}
        environment.pop("RINGFENCE_VERBOSE", None)
        try:
            for words, expected in (([], 0), (["--verbose"], 1), (["--verbose", "--isolation", "private"], 1)):
                found, errors = check(options, environment, words)
                problems += found
                if errors.count(LINE) != expected or errors.count("not support") != expected:
                    problems.append(f"with {words} the program says to standard error:\n{errors}")
        finally:
            subprocess.run([options.ringfence, "down"], env=environment, check=True, stdout=subprocess.DEVNULL)
    if problems:
        sys.exit("unsupported.py: " + "\n".join(problems))


if __name__ == "__main__":
    main()
