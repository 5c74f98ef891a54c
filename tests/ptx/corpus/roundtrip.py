#!/usr/bin/env python3
"""Checks that PTX survives `ringfence ptx print`: the printed text must give ptxas the same cubin, byte for byte.

For every entry of CORPUS/manifest.json (see generate.py) the original and the printed file are assembled under the
same relative file name and the cubins compared. Where ptxas embeds the PTX text or its line numbers in the cubin
(debug data, and the names it gives to a function's own variables in relocatable code), `--layout source`, which keeps
lines in place, has to give the same cubin, and the canonical print the same code and data sections.

Cubins of the originals are kept in CORPUS/cubins, so that a later run assembles the printed files only.
"""

import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time

IDENTITY = "identity"
# ptxas does not end on some malformed texts, an unclosed comment for one.
PTXAS_TIMEOUT = 300


class CheckFailed(Exception):
    """One entry's failure, in words."""


def ptxas_version():
    return subprocess.run(["ptxas", "--version"], capture_output=True, text=True, check=True).stdout


def first_lines(text, count=6):
    return "\n    ".join(text.strip().splitlines()[:count])


def run_tool(ringfence, arguments, source):
    """The tool's print of a file; without a tool, the file itself."""
    if ringfence == IDENTITY:
        return source.read_bytes()
    command = [ringfence, "ptx", "print", *arguments, str(source)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=120)
    except subprocess.TimeoutExpired as error:
        raise CheckFailed(f"print: no answer in {error.timeout} s") from error
    if done.returncode:
        message = first_lines(done.stderr.decode(errors="replace"))
        raise CheckFailed(f"print: exit status {done.returncode}\n    {message}")
    return done.stdout


def assemble(entry, text, what):
    """The cubin ptxas makes of PTX text. The folder differs from call to call, the name ptxas sees does not."""
    with tempfile.TemporaryDirectory(prefix="ringfence-roundtrip-") as folder:
        (pathlib.Path(folder) / entry["ptx"]).write_bytes(text)
        command = ["ptxas", f"-arch={entry['arch']}", *entry["flags"], entry["ptx"], "-o", "out.cubin"]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PTXAS_TIMEOUT)
        except subprocess.TimeoutExpired as error:
            raise CheckFailed(f"ptxas: no end of the {what} in {error.timeout} s") from error
        if done.returncode:
            raise CheckFailed(f"ptxas rejects the {what}: {' '.join(command)}\n    "
                              f"{first_lines(done.stderr + done.stdout)}")
        return (pathlib.Path(folder) / "out.cubin").read_bytes()


def cubin_of_original(entry, text, corpus, version):
    """The cubin of an original, from the cache when the content, the flags and ptxas are those of an earlier run."""
    parts = [entry["ptx"], entry["arch"], *entry["flags"], version, hashlib.sha256(text).hexdigest()]
    path = corpus / "cubins" / (hashlib.sha256("\0".join(parts).encode()).hexdigest() + ".cubin")
    if path.exists():
        return path.read_bytes()
    cubin = assemble(entry, text, "original")
    unfinished = path.with_suffix(f".{entry['ptx']}.part")
    unfinished.write_bytes(cubin)
    unfinished.replace(path)
    return cubin


def sections(cubin):
    """The sections of an ELF file as (name, offset, size)."""
    table, = struct.unpack_from("<Q", cubin, 0x28)
    entry_size, count, names_index = struct.unpack_from("<HHH", cubin, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", cubin, table + entry_size * index) for index in range(count)]
    names = headers[names_index][4]
    return [(cubin[names + name:cubin.index(b"\0", names + name)].decode(), offset, size)
            for name, kind, _, _, offset, size in headers if kind != 8]


def first_difference(original, printed):
    """Where two cubins first differ, in words."""
    for name, offset, size in sections(original):
        mine = original[offset:offset + size]
        theirs = next((printed[o:o + s] for n, o, s in sections(printed) if n == name), None)
        if theirs is None:
            return f"section {name} is missing"
        if mine != theirs:
            at = next((i for i, (a, b) in enumerate(zip(mine, theirs)) if a != b), min(len(mine), len(theirs)))
            return (f"section {name} ({len(mine)} and {len(theirs)} bytes) differs from byte {at}: "
                    f"{mine[at:at + 16].hex()} and {theirs[at:at + 16].hex()}")
    return f"equal sections in another arrangement ({len(original)} and {len(printed)} bytes)"


def depends_on_lines(entry, text):
    """True if ptxas puts line numbers of the PTX text into the cubin."""
    return entry["debug"] or b".loc" in text or bool({"-c", "-ewp"}.intersection(entry["flags"]))


def code_and_data(cubin):
    return [(name, cubin[offset:offset + size]) for name, offset, size in sections(cubin)
            if name.startswith((".text.", ".nv.constant", ".nv.global", ".nv.shared", ".nv.local"))]


def check(entry, ringfence, corpus, version, alter=None):
    """Checks one entry; raises CheckFailed. `alter` changes the printed text, for the self-test."""
    source = corpus / entry["ptx"]
    text = source.read_bytes()
    printed = run_tool(ringfence, [], source)
    expected = cubin_of_original(entry, text, corpus, version)
    cubin = assemble(entry, alter(printed) if alter else printed, "printed text")
    if cubin == expected:
        return
    if depends_on_lines(entry, text) and code_and_data(cubin) == code_and_data(expected):
        cubin = assemble(entry, run_tool(ringfence, ["--layout", "source"], source), "print in source layout")
    if cubin != expected:
        raise CheckFailed(f"cubin differs: {first_difference(expected, cubin)}")


def check_all(entries, ringfence, corpus, workers):
    """Checks entries, the largest first; returns a list of (entry, message) and prints failures as they come."""
    version = ptxas_version()
    (corpus / "cubins").mkdir(exist_ok=True)
    ordered = sorted(entries, key=lambda entry: -(corpus / entry["ptx"]).stat().st_size)
    failures = []
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        running = {pool.submit(check, entry, ringfence, corpus, version): entry for entry in ordered}
        for future in concurrent.futures.as_completed(running):
            try:
                future.result()
            except CheckFailed as failure:
                failures.append((running[future], str(failure)))
                print(f"FAILED {running[future]['ptx']}: {failure}", flush=True)
    return failures


def detects_a_change(entries, corpus):
    """True if a variable added to the text of an entry is reported."""
    def add_variable(text):
        return text.replace(b".address_size 64", b".address_size 64\n.visible .global .b32 roundtrip_probe;", 1)
    try:
        check(entries[0], IDENTITY, corpus, ptxas_version(), add_variable)
    except CheckFailed as failure:
        return "cubin differs: section" in str(failure)
    return False


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ringfence", help="the ringfence program")
    parser.add_argument("--corpus", type=pathlib.Path, required=True, help="folder made by generate.py")
    parser.add_argument("--jobs", type=int, default=2, help="checks at a time")
    parser.add_argument("--filter", default="", help="only files whose name has this in it")
    parser.add_argument("--self-test", action="store_true", help="check this script with identity as the printer")
    arguments = parser.parse_args()
    if bool(arguments.ringfence) == arguments.self_test:
        parser.error("give either --ringfence or --self-test")
    if arguments.ringfence and shutil.which(arguments.ringfence) is None:
        parser.error(f"{arguments.ringfence} is no program")
    return arguments


def main():
    arguments = parse_arguments()
    start = time.monotonic()
    corpus = arguments.corpus.resolve()
    entries = [e for e in json.loads((corpus / "manifest.json").read_text()) if arguments.filter in e["ptx"]]
    if not entries:
        print(f"roundtrip.py: no entry of {corpus} matches '{arguments.filter}'", file=sys.stderr)
        return 1
    ringfence = IDENTITY if arguments.self_test else str(pathlib.Path(shutil.which(arguments.ringfence)).resolve())
    failed = len(check_all(entries, ringfence, corpus, arguments.jobs))
    if arguments.self_test and not detects_a_change(entries, corpus):
        print("FAILED self-test: a changed file was not reported")
        failed += 1
    print(f"{time.monotonic() - start:.1f} s")
    print(f"{len(entries) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
