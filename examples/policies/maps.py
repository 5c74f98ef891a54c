#!/usr/bin/env python3
"""The maps of the policy that decides, from Python: what a tool of your own could begin with.

    maps.py [--ringfence PATH] MAP              its entries, and then what changes
    maps.py [--ringfence PATH] MAP KEY VALUE    sets one of them

It uses the command, as a shell would: `ringfence policy map dump|get|set|watch`.
"""

import argparse
import subprocess
import sys


class PolicyMap:
    """A map, by its name. Keys and values are written as docs/policies.md says."""

    def __init__(self, name, ringfence="ringfence"):
        self.name = name
        self.command = [ringfence, "policy", "map"]

    def _run(self, action, *words):
        done = subprocess.run([*self.command, action, self.name, *map(str, words)], capture_output=True, text=True,
                              check=False)
        if done.returncode != 0:
            raise KeyError(done.stderr.strip())
        return done.stdout

    def __iter__(self):
        """Keys and values; maps without keys have only values."""
        for line in self._run("dump").splitlines():
            key, is_there, value = line.partition(" = ")
            yield (key, value) if is_there else (None, line)

    def __getitem__(self, key):
        return self._run("get", key).strip()

    def __setitem__(self, key, value):
        self._run("set", key, value)

    def changes(self, every_ms=1000, most=0):
        """Lines as they come: '+ KEY = VALUE' for what is new, '- KEY = VALUE' for what is gone."""
        words = [*self.command, "watch", "--every-ms", str(every_ms), "--changes", str(most), self.name]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as watch:
            for line in watch.stdout:
                yield line.rstrip("\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", default="ringfence")
    parser.add_argument("--changes", type=int, default=0, help="end after so many looks that showed a change")
    parser.add_argument("map")
    parser.add_argument("key", nargs="?")
    parser.add_argument("value", nargs="?")
    arguments = parser.parse_args()
    entries = PolicyMap(arguments.map, arguments.ringfence)
    if arguments.value is not None:
        entries[arguments.key] = arguments.value
        print(f"{arguments.key} = {entries[arguments.key]}")
        return 0
    for key, value in entries:
        print(value if key is None else f"{key} = {value}")
    for line in entries.changes(200, arguments.changes):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
