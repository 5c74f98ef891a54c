#!/usr/bin/env python3
"""PyTorch natively beside Ringfence: training, generation, graphs, compiled code, transforms, linear algebra.

    models.py --ringfence PATH [--only PART ...] [--turns N] [--config FILE]

Each turn is a process natively and one under `ringfence run --isolation private`, each with all parts (parts.py); then
whole starts, `import torch; torch.zeros(1).cuda()`, by turns too. Printed: the better time of all turns on either side,
and whether digests of the results are the same. Where they differ between two native turns they cannot be compared, and
the table says so. Needs a card and PyTorch. The daemon is the program's own, in a folder that is deleted, with the
libraries that `ringfence doctor --libraries` finds, or with the settings of --config.

The exit status is 1 if a result differs, a part fails, or one of these limits is missed: ResNet-50 training 1.02 of
native's time, generation 1.05, a whole start 1.1.
"""

import argparse
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "core"))
from installed import libraries_setting  # pylint: disable=wrong-import-position
from own_daemon import OwnDaemon  # pylint: disable=wrong-import-position
from parts import PARTS  # pylint: disable=wrong-import-position

BACKEND = "cuda"
PROGRAM = HERE / "parts.py"
START = "import torch; torch.zeros(1).cuda()"
STARTS = 3
PATIENCE = 120  # seconds for a process
LIMITS = {"resnet50": 1.02, "gpt2": 1.05, "start": 1.1}
NAMES = {"small": "training step of a small network", "resnet50": "ResNet-50 training, batch 32",
         "gpt2": "GPT-2 generation, 40 tokens", "bert": "BERT, 4 × 64 tokens", "graph": "CUDA graph, replayed",
         "amp": "training in mixed precision", "fft": "transforms", "linalg": "`linalg`",
         "compile": "`torch.compile`, a call", "compiling": "`torch.compile`, compiling", "import": "`import torch`",
         "first_call": "first CUDA call after it", "start": "whole start"}
# The same on both sides: with it cuBLAS gives the same bits every time.
DETERMINISTIC = {"CUBLAS_WORKSPACE_CONFIG": ":4096:8", "TORCHINDUCTOR_COMPILE_THREADS": "1", "PYTHONHASHSEED": "0"}


class Side:
    """One way to run a program."""

    def __init__(self, name, prefix, environment, folder):
        self.name = name
        self.prefix = [str(word) for word in prefix]
        self.folder = folder / name
        self.folder.mkdir()
        # Compiled code is kept apart, so that each side compiles for itself in its first turn.
        self.environment = {**environment, **DETERMINISTIC, "TORCHINDUCTOR_CACHE_DIR": str(self.folder / "inductor"),
                            "TRITON_CACHE_DIR": str(self.folder / "triton")}
        self.lines = {}  # part → its lines, one for each turn

    def run(self, *words):
        """A Python program: its output and whether it came to its end. Its errors are shown."""
        out, err = self.folder / "out", self.folder / "err"
        with out.open("w") as into, err.open("w") as errors:
            try:
                status = subprocess.run([*self.prefix, sys.executable, *map(str, words)], env=self.environment,
                                        stdout=into, stderr=errors, check=False, timeout=PATIENCE).returncode
            except subprocess.TimeoutExpired:
                status = f"nothing, after {PATIENCE} s"
        if status != 0:
            print(f"{self.name}: a process ended with {status}")
        shown = err.read_text(errors="replace").strip().splitlines()
        if shown and (status != 0 or any(line.startswith("Traceback") for line in shown)):
            print("\n".join(f"  {self.name}: {line[:300]}" for line in shown[-12:]), flush=True)
        return out.read_text(errors="replace"), status == 0

    def turn(self, names):
        """All parts once."""
        out, _ = self.run(PROGRAM, *names)
        seen = []
        for text in out.splitlines():
            if text.startswith("{"):
                line = json.loads(text)
                self.lines.setdefault(line["part"], []).append(line)
                seen.append(line["part"])
        for name in names:
            if name not in seen:
                self.lines.setdefault(name, []).append({"part": name, "error": "the process ended before it"})

    def start(self):
        """A whole start, with the end of the process."""
        begin = time.monotonic()
        _, is_fine = self.run("-c", START)
        took = time.monotonic() - begin
        line = {"part": "start", "seconds": took, "digests": {}} if is_fine else {"part": "start", "error": "failed"}
        self.lines.setdefault("start", []).append(line)

    def best(self, name):
        """Seconds: of starts the median, of all else the better turn; None: there is none."""
        times = [line["seconds"] for line in self.lines.get(name, []) if "seconds" in line]
        if not times:
            return None
        return statistics.median(times) if name == "start" else min(times)

    def digests(self, name):
        """By what they are of: all that were seen."""
        found = {}
        for line in self.lines.get(name, []):
            for what, digest in line.get("digests", {}).items():
                found.setdefault(what, set()).add(digest)
        return found

    def errors(self, name):
        """The reason for its end."""
        lines = self.lines.get(name)
        return ["did not run"] if not lines else sorted({line["error"] for line in lines if "error" in line})


def compared(native, ours):
    """Digests of both sides: what to say, and whether nothing is wrong."""
    groups = {"the same": [], "**differ**": [], "not the same twice natively": [], "**failed**": []}
    for what, of_native in native.items():
        of_ours = ours.get(what, set())
        if any(digest.startswith("error") for digest in of_native | of_ours):
            groups["**failed**"].append(f"{what} ({'; '.join(sorted(of_native | of_ours))})")
        elif len(of_native) > 1:
            groups["not the same twice natively"].append(what)
        else:
            groups["the same" if of_ours == of_native else "**differ**"].append(what)
    text = "; ".join(f"{verdict}: {', '.join(whats)}" for verdict, whats in groups.items() if whats)
    return text.replace("|", "/"), not groups["**differ**"] and not groups["**failed**"]


def in_words(seconds):
    """With three digits."""
    if seconds is None:
        return ""
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def row(name, native, ours):
    """A line of the table, and what is wrong with it."""
    wrong = [f"{NAMES[name]}, {side.name}: {error}" for side in (native, ours) for error in side.errors(name)]
    here, there = native.best(name), ours.best(name)
    ratio = there / here if here and there else None
    digests = native.digests(name), ours.digests(name)
    said, is_same = compared(*digests) if all(digests) else ("", True)
    if not is_same:
        wrong.append(f"{NAMES[name]}: {said}")
    of_limit = ""
    if name in LIMITS:
        is_missed = ratio is None or ratio > LIMITS[name]
        of_limit = f" (limit {LIMITS[name]}{': missed' if is_missed else ''})"
        if is_missed and ratio is not None:
            wrong.append(f"{NAMES[name]}: {ratio:.3f} of native's time, limit {LIMITS[name]}")
    text = "" if ratio is None else f"{ratio:.2f}{of_limit}" if ratio < 0.995 else f"{ratio:.3f}{of_limit}"
    if wrong and ratio is None:
        said = "**failed**"
    return f"| {NAMES[name]} | {in_words(here)} | {in_words(there)} | {text} | {said} |", wrong


def print_table(native, ours, names):
    """Gives what is wrong."""
    all_wrong = []
    print("\n| | native | Ringfence | ratio | results |\n|---|---|---|---|---|")
    for name in names:
        text, wrong = row(name, native, ours)
        print(text)
        all_wrong += wrong
    for what in all_wrong:
        print(f"FAILED: {what}")
    return all_wrong


def measure(native, ours, options):
    """All turns. A signal to end ends them, so that what was found can be printed."""
    for number in range(options.turns):
        for side in (native, ours):
            begin = time.monotonic()
            side.turn(options.only or PARTS)
            print(f"turn {number + 1}, {side.name}: {time.monotonic() - begin:.1f} s", flush=True)
    for _ in range(STARTS):
        for side in (native, ours):
            side.start()


def compare(options, folder):
    """Gives the exit status."""
    ringfence = options.ringfence.resolve()
    settings = options.config.read_text() if options.config else \
        f'backend = "{BACKEND}"\n' + libraries_setting(ringfence, folder / "settings")
    daemon = OwnDaemon(ringfence, folder / "daemon", settings)
    native = Side("native", [], dict(os.environ), folder)
    ours = Side("Ringfence", [ringfence, "run", "--isolation", "private", "--"], daemon.environment, folder)
    names = [name for name in NAMES if name in (options.only or PARTS) or name in ("import", "first_call", "start")
             or (name == "compiling" and "compile" in (options.only or PARTS))]
    stopped = []
    try:
        try:
            measure(native, ours, options)
        except (Exception, KeyboardInterrupt) as problem:  # pylint: disable=broad-except
            print(f"FAILED: {traceback.format_exc().strip().splitlines()[-1]}", flush=True)
            stopped.append(problem)
        wrong = print_table(native, ours, names)
        if wrong or stopped:
            log = folder / "daemon" / "ringfenced.log"
            print("\n".join(log.read_text(errors="replace").splitlines()[-10:]) if log.exists() else "")
    finally:
        daemon.down()
    return 1 if wrong or stopped else 0


def interrupted(*_):
    """SIGTERM is Ctrl-C."""
    raise KeyboardInterrupt


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", type=pathlib.Path, required=True)
    parser.add_argument("--config", type=pathlib.Path, help="the daemon's settings, as for `ringfence up`")
    parser.add_argument("--only", nargs="+", choices=PARTS)
    parser.add_argument("--turns", type=int, default=2)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, interrupted)
    with tempfile.TemporaryDirectory(prefix="rf-models-", ignore_cleanup_errors=True) as folder:
        return compare(options, pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(main())
