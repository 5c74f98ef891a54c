#!/usr/bin/env python3
"""No library that programs load has a thread_local with a destructor (src/base/per_thread.h says why, and what to use
instead).

    check_thread_objects.py SHIM-FOLDER
"""

import pathlib
import subprocess
import sys


def registers_destructors(path):
    text = subprocess.run(["nm", "-D", "--undefined-only", path], check=True, capture_output=True, text=True).stdout
    return any(line.split()[-1].startswith("__cxa_thread_atexit") for line in text.splitlines())


def main():
    # Workers load the software GPU's libraries; programs do not.
    ours = [path for path in sorted(pathlib.Path(sys.argv[1]).glob("lib*.so*")) if "ringfence-soft-" not in path.name]
    wrong = [f"{path.name} has a thread_local with a destructor: use PerThread" for path in ours
             if registers_destructors(path)]
    print("\n".join(wrong) or f"none in {len(ours)} libraries")
    sys.exit(1 if wrong or not ours else 0)


if __name__ == "__main__":
    main()
