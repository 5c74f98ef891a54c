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

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "release"
SCRATCH = ROOT / "build" / "mutants"
SOURCES = ["src/guard/checker/*.cpp", "src/guard/conditions/*.cpp", "src/ptx/analysis/uniformity.cpp"]
QUICK_MODULES = 3000
# Tests of the assembler, and of how long large modules take: they say nothing about rules.
SLOW = "Stack.*:ParameterLayout.IsPtxass:Immediates.*:CheckerHostile.Long*:CheckerHostile.Many*"
SWITCH = """
#include <cstdlib>
int rf_mutant = std::getenv("RF_MUTANT") == nullptr ? 0 : std::atoi(std::getenv("RF_MUTANT"));
"""


class Mutant:
    def __init__(self, number, file, text):
        self.number = number
        self.file = file
        self.text = text
        self.loses = ""
        self.harmless = ""  # why it cannot matter
        self.layer = 0

    def parse(self):
        """What is changed, where, and into what: «old => new» in its surroundings."""
        match = re.fullmatch(r"(.*)«(.*) =>(?: (.*))?»(.*)", self.text, re.DOTALL)
        if match is None:
            sys.exit(f"mutants.txt: mutant {self.number} has no «old => new»: {self.text}")
        self.before, self.old, self.new, self.after = (part or "" for part in match.groups())
        source = (ROOT / self.file).read_text()
        whole = self.before + self.old + self.after
        self.count = source.count(whole)
        self.begin = source.find(whole) + len(self.before)
        self.end = self.begin + len(self.old)

    def is_statement(self):
        return self.old.rstrip().endswith((";", "}"))


def read_mutants():
    """Blocks of lines: `~ code with «old => new»`, more lines of it with `~`, `loses: what`, perhaps `cannot matter:
    why`; `@ file` holds for what follows."""
    mutants = []
    file = None
    current = None
    for line in (ROOT / "tests/guard_mutants/mutants.txt").read_text().splitlines():
        if line.startswith("@ "):
            file = line[2:].strip()
        elif not line.strip():
            current = None
        elif line.startswith("#"):
            continue
        elif line.startswith("~ ") and current is None:
            current = Mutant(len(mutants) + 1, file, line[2:])
            mutants.append(current)
        elif line.startswith("~ "):
            current.text += "\n" + line[2:]
        elif line.startswith("loses: "):
            current.loses = line[7:]
        elif line.startswith("cannot matter: "):
            current.harmless = line[15:]
        else:
            sys.exit(f"mutants.txt: not understood: {line}")
    for mutant in mutants:
        mutant.parse()
    return mutants


def verify(mutants):
    wrong = [m for m in mutants if m.count != 1 or m.old == m.new or not m.loses]
    for mutant in wrong:
        print(f"mutant {mutant.number} of {mutant.file}: its text is there {mutant.count} times: {mutant.text}")
    if wrong:
        sys.exit(f"{len(wrong)} of {len(mutants)} mutants do not fit: rewrite them in tests/guard_mutants/mutants.txt")
    print(f"{len(mutants)} mutants fit the sources")


def lay_out(mutants):
    """Changes that overlap go into different layers, each a set of programs of its own."""
    for mutant in mutants:
        others = [m for m in mutants if m.file == mutant.file and m.number < mutant.number]
        taken = {m.layer for m in others if m.begin < mutant.end and mutant.begin < m.end}
        mutant.layer = next(layer for layer in range(len(mutants)) if layer not in taken)
    return max((m.layer for m in mutants), default=0) + 1


def with_mutants(file, mutants):
    source = (ROOT / file).read_text()
    for mutant in sorted(mutants, key=lambda m: m.begin, reverse=True):
        test = f"rf_mutant == {mutant.number}"
        if mutant.is_statement():
            text = f"if ({test}) {{ {mutant.new} }} else {{ {mutant.old} }}"
        else:
            text = f"({test} ? ({mutant.new}) : ({mutant.old}))"
        source = source[: mutant.begin] + text + source[mutant.end :]
    return "extern int rf_mutant;\n" + source


def flags():
    """Those of the guard's files, without what names a file."""
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


def build(mutants, layers, jobs):
    """The programs of each layer: guard_soundness and the tests of tests/guard."""
    SCRATCH.mkdir(parents=True, exist_ok=True)
    work = []
    headers = max(f.stat().st_mtime for folder in ["src", "generated", "tests"] for f in (ROOT / folder).rglob("*.h"))
    sources = [str(f.relative_to(ROOT)) for pattern in SOURCES for f in sorted(ROOT.glob(pattern))]
    objects = {}
    for layer in range(layers):
        for file in sources:
            chosen = [m for m in mutants if m.file == file and m.layer == layer]
            if layer > 0 and not chosen:
                continue
            copy = SCRATCH / f"{layer}_{pathlib.Path(file).name}"
            text = with_mutants(file, chosen)
            objects[layer, file] = copy.with_suffix(".o")
            if not copy.exists() or copy.read_text() != text or not is_newer(objects[layer, file], headers):
                copy.write_text(text)
                work.append((copy, objects[layer, file]))
    switch = SCRATCH / "switch.cpp"
    switch.write_text(SWITCH)
    mains = []
    tests = [*sorted((ROOT / "tests/guard").glob("*.cpp")), ROOT / "tests/ptx_analysis/uniformity_test.cpp"]
    for source in [switch, *tests, ROOT / "tests/guard_soundness/main.cpp"]:
        target = SCRATCH / (source.stem + ".o")
        mains.append(target)
        if not is_newer(target, max(headers, source.stat().st_mtime)):
            work.append((source, target))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        if wrong := "\n".join(filter(None, pool.map(lambda item: compile_file(*item), work))):
            sys.exit(wrong)
    for layer in range(layers):
        parts = [objects.get((layer, file), objects[0, file]) for file in sources]
        link(SCRATCH / f"checker_test{layer}", [*mains[:-1], *parts], ["ptx_analysis", "ptx", "base"],
             ["-lgtest", "-lgmock", "-lgtest_main"])
        link(SCRATCH / f"soundness{layer}", [mains[0], mains[-1], *parts],
             ["guard_soundness", "guard", "guard_rewriter", "guard_runtime", "ptx_analysis", "ptx", "base"], [])


def link(target, objects, libraries, more):
    archives = [str(BUILD / "lib" / f"libringfence_{name}.a") for name in libraries]
    # Of what is in a library too, the objects' own is taken: it comes first.
    code, text = run(["g++", *map(str, objects), "-Wl,--allow-multiple-definition", "-Wl,--start-group", *archives, "-Wl,--end-group", *more, "-lpthread",
                      "-o", str(target)])
    if code != 0:
        sys.exit(text)


def judge(layer, number, modules):
    """What notices it, or nothing."""
    for count in [QUICK_MODULES, 0, modules]:
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


def chosen(text, count):
    numbers = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        numbers.update(range(int(first), int(last or first) + 1))
    return sorted(n for n in numbers if 1 <= n <= count)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--verify", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--modules", type=int, default=10000)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    mutants = read_mutants()
    verify(mutants)
    if arguments.verify:
        return 0
    layers = lay_out(mutants)
    build(mutants, layers, arguments.jobs)
    if found := judge(0, 0, QUICK_MODULES):
        sys.exit(f"the unchanged sources fail already: {found}")
    if arguments.only:
        numbers = chosen(arguments.only, len(mutants))
        mutants = [m for m in mutants if m.number in numbers]
    survived = []
    noticed = {"tests": 0, "fuzzer": 0}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        tries = {pool.submit(judge, m.layer, m.number, arguments.modules): m for m in mutants}
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
