#!/usr/bin/env python3
"""Runs an example that uses CUDA's libraries, on the software GPU, and compares what it prints with NAME.txt.

    library_example.py --ringfence PATH --program PATH [--isolation private]

The picture must be one: a PNG of the size that the first line of NAME.txt says, in which not all is the same.
"""

import argparse
import difflib
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent


def colours_of(png):
    """Width, height, and how many different bytes its pixels have."""
    if png[:8] != b"\x89PNG\r\n\x1a\n":
        sys.exit("the picture is not a PNG")
    width, height = struct.unpack(">II", png[16:24])
    data, at = b"", 8
    while at < len(png):
        length = struct.unpack(">I", png[at:at + 4])[0]
        if png[at + 4:at + 8] == b"IDAT":
            data += png[at + 8:at + 8 + length]
        at += 12 + length
    return width, height, len(set(zlib.decompress(data)))


def run(ringfence, isolation, program, picture):
    """The program's output."""
    done = subprocess.run([ringfence, "run", "--backend", "soft", "--isolation", isolation, "--", program, picture],
                          capture_output=True, text=True, timeout=600, check=False)
    if done.returncode != 0 or done.stderr:
        sys.exit(f"{program} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout.splitlines()


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--ringfence", required=True)
    parser.add_argument("--program", required=True)
    parser.add_argument("--isolation", default="auto")
    options = parser.parse_args()
    golden = HERE / (pathlib.Path(options.program).name + ".txt")
    with tempfile.TemporaryDirectory(prefix="ringfence-example-") as folder:
        os.environ["RINGFENCE_SOCKET"] = f"{folder}/socket"
        try:
            printed = run(options.ringfence, options.isolation, options.program, f"{folder}/picture.png")
        finally:
            subprocess.run([options.ringfence, "down"], capture_output=True, timeout=120, check=False)
        width, height, colours = colours_of(pathlib.Path(folder, "picture.png").read_bytes())
    if colours < 100:
        sys.exit("the picture shows nothing")
    output = [f"picture of {width} x {height}", *printed]
    difference = list(difflib.unified_diff(golden.read_text().splitlines(), output, golden.name, "output", "", "", 1, ""))
    if difference:
        sys.exit("\n".join(difference))
    return 0


if __name__ == "__main__":
    sys.exit(main())
