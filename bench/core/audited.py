#!/usr/bin/env python3
"""Measures what the audit log costs a launch: the same program, by turns, under a daemon that writes down all launches
and under one that writes down none.

    audited.py --ringfence PATH [--backend soft|cuda] [--turns N] [--program PATH]

launch_bench is compiled if no program is named. The exit status is 1 if the limit is not kept.
"""

import argparse
import json
import pathlib
import statistics
import sys
import tempfile

from own_daemon import OwnDaemon, compiled

HERE = pathlib.Path(__file__).resolve().parent
LIMIT = 1.03
MODES = ("off", "all", "1/1000")


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", required=True, type=pathlib.Path)
    parser.add_argument("--backend", default="soft")
    parser.add_argument("--turns", type=int, default=10, help="programs under each daemon")
    parser.add_argument("--rounds", type=int, default=20, help="of each program")
    parser.add_argument("--launches", type=int, default=5000, help="of each round")
    parser.add_argument("--program", type=pathlib.Path, help="a launch_bench that is built already")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = (options.program or compiled(folder, HERE / "launch_bench.cpp")).resolve()
        daemons = {mode: OwnDaemon(options.ringfence, folder / f"daemon{i}",
                                   f'backend = "{options.backend}"\n[audit]\nlaunches = "{mode}"\n')
                   for i, mode in enumerate(MODES)}
        times = {mode: [] for mode in MODES}
        try:
            for _ in range(options.turns):
                for mode, daemon in daemons.items():
                    said = daemon.run("run", "--", str(program), str(options.rounds), str(options.launches))
                    times[mode] += json.loads(said)
            records = daemons["all"].run("audit", "grep", "--event", "launches").count("\n")
            whole = daemons["all"].run("audit", "verify").splitlines()[-2]
        finally:
            for daemon in daemons.values():
                daemon.down()
    # By turns, and of many rounds the middle: what else the machine does is the same for all.
    middle = {mode: statistics.median(all_of_it) for mode, all_of_it in times.items()}
    print("| launches | µs of a launch, median | least | ratio |\n|---|---|---|---|")
    for mode in MODES:
        print(f"| {mode} | {middle[mode]:.4f} | {min(times[mode]):.4f} | {middle[mode] / middle['off']:.4f} |")
    print(f"\n{records} records of launches; the log is {whole}")
    kept = middle["all"] / middle["off"] <= LIMIT
    print(f"all beside off: {middle['all'] / middle['off']:.4f}, limit {LIMIT}{'' if kept else ' **missed**'}")
    sys.exit(0 if kept else 1)


if __name__ == "__main__":
    main()
