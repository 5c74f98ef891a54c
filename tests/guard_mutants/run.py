#!/usr/bin/env python3
"""Mutants of the checker and of the launch conditions: is every weakened rule noticed?

mutants.txt lists changes of the sources, most of which make a rule say more than is true. All of them are compiled into
the same programs, each behind a number that the environment variable RF_MUTANT chooses. For each number guard_soundness
is run, and the tests of tests/guard and of uniformity. A mutant that passes has survived, and that is a failure, unless the list says why
it cannot matter. The sources themselves stay as they are: this works on copies in build/mutants.

    run.py --verify             each change still fits the sources: its text is there exactly once (a part of ctest)
    run.py                      all of them; takes a quarter of an hour
    run.py --only 3,7-12        some, by their numbers
    run.py --modules 100000     how many modules guard_soundness makes for each
    run.py --fuzzer             guard_soundness alone, without the tests
    run.py --fires              does guard_soundness reach each rule? rules.txt takes some of them out, one at a time; if
                                as much is proven as before, its modules say nothing about that rule

Needs build/release with the targets guard_soundness and guard_checker_test built.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from mutants import ROOT, SWITCH, chosen, lay_out, read_mutants, verify, with_mutants

BUILD = ROOT / "build" / "release"
LIST = ROOT / "tests/guard_mutants/mutants.txt"
RULES = ROOT / "tests/guard_mutants/rules.txt"
SCRATCH = ROOT / "build" / "mutants"
SOURCES = ["src/guard/checker/*.cpp", "src/guard/conditions/*.cpp", "src/ptx/analysis/cycle_exits.cpp",
           "src/ptx/analysis/stragglers.cpp", "src/ptx/analysis/uniformity.cpp"]
QUICK_MODULES = 3000
# Tests of the assembler, and of how long large modules take: they say nothing about rules.
SLOW = "Stack.*:ParameterLayout.IsPtxass:Immediates.*:CheckerHostile.Long*:CheckerHostile.Many*"


def flags():
    """The compiler's flags for the guard's files, without those that name a file."""
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        if "ringfence_guard_checker" in entry["command"]:
            words = shlex.split(entry["command"])
            return ["g++", "-O1", "-w", "-Wno-narrowing", "-fpermissive",
                    *(w for w in words[1:] if w.startswith(("-I", "-D", "-f", "-U", "-std")))]
    sys.exit("build/release knows no guard_checker; build it first")


def run(command, mutant=0, timeout=None):
    environment = dict(os.environ, RF_MUTANT=str(mutant))
    try:
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout,
                              env=environment)
        return done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return 124, "took too long"


def compile_file(source, target):
    folder = pathlib.Path(source).parent
    code, text = run([*flags(), f"-I{folder}", f'-DRINGFENCE_SOURCE_DIR="{ROOT}"', "-c", str(source), "-o", str(target)])
    if code == 0:
        return ""
    target.unlink(missing_ok=True)
    return "\n".join(line for line in text.splitlines() if "error" in line or "rf_mutant" in line) or text


def is_newer(target, time):
    return target.exists() and target.stat().st_mtime > time


def build(mutants, layers, jobs, scratch=SCRATCH, with_tests=True):
    """The programs of each layer: guard_soundness and the tests of tests/guard."""
    scratch.mkdir(parents=True, exist_ok=True)
    work = []
    headers = max(f.stat().st_mtime for folder in ["src", "generated", "tests"] for f in (ROOT / folder).rglob("*.h"))
    sources = [str(f.relative_to(ROOT)) for pattern in SOURCES for f in sorted(ROOT.glob(pattern))]
    objects = {}
    for layer in range(layers):
        for file in sources:
            chosen = [m for m in mutants if m.file == file and m.layer == layer]
            if layer > 0 and not chosen:
                continue
            copy = scratch / f"{layer}_{pathlib.Path(file).name}"
            text = with_mutants(file, chosen)
            objects[layer, file] = copy.with_suffix(".o")
            if not copy.exists() or copy.read_text() != text or not is_newer(objects[layer, file], headers):
                copy.write_text(text)
                work.append((copy, objects[layer, file]))
    switch = scratch / "switch.cpp"
    switch.write_text(SWITCH)
    mains = []
    tests = [*sorted((ROOT / "tests/guard").glob("*.cpp")), ROOT / "tests/ptx_analysis/uniformity_test.cpp"]
    if not with_tests:
        tests = []
    for source in [switch, *tests, ROOT / "tests/guard_soundness/main.cpp"]:
        target = scratch / (source.stem + ".o")
        mains.append(target)
        if not is_newer(target, max(headers, source.stat().st_mtime)):
            work.append((source, target))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        if wrong := "\n".join(filter(None, pool.map(lambda item: compile_file(*item), work))):
            sys.exit(wrong)
    for layer in range(layers):
        parts = [objects.get((layer, file), objects[0, file]) for file in sources]
        if with_tests:
            link(scratch / f"checker_test{layer}", [*mains[:-1], *parts], ["ptx_analysis", "ptx", "base"],
                 ["-lgtest", "-lgmock", "-lgtest_main"])
        link(scratch / f"soundness{layer}", [mains[0], mains[-1], *parts],
             ["guard_soundness", "guard", "guard_rewriter", "guard_runtime", "ptx_analysis", "ptx", "base"], [])


def link(target, objects, libraries, more):
    archives = [str(BUILD / "lib" / f"libringfence_{name}.a") for name in libraries]
    # A function that is also in a library is taken from the objects: they come first.
    code, text = run(["g++", *map(str, objects), "-Wl,--allow-multiple-definition", "-Wl,--start-group", *archives, "-Wl,--end-group", *more, "-lfmt", "-lpthread",
                      "-o", str(target)])
    if code != 0:
        sys.exit(text)


def judge(layer, number, modules, with_tests=True):
    """The test that notices it, or nothing."""
    for count in [QUICK_MODULES, *([0] if with_tests else []), modules]:
        if count == 0:
            test = [str(SCRATCH / f"checker_test{layer}"), "--gtest_brief=1", "--gtest_fail_fast", f"--gtest_filter=-{SLOW}"]
            code, text = run(test, number, timeout=600)
            if code != 0:
                failed = re.search(r"\[  FAILED  \] (\S+)", text)
                return "tests: " + (failed.group(1) if failed else f"ended with {code}")
            continue
        command = [str(SCRATCH / f"soundness{layer}"), "--seed", "1", "--modules", str(count)]
        code, text = run(command + (["--rewritten", "0"] if count == QUICK_MODULES else []), number, 3600)
        if code != 0:
            lines = text.splitlines()
            what = lines[1] if code == 1 and len(lines) > 1 else f"ended with {code}"
            return f"fuzzer: {what[:110]}"
    return ""


def unproven(program, number, modules):
    """How many accesses of each random module the checker cannot prove."""
    code, text = run([str(program), "--seed", "1", "--modules", str(modules), "--rewritten", "0", "--proofs"], number, 3600)
    if code != 0:
        sys.exit(f"guard_soundness failed: {text[-2000:]}")
    return [int(count) for count in re.findall(r"^module \d+ not proven (\d+)$", text, re.M)]


def fires(rules, arguments):
    """Counts the accesses that each rule proves in random modules."""
    scratch = SCRATCH / "rules"
    build(rules, lay_out(rules), arguments.jobs, scratch, with_tests=False)
    usual = unproven(scratch / "soundness0", 0, arguments.modules)
    print(f"{len(usual)} modules, {sum(usual)} accesses that are not proven", flush=True)
    silent = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        counts = pool.map(lambda r: unproven(scratch / f"soundness{r.layer}", r.number, arguments.modules), rules)
        for rule, without in zip(rules, counts):
            more = [b - a for a, b in zip(usual, without) if b > a]
            silent += not more
            print(f"{sum(more):6} more, in {len(more):5} modules, without: {rule.loses}"
                  f"{'' if more else ': NEVER USED'}", flush=True)
    return 1 if silent else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--verify", action="store_true")
    parser.add_argument("--fires", action="store_true")
    parser.add_argument("--fuzzer", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--modules", type=int, default=10000)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    mutants = read_mutants(LIST)
    verify(mutants, LIST)
    rules = read_mutants(RULES)
    verify(rules, RULES)
    if arguments.verify:
        return 0
    if arguments.fires:
        return fires(rules, arguments)
    if arguments.only:
        numbers = chosen(arguments.only, len(mutants))
        mutants = [m for m in mutants if m.number in numbers]
    layers = lay_out(mutants)
    with_tests = not arguments.fuzzer
    build(mutants, layers, arguments.jobs, with_tests=with_tests)
    if found := judge(0, 0, QUICK_MODULES, with_tests):
        sys.exit(f"the unchanged sources fail already: {found}")
    survived = []
    noticed = {"tests": 0, "fuzzer": 0}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        tries = {pool.submit(judge, m.layer, m.number, arguments.modules, with_tests): m for m in mutants}
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
    print(f"{len(mutants)} mutants: {noticed['fuzzer']} noticed by the fuzzer, {noticed['tests']} by tests only, "
          f"{harmless} cannot matter, {len(survived)} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
