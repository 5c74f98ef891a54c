#!/usr/bin/env python3
"""Runs every command of docs/users-guide.md, in its order, on the software GPU, and looks for what each line's comment
says of it: `# text` must be in the output; `# fails: text` besides, and the exit status must not be 0.
Exit status 77: there is no nvcc."""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "users-guide.md"
SKIPPED = 77


def blocks(page, kind):
    found = re.findall(r"^```(\w*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return [text for name, text in found if name == kind]


def commands_in(page):
    """(command, what its output must hold, whether it must fail)"""
    for block in blocks(page, ""):
        for line in block.splitlines():
            command, _, comment = (part.strip() for part in line.partition(" #"))
            if command.startswith("RINGFENCE_TOKEN="):
                continue  # its token is not a real one
            yield command, comment.removeprefix("fails: "), comment.startswith("fails: ")


def run(command, ringfence, folder):
    """By a shell, as a reader does it."""
    environment = {**os.environ, "RINGFENCE_SOCKET": f"{folder}/socket", "RINGFENCE_BACKEND": "soft",
                   "PATH": f"{os.path.dirname(ringfence)}:{os.environ['PATH']}"}
    return subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=300, check=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ringfence", required=True)
    ringfence = os.path.abspath(parser.parse_args().ringfence)
    if not shutil.which("nvcc"):
        print("skipped: there is no nvcc")
        return SKIPPED
    page = PAGE.read_text()
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="rf-guide-") as folder:
        (pathlib.Path(folder) / "saxpy.cu").write_text(blocks(page, "cuda")[0])
        try:
            for command, expected, must_fail in commands_in(page):
                done = run(command, ringfence, folder)
                if expected in done.stdout and (done.returncode != 0) == must_fail:
                    continue
                wrong += 1
                print(f"{command}\n  exit status {done.returncode}, output:\n{done.stdout}  wanted: {expected}")
        finally:
            run("ringfence down", ringfence, folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
