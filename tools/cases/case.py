"""Case files of tests/ptx/run: how one is put together and written."""

import dataclasses
import itertools
import random
import textwrap
from fractions import Fraction

from . import model

WIDTH = 120

# How an operand or result type lies in memory, in registers, and in a case file.
#            bytes, register, load and store, type in the file
TYPES = {
    "u8": (1, ".b16", "u8", "u8"),
    "s8": (1, ".b16", "s8", "s8"),
    "u16": (2, ".b16", "u16", "u16"),
    "s16": (2, ".b16", "s16", "s16"),
    "b16": (2, ".b16", "b16", "u16"),
    "f16": (2, ".b16", "b16", "f16"),
    "bf16": (2, ".b16", "b16", "bf16"),
    "u32": (4, ".b32", "u32", "u32"),
    "s32": (4, ".b32", "s32", "s32"),
    "b32": (4, ".b32", "b32", "u32"),
    "f32": (4, ".f32", "f32", "f32"),
    "u64": (8, ".b64", "u64", "u64"),
    "s64": (8, ".b64", "s64", "s64"),
    "b64": (8, ".b64", "b64", "u64"),
    "f64": (8, ".f64", "f64", "f64"),
}


def size_of(type_name):
    return TYPES[type_name][0]


def shortest(fmt, bits):
    """A number as text that reads back to the same bits; hexadecimal where that is clearer."""
    if model.is_nan(fmt, bits):
        return f"0x{bits:0{fmt.width // 4}x}"
    if model.is_inf(fmt, bits):
        return "-inf" if model.is_negative(fmt, bits) else "inf"
    number = model.to_float(fmt, bits)
    if fmt is model.F64:
        text = repr(number)
    else:
        text = next(t for d in range(1, 10) if same_bits(fmt, t := f"{number:.{d}g}", bits))
        text = text if any(c in text for c in ".e") else text + ".0"
    return (
        text
        if len(text) <= max(10, fmt.width // 4 + 2) - (4 if fmt.width == 16 else 0)
        else f"0x{bits:0{fmt.width // 4}x}"
    )


def same_bits(fmt, text, bits):
    return model.encode(fmt, Fraction(text), "rn", text[0] == "-") == bits


def show(type_name, bits):
    """A value as it stands in a case file."""
    if type_name in ("f16", "bf16", "f32", "f64"):
        return shortest(model.FORMATS[type_name], bits)
    if type_name[0] == "b":
        return f"0x{bits & model.mask(8 * size_of(type_name)):0{2 * size_of(type_name)}x}"
    number = model.as_int(type_name, bits)
    # Masks and the like read better in hexadecimal.
    return f"0x{number:x}" if type_name[0] == "u" and number >= 1 << 20 else str(number)


def listing(type_name, values):
    """Values in lines; one that repeats is written once, with its count."""
    words = []
    for word, group in itertools.groupby(show(type_name, v) for v in values):
        count = len(list(group))
        words += [f"{word} x{count}"] if count >= 4 else [word] * count
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)


@dataclasses.dataclass
class Output:
    """An OUT section. `values` is None where a card has to say."""

    name: str
    type: str
    values: list | None
    bound: str = ""
    parts: list = dataclasses.field(default_factory=list)  # what each equal part of the values is, for comments

    def text(self):
        head = f";;; OUT {self.name} {TYPES[self.type][3]}" + (f" {self.bound}" if self.bound else "")
        if self.values is None:
            return head + "\n"
        if len(self.parts) < 2:
            return f"{head}\n{listing(self.type, self.values)}\n"
        step = len(self.values) // len(self.parts)
        blocks = (f"# {p}\n{listing(self.type, self.values[i * step:][:step])}" for i, p in enumerate(self.parts))
        return head + "\n" + "\n".join(blocks) + "\n"


@dataclasses.dataclass
class Case:
    """A case file: what is given and what is expected."""

    folder: str
    name: str
    about: str
    run: str
    ptx: str
    inputs: list = dataclasses.field(default_factory=list)  # (name, type, values)
    outputs: list = dataclasses.field(default_factory=list)

    def given(self):
        parts = [textwrap.fill(self.about, WIDTH) + "\n", f";;; RUN: {self.run}\n", f";;; PTX\n{self.ptx}"]
        parts += [f";;; IN {n} {TYPES[t][3]}\n{listing(t, v)}\n" for n, t, v in self.inputs]
        return "".join(parts)

    def expected(self):
        return "".join(output.text() for output in self.outputs)


def header(version="8.0", target="sm_90"):
    return f".version {version}\n.target {target}\n.address_size 64\n\n"


# A kernel for one operation

LETTERS = "abcefgh"


def indented(statement):
    """A statement on its line, its label in front of it on another."""
    label, colon, rest = statement.partition(": ")
    return f"{label}:\n    {rest};" if colon and label.isupper() else f"    {statement};"


def kernel(variants, operands, result, count, version, extra):
    """PTX of a kernel that does every variant on its thread's operands and stores what each gives."""
    lines = [".visible .entry k("]
    lines += [f"    .param .u64 p{LETTERS[i]}," for i in range(len(operands))]
    lines += ["    .param .u64 pr", ")", "{", "    .reg .b32 %t;", "    .reg .b64 %at;"]
    lines += [f"    .reg {TYPES[t][1]} %{LETTERS[i]};" for i, t in enumerate(operands)]
    lines += [f"    .reg {TYPES[result][1]} %d;"]
    lines += [f"    {line}" for line in extra]
    lines += ["", "    mov.u32 %t, %tid.x;"]
    for i, type_name in enumerate(operands):
        letter = LETTERS[i]
        lines += [
            f"    ld.param.u64 %at, [p{letter}];",
            f"    mad.wide.u32 %at, %t, {size_of(type_name)}, %at;",
            f"    ld.global.{TYPES[type_name][2]} %{letter}, [%at];",
        ]
    lines += ["", "    ld.param.u64 %at, [pr];", f"    mad.wide.u32 %at, %t, {size_of(result)}, %at;"]
    for i, text in enumerate(variants):
        offset = i * count * size_of(result)
        lines += [indented(line.strip()) for line in text.split(";")]
        lines += [f"    st.global.{TYPES[result][2]} [%at{f'+{offset}' if offset else ''}], %d;"]
    lines += ["    ret;", "}"]
    return header(version) + "\n".join(lines) + "\n"


def operation(
    folder, name, about, variants, operands, result, tuples, expect=None, bound="", version="8.0", extra=(), labels=None
):
    """The case, or two, of an instruction: one thread for each tuple of operands.

    variants: PTX texts, with %a, %b, … for the operands and %d for the result.
    expect: gives the result's bits from the variant's number and the operands' bits, None if the card must say.
    Tuples for which it cannot say go into a second case, whose results are recorded.
    """
    known, open_ = [], []
    for values in tuples:
        results = [expect(i, *values) if expect else None for i in range(len(variants))]
        (open_ if None in results else known).append((values, results))
    cases = []
    for rows, suffix, note in ((known, "", ""), (open_, "-open", " The card decides these.")):
        if not rows:
            continue
        if not known:
            suffix, note = "", ""
        count = len(rows)
        inputs = [(LETTERS[i], t, [row[0][i] for row in rows]) for i, t in enumerate(operands)]
        values = None if rows is open_ else [row[1][i] for i in range(len(variants)) for row in rows]
        args = " ".join(f"--arg in:{n}" for n, _, _ in inputs)
        run = f"--entry k --block {count} {args} --arg out:r:{count * len(variants) * size_of(result)}"
        parts = labels or [v.split(" %d")[0] if ";" not in v else v[:100] for v in variants]
        cases.append(
            Case(
                folder,
                name + suffix,
                about + note,
                run,
                kernel(variants, operands, result, count, version, extra),
                inputs,
                [Output("r", result, values, bound if rows is known or not known else "", parts)],
            )
        )
    return cases


# Operand values


def numbers(type_name):
    """Edge values of an integer type, as bits, the important ones first."""
    width = int(type_name[1:])
    top = 1 << (width - 1)
    edges = [0, 1, model.mask(width), top, top - 1, top + 1, 2, model.mask(width) - 1]
    pattern = 0x123456789ABCDEF0 >> (64 - width)
    edges += [pattern, model.mask(width) ^ pattern, 7, 3, 10, 0x5555555555555555 & model.mask(width), top >> 1]
    edges += [model.mask(width // 2), 1 << (width // 2)]
    return list(dict.fromkeys(edges))


def pairs(edges_a, edges_b=None):
    return list(itertools.product(edges_a[:8], (edges_b or edges_a)[:8]))


def picks(seed, count, *sets):
    """Tuples drawn from sets of edge values, the same every time; all distinct where there are enough."""
    draw = random.Random(seed)
    found = dict.fromkeys(zip(*(itertools.islice(itertools.cycle(s), max(map(len, sets))) for s in sets)))
    found = dict.fromkeys(list(found)[: count // 3])
    tries = 0
    while len(found) < count and tries < 50 * count:
        found[tuple(draw.choice(s) for s in sets)] = None
        tries += 1
    return list(found)[:count]


def randoms(seed, count, *widths):
    draw = random.Random(seed)
    return [tuple(draw.getrandbits(w) for w in widths) for _ in range(count)]
