#!/usr/bin/env python3
"""Checks that the versions under which things are kept on disk depend on all that those things come from.

For each list that ringfence_source_digest() has left in build/<preset>/digests: every file of this project that the
compiler has read for the libraries named there must be in it. What the compiler has read is known to Ninja.
"""

import argparse
import pathlib
import re
import subprocess
import sys

# These describe instructions, and were once forgotten: a mistake in them that was mended lived on in what was kept.
TABLES = ("generated/ptx/tables.inc", "generated/ptx/names.h")
# They say where sanitizers look, and nothing that is kept comes from them.
SANITIZERS = ("cmake/ubsan_ignore.txt", "cmake/coverage_ignore.txt")


def read_by_the_compiler(ninja, build):
    """Object file -> files that were read for it."""
    output = subprocess.run([ninja, "-C", str(build), "-t", "deps"], check=True, capture_output=True, text=True).stdout
    result = {}
    current = None
    for line in output.splitlines():
        if line.startswith("    "):
            current.append(line.strip())
        elif match := re.match(r"(\S+): #deps", line):
            current = result.setdefault(match[1], [])
    return result


def missing_in(digest, read, source, build):
    lines = digest.read_text().splitlines()
    libraries, listed = lines[0].split(), set(lines[1:])
    found = 0
    missing = set(str(source / table) for table in TABLES) - listed
    not_kept = [source / name for name in SANITIZERS]
    for name, files in read.items():
        if not any(f"/{library}.dir/" in name for library in libraries):
            continue
        found += 1
        for file in files:
            path = (build / file).resolve()
            if path in not_kept or path.is_relative_to(build):
                continue
            if path.is_relative_to(source) and str(path) not in listed:
                missing.add(str(path))
    if found < len(libraries):
        missing.add(f"(only {found} objects of {', '.join(libraries)} are known: build them first)")
    return missing


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ninja", default="ninja")
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--source", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    arguments = parser.parse_args()
    build, source = arguments.build.resolve(), arguments.source.resolve()
    read = read_by_the_compiler(arguments.ninja, build)
    digests = sorted((build / "digests").glob("*.txt"))
    failures = 0
    for digest in digests:
        for path in sorted(missing_in(digest, read, source, build)):
            print(f"{digest.name}: its version does not depend on {path}")
            failures += 1
    if not digests:
        print(f"there are no digests in {build}/digests")
    return 1 if failures or not digests else 0


if __name__ == "__main__":
    sys.exit(main())
