#!/usr/bin/env python3
"""Makes the PTX in this folder: kernels as Triton's compiler writes them, by clang, whose back end is Triton's too.

    generate.py [--check]

The PTX is kept, so that nobody needs clang to test with it. --check: only says whether it is what would be made.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
KERNELS = ("add", "softmax", "reduce", "matmul", "attention", "hopper")
OPTIONS = ["-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "--cuda-gpu-arch=sm_80", "-std=c++20", "-O3",
           "-gline-tables-only", "-S", "-Xclang", "-target-feature", "-Xclang", "+ptx72", "-Xclang", "-fcuda-short-ptr",
           "-mllvm", "-nvptx-short-ptr", "-Wno-unknown-cuda-version"]


def as_triton_writes(text):
    """Version and target are replaced, as Triton does it; the rest is what newer versions of LLVM write."""
    text = re.sub(r"\.version \d+\.\d+", ".version 8.7", text)
    text = re.sub(r"\.target sm_\d+.*", ".target sm_90a", text)
    text = re.sub(r"\.param \.u64 ", ".param .u64 .ptr .global .align 1 ", text)
    text = re.sub(r"\.maxntid 128, 1, 1", ".reqntid 128", text)
    text = re.sub(r"\bL(BB|tmp|func)", r"$L__\1", text)
    return re.sub(r'(\.file\t\d+ )"[^"]*/([^/"]+)"', r'\1"\2"', text)


def make(name):
    """The text of one kernel's module."""
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder, "kernel.ptx")
        subprocess.run(["clang++", *OPTIONS, f"{name}.cu", "-o", made], cwd=HERE, check=True)
        return as_triton_writes(made.read_text())


def main():
    """The command."""
    different = []
    for name in KERNELS:
        kept = HERE / f"{name}.ptx"
        text = make(name)
        if not kept.exists() or kept.read_text() != text:
            different.append(kept.name)
            if "--check" not in sys.argv:
                kept.write_text(text)
    print(" ".join(different) or "as they are kept")
    return 1 if different and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
