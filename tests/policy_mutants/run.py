#!/usr/bin/env python3
"""Mutants of the policies' verifier: is every weakened rule noticed?

mutants.txt lists changes of the sources (see ../mutants.py). For each, policy_goldens, the tests of numbers and
policy_soundness are run. A mutant that passes has survived, and that is a failure, unless the list says why it cannot
matter. The sources themselves stay as they are: this works on copies in build/policy_mutants.

    run.py --verify             each change still fits the sources: its text is there exactly once (a part of ctest)
    run.py                      all of them; takes some minutes
    run.py --only 3,7-12        some, by their numbers; only what they change is built
    run.py --programs 1000000   how many programs policy_soundness makes for each

Needs build/release with the targets policy_soundness, policy_goldens and policy_test built.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from mutants import ROOT, SWITCH, chosen, lay_out, read_mutants, verify, with_mutants

BUILD = ROOT / "build" / "release"
LIST = ROOT / "tests/policy_mutants/mutants.txt"
SCRATCH = ROOT / "build" / "policy_mutants"
GOLDENS = sorted((ROOT / "tests/policy/verify").glob("*.txt"))
PROGRAMS = {  # those that are asked, and what each is made of
    "goldens": [ROOT / "tests/policy/goldens.cpp", ROOT / "tests/policy/assembler.cpp"],
    "numbers": [ROOT / "tests/policy/number_test.cpp", ROOT / "tests/policy/verifier_test.cpp",
                ROOT / "tests/policy/assembler.cpp"],
    "soundness": [ROOT / "tests/policy_soundness" / name
                  for name in ["main.cpp", "hostile.cpp", "maker.cpp", "trial.cpp"]],
}
QUICK_PROGRAMS = 20_000


def run(command, mutant=0, timeout=None):
    environment = dict(os.environ, RF_MUTANT=str(mutant))
    try:
        done = subprocess.run([str(word) for word in command], cwd=ROOT, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=timeout, env=environment)
        return done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return 124, "took too long"


def flags():
    """The compiler's flags for the policies' files, without those that name a file."""
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        if "ringfence_policy.dir" in entry["command"]:
            words = shlex.split(entry["command"])
            return ["g++", "-O1", "-w", "-Wno-narrowing", "-fpermissive", f"-I{ROOT / 'tests/policy'}",
                    *(w for w in words[1:] if w.startswith(("-I", "-D", "-f", "-U", "-std")))]
    sys.exit("build/release knows no ringfence_policy; build it first")


def compile_file(source, target):
    code, text = run([*flags(), f'-DRINGFENCE_SOURCE_DIR="{ROOT}"', "-c", source, "-o", target])
    if code == 0:
        return ""
    target.unlink(missing_ok=True)
    return "\n".join(line for line in text.splitlines() if "error" in line or "rf_mutant" in line) or text


def is_newer(target, time):
    return target.exists() and target.stat().st_mtime > time


def build(mutants, layers, jobs):
    """The programs of each layer; changes that overlap are in different ones."""
    SCRATCH.mkdir(parents=True, exist_ok=True)
    headers = max(f.stat().st_mtime for folder in ["src/policy", "src/base", "include", "tests"]
                  for f in (ROOT / folder).rglob("*.h"))
    work = []
    objects = {}
    for layer in layers:
        for file in sorted({m.file for m in mutants}):
            here = [m for m in mutants if m.file == file and m.layer == layer]
            if layer > 0 and not here:
                continue
            copy = SCRATCH / f"{layer}_{pathlib.Path(file).name}"
            text = with_mutants(file, here)
            objects[layer, file] = copy.with_suffix(".o")
            if not copy.exists() or copy.read_text() != text or not is_newer(objects[layer, file], headers):
                copy.write_text(text)
                work.append((copy, objects[layer, file]))
    switch = SCRATCH / "switch.cpp"
    switch.write_text(SWITCH)
    mains = {}
    for source in {switch, *(source for sources in PROGRAMS.values() for source in sources)}:
        mains[source] = SCRATCH / f"{source.parent.name}_{source.stem}.o"
        if not is_newer(mains[source], max(headers, source.stat().st_mtime)):
            work.append((source, mains[source]))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        if wrong := "\n".join(filter(None, pool.map(lambda item: compile_file(*item), work))):
            sys.exit(wrong)
    for layer in layers:
        parts = [objects.get((layer, file), objects[0, file]) for file in sorted({m.file for m in mutants})]
        for name, sources in PROGRAMS.items():
            link(SCRATCH / f"{name}{layer}", [mains[switch], *(mains[source] for source in sources), *parts],
                 ["-lgtest", "-lgmock", "-lgtest_main"] if name == "numbers" else [])


def link(target, objects, more):
    archives = [BUILD / "lib" / f"libringfence_{name}.a" for name in ["policy", "sched", "base"]]
    # A function that is also in a library is taken from the objects: they come first.
    code, text = run(["g++", *objects, "-Wl,--allow-multiple-definition", "-Wl,--start-group", *archives,
                      "-Wl,--end-group", *more, "-lfmt", "-lpthread", "-o", target])
    if code != 0:
        sys.exit(text)


def judge(layer, number, programs):
    """The test that notices it, or nothing."""
    tries = [
        ("tests: goldens", [SCRATCH / f"goldens{layer}", *GOLDENS]),
        ("tests: numbers", [SCRATCH / f"numbers{layer}", "--gtest_brief=1", "--gtest_fail_fast"]),
        ("fuzzer", [SCRATCH / f"soundness{layer}", "--seed", 1, "--programs", QUICK_PROGRAMS]),
        ("fuzzer", [SCRATCH / f"soundness{layer}", "--seed", 2, "--programs", programs]),
    ]
    for name, command in tries:
        code, text = run(command, number, timeout=900)
        if code != 0:
            lines = text.strip().splitlines()
            return f"{name}: {lines[0][:110] if lines and code == 1 else f'ended with {code}'}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--verify", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--programs", type=int, default=200_000)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    mutants = read_mutants(LIST)
    verify(mutants, LIST)
    if arguments.verify:
        return 0
    lay_out(mutants)
    if arguments.only:
        numbers = chosen(arguments.only, len(mutants))
        mutants = [m for m in mutants if m.number in numbers]
    build(mutants, sorted({0, *(m.layer for m in mutants)}), arguments.jobs)
    if found := judge(0, 0, QUICK_PROGRAMS):
        sys.exit(f"the unchanged sources fail already: {found}")
    survived = []
    noticed = {"tests": 0, "fuzzer": 0}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        tries = {pool.submit(judge, m.layer, m.number, arguments.programs): m for m in mutants}
        for done in concurrent.futures.as_completed(tries):
            mutant = tries[done]
            answer = done.result()
            if answer:
                noticed["tests" if answer.startswith("tests") else "fuzzer"] += 1
            elif not mutant.harmless:
                survived.append(mutant)
            state = answer or ("cannot matter" if mutant.harmless else "SURVIVED")
            print(f"{mutant.number:4} {pathlib.Path(mutant.file).name}: {mutant.loses}: {state}", flush=True)
    harmless = len(mutants) - len(survived) - sum(noticed.values())
    print(f"{len(mutants)} mutants: {noticed['tests']} noticed by tests, {noticed['fuzzer']} by the fuzzer only, "
          f"{harmless} cannot matter, {len(survived)} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
