#!/usr/bin/env python3
"""Checks which domain programs get by default, and that several of them share one worker at the same time.

    domains.py --ringfence PATH --idle PATH --domain PATH [--programs DIR]

The first two programs are driver/idle.cpp and driver/domain.cpp; DIR is what build.py made. The daemon is one of its own.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

TOGETHER = 6  # programs at the same time
ALONE = "this program gets a worker of its own, without the guard: "


class Check:
    """Runs programs under a daemon, and collects what is wrong."""

    def __init__(self, ringfence, environment):
        self.ringfence = ringfence
        self.environment = environment
        self.problems = []

    def expect(self, condition, text):
        """Notes a problem."""
        if not condition:
            self.problems.append(text)

    def run(self, *command, options=()):
        """A program by default, or with options, on the software GPU; standard error on the side."""
        words = [self.ringfence, "run", "--backend", "soft", "--verbose", *options, "--", *command]
        return subprocess.run(words, capture_output=True, text=True, env=self.environment, timeout=300, check=False)

    def workers(self):
        """Their entries in `ringfence status`."""
        said = subprocess.run([self.ringfence, "status", "--json"], capture_output=True, text=True,
                              env=self.environment, check=True)
        return json.loads(said.stdout)["workers"]

    def passes(self, done, what):
        """True if a program ended well."""
        self.expect(done.returncode == 0 and done.stdout.endswith("ok\n"),
                    f"{what}: exit status {done.returncode}\n{done.stdout}{done.stderr}")


def check_refusals(check, domain):
    """A module that the guard refuses, or a part of it, gets a worker of its own, if that is known in time; otherwise an
    error, of the module, or of the kernel when it is asked for."""
    for when in ("first", "partly-first"):
        first = check.run(domain, when)
        check.passes(first, f"a refused module: {when}")
        check.expect(ALONE in first.stderr and "recursion" in first.stderr, f"nobody says why:\n{first.stderr}")
    for options in ((), ("--isolation", "shared")):
        for when in ("late", "partly-late"):
            late = check.run(domain, when, options=options)
            check.passes(late, f"a refused module: {when} {options}")
            check.expect(late.stderr.count("recursion") == 1 and "--isolation private" in late.stderr,
                         f"the refusal does not say once what to do:\n{late.stderr}")
    shared = check.run(domain, "first", options=("--isolation", "shared"))
    check.expect(shared.returncode != 0 and ALONE not in shared.stderr, "a shared domain was asked for, and not kept")
    check.passes(check.run(domain, "first", options=("--isolation", "private")), "the same in a private domain")
    unguarded = check.run(domain, "first", options=("--guard", "check"))
    check.passes(unguarded, "the same where checks were asked for")


def check_sharing(check, idle):
    """Programs that come by default share a worker, and are guarded there."""
    programs = []
    words = [check.ringfence, "run", "--backend", "soft", "--", idle]
    for _ in range(TOGETHER):
        programs.append(subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                         env=check.environment))
    for program in programs:
        program.stdout.readline()
    workers = [worker for worker in check.workers() if worker["sessions"]]
    kinds = [(worker["isolation"], worker["guard"], worker["sessions"]) for worker in workers]
    check.expect(kinds == [("shared", "fence", TOGETHER)], f"{TOGETHER} programs are in {kinds}")
    for program in programs:
        program.communicate("")


def check_together(check, programs):
    """Programs that compute, at the same time in one worker; and what holds a kernel that is refused, alone."""
    names = ("vector_add", "matmul", "reduction", "histogram", "graph_capture", "streams_overlap", "constant_symbol",
             "dynamic_shared", "host_functions", "zero_copy", "virtual_functions", "memory_pools")
    with concurrent.futures.ThreadPoolExecutor(TOGETHER) as pool:
        for name, done in zip(names, pool.map(lambda name: check.run(programs / "shared" / name), names)):
            check.passes(done, name)
            check.expect(ALONE not in done.stderr, f"{name} is alone:\n{done.stderr}")
    for variant in ("shared", "static"):
        recursive = check.run(programs / variant / "recursion")
        check.passes(recursive, f"recursion, {variant}")
        check.expect(ALONE in recursive.stderr, f"recursion is not alone:\n{recursive.stderr}")
    tensors = check.run(programs / "shared" / "tensor_transpose")
    check.passes(tensors, "tensor maps")
    check.expect(ALONE in tensors.stderr and "tensor maps" in tensors.stderr,
                 f"tensor maps: nobody says why they are alone\n{tensors.stderr}")
    insisting = check.run(programs / "shared" / "tensor_transpose", options=("--isolation", "shared"))
    check.expect(insisting.returncode != 0 and "tensor maps" in insisting.stderr,
                 f"tensor maps in a shared domain: exit status {insisting.returncode}\n{insisting.stderr}")
    machine_code = check.run(programs / "shared" / "machine_code")
    check.expect(ALONE in machine_code.stderr and "-gencode" in machine_code.stderr,
                 f"machine code without PTX: nobody says what to do\n{machine_code.stderr}")
    workers = [(worker["isolation"], worker["guard"]) for worker in check.workers() if worker["isolation"] == "shared"]
    check.expect(workers.count(("shared", "fence")) == 1, f"the shared workers are {workers}")


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", required=True)
    parser.add_argument("--idle", required=True)
    parser.add_argument("--domain", required=True)
    parser.add_argument("--programs", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rf-domains-", ignore_cleanup_errors=True) as folder:
        environment = dict(os.environ, RINGFENCE_SOCKET=f"{folder}/socket")
        check = Check(options.ringfence, environment)
        try:
            if options.programs:
                check_together(check, options.programs)
            else:
                check_refusals(check, options.domain)
                check_sharing(check, options.idle)
        finally:
            subprocess.run([options.ringfence, "down"], env=environment, stdout=subprocess.DEVNULL, check=False)
    print("\n".join(check.problems) or "ok")
    return 1 if check.problems else 0


if __name__ == "__main__":
    sys.exit(main())
