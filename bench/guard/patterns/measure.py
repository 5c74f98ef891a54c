#!/usr/bin/env python3
"""How much of the accesses of usual kernels need no instruction of the guard.

The kernels are written the way vendors' samples and textbooks write them: those in built_on/ were looked at while the
guard's analysis was made, those in measured/ were not. Each is compiled with nvcc (where there is none, the PTX that lies
in ptx/ is taken), guarded, and launched on paper as launches.txt says: `ringfence ptx guard --explain` tells which
variant that launch gets. An access counts as free if it has no instruction of the guard's in that variant.

    measure.py [--ringfence PROGRAM] [--kernels] [--half built_on|measured] [--write-ptx]
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
HALVES = ("built_on", "measured")
SPACES = ("shared", "global", "other")
KINDS = ("free", "reused", "bounded", "fenced")
ACCESS = re.compile(r"^\s*\d+  (proven|conditional|reused|fenced|bounded|split)\s+(.*?)(?:  // (.*))?$")


def launches():
    """Kernel -> (grid, block, shared, arguments)."""
    found = {}
    for line in (HERE / "launches.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        kernel, grid, block, shared, *arguments = line.split()
        found[kernel] = (grid, block, shared, ["pointer" if one == "p" else one for one in arguments])
    return found


def compile_file(source, folder, write):
    """The PTX of a source file; None where there is neither nvcc nor a copy."""
    kept = HERE / "ptx" / source.parent.name / (source.stem + ".ptx")
    nvcc = shutil.which("nvcc")
    if nvcc is None:
        return kept if kept.exists() else None
    target = folder / f"{source.parent.name}-{source.stem}.ptx"
    subprocess.run([nvcc, "-arch=sm_90", "-O3", "-ptx", "--options-file", ROOT / "tools" / "nvcc.options", source, "-o",
                    target], check=True)
    most_bytes = 64 << 10  # what is larger (tables of cuRAND) is not kept
    if write and target.stat().st_size <= most_bytes:
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(target, kept)
    return target


def spaces_of(instruction):
    """The state spaces of a statement: both, if two operands are in memory."""
    name = instruction.split()[0]
    if name.startswith("@"):
        name = instruction.split()[1]
    if name.startswith("cp.async"):
        return ("global", "shared")
    if ".shared" in name or name.startswith(("ldmatrix", "stmatrix")):
        return ("shared",)
    if ".global" in name:
        return ("global",)
    if ".local" in name or ".const" in name or ".param" in name:
        return ("other",)
    return ("generic",)


def treatments(lines):
    """(treatment, instruction, why) of each access."""
    for line in lines:
        match = ACCESS.match(line)
        if match:
            yield match.group(1), match.group(2), match.group(3) or ""


class Counts:
    def __init__(self):
        self.of = {space: dict.fromkeys(KINDS, 0) for space in SPACES}

    def add(self, other):
        for space in SPACES:
            for kind in KINDS:
                self.of[space][kind] += other.of[space][kind]

    def line(self, space):
        counts = self.of[space]
        total = sum(counts.values())
        if total == 0:
            return "none"
        return f"{total:5} accesses, {100 * counts['free'] / total:5.1f} % free" + "".join(
            f", {counts[kind]} {kind}" for kind in KINDS[1:] if counts[kind])


def generic_space(instruction, why):
    """A generic address that was bounded is one of shared memory here: these kernels take no address of others."""
    return "global" if "parameter" in why or "window" in why else "shared"


def measure(ringfence, ptx, kernel, launch):
    grid, block, shared, arguments = launch
    command = [ringfence, "ptx", "guard", "--explain", str(ptx), "--entry", kernel, "--grid", grid, "--block", block,
               "--shared", shared]
    for argument in arguments:
        command += ["--arg", argument]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        return None, done.stderr.strip()
    text = done.stdout.splitlines()
    begin = next(i for i, line in enumerate(text) if line.startswith(kernel + ","))
    end = next(i for i in range(begin, len(text)) if re.match(r"^        (\d+ access|no accesses)", text[i]))
    verdict = text[next(i for i, line in enumerate(text) if line.startswith("launch of ")) + 1:]
    is_free = "the fenced variant" not in verdict[0]
    counts = Counts()
    for treatment, instruction, why in treatments(text[begin:end]):
        spaces = spaces_of(instruction)
        for space in spaces:
            if space == "generic":
                space = generic_space(instruction, why)
            if treatment == "proven" or (treatment == "conditional" and is_free):
                kind = "free"
            elif treatment == "reused":
                kind = "reused"
            else:
                kind = "bounded" if space != "global" else "fenced"
            counts.of[space][kind] += 1
    return counts, "" if is_free else "\n".join(verdict)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", default=str(ROOT / "build" / "release" / "bin" / "ringfence"))
    parser.add_argument("--kernels", action="store_true", help="a line for each kernel, and why it was fenced")
    parser.add_argument("--half", choices=HALVES, help="only this one")
    parser.add_argument("--write-ptx", action="store_true", help="keep the PTX that nvcc made in ptx/")
    options = parser.parse_args()
    known = launches()
    with tempfile.TemporaryDirectory() as name:
        for half in HALVES if options.half is None else (options.half,):
            total, kernels, free, missing = Counts(), 0, 0, []
            for source in sorted((HERE / half).glob("*.cu")):
                ptx = compile_file(source, pathlib.Path(name), options.write_ptx)
                for kernel in re.findall(r"__global__ void (\w+)\(", source.read_text()):
                    counts, why = (None, "no nvcc") if ptx is None else measure(options.ringfence, ptx, kernel,
                                                                               known[kernel])
                    if counts is None:
                        missing.append(f"{kernel}: {why}")
                        continue
                    total.add(counts)
                    kernels += 1
                    free += why == ""
                    if options.kernels:
                        print(f"{kernel:20} shared {counts.line('shared'):60} global {counts.line('global')}")
                        if why:
                            print(why)
            print(f"{half}: {kernels} kernels, {free} of them meet their conditions")
            for space in SPACES:
                print(f"    {space:6} {total.line(space)}")
            for one in missing:
                print(f"    left out: {one}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
