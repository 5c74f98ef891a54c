#!/usr/bin/env python3
"""Builds the end-to-end programs with nvcc: OUT/shared/NAME and OUT/static/NAME, after how the CUDA runtime is linked.

    build.py --output OUT [--nvcc PATH] [--jobs N] [--nvcc-flags 'WORDS'] [NAME...]

What did not change since the last time (sources, headers, options, compiler) is not built again.
"""

import argparse
import concurrent.futures
import hashlib
import pathlib
import shlex
import shutil
import subprocess
import sys

import program_list

NVCC_OPTIONS = program_list.HERE.parent.parent / "tools" / "nvcc.options"
COMPILE = ["-std=c++17", "-O2", *NVCC_OPTIONS.read_text().split()]


def run(command):
    """Runs a compiler; what it says is the reason if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}")


def digest(paths, words):
    """Changes when a file or a word changes."""
    result = hashlib.sha256("\0".join(map(str, words)).encode())
    for path in paths:
        result.update(path.read_bytes())
    return result.hexdigest()


class Builder:
    """Builds programs into a folder."""

    def __init__(self, nvcc, output, flags):
        self.nvcc = nvcc
        self.output = output
        self.flags = flags
        self.version = subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=True).stdout
        stubs = pathlib.Path(shutil.which(nvcc)).resolve().parent.parent / "lib64" / "stubs"
        self.link_flags = [f"-L{stubs}"]  # a libcuda to link with, where no driver is installed

    def compile(self, program, source, *more):
        """The object file of one source of a program."""
        object_file = self.output / "objects" / f"{program.name}.{source.stem}.o"
        include = ["-I", program_list.HERE / "programs"]
        words = [*COMPILE, *program.targets, *include, *self.flags, *program.compile, *more]
        run([self.nvcc, *words, "-c", source, "-o", object_file])
        return object_file

    def build(self, program):
        """Builds both variants; whether anything was to do."""
        headers = sorted(program_list.HERE.glob("**/*.h"))
        sources = [program.source, *program.others]
        key = digest([*sources, *filter(None, [program.library]), *headers],
                     [*COMPILE, *program.targets, *program.compile, *program.link, *self.flags, *self.link_flags, self.version])
        binaries = {variant: self.output / variant / program.name for variant in program_list.VARIANTS}
        made = [*binaries.values(), *(path.with_name(f"lib{program.name}.so") for path in binaries.values() if program.library)]
        key_file = self.output / "keys" / program.name
        if key_file.exists() and key_file.read_text() == key and all(path.exists() for path in made):
            return False
        key_file.unlink(missing_ok=True)
        objects = [self.compile(program, source) for source in sources]
        library = self.compile(program, program.library, "-Xcompiler", "-fPIC") if program.library else None
        for variant, binary in binaries.items():
            # The program's own targets are for its device linker, if it has one.
            targets = program.targets if program.others else []
            words = [*self.flags, "-cudart", variant, *self.link_flags, *targets, *program.link]
            run([self.nvcc, *objects, "-o", binary, *words])
            if library:
                run([self.nvcc, "-shared", library, "-o", binary.with_name(f"lib{program.name}.so"), *words])
        for path in filter(None, [*objects, library]):
            path.unlink()
        key_file.write_text(key)
        return True


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=pathlib.Path, required=True, help="the folder for the programs")
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    parser.add_argument("--nvcc-flags", default="", help="more words for every call of nvcc")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("names", nargs="*", help="only these programs")
    options = parser.parse_args()
    if not shutil.which(options.nvcc):
        sys.exit(f"build.py: there is no compiler {options.nvcc}. Install the CUDA toolkit or give --nvcc.")

    for folder in (*program_list.VARIANTS, "objects", "keys"):
        (options.output / folder).mkdir(parents=True, exist_ok=True)
    builder = Builder(options.nvcc, options.output.resolve(), shlex.split(options.nvcc_flags))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = {pool.submit(builder.build, program): program for program in program_list.programs(options.names)}
        for job in concurrent.futures.as_completed(jobs):
            name = jobs[job].name
            try:
                if job.result():
                    print(f"built {name}", flush=True)
            except RuntimeError as error:
                failed += 1
                print(f"build.py: {name} does not build\n{error}", file=sys.stderr, flush=True)
    print(f"{len(jobs) - failed} programs are built, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
