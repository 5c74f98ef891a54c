#!/usr/bin/env python3
"""Our libraries export what NVIDIA's export, under the same versions. Exits with 77 where there are none to compare with.

    check_exports.py SHIM-FOLDER
"""

import pathlib
import subprocess
import sys

PAIRS = [("libcuda.so.1", "stubs/libcuda.so"), ("libcudart.so.13", "libcudart.so.13")]
OURS_ALONE = {"ringfence_shim_version", "cuShmAt", "cuShmCtl", "cuShmDt", "cuShmGet"}


def exported(path):
    text = subprocess.run(["nm", "-D", "--defined-only", path], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1] for line in text.splitlines()}


def main():
    toolkit = pathlib.Path("/usr/local/cuda/lib64")
    compared, wrong = 0, []
    for ours, theirs in PAIRS:
        if not (toolkit / theirs).exists():
            print(f"there is no {toolkit / theirs} to compare with")
            continue
        mine, real = exported(pathlib.Path(sys.argv[1]) / ours) - OURS_ALONE, exported(toolkit / theirs)
        wrong += [f"{ours}: {name} is missing" for name in sorted(real - mine)]
        wrong += [f"{ours}: {name} is not CUDA's" for name in sorted(mine - real)]
        compared += len(real)
    print("\n".join(wrong) or f"{compared} exported names agree")
    sys.exit(1 if wrong else 0 if compared else 77)


if __name__ == "__main__":
    main()
