#!/usr/bin/env python3
"""Runs the faulty kernels of faults.cu in each mode, and holds what is found against the table of docs/checking.md.

A mode finds a mistake if its report names the line of the source that is to blame, which ends in `// FAULT name` there;
it sees one if the program learns of an error, or the report names another line. `--rebase` writes the table anew.
Exit status 77: there is no nvcc, so nothing was run.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SOURCE = pathlib.Path(__file__).resolve().parent / "faults.cu"
TABLE = ROOT / "docs" / "checking.md"
CHECK = "`--check`"
MODES = {CHECK: ["--check"], "default": [], "`--guard check`": ["--guard", "check"],
         "`--isolation private`": ["--isolation", "private"]}
SKIPPED = 77
# The guard refuses these cases. They form a program of their own, which always gets a worker of its own.
NOT_GUARDABLE = {"endless-recursion", "local-of-another"}
FOUND, SEEN, MISSED = "found", "seen", "—"
KERNEL_FAILED = 4
# Cases that blame a line which another one is named after.
SAME_LINE = {"store-to-host": "store-through-pointer", "store-to-freed": "store-through-pointer",
             "store-to-freed-in-order": "store-through-pointer", "store-to-garbage": "store-through-pointer",
             "in-a-stream": "store-past-end", "managed-past-end": "store-past-end", "pinned-past-end": "store-past-end"}


def lines_to_blame():
    """The number of the line by the name behind its `// FAULT`."""
    lines = enumerate(SOURCE.read_text().splitlines(), 1)
    return {match.group(1): number for number, line in lines if (match := re.search(r"// FAULT (\S+)$", line))}


def cases():
    names = re.findall(r'^    \{"([\w-]+)", ', SOURCE.read_text(), re.MULTILINE)
    marks = lines_to_blame()
    return {name: marks[SAME_LINE.get(name, name)] for name in names}


def table_rows():
    """The document's promises: {case: {mode: answer}}."""
    rows = {}
    for line in TABLE.read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == len(MODES) + 1 and re.fullmatch(r"[a-z-]+", cells[0]) and cells[0] != "case":
            rows[cells[0]] = dict(zip(MODES, cells[1:]))
    return rows


def write_table(rows):
    head = f"| case | {' | '.join(MODES)} |\n|---|{'---|' * len(MODES)}\n"
    body = "".join(f"| {name} | {' | '.join(answers[mode] for mode in MODES)} |\n" for name, answers in rows.items())
    text = TABLE.read_text()
    TABLE.write_text(re.sub(r"\| case \|.*?\n\n", lambda _: head + body + "\n", text, flags=re.DOTALL))


class Runner:
    def __init__(self, ringfence, folder, environment):
        self.ringfence, self.folder, self.environment = ringfence, folder, environment
        self.program, self.unguarded = folder / "faults", folder / "unguarded"

    def build(self, nvcc):
        for program, more in [(self.program, []), (self.unguarded, ["-DUNGUARDED"])]:
            subprocess.run([nvcc, "--options-file", ROOT / "tools" / "nvcc.options", "-lineinfo", "-arch=compute_90",
                            "-cudart", "shared", *more, "-o", program, SOURCE], check=True)

    def answer(self, name, line, mode):
        """The answer of a mode to a case, and its output."""
        wait = [] if mode == CHECK else ["wait"]
        program = self.unguarded if name in NOT_GUARDABLE else self.program
        done = subprocess.run([self.ringfence, "run", "--backend", "soft", *MODES[mode], "--", program, name, *wait],
                              capture_output=True, text=True, env=self.environment, timeout=600)
        said = done.stderr
        names_line = f"faults.cu:{line}:" in said.split("\n")[0] if mode == CHECK else bool(re.search(rf"faults\.cu:{line}[):]", said))
        fails = done.returncode == KERNEL_FAILED if mode == CHECK else done.returncode != 0
        answer = FOUND if names_line and fails else SEEN if fails else MISSED
        return answer, f"exit status {done.returncode}\n{done.stdout}{said}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", required=True)
    parser.add_argument("--rebase", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("names", nargs="*", help="cases (all by default)")
    options = parser.parse_args()
    nvcc = shutil.which("nvcc")
    if nvcc is None:
        print("there is no nvcc")
        return SKIPPED
    promised, lines = table_rows(), cases()
    wrong, got = 0, {}
    with tempfile.TemporaryDirectory(prefix="rf-check-") as name:
        folder = pathlib.Path(name)
        environment = {**os.environ, "RINGFENCE_SOCKET": str(folder / "socket")}
        runner = Runner(options.ringfence, folder, environment)
        runner.build(nvcc)
        chosen = options.names or list(lines)
        work = [(case, mode) for case in chosen for mode in MODES]
        try:
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                answers = pool.map(lambda one: runner.answer(one[0], lines[one[0]], one[1]), work)
                for (case, mode), (answer, said) in zip(work, answers):
                    got.setdefault(case, {})[mode] = answer
                    expected = promised.get(case, {}).get(mode, "nothing: it is not in the table")
                    if answer != expected and not (options.rebase and answer != MISSED and mode == CHECK):
                        wrong += not options.rebase
                        print(f"{case}, {mode}: {answer}, expected {expected}\n{said}")
        finally:
            subprocess.run([options.ringfence, "down"], env=environment, capture_output=True)
    if options.rebase:
        write_table({**promised, **got} if options.names else got)
    print(f"{len(got)} cases in {len(MODES)} modes, {wrong} answers wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
