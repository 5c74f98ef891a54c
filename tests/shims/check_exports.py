#!/usr/bin/env python3
"""Our libraries export what NVIDIA's export, under the same versions; and the one that they share exports nothing that
a program could take for its own. Exits with 77 where there are none of NVIDIA's to compare with.

    check_exports.py SHIM-FOLDER
"""

import pathlib
import subprocess
import sys

PAIRS = [("libcuda.so.1", "stubs/libcuda.so"), ("libcudart.so.13", "libcudart.so.13")]
OURS_ALONE = {"ringfence_shim_version", "cuShmAt", "cuShmCtl", "cuShmDt", "cuShmGet"}


def exported(path):
    text = subprocess.run(["nm", "-D", "--defined-only", path], check=True, capture_output=True, text=True).stdout
    # Some linkers also name the version itself.
    return {line.split()[-1] for line in text.splitlines() if " A " not in line}


def foreign_exports(folder):
    """Foreign symbols that the shared library exports: it is loaded first, so programs would use them."""
    text = subprocess.run(["nm", "-DC", "--defined-only", folder / "libringfence-client.so"], check=True,
                          capture_output=True, text=True).stdout
    names = (line.split(maxsplit=2)[2] for line in text.splitlines())
    return [name for name in names if not name.startswith(("rf_", "ringfence::client::"))
            and " ringfence::client::" not in name.split("(")[0]]


def main():
    toolkit = pathlib.Path("/usr/local/cuda/lib64")
    compared = 0
    wrong = [f"libringfence-client.so exports {name}" for name in foreign_exports(pathlib.Path(sys.argv[1]))]
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
