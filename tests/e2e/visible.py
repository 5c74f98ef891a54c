#!/usr/bin/env python3
"""Checks what programs see with CUDA_VISIBLE_DEVICES, and that a daemon that they start does not follow it.

    visible.py --program PATH --ringfence PATH

The program is driver/visible.cpp. The daemon is one of its own.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

VARIABLE = "CUDA_VISIBLE_DEVICES"
ONE = ("cuInit 0, cuDeviceGetCount 0 1, cudaGetDeviceCount 0 1, cudaGetLastError 0, cudaGetDevice 0, cudaSetDevice 0, "
       "cudaSetDevice(1) 101, cudaMalloc 0\n")
NONE = ("cuInit 100, cuDeviceGetCount 3 -1, cudaGetDeviceCount 100 0, cudaGetLastError 100, cudaGetDevice 100, "
        "cudaSetDevice 100, cudaSetDevice(1) 100, cudaMalloc 100\n")
CARD = "GPU-8932f937-d72c-4106-c12f-20bd9faed9f6"
# The variable, what the program prints, and whether the user is told what became of it.
CASES = (
    ("3", ONE, True),  # the daemon is started by this one
    (None, ONE, False),
    ("", NONE, False),
    ("-1", NONE, False),
    ("0", ONE, False),
    ("0,1", ONE, True),
    ("1,0", ONE, True),
    (CARD, ONE, True),
    ("MIG-" + CARD, ONE, True),
    ("0\x1b[2J" + "x" * 1000, ONE, True),
    ("none\x1b[2J" + "x" * 1000, NONE, True),
)
# What a launcher of several programs sets for each, behind the back of `ringfence run`.
LAUNCHED = (("5", ONE), (CARD, ONE), ("-1", NONE))


def environment_with(environment, value):
    """The environment with that value of the variable, or without it."""
    without = {name: text for name, text in environment.items() if name != VARIABLE}
    return without if value is None else without | {VARIABLE: value}


def run(options, environment, *command):
    """Runs a command under `ringfence run`."""
    return subprocess.run([options.ringfence, "run", "--backend", "soft", "--", *command], text=True, env=environment,
                          capture_output=True, check=False, timeout=600)


def check(options, environment):
    """What is wrong."""
    problems = []
    for value, expected, is_told in CASES:
        done = run(options, environment_with(environment, value), options.program)
        if done.returncode != 0 or done.stdout != expected:
            problems.append(f"with {value!r} ({done.returncode}): {done.stdout}{done.stderr}")
        lines = [line for line in done.stderr.splitlines() if VARIABLE in line]
        if len(lines) != is_told or any("\x1b" in line or len(line) > 500 for line in lines):
            problems.append(f"with {value!r} the user is told: {done.stderr}")
    for value, expected in LAUNCHED:
        done = run(options, environment, "env", f"{VARIABLE}={value}", options.program)
        if done.returncode != 0 or done.stdout != expected:
            problems.append(f"launched with {value!r} ({done.returncode}): {done.stdout}{done.stderr}")
    printed = run(options, environment_with(environment, "2,3"), "printenv", VARIABLE).stdout
    if printed != "0\n":
        problems.append(f"a program that reads the variable itself finds {printed!r}")
    return problems


def daemons_variable(options, environment):
    """What the daemon that runs has, as NAME=VALUE, or nothing."""
    status = subprocess.run([options.ringfence, "status", "--json"], env=environment, check=True, capture_output=True)
    variables = pathlib.Path(f"/proc/{json.loads(status.stdout)['pid']}/environ").read_bytes().split(b"\0")
    return [variable for variable in variables if variable.startswith(VARIABLE.encode())]


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--ringfence", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ringfence-visible-", ignore_cleanup_errors=True) as folder:
        environment = environment_with(os.environ, None) | {"RINGFENCE_SOCKET": f"{folder}/run/socket"}
        try:
            problems = check(options, environment)
            if found := daemons_variable(options, environment):
                problems.append(f"the daemon that a program has started has {found}")
            subprocess.run([options.ringfence, "down"], env=environment, check=True, stdout=subprocess.DEVNULL)
            chosen = environment_with(environment, "0")
            subprocess.run([options.ringfence, "up"], env=chosen, check=True, stdout=subprocess.DEVNULL)
            if (found := daemons_variable(options, environment)) != [b"CUDA_VISIBLE_DEVICES=0"]:
                problems.append(f"the daemon that was given a card has {found}")
        finally:
            subprocess.run([options.ringfence, "down"], env=environment, check=True, stdout=subprocess.DEVNULL)
    if problems:
        sys.exit("visible.py: " + "\n".join(problems))


if __name__ == "__main__":
    main()
