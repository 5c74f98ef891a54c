#!/usr/bin/env python3
"""Writes the generated case files of tests/ptx/run.

A case runs a few forms of one instruction on edge values, one thread for each tuple of operands. What it must give is
worked out here, with exact arithmetic, where the ISA says it (cases/model.py); where the ISA leaves it open, OUT is
empty and is recorded from a card (tests/ptx/run.py --backend cuda -r).

A file whose launch, PTX and inputs are still the same keeps the results that it has. --model writes the model's
instead; --check says where recorded results differ from the model, and writes nothing. Files in tests/ptx/run that
are not generated are written by hand; this program does not touch them.
"""

import argparse
import importlib
import pathlib
import re
import sys

MODULES = ("integer", "logic", "video", "floats", "half", "convert", "approx", "atomic", "warp", "matrix", "memory", "vector")
ROOT = pathlib.Path(__file__).resolve().parent.parent / "tests" / "ptx" / "run"


def split(text):
    """A file's text up to the first OUT section, and from there."""
    match = re.search(r"^;;; OUT", text, re.MULTILINE)
    return (text, "") if match is None else (text[: match.start()], text[match.start() :])


def has_results(expected):
    return any(line and not line.startswith(";;;") for line in expected.splitlines())


def words(expected):
    """The results without comments and line breaks: repeats written out, integers as such, in their type's range."""
    found, width = [], 64
    for line in re.sub(r"#.*", "", expected).splitlines():
        if line.startswith(";;;"):
            found.append(line)
            width = int((re.findall(r"[usb](\d+)", line.split()[-1]) or ["64"])[0])
            continue
        for word in line.split():
            if re.fullmatch(r"x\d+", word):
                found += found[-1:] * (int(word[1:]) - 1)
            elif re.fullmatch(r"-?(0x[0-9a-f]+|\d+)", word):
                found.append(int(word, 0) % (1 << width))
            else:
                found.append(word)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", action="store_true", help="write the model's results over those that are there")
    parser.add_argument("--check", action="store_true", help="compare only: name files that differ from the model")
    options = parser.parse_args()
    seen = {}
    written = differ = 0
    for module in MODULES:
        for case in importlib.import_module(f"cases.{module}").cases():
            path = ROOT / case.folder / f"{case.name}.txt"
            if path in seen:
                sys.exit(f"{path}: generated twice")
            seen[path] = case
            given, expected = split(path.read_text()) if path.exists() else ("", "")
            wanted = case.expected()
            if options.check:
                if given != case.given() or (has_results(wanted) and words(expected) != words(wanted)):
                    print(path.relative_to(ROOT))
                    differ += 1
                continue
            keep = given == case.given() and has_results(expected) and not (options.model and has_results(wanted))
            if keep or given + expected == case.given() + wanted:
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(case.given() + wanted)
            written += 1
    print(f"{len(seen)} cases, {differ} differ" if options.check else f"{len(seen)} cases, {written} files written")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
