#!/usr/bin/env python3
"""Walks through docs/policies.md with the real command: a new policy is made, compiled and accepted; without its
comparison with null it is refused, with the line; and it runs in the simulator. Exit status 77: there is no clang."""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.dom.minidom

WORKLOAD = """seconds 2
vgpu a compute=70%
vgpu b compute=30%
load a endless compute 1ms
load b endless compute 1ms
"""


def run(words, folder, expected=0):
    """The output of a command, which must end with this status."""
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode != expected:
        sys.exit(f"{' '.join(map(str, words))}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def need(text, *parts):
    for part in parts:
        if part not in text:
            sys.exit(f"'{part}' is missing in:\n{text}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ringfence", required=True)
    ringfence = parser.parse_args().ringfence
    if shutil.which("clang") is None:
        print("skipped: needs clang")
        return 77
    with tempfile.TemporaryDirectory() as name:
        run([ringfence, "policy", "new", "fair"], name)
        folder = pathlib.Path(name) / "fair"
        compile_it = "clang -O2 -g -target bpf -mcpu=v3 -I . -c fair.c".split()
        run(compile_it, folder)
        text = run([ringfence, "policy", "verify", "fair.o"], folder)
        need(text, "policy 'fair' is accepted", "dispatch", "map vgpus", "hash, 1024 of 32 bytes")

        (folder / "workload.txt").write_text(WORKLOAD)
        text = run([ringfence, "simulate", "--policy", "fair.o", "workload.txt"], folder)
        need(text, "70.", "30.")

        # Beside the built-in one, as text and as a picture.
        text = run([ringfence, "simulate", "--policy", "built-in", "--policy", "fair.o", "--plot", "both.svg",
                    "workload.txt"], folder)
        need(text, "under built-in", "under fair.o")
        picture = (folder / "both.svg").read_text()
        need(picture, ">built-in</text>", ">fair.o</text>", ">a</text>", ">b</text>")
        xml.dom.minidom.parseString(picture)

        # The same policy within a virtual GPU, where each load is one of its members.
        (folder / "nested.txt").write_text(WORKLOAD + "load b endless compute 1ms\n")
        text = run([ringfence, "simulate", "--nested", "b=fair.o", "nested.txt"], folder)
        need(text, "70.", "30.", "within b: its policy decided to the end")
        text = run([ringfence, "simulate", "--nested", "fair.o", "nested.txt"], folder, expected=1)
        need(text, "--nested VGPU=FILE.o")
        text = run([ringfence, "simulate", "--nested", "c=fair.o", "nested.txt"], folder, expected=1)
        need(text, "has no virtual GPU 'c'")

        source = folder / "fair.c"
        source.write_text(source.read_text().replace("if (!state) return;\n    rf_u64 now", "rf_u64 now"))
        run(compile_it, folder)
        text = run([ringfence, "policy", "verify", "fair.o"], folder, expected=1)
        need(text, "fair.c:43:", "refused: r", "[not-a-pointer]", "state->time", "needed: a pointer", "hook: admit")
        text = run([ringfence, "simulate", "--policy", "fair.o", "workload.txt"], folder, expected=1)
        need(text, "[not-a-pointer]")
    return 0


if __name__ == "__main__":
    sys.exit(main())
