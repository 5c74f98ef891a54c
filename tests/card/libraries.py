#!/usr/bin/env python3
"""The programs of tests/libraries natively, in a private and in a shared domain: are all results the same bytes?

    libraries.py --ringfence PATH --work FOLDER [NAME...]

They are compiled with g++ and linked with NVIDIA's libraries, of the toolkit or as PyTorch brings them; each prints a
digest of every result. Printed for each program: how many results it has natively, and how many of them are the same in
either domain. Programs that cannot be built here are named and left out. The exit status is 1 if a result differs, a
program has none natively, or none could be built; the outputs lie in the work folder.
"""

import argparse
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parents[1] / "libraries"
PROGRAMS = {
    "fft": (["fft.cpp"], ["cufft"]),
    "blas": (["blas.cpp"], ["cublas"]),
    "lt": (["lt.cpp"], ["cublas", "cublasLt"]),
    "solver": (["solver.cpp"], ["cusolver"]),
    "rand": (["rand.cpp"], ["curand"]),
    "sparse": (["sparse.cpp"], ["cusparse"]),
    "sparse_factors": (["sparse_factors.cpp"], ["cusparse"]),
    "dnn": (["dnn.cpp"], ["cudnn"]),
    "dnn_classic": (["dnn_classic.cpp", "dnn_arithmetic.cpp", "dnn_descriptors.cpp", "dnn_fused.cpp", "dnn_layers.cpp",
                     "dnn_network.cpp"], ["cudnn"]),
    "graph": (["graph.cpp"], ["cufft", "cublas", "cusolver", "curand", "cusparse"]),
    "nccl": (["nccl.cpp"], ["nccl"]),
}
SIDES = {
    "native": [],
    "private": ["run", "--backend", "cuda", "--isolation", "private", "--"],
    "shared": ["run", "--backend", "cuda", "--isolation", "shared", "--"],
}


def folders_of_libraries():
    """Where NVIDIA's libraries lie: the toolkit's folder first, then those of Python's packages."""
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    found = importlib.util.find_spec("nvidia")
    packages = [pathlib.Path(folder) for folder in found.submodule_search_locations] if found else []
    toolkit = pathlib.Path(nvcc).resolve().parents[1] / "lib64"
    return [toolkit, *(folder for package in packages for folder in package.glob("*/lib"))]


def built(name, work, folders):
    """The program's path, or why there is none."""
    sources, libraries = PROGRAMS[name]
    files = []
    for library in [*libraries, "cudart"]:
        found = [file for folder in folders for file in sorted(folder.glob(f"lib{library}.so*"))]
        if not found:
            return None, f"there is no lib{library}.so"
        files.append(found[0])
    program = work / name
    command = ["g++", "-std=c++20", "-O1", "-I", HERE.parents[1] / "include", "-o", program,
               *[HERE / source for source in sources], *files, *[f"-Wl,-rpath,{file.parent}" for file in files],
               *[f"-Wl,-rpath-link,{folder}" for folder in folders]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (program, "") if done.returncode == 0 else (None, (done.stderr.strip().splitlines() or ["?"])[-1])


def results(program, side, ringfence, work):
    """The lines with digests of one run, and its exit status."""
    words = [ringfence, *SIDES[side]] if SIDES[side] else []
    environment = {**os.environ, "RINGFENCE_TEST_DIGESTS": "1", "RINGFENCE_TEST_ALONE_ON_CARD": "1"}
    if side == "native":
        environment["RINGFENCE_TEST_NATIVE"] = "1"
    with open(work / f"{program.name}.{side}", "w+", encoding="utf-8", errors="replace") as output:
        try:
            done = subprocess.run([*words, program], env=environment, stdout=output, stderr=subprocess.STDOUT,
                                  check=False, timeout=300)
            status = str(done.returncode)
        except subprocess.TimeoutExpired:
            status = "none in 300 s"
        output.seek(0)
        return [line for line in output if line.startswith("result ")], status


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("names", nargs="*", metavar="NAME", help=" ".join(PROGRAMS))
    options = parser.parse_args()
    folders = folders_of_libraries()
    options.work.mkdir(parents=True, exist_ok=True)
    wrong = 0
    compared = 0
    for name in options.names or PROGRAMS:
        program, problem = built(name, options.work, folders)
        if not program:
            print(f"{name}: not built: {problem}", flush=True)
            continue
        compared += 1
        native, status = results(program, "native", options.ringfence, options.work)
        wrong += not native  # there is nothing to compare with
        words = [f"native {len(native)} results, exit status {status}"]
        for side in ("private", "shared"):
            ours, status = results(program, side, options.ringfence, options.work)
            same = sum(one == other for one, other in zip(native, ours))
            wrong += same != len(native)
            words.append(f"{side} {same} of {len(native)} the same, exit status {status}")
        print(f"{name}: {'; '.join(words)}", flush=True)
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
