#!/usr/bin/env python3
"""Lists what NVIDIA's libraries export, with their versions: api/libraries/NAME.symbols.

    tools/import_library_symbols.py [--toolkit /usr/local/cuda]
"""

import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARIES = {
    "cufft": "libcufft.so.12",
    "cublas": "libcublas.so.13",
    "cublasLt": "libcublasLt.so.13",
    "cusolver": "libcusolver.so.12",
    "cusparse": "libcusparse.so.12",
    "curand": "libcurand.so.10",
    "cudnn": "libcudnn.so.9",
    "nccl": "libnccl.so.2",
    "cufile": "libcufile.so.0",
    "nvidia-ml": "libnvidia-ml.so.1",
}
# Others hold names of libraries that they are built from.
PREFIXES = {"cufile": "cuFile", "nccl": "nccl", "nvidia-ml": "nvml"}


def symbols(path):
    text = subprocess.run(["nm", "-D", "--defined-only", "--with-symbol-versions", path], check=True,
                          capture_output=True, text=True).stdout
    for line in text.splitlines():
        words = line.split()
        if len(words) == 3 and words[1] in "TW":
            name, _, version = words[2].partition("@@")
            yield name, version


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toolkit", type=pathlib.Path, default="/usr/local/cuda")
    arguments = parser.parse_args()
    for name, file in LIBRARIES.items():
        path = arguments.toolkit / "lib64" / file
        if not path.exists():
            print(f"there is no {path}; --toolkit names the folder of a CUDA toolkit", file=sys.stderr)
            continue
        found = sorted(pair for pair in symbols(path) if pair[0].startswith(PREFIXES.get(name, "")))
        versions = {version for _, version in found}
        if len(versions) != 1:
            sys.exit(f"{path} has several symbol versions: {versions}")
        target = ROOT / f"api/libraries/{name}.symbols"
        version = versions.pop()
        described = f"all with the version {version}" if version else "without versions"
        target.write_text(f"# The exports of {file}, {described}.\n"
                          f"# Made by tools/import_library_symbols.py.\n" + "".join(f"{n}\n" for n, _ in found))
        print(f"{target.relative_to(ROOT)}: {len(found)} symbols")


if __name__ == "__main__":
    main()
