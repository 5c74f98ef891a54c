#!/usr/bin/env python3
"""Which kernels of CUB, Thrust, cooperative groups, libcu++ and cuRAND the guard takes, by architecture, and why not.

    families.py [--ringfence PROGRAM] [--work FOLDER] [--architectures 80,90,90a,100] [--jobs N] [--markdown]

The sources here are compiled with nvcc for each architecture, and guarded as a worker does it: kernels that must be
refused are left out, and the others stay. Where nothing of a module can be guarded, each kernel is tried by itself.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

from outside import HERE, newer, nvcc

FAMILIES = {"CUB, devices": "*/cub_*.cu", "CUB, blocks and warps": "cub_block.cu", "Thrust": "*/thrust_*.cu",
            "cooperative groups": "**/groups*.cu", "libcu++": "**/libcudacxx*.cu", "cuRAND": "curand.cu"}


def end_of_body(text, begin):
    """Behind the brace that closes the body of what begins there."""
    depth = 0
    for brace in re.finditer(r"[{}]", text[begin:]):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return begin + brace.end()
    return len(text)


def items_of(text):
    """The text's top-level pieces, each with the kernel's name or None."""
    pieces, begin = [], 0
    for match in re.finditer(r"^(?:\.visible |\.weak |\.extern )*\.entry\s+([\w$]+)", text, re.M):
        if match.start() < begin:
            continue
        end = end_of_body(text, match.start())
        pieces += [(None, text[begin:match.start()]), (match.group(1), text[match.start():end])]
        begin = end
    return pieces + [(None, text[begin:])]


def reason_of(error):
    """Why a module is refused, without its places."""
    line = next((one for one in error.splitlines() if one.startswith("ringfence:")), error.strip())
    line = re.sub(r"^ringfence: (?:\S+?\.ptx(?::\d+)*:|-(?::\d+)*:|<\w+>(?::\d+)*:)?\s*", "", line)
    return re.sub(r": `.*", "", line)


def compile_text(source, architecture, work):
    """The PTX of a source for an architecture."""
    target = work / f"{source.stem}.sm_{architecture}.ptx"
    if not newer(target, source, *HERE.glob("**/*.h")):
        nvcc("-O2", f"-arch=compute_{architecture}", "-ptx", source, "-o", target)
    return target


def judge(target, ringfence):
    """Kernel -> why it is refused; empty if it is guarded."""
    pieces = items_of(target.read_text())
    verdicts = {name: "" for name, _ in pieces if name is not None}
    done = subprocess.run([ringfence, "ptx", "guard", "--leave-out", target, "-o", os.devnull], capture_output=True,
                          text=True)
    if done.returncode == 0:
        for kernel, why in re.findall(r"the kernel '([^']+)' is left out: (.*)", done.stderr):
            verdicts[kernel] = reason_of(why)
        return verdicts
    for kernel in (name for name, _ in pieces if name is not None):
        text = "".join(piece for name, piece in pieces if name in (None, kernel))
        done = subprocess.run([ringfence, "ptx", "guard", "-", "-o", os.devnull], input=text, capture_output=True, text=True)
        verdicts[kernel] = "" if done.returncode == 0 else reason_of(done.stderr)
    return verdicts


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", default=HERE.parents[2] / "build" / "release" / "bin" / "ringfence")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("/tmp/guard_families"))
    parser.add_argument("--architectures", default="80,90,90a,100")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--markdown", action="store_true", help="a table for docs/guard.md")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    architectures = options.architectures.split(",")
    counts, reasons = collections.defaultdict(lambda: [0, 0]), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = {(family, architecture, source): pool.submit(
                    lambda source=source, architecture=architecture: judge(
                        compile_text(source, architecture, options.work), options.ringfence))
                for family, pattern in FAMILIES.items() for source in sorted(HERE.glob(pattern))
                for architecture in architectures}
        for (family, architecture, source), job in jobs.items():
            try:
                verdicts = job.result()
            except RuntimeError as error:
                print(f"families.py: {source.name} for sm_{architecture} does not compile: {error}", file=sys.stderr)
                continue
            count = counts[family, architecture]
            count[0] += len(verdicts)
            for kernel, why in verdicts.items():
                if why:
                    count[1] += 1
                    reasons[family, why] += 1
                    if not options.markdown:
                        print(f"sm_{architecture} {kernel}: {why}")
    print("| kernels: guarded of all | " + " | ".join(f"sm_{one}" for one in architectures) + " |")
    print("|---" * (len(architectures) + 1) + "|")
    for family in FAMILIES:
        cells = [f"{counts[family, one][0] - counts[family, one][1]} of {counts[family, one][0]}" for one in architectures]
        print(f"| {family} | " + " | ".join(cells) + " |")
    for (family, why), count in reasons.most_common():
        print(f"- {family}, {count}: {why}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
