#!/usr/bin/env python3
"""Checks that the attacks are PTX: assembles all of a folder with ptxas, but those that say they cannot be.

    assemble.py FOLDER

A line for each that does not assemble. Exit status 77 if there is no ptxas.
"""
import pathlib
import re
import shutil
import subprocess
import sys


def find_ptxas():
    return shutil.which("ptxas") or shutil.which("/usr/local/cuda/bin/ptxas")


def assemble(ptxas, file):
    """The complaint, or nothing."""
    text = file.read_text()
    if re.search(r"^// assembles: no", text, re.MULTILINE):
        return ""
    target = re.search(r"^\.target (\w+)", text, re.MULTILINE).group(1)
    done = subprocess.run([ptxas, f"-arch={target}", "-o", "/dev/null", file], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    ptxas = find_ptxas()
    if not ptxas:
        print("there is no ptxas")
        return 77
    files = sorted(pathlib.Path(sys.argv[1]).glob("*.ptx"))
    bad = 0
    for file in files:
        complaint = assemble(ptxas, file)
        if complaint:
            bad += 1
            print(f"FAIL {file.name}: {complaint.strip()}")
    print(f"{len(files)} files, {bad} failures")
    return 1 if bad or not files else 0


if __name__ == "__main__":
    sys.exit(main())
