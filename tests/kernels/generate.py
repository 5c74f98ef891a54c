#!/usr/bin/env python3
"""Compiles the kernels of the tests to PTX, which is kept with the sources: where they run there may be no nvcc.

    generate.py [NAME...]       writes ptx/NAME.ptx, and ptx/debug/NAME.ptx where there is a debug variant
    generate.py --verify        says which kept files differ from what nvcc makes now (by the same release only)
    generate.py --verify --all  the same, and compiles those too that have not changed since they were made

What a kept file was made of stands in ptx/made_of.sha256: source, options and result. Where all three are what they were,
nvcc need not be asked again, which takes two minutes.

The debug variants are compiled with -G: no optimisation, and DWARF. They are few because they are big.
"""

import argparse
import concurrent.futures
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ARCHITECTURE = "compute_90"
# The same on every machine: see CONTRIBUTING.md, "Generated code".
NVCC_OPTIONS = HERE.parent.parent / "tools" / "nvcc.options"
MADE_OF = HERE / "ptx" / "made_of.sha256"
# Unoptimised code is a different dialect: everything in local memory, every helper a call, every compare a branch.
DEBUG = ("function_pointers", "matmul_tiled", "recursion", "reduce_tree", "scan_hillis_steele", "struct_parameters",
         "virtual_calls")


def release(text):
    """The compiler that wrote a PTX file, as the file says it."""
    found = re.search(r"^// Cuda compilation tools, (release [^\n]*)", text, re.MULTILINE)
    return found[1] if found else "an unknown release"


def options_for(debug):
    """The options that decide about the result."""
    return [f"-arch={ARCHITECTURE}", "-std=c++17", *(["-G"] if debug else [])]


def made_of(job):
    """Changes when a source, an option or the kept result changes."""
    name, debug, path = job
    parts = [(HERE / "cases" / f"{name}.cu").read_text(), NVCC_OPTIONS.read_text(), *options_for(debug),
             path.read_text() if path.exists() else ""]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def known():
    """The contents of MADE_OF: digests by the kept file's name."""
    lines = MADE_OF.read_text().splitlines() if MADE_OF.exists() else []
    return {name: digest for digest, name in (line.split() for line in lines)}


def remember(todo):
    """Writes MADE_OF anew for these, and leaves out what is gone."""
    digests = known() | {str(job[2].relative_to(HERE)): made_of(job) for job in todo}
    MADE_OF.write_text("".join(f"{digests[name]} {name}\n" for name in sorted(digests) if (HERE / name).exists()))


def compile_kernel(nvcc, name, debug):
    """The PTX of one file of kernels.

    The compiler writes the working folder and the source's path into debug information and some symbols; a fixed
    folder, which holds nothing else, keeps this machine's own paths out of the result.
    """
    folder = pathlib.Path("/tmp/ringfence-kernels")
    folder.mkdir(exist_ok=True)
    shutil.copy(HERE / "cases" / f"{name}.cu", folder)
    result = folder / (f"{name}.debug.ptx" if debug else f"{name}.ptx")
    options = ["--options-file", NVCC_OPTIONS, "-ptx", *options_for(debug), "-o", result.name]
    done = subprocess.run([nvcc, *options, f"{name}.cu"], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"generate.py: {name}.cu does not compile\n{done.stderr}{done.stdout}")
    if done.stderr:
        print(done.stderr, file=sys.stderr)
    return without_unused_tables(result.read_text())


def without_unused_tables(text):
    """Leaves out big variables that nothing uses: including cuRAND brings a megabyte of other generators' tables."""
    def keep(found):
        used = text.count(found["name"]) > 1 or int(found["size"]) < 256
        return found[0] if used else ""
    table = r"^\.(?:global|const) \.align \d+ \.b8 (?P<name>\w+)\[(?P<size>\d+)\] = \{[^}]*\};\n"
    return re.sub(table, keep, text, flags=re.MULTILINE)


def jobs(names):
    """(name, whether debug, the kept file) of all variants of these kernels."""
    for name in names:
        yield name, False, HERE / "ptx" / f"{name}.ptx"
        if name in DEBUG:
            yield name, True, HERE / "ptx" / "debug" / f"{name}.ptx"


def write(path, text):
    """Keeps a result."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    print(f"{len(text):8} {path.relative_to(HERE)}")
    return True


def without_debug_information(text):
    """Leaves out what the system's headers decide: their folders, their line numbers, the lengths of both."""
    text = re.sub(r"^\s*\.section\s+\.debug_\w+\s*\{.*?^\s*\}\n", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^\s*\.(?:file|loc)\s.*\n", "", text, flags=re.MULTILINE)


def verify(path, text):
    """True if the kept file is what the compiler makes now, debug information apart."""
    kept = path.read_text() if path.exists() else ""
    if without_debug_information(kept) == without_debug_information(text):
        return True
    if kept and release(kept) != release(text):
        print(f"not compared: {path.relative_to(HERE)} is by {release(kept)}, this is {release(text)}")
        return True
    print(f"differs: {path.relative_to(HERE)}: run generate.py {path.stem}")
    return False


def parse_arguments():
    """The command line."""
    parser = argparse.ArgumentParser(description="Compile the test kernels to PTX.")
    parser.add_argument("--verify", action="store_true", help="compare with the kept files, write nothing")
    parser.add_argument("--all", action="store_true", help="with --verify: compile also what has not changed")
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    parser.add_argument("--jobs", type=int, default=1, help="compilations at the same time")
    parser.add_argument("names", nargs="*", metavar="NAME", help="files in cases/, without .cu (default: all)")
    return parser.parse_args()


def main():
    """Compiles, then writes or compares."""
    options = parse_arguments()
    names = options.names or sorted(file.stem for file in HERE.glob("cases/*.cu"))
    todo = list(jobs(names))
    if options.verify and not options.all:
        digests = known()
        changed = [job for job in todo if digests.get(str(job[2].relative_to(HERE))) != made_of(job)]
        print(f"{len(todo) - len(changed)} have not changed since they were made; compiling {len(changed)}")
        todo = changed
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        texts = pool.map(lambda job: compile_kernel(options.nvcc, job[0], job[1]), todo)
        keep = verify if options.verify else write
        results = [keep(path, text) for (_, _, path), text in zip(todo, texts)]
    if not options.verify:
        remember(todo)
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
