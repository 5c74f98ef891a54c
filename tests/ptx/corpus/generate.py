#!/usr/bin/env python3
"""Builds the PTX round-trip corpus from the sources next to this script.

The first lines of a source name its compilations, one line per flag set:

    // compile: 75 80 90a
    // compile: 86 -lineinfo

Every arch on such a line gives one file OUT/<source>.<arch>[.<flags>].ptx.

* `.cu` sources are compiled by nvcc, the flags are nvcc's.
* `.c`, `.cl` and `.ll` sources are compiled by clang's NVPTX back end; they are left out when clang lacks it.
* `.ptx` sources are hand written and taken as they are; their flags are ptxas flags.

OUT/manifest.json lists for each PTX file the ptxas arch, the ptxas flags it needs, and whether those make ptxas
embed the PTX text in the cubin. Files whose source, flags and compiler did not change are kept from the last run.
"""

import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

CORPUS = pathlib.Path(__file__).resolve().parent
COMMITTED = CORPUS / "committed"
# The same on every machine: see CONTRIBUTING.md, "Generated code".
NVCC_OPTIONS = CORPUS.parent.parent.parent / "tools" / "nvcc.options"
COMMITTED_FILE_LIMIT = 60_000
COMMITTED_TOTAL_LIMIT = 900_000
# Left out of the sample: ordinary code, whose constructs the sources by feature show already.
UNSAMPLED = ("kernels_", "cub_", "cxx_library")

# Part of the cache key: raise it when the way sources are turned into PTX changes.
GENERATOR_REVISION = "3"

# Sources are compiled in a scratch folder whose name has the length of this one, so that the scratch path can be
# replaced in the PTX text and in the byte lists of its debug sections without moving anything.
STABLE_FOLDER = "/ringfence/ptx-corpus"
SCRATCH_PREFIX = "rfcorpus"

COMPILE_LINE = re.compile(r"^\s*(?://|;)\s*compile:\s*(.*)$")
ARCH = re.compile(r"^\d+[af]?$")

# ptxas flags nvcc itself would add for an nvcc flag; the others do not concern ptxas.
PTXAS_FLAGS = {
    "-G": ["-g", "--dont-merge-basicblocks", "--return-at-end"],
    "-g": ["-g"],
    "-lineinfo": ["-lineinfo"],
    "-gline-tables-only": ["-lineinfo"],
    "-rdc=true": ["-c"],
    "-ewp": ["-ewp"],
}
DEBUG_FLAGS = {"-G", "-g", "-lineinfo", "-gline-tables-only"}


class CompileError(Exception):
    """A source that does not compile, with the command and its output."""


@dataclass(frozen=True)
class Job:
    """One PTX file to make."""

    source: pathlib.Path
    arch: str
    flags: tuple

    @property
    def tag(self):
        """The flags in a form fit for a file name."""
        return ".".join(re.sub(r"[^A-Za-z0-9]+", "_", flag.replace("=true", "")).strip("_") for flag in self.flags)

    @property
    def name(self):
        """The file name of the PTX."""
        return ".".join(part for part in (self.source.stem, self.arch, self.tag, "ptx") if part)

    @property
    def handwritten(self):
        return self.source.suffix == ".ptx"

    @property
    def by_clang(self):
        return self.source.suffix in (".c", ".cl", ".ll")

    def ptxas_flags(self):
        """The flags ptxas needs for this file."""
        if self.handwritten:
            return list(self.flags)
        flags = []
        for flag in self.flags:
            flags += PTXAS_FLAGS.get(flag, [flag] if flag.startswith("-maxrregcount") else [])
        # Plain C gives functions only, which ptxas drops unless it keeps the object relocatable.
        return flags + (["-c"] if self.source.suffix == ".c" else [])

    def manifest_entry(self):
        return {
            "ptx": self.name,
            "source": self.source.name,
            "arch": "sm_" + self.arch,
            "flags": self.ptxas_flags(),
            "debug": bool(DEBUG_FLAGS.intersection(self.flags)),
        }


def output_of(command):
    """The output of a tool; None when it cannot be run."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def clang_version():
    """clang's version, or None when it is absent or cannot emit PTX."""
    targets = output_of(["clang", "--print-targets"])
    return output_of(["clang", "--version"]) if targets and "nvptx64" in targets else None


def jobs_of(source):
    """The compilations a source asks for in its first lines."""
    jobs = []
    for line in source.read_text().splitlines()[:12]:
        match = COMPILE_LINE.match(line)
        if not match:
            continue
        words = match.group(1).split()
        archs = [word for word in words if ARCH.match(word)]
        flags = tuple(word for word in words if not ARCH.match(word))
        jobs += [Job(source, arch, flags) for arch in archs]
    if not jobs:
        raise CompileError(f"{source.name}: no '// compile:' line among its first lines")
    return jobs


def all_jobs(have_clang):
    """Every compilation of the corpus, the slow ones first so that the last worker is not left with one."""
    jobs = []
    for source in sorted(CORPUS.iterdir()):
        if source.suffix in (".cu", ".c", ".cl", ".ll", ".ptx"):
            jobs += jobs_of(source)
    jobs = [job for job in jobs if have_clang or not job.by_clang]
    names = [job.name for job in jobs]
    if len(set(names)) != len(names):
        raise CompileError(f"two compilations give one file: {sorted(n for n in names if names.count(n) > 1)}")
    return sorted(jobs, key=lambda job: (-expected_cost(job.source.read_text()), job.name))


def expected_cost(text):
    """A rough order of compile time by the library headers a source includes."""
    costs = {"<thrust/": 4, "<cub/": 4, "<curand": 3, "<cuda/": 2, "<cooperative_groups": 1}
    return sum(cost for header, cost in costs.items() if header in text)


def cache_key(job, versions):
    """The inputs that the PTX of a job depends on."""
    version = "" if job.handwritten else versions["clang" if job.by_clang else "nvcc"]
    parts = [GENERATOR_REVISION, job.name, job.source.read_text(), job.arch, *job.flags, version]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def command_for(job, output):
    """The command line that compiles a job, to be run in a folder which holds the source."""
    if job.by_clang:
        # For this target plain char is signed, whatever the machine. ptxas knows no `.file` with a folder of its own, hence -fno-dwarf-directory-asm.
        return ["clang", "-target", "nvptx64-nvidia-cuda", f"-march=sm_{job.arch}", "-nogpulib", "-S", "-w", "-O2",
                "-fno-dwarf-directory-asm", *job.flags, job.source.name, "-o", output]
    return ["nvcc", "--options-file", NVCC_OPTIONS, "--ptx", f"-arch=compute_{job.arch}", *job.flags, job.source.name,
            "-o", output]


def name_hash(name):
    """Eight hexadecimal digits that depend on a name alone."""
    return hashlib.sha256(name.encode()).hexdigest()[:8]


def spellings(text):
    """Text as it may stand in PTX: plain, and as the bytes of a debug section, on one line or on a line each."""
    codes = [str(code) for code in text.encode()]
    return text, ",".join(codes), "\n.b8 ".join(codes)


def stabilise(ptx, job, scratch):
    """Replaces what depends on the scratch folder: its name, and the hash nvcc makes of it for internal symbols."""
    pairs = [(scratch, STABLE_FOLDER)]
    unit = re.escape(re.sub(r"[^A-Za-z0-9]", "_", job.source.name))
    for found in set(re.findall(rf"_([0-9a-f]{{8}})_\d+_{unit}", ptx)):
        pairs.append((found, name_hash(job.source.name)))
    for old, new in pairs:
        for old_form, new_form in zip(spellings(old), spellings(new)):
            ptx = ptx.replace(old_form, new_form)
    return ptx


def compile_job(job):
    """Compiles one job and returns the PTX text."""
    if job.handwritten:
        return job.source.read_text()
    with tempfile.TemporaryDirectory(dir="/tmp", prefix=SCRATCH_PREFIX) as scratch:
        if len(scratch) != len(STABLE_FOLDER):
            raise CompileError(f"scratch folder {scratch} has not the length of {STABLE_FOLDER}")
        shutil.copy(job.source, scratch)
        command = command_for(job, "out.ptx")
        done = subprocess.run(command, cwd=scratch, capture_output=True, text=True)
        if done.returncode:
            message = "\n".join((done.stdout + done.stderr).splitlines()[:12])
            raise CompileError(f"{job.source.name}: {' '.join(command)}\n{message}")
        return stabilise((pathlib.Path(scratch) / "out.ptx").read_text(), job, scratch)


def read_cache(out):
    path = out / "cache.json"
    return json.loads(path.read_text()) if path.exists() else {}


def write_json(path, value):
    path.write_text(json.dumps(value, indent=1, sort_keys=True) + "\n")


def write_manifest(folder, jobs):
    write_json(folder / "manifest.json", sorted((job.manifest_entry() for job in jobs), key=lambda e: e["ptx"]))


def bring_up_to_date(jobs, out, versions, workers):
    """Compiles what is missing or changed; returns how many files were made. Raises CompileError at the end."""
    cache = read_cache(out)
    keys = {job.name: cache_key(job, versions) for job in jobs}
    stale = [job for job in jobs if cache.get(job.name) != keys[job.name] or not (out / job.name).exists()]
    for path in out.glob("*.ptx"):
        if path.name not in keys:
            path.unlink()
    failures = []
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        running = {pool.submit(compile_job, job): job for job in stale}
        for future in concurrent.futures.as_completed(running):
            job = running[future]
            try:
                (out / job.name).write_text(future.result())
                cache[job.name] = keys[job.name]
            except CompileError as error:
                failures.append(str(error))
    write_json(out / "cache.json", {name: key for name, key in cache.items() if name in keys})
    if failures:
        raise CompileError("\nFAILED ".join(failures) + f"\n{len(failures)} of {len(stale)} compilations failed")
    return len(stale)


def sample(jobs, out):
    """One file of each compiled source that has a small one, whichever its name's hash picks: archs and flags vary
    over the sample, and a new source does not change the choice for the others."""
    by_source = {}
    for job in sorted(jobs, key=lambda job: job.name):
        small = (out / job.name).stat().st_size < COMMITTED_FILE_LIMIT
        if small and not job.handwritten and not job.source.name.startswith(UNSAMPLED):
            by_source.setdefault(job.source.name, []).append(job)
    return [group[int(name_hash(name), 16) % len(group)] for name, group in by_source.items()]


def commit_sample(jobs, out):
    """Refreshes committed/ from the generated files."""
    chosen = sample(jobs, out)
    total = sum((out / job.name).stat().st_size for job in chosen)
    if total > COMMITTED_TOTAL_LIMIT:
        raise CompileError(f"the sample takes {total} bytes, more than {COMMITTED_TOTAL_LIMIT}")
    COMMITTED.mkdir(exist_ok=True)
    for path in COMMITTED.glob("*.ptx"):
        path.unlink()
    for job in chosen:
        shutil.copy(out / job.name, COMMITTED / job.name)
    write_manifest(COMMITTED, chosen)
    print(f"committed/: {len(chosen)} files, {total} bytes")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the PTX files")
    parser.add_argument("--jobs", type=int, default=2, help="compilations at a time")
    parser.add_argument("--commit-sample", action="store_true", help="also refresh committed/ from the result")
    return parser.parse_args()


def generate(arguments):
    """Makes the corpus; returns the summary line. Raises CompileError with everything that failed."""
    start = time.monotonic()
    versions = {"nvcc": output_of(["nvcc", "--version"]), "clang": clang_version()}
    if versions["nvcc"] is None:
        raise CompileError("nvcc is not to be found")
    out = arguments.out
    out.mkdir(parents=True, exist_ok=True)
    jobs = all_jobs(versions["clang"] is not None)
    made = bring_up_to_date(jobs, out, versions, arguments.jobs)
    write_manifest(out, jobs)
    if arguments.commit_sample:
        commit_sample(jobs, out)
    debug = sum(job.manifest_entry()["debug"] for job in jobs)
    return (f"{len(jobs)} PTX files ({debug} debug) from {len({job.source for job in jobs})} sources, "
            f"{made} made, {time.monotonic() - start:.1f} s")


def main():
    try:
        print(generate(parse_arguments()))
    except CompileError as error:
        print(f"generate.py: FAILED {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
