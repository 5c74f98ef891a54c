#!/usr/bin/env python3
"""Runs tests of the `ringfence` command that are plain text files.

One file is one test: what to run, what it reads, what it must write. Lines that begin with `;;;` say what the lines
after them are; text before the first of them is a description.

    An unknown instruction is named, and its place shown.
    ;;; RUN: ptx print -
    ;;; INPUT
    .version 9.0
    ...
    ;;; STDERR
    <stdin>:7:5: error: ...
    ;;; EXIT 1

    ;;; RUN: words              the command line, without the program; split as a shell would, then \\xNN is a byte
    ;;; INPUT                   standard input (none: it is empty)
    ;;; FILE name               a file in the folder where the command runs, which is new and empty for every test
    ;;; STDOUT                  what must come out (none: nothing)
    ;;; STDERR
    ;;; OUTPUT name             what the file must hold afterwards
    ;;; EXIT number             the exit status (none: 0)

INPUT, FILE, STDOUT, STDERR and OUTPUT take a word at the end that says how their text is written:

    escaped                     with \\xNN for a byte, \\n and \\\\; the newline at the end of the text does not count
    python                      INPUT and FILE: a Python expression for the text; only str, chr, range and join exist

What is expected stands after what is given. --rebase writes it anew from what the command does now: read the
difference before you keep it. Two things are never right: to end by a signal, and an exit status other than 1 in a
test whose name begins with `bad-`.
"""

import argparse
import concurrent.futures
import dataclasses
import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

GIVEN = ("RUN:", "INPUT", "FILE")
EXPECTED = ("STDOUT", "STDERR", "OUTPUT", "EXIT")
MARK = ";;;"


class BadTest(Exception):
    """The test file itself is wrong."""


@dataclasses.dataclass
class Test:
    """A test file, taken apart."""

    path: pathlib.Path
    given: str = ""  # the file up to the first expectation, as it is
    words: list = None  # the command line
    stdin: bytes = b""
    files: dict = dataclasses.field(default_factory=dict)
    expected: dict = dataclasses.field(default_factory=dict)  # a heading such as "STDOUT" or "OUTPUT a.ptx" -> bytes
    exit_status: int = 0


def sections(text):
    """The parts of a test file: (heading, body) in order; the description has the heading ''."""
    found = [("", [])]
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        if line.startswith(MARK):
            found.append((line[len(MARK):].strip(), []))
        else:
            found[-1][1].append(line)
    return [(heading, "".join(lines)) for heading, lines in found]


def unescape(text):
    """The bytes of an `escaped` section."""
    return text.removesuffix("\n").encode("ascii").decode("unicode_escape").encode("latin-1")


def command_word(word):
    """A word of the command line, as bytes."""
    return re.sub(rb"\\x([0-9a-f]{2})", lambda found: bytes([int(found[1], 16)]), word.encode())


def compute(text):
    """The bytes of a `python` section."""
    names = {"__builtins__": {}, "str": str, "chr": chr, "range": range, "join": "".join}
    return eval(text.strip(), names).encode()


def decode(style, body):
    """The bytes that a section's body stands for."""
    if style == "escaped":
        return unescape(body)
    if style == "python":
        return compute(body)
    return body.encode()


def escape(data):
    """The opposite of unescape: only what could not stand as it is looks different."""
    shown = {byte: chr(byte) for byte in b"\n\t" + bytes(range(32, 127))} | {ord("\\"): "\\\\"}
    text = "".join(shown.get(byte, f"\\x{byte:02x}") for byte in data)
    if text.endswith("\n"):
        text = text[:-1] + "\\n"
    return re.sub(f"^{MARK}", f"\\\\x3b{MARK[1:]}", text, flags=re.MULTILINE)


def encode(heading, data):
    """A section for these bytes, escaped only where they could not stand as they are."""
    text = data.decode(errors="replace")
    plain = all(c.isprintable() or c in "\n\t" for c in text) and "\ufffd" not in text
    if plain and text.endswith("\n") and "\n" + MARK not in "\n" + text:
        return f"{MARK} {heading}\n{text}"
    return f"{MARK} {heading} escaped\n{escape(data)}\n"


def split_heading(heading):
    """('FILE a.ptx', 'escaped') from 'FILE a.ptx escaped'."""
    words = heading.split()
    style = words.pop() if len(words) > 1 and words[-1] in ("escaped", "python") else ""
    return " ".join(words), style


def read_test(path):
    """Takes a test file apart."""
    test = Test(path)
    for heading, body in sections(path.read_bytes().decode()):
        kind = heading.split(" ")[0]
        if kind in EXPECTED:
            add_expected(test, heading, body)
            continue
        if test.expected:
            raise BadTest(f"'{heading}' stands after an expectation")
        test.given += (f"{MARK} {heading}\n" if heading else "") + body
        if kind in GIVEN:
            add_given(test, heading, body)
        elif heading:
            raise BadTest(f"unknown heading '{heading}'")
    if test.words is None:
        raise BadTest("there is no RUN line")
    return test


def add_given(test, heading, body):
    """Takes in a section that says what the command gets."""
    name, style = split_heading(heading)
    if heading.startswith("RUN:"):
        test.words = [command_word(word) for word in shlex.split(heading.removeprefix("RUN:"))]
    elif name == "INPUT":
        test.stdin = decode(style, body)
    else:
        test.files[name.removeprefix("FILE ")] = decode(style, body)


def add_expected(test, heading, body):
    """Takes in a section that says what the command must do."""
    name, style = split_heading(heading)
    if name.startswith("EXIT "):
        test.exit_status = int(name.removeprefix("EXIT "))
    else:
        test.expected[name] = decode(style, body)


def environment(settings):
    """The command's environment: nothing that changes its output from one machine to the next, and these settings.

    Where the command is built with the address sanitizer, its search for leaks takes seconds at every exit; the unit
    tests and the fuzzers do that search.
    """
    kept = {name: value for name, value in os.environ.items()
            if name != "NO_COLOR" and not name.startswith(("RINGFENCE_", "XDG_"))}
    # The test's own folder: no settings are found there, and no daemon.
    fixed = {"LC_ALL": "C", "TERM": "dumb", "HOME": ".", "RINGFENCE_SOCKET": "ringfenced.sock"}
    return {"ASAN_OPTIONS": "detect_leaks=0"} | kept | fixed | settings


def execute(test, options):
    """Runs the command. Gives its exit status and what it wrote, under the headings of a test file."""
    with tempfile.TemporaryDirectory(prefix="goldens-") as folder:
        for name, data in test.files.items():
            file = pathlib.Path(folder, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        done = subprocess.run([options.ringfence, *test.words], input=test.stdin, capture_output=True, cwd=folder,
                              timeout=options.timeout, env=environment(dict(options.set)), check=False)
        found = {"STDOUT": done.stdout, "STDERR": done.stderr}
        for heading in test.expected:
            if heading.startswith("OUTPUT "):
                file = pathlib.Path(folder, heading.removeprefix("OUTPUT "))
                found[heading] = file.read_bytes() if file.exists() else b""
    return done.returncode, found


def never_right(test, status):
    """Why this exit status cannot be what the test wants; '' if it can."""
    if status < 0 or status > 125:
        return f"the command crashed: exit status {status}"
    if test.path.name.startswith("bad-") and status != 1:
        return f"exit status {status}: this input must be refused with 1"
    return ""


def difference(heading, expected, found):
    """The changes of one section, as a unified diff."""
    def lines(data):
        return data.decode(errors="backslashreplace").splitlines(keepends=True)
    diff = difflib.unified_diff(lines(expected), lines(found), f"{heading} expected", f"{heading} found")
    return "".join(line if line.endswith("\n") else line + "\n" for line in diff)


def check(test, status, found):
    """Everything that is not as expected, as text; '' if the test passes."""
    problem = never_right(test, status)
    report = problem + "\n" if problem else ""
    if status != test.exit_status:
        report += f"exit status {status}, expected {test.exit_status}\n"
    for heading in found:
        report += difference(heading, test.expected.get(heading, b""), found[heading])
    return report


def rebase(test, status, found):
    """Writes what the command did into the test file. Gives a reason if that must not be."""
    problem = never_right(test, status)
    if problem:
        return problem + "\n"
    text = test.given if test.given.endswith("\n") else test.given + "\n"
    for heading, data in found.items():
        if data:
            text += encode(heading, data)
    if status != 0:
        text += f"{MARK} EXIT {status}\n"
    if text.encode() != test.path.read_bytes():
        test.path.write_bytes(text.encode())
        sys.stdout.write(f"rebased {test.path}\n")  # in one piece: others write too
    return ""


def run_one(path, options):
    """Runs one test file. Gives what is wrong; '' if it passes."""
    try:
        test = read_test(path)
        status, found = execute(test, options)
    except subprocess.TimeoutExpired:
        return f"took longer than {options.timeout} s\n"
    except (BadTest, ValueError, SyntaxError, NameError) as error:
        return f"cannot read the test: {error}\n"
    return rebase(test, status, found) if options.rebase else check(test, status, found)


def find_tests(paths):
    """The test files among the given files and below the given folders."""
    tests = []
    for path in paths:
        if path.is_dir():
            files = sorted(path.rglob("*.txt"))
            tests += [file for file in files if f"{MARK} RUN:".encode() in file.read_bytes()]
        else:
            tests.append(path)
    return tests


def parse_arguments():
    """The command line."""
    parser = argparse.ArgumentParser(description="Run text tests of the ringfence command.")
    parser.add_argument("--ringfence", required=True, type=os.path.abspath, help="the program to test")
    parser.add_argument("-r", "--rebase", action="store_true", help="write what it does now as what is expected")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="tests at the same time")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one test (default: %(default)s)")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", type=lambda word: word.split("=", 1),
                        help="a variable of the environment, for all tests")
    parser.add_argument("paths", nargs="*", type=pathlib.Path, metavar="FILE|FOLDER",
                        default=[pathlib.Path(__file__).parent], help="what to run (default: all tests)")
    return parser.parse_args()


def main():
    """Runs the tests and reports."""
    options = parse_arguments()
    tests = find_tests(options.paths)
    if not tests:
        sys.exit("goldens.py: no tests found")
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, report in zip(tests, pool.map(lambda path: run_one(path, options), tests)):
            if report:
                failed += 1
                print(f"FAILED {path}\n{report}")
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
