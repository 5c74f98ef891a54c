#!/usr/bin/env python3
"""Runs program.py, which does what Triton does, in shared and private domains, with and without NVIDIA's ptxas; and
callers.py, which makes the calls of other Python packages.

    test.py --ringfence PATH [--backend soft|cuda] [--ptxas PATH]

The daemon is one of its own. PATH of ptxas: NVIDIA's; without it what needs one is left out.
"""

import argparse
import mmap
import os
import pathlib
import stat
import subprocess
import sys
import tempfile

PROGRAM = pathlib.Path(__file__).with_name("program.py")
CALLERS = pathlib.Path(__file__).with_name("callers.py")
REFUSED = "--expect-machine-code-fails"
NO_PTX = "the image holds no PTX for this device"
ALONE = "this program gets a worker of its own, without the guard: one of its images holds machine code and no PTX"


class Check:
    """Runs programs under a daemon, and collects what is wrong."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = pathlib.Path(folder)
        self.problems = []
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("RINGFENCE_", "TRITON_", "TORCH_", "CUPY_"))}
        self.environment = dict(kept, RINGFENCE_SOCKET=f"{folder}/socket")

    def expect(self, condition, text):
        """Notes a problem."""
        if not condition:
            self.problems.append(text)

    def run(self, command, *options, **variables):
        """A command under `ringfence run`."""
        words = [self.options.ringfence, "run", "--backend", self.options.backend, "--verbose", *options, "--", *command]
        return subprocess.run(words, capture_output=True, text=True, env=dict(self.environment, **variables), timeout=250,
                              check=False)

    def passes(self, what, *options, program=PROGRAM, words=(), **variables):
        """A program must end well. Gives what it wrote to standard error."""
        if program == PROGRAM and self.options.backend != "soft":
            words = [*words, "--hopper"]
        done = self.run([sys.executable, str(program), *words], *options, **variables)
        self.expect(done.returncode == 0 and done.stdout.endswith("ok\n"),
                    f"{what}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stderr

    def script(self, name, text):
        """A program of ours."""
        path = self.folder / name
        path.write_text("#!/bin/sh\n" + text + "\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)


def check_guard(check):
    """All of it is taken by the guard, and what that makes by ptxas."""
    for kernel in sorted(PROGRAM.parent.glob("kernels/*.ptx")):
        guarded = check.folder / "guarded.ptx"
        done = subprocess.run([check.options.ringfence, "ptx", "guard", str(kernel), "-o", str(guarded)],
                              capture_output=True, text=True, check=False)
        check.expect(done.returncode == 0, f"{kernel.name} is refused: {done.stderr}")
        if check.options.ptxas:
            done = subprocess.run([check.options.ptxas, "--gpu-name=sm_90a", str(guarded), "-o", "/dev/null"],
                                  capture_output=True, text=True, check=False)
            check.expect(done.returncode == 0, f"{kernel.name}, guarded: {done.stderr}")


def check_kernels(check):
    """The five kernels, and the one of machine code that nobody can guard."""
    is_soft = check.options.backend == "soft"  # has no other code than PTX, in private domains too
    private = [REFUSED] if is_soft else []
    if check.options.ptxas:
        for guard in ("fence", "check"):
            said = check.passes(f"shared, {guard}", "--isolation", "shared", "--guard", guard, words=[REFUSED],
                                TRITON_PTXAS_PATH=check.options.ptxas)
            check.expect(said.count(NO_PTX) == 1, f"the refusal is not told once:\n{said}")
        check.passes("private", "--isolation", "private", words=private, TRITON_PTXAS_PATH=check.options.ptxas)
        said = check.passes("auto", words=private, TRITON_PTXAS_PATH=check.options.ptxas)
        check.expect(ALONE in said, f"machine code was registered, and the program is not alone:\n{said}")
        native = check.run([sys.executable, str(PROGRAM)], "--isolation", "shared", "--no-ptx",
                           TRITON_PTXAS_PATH=check.options.ptxas)
        check.expect(native.returncode != 0 and NO_PTX in native.stderr, f"machine code is taken: {native}")
    said = check.passes("PTX alone", RINGFENCE_PTXAS="")
    check.expect(ALONE not in said, f"a program of PTX is alone:\n{said}")


def check_callers(check):
    """The calls of Numba, CuPy and JAX. They load PTX only here, so they share a worker unless told otherwise."""
    said = check.passes("callers", program=CALLERS)
    check.expect(ALONE not in said, f"programs of PTX are alone:\n{said}")
    check.passes("callers, private", "--isolation", "private", program=CALLERS)


def show(check, *options, **variables):
    """A program's environment."""
    done = check.run(["/usr/bin/env"], *options, **variables)
    return dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)


def check_environment(check):
    """Triton's settings name our program, and the user's own are kept for it."""
    found = show(check, TRITON_PTXAS_PATH="/opt/ptxas")
    for name, program in (("TRITON_PTXAS_PATH", "ringfence-ptxas"),
                          ("TRITON_PTXAS_BLACKWELL_PATH", "ringfence-ptxas-blackwell")):
        check.expect(found.get(name, "").endswith(f"/{program}") and os.access(found.get(name, ""), os.X_OK),
                     f"{name} is {found.get(name)}")
    check.expect(found.get("RINGFENCE_TRITON_PTXAS_PATH") == "/opt/ptxas", "the user's ptxas is lost")
    check.expect("RINGFENCE_TRITON_PTXAS_BLACKWELL_PATH" not in found, "a setting comes from nowhere")
    check.expect("TORCH_COMPILE_CACHE_KEY_TAG" not in found and "CUPY_COMPILE_WITH_PTX" not in
                 show(check, "--isolation", "private"), "what is for shared domains is set everywhere")
    check.expect(show(check, CUPY_COMPILE_WITH_PTX="0").get("CUPY_COMPILE_WITH_PTX") == "0", "the user is not heard")
    again = show(check, **{name: found[name] for name in found if "PTXAS" in name})
    check.expect({name: again.get(name) for name in again if "PTXAS" in name} ==
                 {name: found[name] for name in found if "PTXAS" in name}, "a run within a run has other settings")
    shared = show(check, "--isolation", "shared", TORCH_COMPILE_CACHE_KEY_TAG="mine")
    check.expect(shared.get("CUPY_COMPILE_WITH_PTX") == "1", "CuPy is not told")
    check.expect(shared.get("TORCH_COMPILE_CACHE_KEY_TAG") == "ringfence-ptx-mine", "torch.compile's key is not ours")
    without = show(check, "--no-ptx", "--isolation", "shared", TRITON_PTXAS_PATH="/opt/ptxas")
    check.expect(without.get("TRITON_PTXAS_PATH") == "/opt/ptxas" and "CUPY_COMPILE_WITH_PTX" not in without,
                 "--no-ptx is not heard")


def check_assembler(check):
    """Our program's output and exit status are those of NVIDIA's."""
    ptx = check.folder / "kernel.ptx"
    ptx.write_text(".version 8.7\n.target sm_90a\n.address_size 64\n")
    ours = show(check)["TRITON_PTXAS_PATH"]

    def call(text, *words):
        environment = dict(check.environment, RINGFENCE_PTXAS=check.script("ptxas", text))
        return subprocess.run([ours, *words], capture_output=True, text=True, env=environment, check=False)

    version = call("echo 'Cuda compilation tools, release 12.9, V12.9.1'", "--version")
    lines = version.stdout.splitlines()
    check.expect(lines[0] == "Cuda compilation tools, release 12.9, V12.9.1" and len(lines) == 2,
                 f"the version is not NVIDIA's and a line more: {version.stdout}")
    words = ["--gpu-name=sm_90a", str(ptx), "-o", str(ptx) + ".o"]
    failed = call("echo out; echo wrong >&2; exit 255", *words)
    check.expect((failed.returncode, failed.stdout, failed.stderr) == (255, "out\n", "wrong\n"), f"a failure: {failed}")
    crashed = call("kill -SEGV $$", *words)
    check.expect(crashed.returncode == -11, f"a crash: {crashed}")
    packed = call(f"echo packed > {ptx}.o", *words)
    check.expect(packed.returncode == 0 and pathlib.Path(f"{ptx}.o").read_text() == "packed\n", f"packed twice: {packed}")
    pathlib.Path(f"{ptx}.o").unlink()
    silent = call("exit 0", *words)
    check.expect(silent.returncode == 1 and "kernel.ptx.o" in silent.stderr, f"no output, no complaint: {silent}")


def check_bundled(check):
    """Triton's own copies are found, because this process has mapped the library that they came with."""
    triton = check.folder / "site-packages" / "triton"
    for folder in ("_C", "backends/nvidia/bin"):
        (triton / folder).mkdir(parents=True)
    for name in ("ptxas", "ptxas-blackwell"):
        check.script(f"site-packages/triton/backends/nvidia/bin/{name}", f"echo {name}, release 12.9")
    library = triton / "_C" / "libtriton.so"
    library.write_bytes(bytes(4096))
    settings = show(check)
    with open(library, "rb") as file, mmap.mmap(file.fileno(), 4096, prot=mmap.PROT_READ):
        for variable, name in (("TRITON_PTXAS_PATH", "ptxas"), ("TRITON_PTXAS_BLACKWELL_PATH", "ptxas-blackwell")):
            said = subprocess.run([settings[variable], "--version"], capture_output=True, text=True, check=False,
                                  env=check.environment)
            check.expect(said.stdout.startswith(f"{name}, release 12.9\n"), f"{variable} runs another one: {said}")


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", required=True)
    parser.add_argument("--backend", default="soft")
    parser.add_argument("--ptxas")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rf-triton-", ignore_cleanup_errors=True) as folder:
        check = Check(options, folder)
        try:
            check_environment(check)
            check_assembler(check)
            check_bundled(check)
            check_guard(check)
            check_kernels(check)
            check_callers(check)
        finally:
            subprocess.run([options.ringfence, "down"], env=check.environment, stdout=subprocess.DEVNULL, check=False)
    print("\n".join(check.problems) or "ok")
    return 1 if check.problems else 0


if __name__ == "__main__":
    sys.exit(main())
