"""Logic, shifts, byte permutation, selection."""

from . import model
from .case import numbers, operation, pairs
from .integer import op as integer_op
from .model import mask, signed


def op(*positional, **more):
    return integer_op(*positional, folder="logic", **more)


def bitwise():
    for w in (16, 32, 64):
        t = f"b{w}"
        yield op(
            f"and-or-xor-{t}",
            f"and.{t}, or.{t} and xor.{t}.",
            [f"{o}.{t} %d, %a, %b" for o in ("and", "or", "xor")],
            (t, t),
            t,
            lambda i, a, b: (a & b, a | b, a ^ b)[i],
        )
        yield op(
            f"not-cnot-{t}",
            f"not.{t} and cnot.{t}, which is 1 for zero alone.",
            [f"not.{t} %d, %a", f"cnot.{t} %d, %a"],
            (t,),
            t,
            lambda i, a: (~a, a == 0)[i],
        )
    read = "setp.ne.u32 %p, %a, 0; setp.ne.u32 %q, %b, 0; "
    texts = [
        "and.pred %p, %p, %q",
        "or.pred %p, %p, %q",
        "xor.pred %p, %p, !%q",
        "not.pred %p, %p",
        "mov.pred %p, !%q",
        "and.pred %p, !%p, !%q",
    ]
    yield op(
        "pred",
        "and, or, xor, not and mov of predicates.",
        [f"{read}{t}; selp.u32 %d, 1, 0, %p" for t in texts],
        ("u32", "u32"),
        "u32",
        lambda i, a, b: (a & b, a | b, a ^ b ^ 1, a ^ 1, b ^ 1, (a | b) ^ 1)[i],
        tuples=[(0, 0), (0, 1), (1, 0), (1, 1)],
        extra=(".reg .pred %p, %q;",),
        labels=texts,
    )


def truth(table, a, b, c):
    result = 0
    for i in range(32):
        result |= (table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | c >> i & 1) & 1) << i
    return result


def lop3():
    rows = [(0xF0F0F0F0, 0xCCCCCCCC, 0xAAAAAAAA), (0x12345678, 0xFFFF0000, 0x0F0F3355), (0, mask(32), 0x80000001)]
    for first in range(0, 256, 32):
        tables = range(first, first + 32)
        yield op(
            f"lop3-{first:02x}",
            f"lop3.b32 with the truth tables 0x{first:02x} to 0x{first + 31:02x}.",
            [f"lop3.b32 %d, %a, %b, %c, 0x{t:02x}" for t in tables],
            ("b32",) * 3,
            "b32",
            lambda i, a, b, c, f=first: truth(f + i, a, b, c),
            tuples=rows,
            labels=[f"0x{t:02x}" for t in tables],
        )
    for boolean in ("or", "and"):
        text = "setp.ne.u32 %q, %e, 0; lop3.{0}.b32 %d|%p, %a, %b, %c, {1}, {2}%q; "
        text += "selp.u32 %w, 1, 0, %p; xor.b32 %d, %d, %w"
        tables = ((0x80, ""), (0xFE, ""), (0x96, "!"))
        yield op(
            f"lop3-{boolean}",
            f"lop3.{boolean}.b32: its predicate says whether the result has a bit, {boolean} q. "
            "Bit 0 of the result is turned by it.",
            [text.format(boolean, f"0x{t:02x}", n) for t, n in tables],
            ("b32",) * 4,
            "b32",
            lambda i, a, b, c, e, o=boolean: lop3_pred(o, tables[i], a, b, c, e),
            tuples=[r + (e,) for r in rows + [(0, 0, 0), (1, 1, 1)] for e in (0, 1)],
            version="8.2",
            extra=(".reg .pred %p, %q;", ".reg .b32 %w;"),
        )


def lop3_pred(boolean, table, a, b, c, e):
    result = truth(table[0], a, b, c)
    q = bool(e) != bool(table[1])
    p = bool(result) or q if boolean == "or" else bool(result) and q
    return result ^ int(p)


AMOUNTS = (0, 1, 7, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 0x80000000, 0xFFFFFFFF)


def shifts():
    for w in (16, 32, 64):
        values = numbers(f"u{w}")[2:6]
        rows = [(v, a) for v in values for a in AMOUNTS]
        yield op(
            f"shl-b{w}",
            f"shl.b{w}: a shift by the width or more gives zero.",
            [f"shl.b{w} %d, %a, %b"],
            (f"b{w}", "u32"),
            f"b{w}",
            lambda _, a, b, w=w: a << min(b, w),
            tuples=rows,
        )
        for s in "ubs":
            yield op(
                f"shr-{s}{w}",
                f"shr.{s}{w}: a shift by the width or more leaves the sign, or zero.",
                [f"shr.{s}{w} %d, %a, %b"],
                (f"{s}{w}", "u32"),
                f"{s}{w}",
                lambda _, a, b, w=w: a >> min(b, w),
                tuples=rows,
            )
    for side in "lr":
        rows = [
            (a, b, c) for a, b in ((0x80000001, 0x7FFFFFFE), (0x12345678, 0x9ABCDEF0), (0, mask(32))) for c in AMOUNTS
        ]
        yield op(
            f"shf-{side}",
            f"shf.{side}.clamp.b32 and shf.{side}.wrap.b32: funnel shifts by 32 and more.",
            [f"shf.{side}.{m}.b32 %d, %a, %b, %c" for m in ("clamp", "wrap")],
            ("b32", "b32", "u32"),
            "b32",
            lambda i, a, b, c, s=side: funnel(s, min(c, 32) if i == 0 else c & 31, a, b),
            tuples=rows,
        )


def funnel(side, amount, a, b):
    both = b << 32 | a
    return (both << amount) >> 32 if side == "l" else both >> amount


# prmt's modes: the bytes that each of the four selector values picks, from the highest byte of the result
MODES = {
    "f4e": ("3210", "4321", "5432", "6543"),
    "b4e": ("5670", "6701", "7012", "0123"),
    "rc8": ("0000", "1111", "2222", "3333"),
    "ecl": ("3210", "3211", "3222", "3333"),
    "ecr": ("0000", "1110", "2210", "3210"),
    "rc16": ("1010", "3232", "1010", "3232"),
}


def permutation():
    def byte(a, b, selector):
        found = (b << 32 | a) >> (8 * (selector & 7)) & 255
        return 255 * (found >> 7) if selector & 8 else found

    words = [(0x03020100, 0x07060504), (0x80FF7F01, 0x00817EFE)]
    rows = [
        w + (c,)
        for w in words
        for c in (0x3210, 0x7654, 0x0123, 0x4567, 0xFEDC, 0x89AB, 0x0F1E, 0x5140, 0xFFFF8888, 0x12340000)
    ]
    yield op(
        "prmt",
        "prmt.b32 by four selectors, with the sign of a byte.",
        ["prmt.b32 %d, %a, %b, %c"],
        ("b32",) * 3,
        "b32",
        lambda _, a, b, c: sum(byte(a, b, c >> (4 * i) & 15) << (8 * i) for i in range(4)),
        tuples=rows,
    )
    rows = [w + (c,) for w in words for c in (0, 1, 2, 3, 4, 7, 0xFFFFFFFE)]
    for mode, picked in MODES.items():
        yield op(
            f"prmt-{mode}",
            f"prmt.b32.{mode}.",
            [f"prmt.b32.{mode} %d, %a, %b, %c"],
            ("b32",) * 3,
            "b32",
            lambda _, a, b, c, p=picked: sum(byte(a, b, int(x)) << (24 - 8 * i) for i, x in enumerate(p[c & 3])),
            tuples=rows,
        )


def selection():
    for t in ("b16", "s32", "f32", "u64", "f64"):
        w = int(t[1:])
        values = [0, 1 << (w - 1), 0x7FF00001 << 1 if w == 32 else mask(w) >> 1, 5]
        rows = [(a, b, c) for a, b in pairs(values) for c in (0, 1)]
        yield operation(
            "logic",
            f"selp-{t}",
            f"selp.{t} passes every bit on, those of a NaN too.",
            [f"setp.ne.u32 %p, %c, 0; selp.{t} %d, %a, %b, {n}%p" for n in ("", "!")],
            (t, t, "u32"),
            t,
            rows,
            lambda i, a, b, c: a if c ^ i else b,
            extra=(".reg .pred %p;",),
            labels=["c", "!c"],
        )
    signs = [0, 1, mask(32), 1 << 31, mask(31)]
    floats = [
        0,
        1 << 31,
        0x3F800000,
        0xBF800000,
        0x80000001,
        1,
        0x7F800000,
        0xFF800000,
        0x7FC00000,
        0xFFC00000,
        0x807FFFFF,
    ]
    for t in ("b16", "u32", "s64", "f32", "f64"):
        w = int(t[1:])
        values = [(1 << (w - 1)) + 3, mask(w) >> 1]
        yield operation(
            "logic",
            f"slct-s32-{t}",
            f"slct.{t}.s32: a where c is not negative.",
            [f"slct.{t}.s32 %d, %a, %b, %c"],
            (t, t, "s32"),
            t,
            [(a, b, c) for a, b in pairs(values) for c in signs],
            lambda _, a, b, c: a if signed(c, 32) >= 0 else b,
        )
        yield operation(
            "logic",
            f"slct-f32-{t}",
            f"slct.{t}.f32, with and without .ftz: a where c is not negative; " "-0 is not, NaN is.",
            [f"slct.{t}.f32 %d, %a, %b, %c", f"slct.ftz.{t}.f32 %d, %a, %b, %c"],
            (t, t, "f32"),
            t,
            [(a, b, c) for a, b in pairs(values)[1:3] for c in floats],
            lambda i, a, b, c: a if model.compare(model.F32, "ge", c, 0, ftz=i == 1) else b,
        )


def moves():
    yield op(
        "mov-pack-16",
        "mov.b32 and mov.b64 take words apart and put half words together.",
        [
            "mov.b64 {%h0, %h1, %h2, %h3}, %a; mov.b64 %d, {%h3, %h0, %h1, %h2}",
            "mov.b64 {%w, %v}, %a; mov.b32 {%h0, %h1}, %w; mov.b32 %w, {%h1, %h0}; mov.b64 %d, {%w, %v}",
            "mov.b64 {_, %v}, %a; mov.b64 %d, {%v, %v}",
        ],
        ("b64",),
        "b64",
        lambda i, a: (rotated(a), a >> 32 << 32 | (a & 0xFFFF) << 16 | a >> 16 & 0xFFFF, (a >> 32) * 0x100000001)[i],
        extra=(".reg .b16 %h0, %h1, %h2, %h3;", ".reg .b32 %w, %v;"),
        labels=["words turned", "halves of the low word swapped", "high word twice"],
    )
    yield op(
        "mov-pack-8",
        "mov.b32 and mov.b16 with bytes.",
        [
            "mov.b32 {%x0, %x1, %x2, %x3}, %a; mov.b32 %d, {%x3, %x2, %x1, %x0}",
            "cvt.u16.u32 %h, %a; mov.b16 {%x0, %x1}, %h; mov.b16 %h, {%x1, %x0}; cvt.u32.u16 %d, %h",
        ],
        ("b32",),
        "b32",
        lambda i, a: (int.from_bytes(a.to_bytes(4, "little"), "big"), (a & 255) << 8 | a >> 8 & 255)[i],
        extra=(".reg .b8 %x0, %x1, %x2, %x3;", ".reg .b16 %h;"),
        labels=["four bytes", "two bytes"],
    )
    yield op(
        "mov-b128",
        "mov.b128 puts two words of 64 bits together and takes them apart.",
        ["mov.b128 %q, {%a, %b}; mov.b128 {%d, _}, %q", "mov.b128 %q, {%a, %b}; mov.b128 {_, %d}, %q"],
        ("b64", "b64"),
        "b64",
        lambda i, a, b: (a, b)[i],
        version="8.3",
        extra=(".reg .b128 %q;",),
        labels=["low", "high"],
    )


def rotated(a):
    """{h3, h0, h1, h2} of {h0, h1, h2, h3}, the lowest first."""
    return (a << 16 | a >> 48) & mask(64)


def cases():
    for group in (bitwise, lop3, shifts, permutation, selection, moves):
        for found in group():
            yield from found
