#!/usr/bin/env python3
"""Measures what CUDA's calls cost natively and under Ringfence, by turns, and prints the ratios beside their limits.

    compare.py --launcher 'ringfence run --' [--base LAUNCHER] [--nvcc PATH] [--repeat N] [--quick] [--program PATH]

--base puts another launcher on the native side, so that two ways to run under Ringfence can be compared. Needs a card, and nvcc (or a core_bench that was built with it, linked with the shared CUDA runtime). The exit status is
1 if a limit is not kept.
"""

import argparse
import json
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
NVCC_OPTIONS = HERE.parent.parent / "tools" / "nvcc.options"
PROCESSES = 8

# The measurements: (limit of the ratio, whether more is better). Those without a limit are for information.
LIMITS = {
    "launch submit": (0.3, False),
    "launch submit, bursts of 64": (None, False),
    "launches": (0.95, True),
    "launch + sync": (1.25, False),
    "pinned H2D": (0.97, True),
    "pinned D2H": (0.97, True),
    "pageable H2D": (2, True),
    "pageable D2H": (2, True),
    "64 bytes H2D": (1.4, False),
    "64 bytes D2H": (1.4, False),
    "1 MiB malloc + free": (1, False),
    "graph of 100 nodes + sync": (1.1, False),
    f"{PROCESSES} processes, launches": (0.65, True),
}
SPREAD_LIMIT = 0.1  # how far the slowest process may be behind the fastest


def build(nvcc, folder):
    """Compiles the benchmark."""
    program = folder / "core_bench"
    subprocess.run([nvcc, "--options-file", NVCC_OPTIONS, "-O2", "-std=c++17", "-gencode",
                    "arch=compute_90,code=[sm_90,compute_90]", "-cudart", "shared", "-o", program,
                    HERE / "core_bench.cu"], check=True)
    return program


def measure(command):
    """Runs the benchmark: {name: (value, unit)}."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=600, check=False)
    if done.returncode != 0:
        sys.exit(f"compare.py: `{shlex.join(map(str, command))}` failed with status {done.returncode}")
    lines = (json.loads(line) for line in done.stdout.splitlines() if line.startswith("{"))
    return {line["name"]: (line["value"], line["unit"]) for line in lines}


def best(results):
    """The best of several runs of everything."""
    merged = {}
    for result in results:
        for name, (value, unit) in result.items():
            more_is_better = LIMITS[name][1]
            if name in merged:
                value = max(merged[name][0], value) if more_is_better else min(merged[name][0], value)
            merged[name] = (value, unit)
    return merged


def measure_processes(command):
    """Rates of several processes that launch at the same time."""
    return [value for value, _ in measure([*command, "--processes", str(PROCESSES)]).values()]


def shown(value, unit):
    """A number for people."""
    if unit == "1/s":
        return f"{value / 1000:.0f} k/s"
    return f"{value:.{0 if value >= 1000 else 1 if value >= 10 else 2}f} {unit.replace('us', 'µs')}"


def print_row(name, native, ours):
    """A line of the table; whether its limit is kept."""
    limit, more_is_better = LIMITS[name]
    ratio = ours[0] / native[0]
    kept = limit is None or (ratio >= limit if more_is_better else ratio <= limit)
    text = "" if limit is None else f"{'≥' if more_is_better else '≤'} {limit:g}"
    print(f"| {name} | {shown(*native)} | {shown(*ours)} | {ratio:.2f} | {text}{'' if kept else ' **missed**'} |")
    return kept


def print_spread(rates):
    """How evenly the processes were served; whether that is even enough."""
    spread = 1 - min(rates) / max(rates)
    kept = spread <= SPREAD_LIMIT
    print(f"\nUnder Ringfence the {len(rates)} processes made {min(rates) / 1000:.1f} k to {max(rates) / 1000:.1f} k "
          f"launches a second each, {spread * 100:.1f} % apart (limit {SPREAD_LIMIT * 100:.0f} %"
          f"{'' if kept else ', **missed**'}).")
    return kept


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--launcher", required=True, help="what to put in front of the program, for instance "
                        "'build/release/bin/ringfence run --'")
    parser.add_argument("--base", default="", help="what to put in front of the program on the other side")
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    parser.add_argument("--program", type=pathlib.Path, help="a core_bench that is built already")
    parser.add_argument("--repeat", type=int, default=2, help="how often each side is measured")
    parser.add_argument("--quick", action="store_true", help="small amounts, to see that it works")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        program = options.program or build(options.nvcc, pathlib.Path(folder))
        command = [program.resolve()] + (["--quick"] if options.quick else [])
        native, ours = ([*shlex.split(launcher), *command] for launcher in (options.base, options.launcher))
        rounds = [(measure(native), measure(ours)) for _ in range(options.repeat)]
        native_rates, our_rates = measure_processes(native), measure_processes(ours)

    native_best, our_best = (best(side) for side in zip(*rounds))
    together = f"{PROCESSES} processes, launches"
    native_best[together] = (sum(native_rates), "1/s")
    our_best[together] = (sum(our_rates), "1/s")
    print("| call | native | Ringfence | ratio | limit |\n|---|---|---|---|---|")
    kept = [print_row(name, native_best[name], our_best[name]) for name in LIMITS]
    kept.append(print_spread(our_rates))
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
