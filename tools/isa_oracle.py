#!/usr/bin/env python3
"""Holds the instruction examples (tests/ptx/isa/*.txt) against ptxas.

An example line reads `accept[@TARGET[/VERSION]] INSTRUCTION` or `refuse… INSTRUCTION`. ptxas has to give the same
verdict, unless the line ends in `// ptxas: accepts` or `// ptxas: refuses`.

With --measure, prints for every accepted example the first PTX version and the targets that take it: the figures that
stand in src/ptx/isa. Needs ptxas on the PATH.
"""

import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "tests" / "ptx" / "isa"
VERSIONS = ["6.3", "6.4", "6.5", "7.0", "7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7", "7.8", "8.0", "8.1", "8.2",
            "8.3", "8.4", "8.5", "8.6", "8.7", "8.8", "9.0"]
TARGETS = ["sm_75", "sm_80", "sm_86", "sm_87", "sm_88", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_100f", "sm_100a",
           "sm_103", "sm_103f", "sm_103a", "sm_110", "sm_110f", "sm_110a", "sm_120", "sm_120f", "sm_120a", "sm_121",
           "sm_121f", "sm_121a"]
LINE = re.compile(r"(accept|refuse)(?:@(sm_\w+)(?:/([\d.]+))?)?\s+(.*?)(?:\s*// ptxas: (accepts|refuses))?$")


def module_text(prelude, instruction, target, version):
    """The prelude with one example in it."""
    kept = []
    for line in prelude.splitlines():
        condition = re.search(r"// with (\S+)$", line)
        if condition and condition.group(1) not in instruction:
            line = ""
        if not line.startswith("//"):
            line = line.replace("@INSTRUCTION@", instruction)
        kept.append(line.replace("@TARGET@", target).replace("@VERSION@", version))
    text = "\n".join(kept) + "\n"
    return text.replace(f".target {target}\n.target ", f".target {target}, ")


def ptxas(prelude, instruction, target, version):
    """ptxas' complaint about one example, or the empty string when it takes it."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "example.ptx")
        source.write_text(module_text(prelude, instruction, target, version))
        done = subprocess.run(["ptxas", f"-arch={target}", "-O0", "-o", folder + "/out.cubin", source],
                              capture_output=True, text=True)
        return "" if done.returncode == 0 else done.stdout + done.stderr


def examples(files):
    """Every example as (place, verdict, target, version, instruction, ptxas' own verdict)."""
    for file in files:
        for number, line in enumerate(file.read_text().splitlines(), 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            match = LINE.match(line)
            if not match:
                sys.exit(f"{file}:{number}: not an example: {line}")
            verdict, target, version, instruction, differs = match.groups()
            oracle = {"accepts": "accept", "refuses": "refuse", None: verdict}[differs]
            yield f"{file.name}:{number}", verdict, target or "sm_90a", version or "9.0", instruction, oracle


def check(prelude, example):
    place, _, target, version, instruction, expected = example
    complaint = ptxas(prelude, instruction, target, version)
    if (complaint == "") == (expected == "accept"):
        return None
    return f"{place}: ptxas does not {expected}: {instruction}\n{complaint}"


def measure(prelude, example):
    """The targets that take an example (at version 9.0), and the first version that does, on the lowest of them."""
    place, verdict, _, _, instruction, _ = example
    if verdict != "accept":
        return None
    taken = [t for t in TARGETS if not ptxas(prelude, instruction, t, "9.0")]
    first = next((v for v in VERSIONS if taken and not ptxas(prelude, instruction, taken[0], v)), None)
    return f"{place}: {instruction}\n    ptx={first} on {taken[:1]}; targets: {' '.join(taken)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="example files (all of them by default)")
    parser.add_argument("--measure", action="store_true", help="print first version and targets of each example")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    prelude = (EXAMPLES / "prelude.ptx").read_text()
    found = list(examples(options.files or sorted(EXAMPLES.glob("*.txt"))))
    work = measure if options.measure else check
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        reports = [r for r in pool.map(lambda e: work(prelude, e), found) if r]
    print("\n".join(reports))
    if not options.measure:
        print(f"{len(found) - len(reports)} of {len(found)} examples agree with ptxas")
        return 1 if reports else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
