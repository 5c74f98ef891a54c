#!/usr/bin/env python3
"""Runs kernels that are plain text files, with `ringfence ptx run`, on the software GPU or on a card.

One file is one case: PTX, how it is launched, what it reads, what it must write. Lines that begin with `;;;` say what
the lines after them are; text before the first of them is a description.

    Adds two vectors; infinities stay, NaN comes out as the card makes it.
    ;;; RUN: --entry add --block 4 --arg in:a --arg in:b --arg out:r:16
    ;;; PTX
    .version 8.0
    ...
    ;;; IN a f32
    1.5 inf nan 0x00000001
    ;;; IN b f32
    0 x4
    ;;; OUT r f32
    1.5 inf 0x7fffffff 1e-45

    ;;; RUN: words          the options of `ringfence ptx run`, split as a shell would. A file may have several RUN lines
    ;;; PTX                 the module. It and the INs hold for their RUN and for all after it, until they are given anew
    ;;; IN name type        a file of numbers that the RUN reads
    ;;; OUT name type       the numbers that the file must hold afterwards. Behind it may stand ulp=N, abs=X or rel=X (X
                            may be written 2^-22): then values may be off by that much, NaN must be some NaN, and
                            infinities must be the same. With several of these, one must hold
    ;;; STDOUT              what the kernel must print (none: nothing)
    ;;; STDERR              the report (none: nothing); with a card it is not compared if the exit status is not 0
    ;;; EXIT: number        the exit status (none: 0)
    ;;; SOFT-ONLY: reason   the case is skipped on a card

STDOUT and STDERR may hold {{regular expressions}}, and take the word `escaped` as in tests/goldens.py.

Types are u8 s8 u16 s16 u32 s32 u64 s64 f16 bf16 f32 f64, and hex: bytes. Numbers are decimal or 0x; for a float 0x is
its bits, 0x1.8p3 its value, and `nan` the NaN that the card makes. All are compared by their bits. `5 x16` is sixteen
fives, `0..31` counts, `0..62:2` in steps of two, `*` in an OUT is anything; # begins a comment.

--rebase writes what was got into the sections that do not hold. Read the difference before you keep it.
"""

import argparse
import concurrent.futures
import dataclasses
import difflib
import fractions
import json
import math
import os
import pathlib
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import time

MARK = ";;;"
ANY = None  # a value that may be anything
SHOWN_DIFFERENCES = 12


class BadCase(Exception):
    """The case file itself is wrong."""


# ----------------------------------------------------------------------------------------------------------------------
# Numbers. A value is held as its bits.


class Integers:
    """u8 … s64."""

    def __init__(self, name):
        self.bits = int(name[1:])
        self.bytes = self.bits // 8
        self.signed = name[0] == "s"
        self.name = name

    def parse(self, word):
        """The bits of a number."""
        value = int(word, 0)
        low = -(1 << self.bits - 1) if self.signed else 0
        if not low <= value < 1 << self.bits or self.signed and value >> self.bits - 1 == 1 and "x" not in word.lower():
            raise ValueError
        return value & (1 << self.bits) - 1

    def number(self, bits):
        """The value of bits."""
        return bits - (1 << self.bits) if self.signed and bits >> self.bits - 1 else bits

    def show(self, bits):
        """Text that parse() reads."""
        value = self.number(bits)
        return str(value) if self.signed or value < 1_000_000 else f"0x{bits:0{self.bits // 4}x}"

    def is_nan(self, _bits):
        """Integers have none."""
        return False

    is_infinite = is_nan

    def order(self, bits):
        """Neighbours differ by one."""
        return self.number(bits)


class Floats:
    """f16, bf16, f32, f64."""

    def __init__(self, name, bits, mantissa, nan):
        self.name = name
        self.bits = bits
        self.bytes = bits // 8
        self.mantissa = mantissa
        self.nan = nan
        self.sign = 1 << bits - 1
        self.infinity = (1 << bits - 1) - (1 << mantissa)
        self.smallest = 1 - ((1 << bits - mantissa - 2) - 1) - mantissa  # the exponent of the smallest number

    def parse(self, word):
        """The bits of a number."""
        lower = word.lower()
        if re.fullmatch("0x[0-9a-f]+", lower):
            bits = int(lower, 16)
            if bits >> self.bits:
                raise ValueError
            return bits
        sign = self.sign if lower.startswith("-") else 0
        magnitude = lower.lstrip("+-")
        if magnitude == "inf":
            return sign | self.infinity
        if magnitude == "nan":
            return sign | self.nan
        if "p" in magnitude:
            return sign | self.round(fractions.Fraction(float.fromhex(magnitude)))
        return sign | self.round(fractions.Fraction(magnitude))

    def round(self, value):
        """The bits of the float nearest to a number that is not negative, ties to even."""
        if value == 0:
            return 0
        exponent = value.numerator.bit_length() - value.denominator.bit_length()
        if value < fractions.Fraction(2) ** exponent:
            exponent -= 1
        unit = max(exponent - self.mantissa, self.smallest)
        scaled = value / fractions.Fraction(2) ** unit
        units = round(scaled)  # of a Fraction: exact, ties to even
        bits = units + (unit - self.smallest << self.mantissa)  # the leading one counts into the exponent
        if bits >= self.infinity:
            raise ValueError
        return bits

    def number(self, bits):
        """The value of bits."""
        magnitude = bits & self.sign - 1
        exponent = magnitude >> self.mantissa
        if magnitude >= self.infinity:
            value = math.inf if magnitude == self.infinity else math.nan
        else:
            units = (magnitude & (1 << self.mantissa) - 1) + ((1 << self.mantissa) if exponent else 0)
            value = math.ldexp(units, max(exponent - 1, 0) + self.smallest)
        return -value if bits & self.sign else value

    def show(self, bits):
        """Text that parse() reads."""
        value = self.number(bits)
        if math.isinf(value):
            return str(value)
        if not math.isnan(value):
            for digits in range(1, 10):
                text = f"{value:.{digits}g}"
                if "inf" not in text and self.reads_back(text, bits):
                    return text if "." in text or "e" in text else text + ".0"
            if self.bits == 64 and len(repr(value)) < 18:
                return repr(value)
        return f"0x{bits:0{self.bits // 4}x}"

    def reads_back(self, text, bits):
        """True if parse() gives these bits."""
        try:
            return self.parse(text) == bits
        except ValueError:
            return False

    def is_nan(self, bits):
        """True if it is one."""
        return bits & self.sign - 1 > self.infinity

    def is_infinite(self, bits):
        """True if it is one."""
        return bits & self.sign - 1 == self.infinity

    def order(self, bits):
        """Neighbours differ by one; both zeros are the same."""
        magnitude = bits & self.sign - 1
        return -magnitude if bits & self.sign else magnitude


class Bytes(Integers):
    """hex: bytes, written in groups of any length."""

    def __init__(self):
        super().__init__("u8")
        self.name = "hex"

    def show(self, bits):
        """Two digits."""
        return f"{bits:02x}"


TYPES = {name: Integers(name) for name in ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64")} | {
    "f16": Floats("f16", 16, 10, 0x7FFF),
    "bf16": Floats("bf16", 16, 7, 0x7FFF),
    "f32": Floats("f32", 32, 23, 0x7FFFFFFF),
    "f64": Floats("f64", 64, 52, 0x7FF8000000000000),
    "hex": Bytes(),
}


def parse_word(kind, word):
    """The values that one word stands for."""
    if word == "*":
        return [ANY]
    if kind.name == "hex":
        return list(bytes.fromhex(word))
    span = re.fullmatch(r"(-?\d+)\.\.(-?\d+)(?::(\d+))?", word)
    if span:
        first, last, step = int(span[1]), int(span[2]), int(span[3] or 1)
        counted = range(first, last + 1, step) if first <= last else range(first, last - 1, -step)
        return [kind.parse(str(value)) for value in counted]
    return [kind.parse(word)]


def parse_values(kind, text):
    """The values of a section, in pieces: (the comment in front or '', values)."""
    pieces = [("", [])]
    last = []  # what a repetition repeats
    for line in text.splitlines():
        numbers, _, comment = line.partition("#")
        if comment and not numbers.strip():
            pieces.append((comment.strip(), []))
        for word in numbers.replace(",", " ").split():
            again = re.fullmatch(r"x(\d+)", word)
            try:
                if again and last:
                    pieces[-1][1].extend(last * (int(again[1]) - 1))
                    continue
                last = parse_word(kind, word)
            except (ValueError, ZeroDivisionError) as error:
                raise BadCase(f"'{word}' is not a number of type {kind.name}") from error
            pieces[-1][1].extend(last)
            if kind.name != "hex":
                last = last[-1:]
    return pieces


def flatten(pieces):
    """All values of the pieces."""
    return [value for _, values in pieces for value in values]


def encode(kind, values):
    """The bytes of a file."""
    if ANY in values:
        raise BadCase("'*' can only stand in an OUT")
    return b"".join(value.to_bytes(kind.bytes, "little") for value in values)


def decode(kind, data):
    """The values in a file's bytes."""
    formats = {1: "B", 2: "H", 4: "I", 8: "Q"}
    return list(struct.unpack(f"<{len(data) // kind.bytes}{formats[kind.bytes]}",
                              data[:len(data) // kind.bytes * kind.bytes]))


def wrap(words):
    """Lines of at most 120 columns."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > 120:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return "".join(line + "\n" for line in lines if line)


def show_values(kind, values):
    """Text that parse_values() reads: repetitions and counting in short."""
    if kind.name == "hex":
        text = bytes(values).hex()
        return wrap(text[i:i + 32] for i in range(0, len(text), 32))
    words = []
    i = 0
    while i < len(values):
        same = counted = 1
        while i + same < len(values) and values[i + same] == values[i]:
            same += 1
        if isinstance(kind, Integers):
            while i + counted < len(values) and kind.number(values[i + counted]) == kind.number(values[i]) + counted:
                counted += 1
        shown = kind.show(values[i])
        if same >= 3:
            words += [shown, f"x{same}"]
        elif counted >= 4 and "x" not in shown:
            words.append(f"{shown}..{kind.number(values[i]) + counted - 1}")
        else:
            words.append(shown)
            same = counted = 1
        i += max(same if same >= 3 else 1, counted if counted >= 4 else 1)
    return wrap(words)


def show_pieces(kind, old_text, values):
    """A section for these values that keeps the comments of the old one where the numbers still go with them."""
    try:
        old = parse_values(kind, old_text)
    except BadCase:
        old = []
    if len(flatten(old)) != len(values):
        return show_values(kind, values)
    text = ""
    at = 0
    for comment, piece in old:
        text += (f"# {comment}\n" if comment else "") + show_values(kind, values[at:at + len(piece)])
        at += len(piece)
    return text


# ----------------------------------------------------------------------------------------------------------------------
# Bounds


@dataclasses.dataclass
class Bounds:
    """How far a value may be off; all None: not at all."""

    ulp: int = None
    abs: float = None
    rel: float = None

    def exact(self):
        """True if the bits must be the same."""
        return self.ulp is None and self.abs is None and self.rel is None

    def hold(self, kind, expected, got):
        """True if `got` will do."""
        if expected is ANY or expected == got:
            return True
        if self.exact() or kind.is_infinite(expected) or kind.is_infinite(got):
            return False
        if kind.is_nan(expected) or kind.is_nan(got):
            return kind.is_nan(expected) and kind.is_nan(got)
        if self.ulp is not None and abs(kind.order(got) - kind.order(expected)) <= self.ulp:
            return True
        off = abs(fractions.Fraction(kind.number(got)) - fractions.Fraction(kind.number(expected)))
        return (self.abs is not None and off <= fractions.Fraction(self.abs) or
                self.rel is not None and off <= fractions.Fraction(self.rel) * abs(fractions.Fraction(kind.number(expected))))


def parse_bounds(words):
    """From what stands behind the type in an OUT."""
    bounds = Bounds()
    for word in words:
        name, _, value = word.partition("=")
        power = re.fullmatch(r"(?:([0-9.]+)\*)?2\^(-?[0-9.]+)", value)
        try:
            if name == "ulp":
                bounds.ulp = int(value)
            elif name in ("abs", "rel"):
                setattr(bounds, name, float(power[1] or 1) * 2.0 ** float(power[2]) if power else float(value))
            else:
                raise ValueError
        except ValueError as error:
            raise BadCase(f"'{word}' is not ulp=N, abs=X or rel=X") from error
    return bounds


# ----------------------------------------------------------------------------------------------------------------------
# Cases


@dataclasses.dataclass
class Section:
    """A heading and the lines under it."""

    heading: str
    body: str = ""

    def words(self):
        """The heading's words."""
        return self.heading.split()


@dataclasses.dataclass
class Run:
    """A RUN line, with what holds for it."""

    words: list
    last: int  # the number of its last section
    ptx: str = ""
    files: dict = dataclasses.field(default_factory=dict)  # name -> bytes
    outputs: dict = dataclasses.field(default_factory=dict)  # name -> number of its section
    texts: dict = dataclasses.field(default_factory=dict)  # "STDOUT", "STDERR" -> number of its section
    exit_status: int = 0
    exit_section: int = None

    def written(self):
        """The names of the files that the command must write."""
        names = []
        for option, value in zip(self.words, self.words[1:]):
            if option == "--arg" and value.startswith("out:"):
                names.append(value.removeprefix("out:").rpartition(":")[0])
            elif option == "--symbol" and ":out:" in value:
                names.append(value.partition(":out:")[2])
        return names


@dataclasses.dataclass
class Case:
    """A case file, taken apart."""

    path: pathlib.Path
    description: str
    sections: list
    runs: list
    soft_only: str = ""

    def approximate(self):
        """True if some result has a bound instead of bits."""
        return any(len(self.sections[number].words()) > 3 for run in self.runs for number in run.outputs.values())


def split(text):
    """The description, and the sections."""
    description = ""
    sections = []
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        if line.startswith(MARK):
            sections.append(Section(line[len(MARK):].strip()))
        elif sections:
            sections[-1].body += line
        else:
            description += line
    return description, sections


def section_type(section):
    """The type that an IN or OUT names."""
    words = section.words()
    if len(words) < 3 or words[2] not in TYPES:
        raise BadCase(f"'{section.heading}': {words[0]} takes a name and a type: {' '.join(TYPES)}")
    return TYPES[words[2]]


def read_case(path):
    """Takes a case file apart."""
    description, sections = split(path.read_text(encoding="utf-8"))
    case = Case(path, description, sections, [])
    ptx = ""
    files = {}
    for number, section in enumerate(sections):
        kind = (section.words() or [""])[0]
        if kind == "RUN:":
            case.runs.append(Run(shlex.split(section.heading.removeprefix("RUN:")), number, ptx, dict(files)))
        elif kind == "SOFT-ONLY:":
            case.soft_only = section.heading.removeprefix("SOFT-ONLY:").strip() or "no reason given"
        elif kind == "PTX":
            ptx = section.body
        elif kind == "IN":
            kind_of_number = section_type(section)
            files[section.words()[1]] = encode(kind_of_number, flatten(parse_values(kind_of_number, section.body)))
        elif not case.runs or not add_expected(case.runs[-1], number, section):
            raise BadCase(f"'{section.heading}': " + ("unknown heading" if case.runs else "stands before the RUN"))
        if case.runs:
            run = case.runs[-1]
            run.ptx, run.files, run.last = ptx, dict(files), number
    if not case.runs:
        raise BadCase("there is no RUN line")
    return case


def add_expected(run, number, section):
    """Takes in a section that says what must come out; False if it is none."""
    words = section.words()
    if words[0] == "OUT":
        section_type(section)
        parse_bounds(words[3:])
        run.outputs[words[1]] = number
    elif words[0] in ("STDOUT", "STDERR") and words[1:] in ([], ["escaped"]):
        run.texts[words[0]] = number
    elif words[0] == "EXIT:":
        run.exit_status, run.exit_section = int(words[1]), number
    else:
        return False
    return True


# ----------------------------------------------------------------------------------------------------------------------
# Running


@dataclasses.dataclass
class Outcome:
    """The outcome of a RUN."""

    status: int
    texts: dict  # "STDOUT", "STDERR" -> bytes
    files: dict  # name -> bytes, of those that exist


def environment(cache):
    """The command's environment: nothing that changes its output, and a cache that starts empty."""
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return {"ASAN_OPTIONS": "detect_leaks=0"} | kept | {"LC_ALL": "C", "TERM": "dumb", "XDG_CACHE_HOME": cache}


def execute(run, options):
    """Runs the command in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="ptx-run-") as folder:
        pathlib.Path(folder, "case.ptx").write_text(run.ptx, encoding="utf-8")
        for name, data in run.files.items():
            pathlib.Path(folder, name).write_bytes(data)
        backend = [] if "--backend" in run.words else ["--backend", options.backend]
        done = subprocess.run([options.ringfence, "ptx", "run", "case.ptx", *backend, *run.words], check=False,
                              stdin=subprocess.DEVNULL, capture_output=True, cwd=folder, timeout=options.timeout,
                              env=environment(options.cache))
        found = {name: pathlib.Path(folder, name) for name in set(run.outputs) | set(run.written())}
        files = {name: path.read_bytes() for name, path in found.items() if path.is_file()}
    return Outcome(done.returncode, {"STDOUT": done.stdout, "STDERR": done.stderr}, files)


def unescape(text):
    """The bytes of an `escaped` section."""
    return text.removesuffix("\n").encode("ascii").decode("unicode_escape").encode("latin-1")


def expected_text(section):
    """The bytes of a STDOUT or STDERR."""
    return unescape(section.body) if section.words()[1:] == ["escaped"] else section.body.encode()


def text_matches(expected, got):
    """True if it is the same text, {{patterns}} aside."""
    if expected == got:
        return True
    pieces = re.split(rb"\{\{(.*?)\}\}", expected)
    pattern = b"".join(piece if i % 2 else re.escape(piece) for i, piece in enumerate(pieces))
    return len(pieces) > 1 and re.fullmatch(pattern, got) is not None


def compare_text(name, expected, got):
    """The difference, as text; '' if there is none."""
    if text_matches(expected, got):
        return ""

    def lines(data):
        return data.decode(errors="backslashreplace").splitlines(keepends=True)
    diff = difflib.unified_diff(lines(expected), lines(got), f"{name} expected", f"{name} got")
    return "".join(line if line.endswith("\n") else line + "\n" for line in diff)


def compare_values(section, data):
    """The difference in a file, as text; '' if there is none."""
    kind = section_type(section)
    bounds = parse_bounds(section.words()[3:])
    expected = flatten(parse_values(kind, section.body))
    got = decode(kind, data)
    name = section.words()[1]
    report = ""
    if len(data) % kind.bytes:
        report += f"{name}: {len(data)} bytes are not a whole number of {kind.name}\n"
    if len(expected) != len(got):
        report += f"{name}: {len(got)} values, expected {len(expected)}\n"
    wrong = [(i, e, g) for i, (e, g) in enumerate(zip(expected, got)) if not bounds.hold(kind, e, g)]
    for i, want, have in wrong[:SHOWN_DIFFERENCES]:
        report += f"{name}[{i}]: expected {describe(kind, want)}, got {describe(kind, have)}{distance(kind, want, have)}\n"
    if len(wrong) > SHOWN_DIFFERENCES:
        report += f"{name}: {len(wrong)} of {len(expected)} values are wrong\n"
    return report


def describe(kind, bits):
    """A number and its bits."""
    digits = f"0x{bits:0{kind.bits // 4}x}"
    if isinstance(kind, Floats):
        return f"{digits} ({kind.number(bits)!r})"
    return f"{kind.number(bits)} ({digits})"


def distance(kind, expected, got):
    """How far floats are from each other."""
    if not isinstance(kind, Floats) or kind.is_nan(expected) or kind.is_nan(got):
        return ""
    return f", {abs(kind.order(got) - kind.order(expected))} ulp off"


def check(case, run, outcome, options):
    """Everything that is not as expected, as text; '' if the run is good."""
    report = ""
    if outcome.status < 0 or outcome.status > 125:
        report += f"the command crashed: exit status {outcome.status}\n"
    elif outcome.status != run.exit_status:
        report += f"exit status {outcome.status}, expected {run.exit_status}\n"
    for name, got in outcome.texts.items():
        if name == "STDERR" and report_is_free(run, options):
            continue
        number = run.texts.get(name)
        report += compare_text(name, expected_text(case.sections[number]) if number is not None else b"", got)
    if run.exit_status != 0 or outcome.status != 0:
        return report
    for name in run.written():
        if name not in run.outputs:
            report += f"{name}: is written, and there is no OUT for it\n"
    for name, number in run.outputs.items():
        if name not in outcome.files:
            report += f"{name}: was not written\n"
        else:
            report += compare_values(case.sections[number], outcome.files[name])
    return report


def report_is_free(run, options):
    """A card's own words are not compared."""
    return options.backend == "cuda" and run.exit_status != 0


# ----------------------------------------------------------------------------------------------------------------------
# Rebasing


def text_section(name, data):
    """A STDOUT or STDERR section for these bytes."""
    text = data.decode(errors="replace")
    plain = all(c.isprintable() or c in "\n\t" for c in text) and "\ufffd" not in text
    if plain and text.endswith("\n") and "\n" + MARK not in "\n" + text and "{{" not in text:
        return Section(name, text)
    escaped = data.decode("latin-1").encode("unicode_escape").decode().replace("{{", "\\x7b{")
    return Section(f"{name} escaped", escaped + "\n")


def rebase_run(case, run, outcome, options):
    """The changes for one run: sections to replace (number -> Section), and sections to add behind it."""
    changed, added = {}, []

    def put(number, section):
        if number is not None:
            changed[number] = section
        elif section is not None:
            added.append(section)
    for name in dict.fromkeys([*run.outputs, *run.written()]):
        number = run.outputs.get(name)
        if name not in outcome.files or outcome.status != 0:
            continue
        old = case.sections[number] if number is not None else Section(f"OUT {name} u32")
        if number is None or compare_values(old, outcome.files[name]):
            kind = section_type(old)
            put(number, Section(old.heading, show_pieces(kind, old.body, decode(kind, outcome.files[name]))))
    for name, got in outcome.texts.items():
        number = run.texts.get(name)
        old = expected_text(case.sections[number]) if number is not None else b""
        if not text_matches(old, got) and not (name == "STDERR" and options.backend == "cuda"):
            put(number, text_section(name, got) if got else None)
    if outcome.status != run.exit_status:
        put(run.exit_section, Section(f"EXIT: {outcome.status}") if outcome.status else None)
    return changed, added


def rebase(case, outcomes, options):
    """Writes what the runs did into the case file. Gives a reason if that must not be."""
    replaced, behind = {}, {}
    for run, outcome in zip(case.runs, outcomes):
        if outcome.status < 0 or outcome.status > 125:
            return f"the command crashed: exit status {outcome.status}\n"
        changed, added = rebase_run(case, run, outcome, options)
        replaced |= changed
        behind[run.last] = added
    text = case.description
    for number, section in enumerate(case.sections):
        kept = replaced.get(number, section)
        for part in ([kept] if kept else []) + behind.get(number, []):
            text += f"{MARK} {part.heading}\n{part.body}"
    if text.encode() != case.path.read_bytes():
        case.path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"rebased {case.path}\n")  # in one piece: others write too
    return ""


# ----------------------------------------------------------------------------------------------------------------------
# All cases


@dataclasses.dataclass
class Result:
    """How a case went."""

    path: pathlib.Path
    report: str = ""  # what is wrong
    skipped: str = ""  # why it was not run
    runs: int = 0
    approximate: bool = False


def run_case(path, options):
    """Runs one case file."""
    result = Result(path)
    try:
        case = read_case(path)
        if case.soft_only and options.backend != "soft":
            result.skipped = case.soft_only
            return result
        result.approximate = case.approximate()
        outcomes = [execute(run, options) for run in case.runs]
        result.runs = len(outcomes)
        if options.rebase:
            result.report = rebase(case, outcomes, options)
            return result
        for number, (run, outcome) in enumerate(zip(case.runs, outcomes), 1):
            wrong = check(case, run, outcome, options)
            result.report += (f"run {number}: {shlex.join(run.words)}\n" if wrong and len(outcomes) > 1 else "") + wrong
    except subprocess.TimeoutExpired:
        result.report = f"took longer than {options.timeout} s\n"
    except (BadCase, ValueError) as error:
        result.report = f"cannot read the case: {error}\n"
    return result


def find_cases(paths):
    """The case files among the given files and below the given folders."""
    cases = []
    for path in paths:
        cases += sorted(path.rglob("*.txt")) if path.is_dir() else [path]
    return cases


def parse_arguments():
    """The command line."""
    parser = argparse.ArgumentParser(description="Run kernels that are text files.")
    parser.add_argument("--ringfence", required=True, type=os.path.abspath, help="the program to test")
    parser.add_argument("--backend", choices=("soft", "cuda"), default="soft", help="what runs them (default: soft)")
    parser.add_argument("-r", "--rebase", action="store_true", help="write what is got now as what is expected")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), help="cases at the same time")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one run (default: %(default)s)")
    parser.add_argument("--cache", help="a folder for compiled kernels (default: a new one, removed at the end)")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write a summary there")
    parser.add_argument("paths", nargs="*", type=pathlib.Path, metavar="FILE|FOLDER",
                        default=[pathlib.Path(__file__).parent / "run"], help="what to run (default: all cases)")
    return parser.parse_args()


def summarize(results, options, seconds):
    """The summary, for --json."""
    failed = [result for result in results if result.report]
    skipped = [result for result in results if result.skipped]
    passed = [result for result in results if not result.report and not result.skipped]
    return {
        "backend": options.backend,
        "cases": len(results),
        "passed": len(passed),
        "passed_exact": sum(not result.approximate for result in passed),
        "passed_within_bounds": sum(result.approximate for result in passed),
        "failed": len(failed),
        "skipped": len(skipped),
        "runs": sum(result.runs for result in results),
        "seconds": round(seconds, 1),
        "failed_cases": [str(result.path) for result in failed],
        "skipped_cases": {str(result.path): result.skipped for result in skipped},
    }


def run_all(cases, options):
    """Runs the cases, and shows those that fail as soon as their turn comes."""
    results = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(lambda path: run_case(path, options), cases):
            results.append(result)
            if result.report:
                print(f"FAILED {result.path}\n{result.report}", flush=True)
    return results


def main():
    """Runs the cases and reports."""
    options = parse_arguments()
    cases = find_cases(options.paths)
    if not cases:
        sys.exit("run.py: no cases found")
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="ptx-run-cache-") as cache:
        options.cache = os.path.abspath(options.cache or cache)
        results = run_all(cases, options)
    summary = summarize(results, options, time.monotonic() - begin)
    if options.json:
        options.json.write_text(json.dumps(summary, indent=2) + "\n", encoding="utf-8")
    print("{passed} passed ({passed_exact} exact, {passed_within_bounds} within their bounds), {failed} failed, "
          "{skipped} skipped; {runs} runs on {backend} in {seconds} s".format(**summary))
    return 1 if summary["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
