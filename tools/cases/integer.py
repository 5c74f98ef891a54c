"""Integer arithmetic, bit fields, counting, dot products, carries, comparisons of integers."""

from . import model
from .case import numbers, operation, pairs, picks, randoms, size_of
from .model import as_int, clamp, limits, mask, signed, truncated_div

ALL = ("u16", "s16", "u32", "s32", "u64", "s64")
WIDE = {"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64"}


def width(type_name):
    return 8 * size_of(type_name)


def op(name, about, texts, types, result, function, tuples=None, **more):
    """An operation whose model works with Python's integers; the result is cut to the result's width."""

    def expect(i, *bits):
        number = function(i, *(as_int(t if t[0] != "b" else "u" + t[1:], b) for t, b in zip(types, bits)))
        return None if number is None else int(number) & mask(width(result))

    if tuples is None:
        sets = [numbers(t if t[0] != "b" else "u" + t[1:]) for t in types]
        if len(sets) == 2 and width(types[0]) == 64:
            sets = [s[:5] + s[6:7] for s in sets]
        tuples = [(v,) for v in sets[0]] if len(sets) == 1 else None
        tuples = tuples or (pairs(*sets) if len(sets) == 2 else picks(name, 64, *sets))
    return operation(more.pop("folder", "integer"), name, about, texts, types, result, tuples, expect, **more)


def arithmetic():
    for t in ALL:
        yield op(
            f"add-{t}",
            f"add.{t} at the limits: the sum wraps.",
            [f"add.{t} %d, %a, %b"],
            (t, t),
            t,
            lambda _, a, b: a + b,
        )
        yield op(
            f"sub-{t}",
            f"sub.{t} at the limits: the difference wraps.",
            [f"sub.{t} %d, %a, %b"],
            (t, t),
            t,
            lambda _, a, b: a - b,
        )
        yield op(
            f"mul-{t}",
            f"mul.lo.{t} and mul.hi.{t}: both halves of the product.",
            [f"mul.lo.{t} %d, %a, %b", f"mul.hi.{t} %d, %a, %b"],
            (t, t),
            t,
            lambda i, a, b, w=width(t): a * b >> (w * i),
        )
        yield op(
            f"mad-{t}",
            f"mad.lo.{t} and mad.hi.{t}: the sum wraps.",
            [f"mad.lo.{t} %d, %a, %b, %c", f"mad.hi.{t} %d, %a, %b, %c"],
            (t, t, t),
            t,
            lambda i, a, b, c, w=width(t): (a * b >> (w * i)) + c,
        )
        yield op(
            f"sad-{t}",
            f"sad.{t}: the absolute difference, added to c.",
            [f"sad.{t} %d, %a, %b, %c"],
            (t, t, t),
            t,
            lambda _, a, b, c: c + abs(a - b),
        )
        yield op(
            f"min-max-{t}",
            f"min.{t} and max.{t}.",
            [f"min.{t} %d, %a, %b", f"max.{t} %d, %a, %b"],
            (t, t),
            t,
            lambda i, a, b: (min, max)[i](a, b),
        )
        yield op(
            f"div-{t}",
            f"div.{t} rounds towards zero. Division by zero and the quotient that does not fit are "
            "the machine's choice.",
            [f"div.{t} %d, %a, %b"],
            (t, t),
            t,
            lambda _, a, b, t=t: None if b == 0 or not fits(truncated_div(a, b), t) else truncated_div(a, b),
        )
        yield op(
            f"rem-{t}",
            f"rem.{t}: the remainder has the sign of a. By zero, or of the quotient that does not "
            "fit, it is the machine's choice.",
            [f"rem.{t} %d, %a, %b"],
            (t, t),
            t,
            lambda _, a, b, t=t: None if b == 0 or not fits(truncated_div(a, b), t) else a - b * truncated_div(a, b),
        )
    for t, w in WIDE.items():
        yield op(
            f"mul-wide-{t}",
            f"mul.wide.{t}: the whole product.",
            [f"mul.wide.{t} %d, %a, %b"],
            (t, t),
            w,
            lambda _, a, b: a * b,
        )
        yield op(
            f"mad-wide-{t}",
            f"mad.wide.{t}: the whole product, plus c of twice the width.",
            [f"mad.wide.{t} %d, %a, %b, %c"],
            (t, t, w),
            w,
            lambda _, a, b, c: a * b + c,
        )
    for t in ("s16", "s32", "s64"):
        yield op(
            f"abs-neg-{t}",
            f"abs.{t} and neg.{t}: of the smallest number they give it back.",
            [f"abs.{t} %d, %a", f"neg.{t} %d, %a"],
            (t,),
            t,
            lambda i, a: (abs(a), -a)[i],
        )


def fits(number, type_name):
    low, high = limits(type_name)
    return low <= number <= high


def saturating():
    yield op(
        "add-sub-sat-s32",
        "add.sat.s32 and sub.sat.s32 stop at the limits.",
        ["add.sat.s32 %d, %a, %b", "sub.sat.s32 %d, %a, %b"],
        ("s32", "s32"),
        "s32",
        lambda i, a, b: clamp(a + b if i == 0 else a - b, "s32"),
    )
    yield op(
        "mad-hi-sat-s32",
        "mad.hi.sat.s32 stops at the limits.",
        ["mad.hi.sat.s32 %d, %a, %b, %c"],
        ("s32",) * 3,
        "s32",
        lambda _, a, b, c: clamp((a * b >> 32) + c, "s32"),
    )
    yield op(
        "min-max-relu-s32",
        "min.relu.s32 and max.relu.s32: never below zero.",
        ["min.relu.s32 %d, %a, %b", "max.relu.s32 %d, %a, %b"],
        ("s32", "s32"),
        "s32",
        lambda i, a, b: max(0, (min, max)[i](a, b)),
    )
    for t in ("u32", "s32"):
        part = (lambda x: x & mask(24)) if t == "u32" else (lambda x: signed(x, 24))
        edges = [0, 1, 0xFFFFFF, 0x800000, 0x7FFFFF, 0xFF000000, 0xFFFFFFFF, 0x81234567, 0x00ABCDEF, 0x1000]
        yield op(
            f"mul24-{t}",
            f"mul24.lo.{t} and mul24.hi.{t} look at 24 bits of each operand.",
            [f"mul24.lo.{t} %d, %a, %b", f"mul24.hi.{t} %d, %a, %b"],
            (t, t),
            t,
            lambda i, a, b, p=part: p(a) * p(b) >> (16 * i),
            pairs(edges) + [(x, y) for x in edges[8:] for y in edges],
        )
        yield op(
            f"mad24-{t}",
            f"mad24.lo.{t} and mad24.hi.{t}: the product of 24 bits, plus c.",
            [f"mad24.lo.{t} %d, %a, %b, %c", f"mad24.hi.{t} %d, %a, %b, %c"],
            (t, t, t),
            t,
            lambda i, a, b, c, p=part: (p(a) * p(b) >> (16 * i)) + c,
            picks("mad24" + t, 64, edges, edges[::-1], numbers(t)),
        )
    yield op(
        "mad24-hi-sat-s32",
        "mad24.hi.sat.s32 stops at the limits.",
        ["mad24.hi.sat.s32 %d, %a, %b, %c"],
        ("s32",) * 3,
        "s32",
        lambda _, a, b, c: clamp((signed(a, 24) * signed(b, 24) >> 16) + c, "s32"),
    )


def halves(function):
    """Applies a function to both 16-bit halves."""

    def both(i, a, b):
        return function(i, a & 0xFFFF, b & 0xFFFF) & 0xFFFF | (function(i, a >> 16, b >> 16) & 0xFFFF) << 16

    return both


def packed():
    tuples = [(a | b << 16, c | d << 16) for (a, c), (b, d) in zip(pairs(numbers("u16")), pairs(numbers("u16"))[::-1])]
    for t in ("u16x2", "s16x2"):

        def read(x, t=t):
            return signed(x, 16) if t[0] == "s" else x

        yield op(
            f"add-{t}",
            f"add.{t}: no carry from one half into the other.",
            [f"add.{t} %d, %a, %b"],
            ("b32", "b32"),
            "b32",
            halves(lambda _, a, b: a + b),
            tuples,
        )
        yield op(
            f"min-max-{t}",
            f"min.{t} and max.{t}, half by half.",
            [f"min.{t} %d, %a, %b", f"max.{t} %d, %a, %b"],
            ("b32", "b32"),
            "b32",
            halves(lambda i, a, b, r=read: (min, max)[i](r(a), r(b))),
            tuples,
        )
    yield op(
        "min-max-relu-s16x2",
        "min.relu.s16x2 and max.relu.s16x2: no half is below zero.",
        ["min.relu.s16x2 %d, %a, %b", "max.relu.s16x2 %d, %a, %b"],
        ("b32", "b32"),
        "b32",
        halves(lambda i, a, b: max(0, (min, max)[i](signed(a, 16), signed(b, 16)))),
        tuples,
    )


def counting():
    for w in (32, 64):
        values = [(v,) for v in numbers(f"u{w}")] + [(1 << i,) for i in range(0, w, 3)] + randoms(f"count{w}", 16, w)
        yield op(
            f"popc-clz-b{w}",
            f"popc.b{w} and clz.b{w}: of zero, and of every bit alone.",
            [f"popc.b{w} %d, %a", f"clz.b{w} %d, %a"],
            (f"b{w}",),
            "u32",
            lambda i, a, w=w: bin(a).count("1") if i == 0 else w - a.bit_length(),
            values,
        )
        yield op(
            f"brev-b{w}",
            f"brev.b{w}: the bits in the other order.",
            [f"brev.b{w} %d, %a"],
            (f"b{w}",),
            f"b{w}",
            lambda _, a, w=w: int(f"{a:0{w}b}"[::-1], 2),
            values,
        )
        for s in "us":
            t = f"{s}{w}"
            yield op(
                f"bfind-{t}",
                f"bfind.{t} and bfind.shiftamt.{t}: the first bit that is not the sign.",
                [f"bfind.{t} %d, %a", f"bfind.shiftamt.{t} %d, %a"],
                (t,),
                "u32",
                lambda i, a, w=w: bfind(a, w, i == 1),
                values,
            )
    rows = [
        (m, b, o) for m in (0xAAAAAAAA, 0xFFFFFFFF, 0, 0x80000001) for b in (0, 5, 31) for o in (0, 1, -1, 3, -4, 32)
    ]
    yield op(
        "fns",
        "fns.b32: the n-th set bit from a base, up and down.",
        ["fns.b32 %d, %a, %b, %c"],
        ("b32", "u32", "s32"),
        "u32",
        lambda _, m, b, o: fns(m, b, o),
        [(m, b, o & mask(32)) for m, b, o in rows],
    )


def bfind(a, w, shift):
    magnitude = ~a if a < 0 else a
    place = magnitude.bit_length() - 1
    if place < 0:
        return mask(32)
    return w - 1 - place if shift else place


def fns(bits, base, offset):
    if offset == 0:
        return base if bits >> base & 1 else mask(32)
    place, left = base, abs(offset) - 1
    while 0 <= place < 32:
        if bits >> place & 1:
            if left == 0:
                return place
            left -= 1
        place += 1 if offset > 0 else -1
    return mask(32)


def fields():
    places = (0, 1, 5, 31, 32, 33, 63, 64, 255, 256)
    for w in (32, 64):
        values = (
            [0x80000001, 0x12345678, 0xFFFFFFFF, 0x5A5A5A5A]
            if w == 32
            else [0x8000000000000001, 0x123456789ABCDEF0, mask(64), 0x5A5A5A5AA5A5A5A5]
        )
        for s in "us":
            t = f"{s}{w}"
            yield op(
                f"bfe-{t}",
                f"bfe.{t}: fields at the end, of no length, and beyond the register.",
                [f"bfe.{t} %d, %a, %b, %c"],
                (t, "u32", "u32"),
                t,
                lambda _, a, b, c, t=t: bfe(t, a, b, c),
                picks(f"bfe{t}", 64, values, places, places[::-1]),
            )
        yield op(
            f"bfi-b{w}",
            f"bfi.b{w}: fields at the end, of no length, and beyond the register.",
            [f"bfi.b{w} %d, %a, %b, %c, %e"],
            (f"b{w}", f"b{w}", "u32", "u32"),
            f"b{w}",
            lambda _, a, b, c, d, w=w: bfi(w, a, b, c, d),
            picks(f"bfi{w}", 64, values, values[::-1], places, places[::-1]),
        )
    rows = pairs([0, 1, 5, 16, 31, 32, 40, 0xFFFFFFFF])
    yield op(
        "bmsk",
        "bmsk.clamp.b32 and bmsk.wrap.b32: masks that reach beyond the register.",
        ["bmsk.clamp.b32 %d, %a, %b", "bmsk.wrap.b32 %d, %a, %b"],
        ("u32", "u32"),
        "b32",
        bmsk,
        rows,
    )
    for t in ("u32", "s32"):
        yield op(
            f"szext-{t}",
            f"szext.clamp.{t} and szext.wrap.{t}: extended from 0, 1, 32 and more bits.",
            [f"szext.clamp.{t} %d, %a, %b", f"szext.wrap.{t} %d, %a, %b"],
            (t, "u32"),
            t,
            lambda i, a, b, t=t: szext(i == 0, t, a, b),
            [
                (a, b)
                for a in (0xFFFFFFFF, 0x80000001, 0x12345678, 0x0000FF80, 0)
                for b in (0, 1, 8, 16, 31, 32, 33, 64, 0xFFFFFFFF)
            ],
        )


def extents(w, *numbers):
    """Positions and lengths: of a word's field the lowest byte counts, of one in 64 bits the whole number."""
    return [min(n, 255) if w == 64 else n & 255 for n in numbers]


def bfe(type_name, a, position, length):
    w = width(type_name)
    (position, length), a = extents(w, position, length), a & mask(w)
    sign = type_name[0] == "s" and length and a >> min(position + length - 1, w - 1) & 1
    result = 0
    for i in range(w):
        inside = i < length and position + i < w
        result |= (a >> (position + i) & 1 if inside else sign) << i
    return result


def bfi(w, a, b, position, length):
    position, length = extents(w, position, length)
    for i in range(length):
        if position + i < w:
            b = b & ~(1 << (position + i)) | (a >> i & 1 if i < w else 0) << (position + i)
    return b


def bmsk(variant, a, b):
    if variant == 0:
        start, end = min(a, 32), min(a + b, 32)
        return mask(end) & ~mask(start)
    start, length = a & 31, b & 31
    return mask(min(start + length, 32)) & ~mask(start)


def szext(clamps, type_name, a, b):
    if clamps and b >= 32:
        return a
    b &= 31
    low = a & mask(b)
    return signed(low, b) if b and type_name[0] == "s" else low


def dots():
    values = [0x80808080, 0x7F7F7F7F, 0xFFFFFFFF, 0, 0x01020304, 0xF0E1D2C3, 0x80007FFF, 0xFFFF0001]
    extra = [0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1000]
    for at in ("u32", "s32"):
        for bt in ("u32", "s32"):
            dt = "s32" if "s32" in (at, bt) else "u32"
            yield op(
                f"dp4a-{at}-{bt}",
                f"dp4a.{at}.{bt}: four products of bytes, and the sum wraps.",
                [f"dp4a.{at}.{bt} %d, %a, %b, %c"],
                ("b32", "b32", dt),
                dt,
                lambda _, a, b, c, at=at, bt=bt: c + sum(part(at, a, 8, i) * part(bt, b, 8, i) for i in range(4)),
                picks(f"dp4a{at}{bt}", 64, values, values[::-1], extra),
            )
            yield op(
                f"dp2a-{at}-{bt}",
                f"dp2a.lo.{at}.{bt} and dp2a.hi.{at}.{bt}: half words by bytes.",
                [f"dp2a.lo.{at}.{bt} %d, %a, %b, %c", f"dp2a.hi.{at}.{bt} %d, %a, %b, %c"],
                ("b32", "b32", dt),
                dt,
                lambda v, a, b, c, at=at, bt=bt: c
                + sum(part(at, a, 16, i) * part(bt, b, 8, 2 * v + i) for i in range(2)),
                picks(f"dp2a{at}{bt}", 64, values, values[::-1], extra),
            )


def part(type_name, bits, w, i):
    bits = bits >> (w * i) & mask(w)
    return signed(bits, w) if type_name[0] == "s" else bits


SPLIT = "mov.b64 {%a0, %a1}, %a; mov.b64 {%b0, %b1}, %b; "
JOIN = "; mov.b64 %d, {%d0, %d1}"
WORDS = (".reg .b32 %a0, %a1, %b0, %b1, %d0, %d1;",)


def carries():
    for t in ("u32", "s32"):
        yield op(
            f"add-cc-{t}",
            f"add.cc.{t} and addc.{t}: a sum of two words, with the carry between them.",
            [f"{SPLIT}add.cc.{t} %d0, %a0, %b0; addc.{t} %d1, %a1, %b1{JOIN}"],
            ("u64", "u64"),
            "u64",
            lambda _, a, b: a + b,
            extra=WORDS,
        )
        yield op(
            f"sub-cc-{t}",
            f"sub.cc.{t} and subc.{t}: a difference of two words, with the borrow between them.",
            [f"{SPLIT}sub.cc.{t} %d0, %a0, %b0; subc.{t} %d1, %a1, %b1{JOIN}"],
            ("u64", "u64"),
            "u64",
            lambda _, a, b: a - b,
            extra=WORDS,
        )
        yield op(
            f"addc-cc-{t}",
            f"addc.cc.{t}: the carry out of a sum with a carry in, and the borrow of subc.cc.{t}.",
            [
                f"{SPLIT}add.cc.{t} %d0, %a0, %b0; addc.cc.{t} %d1, %a1, %b1; addc.{t} %d0, 0, 0; mov.b64 %d, "
                "{%d0, %d1}",
                f"{SPLIT}sub.cc.{t} %d0, %a0, %b0; subc.cc.{t} %d1, %a1, %b1; subc.{t} %d0, 0, 0; mov.b64 %d, "
                "{%d0, %d1}",
            ],
            ("u64", "u64"),
            "u64",
            carry_out,
            extra=WORDS,
        )
    yield op(
        "mad-cc-u32",
        "mad.lo.cc.u32 and madc.hi.u32: a product of two words by one, added to two words.",
        [f"{SPLIT}mad.lo.cc.u32 %d0, %a0, %a1, %b0; madc.hi.u32 %d1, %a0, %a1, %b1{JOIN}"],
        ("u64", "u64"),
        "u64",
        lambda _, a, b: (a & mask(32)) * (a >> 32) + b,
        extra=WORDS,
    )
    yield op(
        "madc-cc-u32",
        "madc.hi.cc.u32 and madc.lo.cc.u32: the carry out.",
        [
            f"{SPLIT}mad.lo.cc.u32 %d0, %a0, %a1, %b0; madc.hi.cc.u32 %d1, %a0, %a1, %b1; addc.u32 %d0, 0, 0"
            "; mov.b64 %d, {%d0, %d1}",
            f"{SPLIT}add.cc.u32 %d0, %a0, %b0; madc.lo.cc.u32 %d1, %a0, %a1, %b1; addc.u32 %d0, 0, 0"
            "; mov.b64 %d, {%d0, %d1}",
        ],
        ("u64", "u64"),
        "u64",
        mad_carry,
        extra=WORDS,
    )
    quads = picks("carry64", 32, *[numbers("u64")[:10]] * 4)
    pair = (".reg .b64 %lo, %hi, %over;",)
    for name, first, second, sign in (
        ("add", "add.cc.u64", "addc.cc.u64", 1),
        ("sub", "sub.cc.u64", "subc.cc.u64", -1),
    ):
        text = f"{first} %lo, %a, %c; {second} %hi, %b, %e; {second[:4]}.u64 %over, 0, 0; mov.u64 %d, "
        yield op(
            f"{name}-cc-u64",
            f"{first}, {second} and {second[:4]}.u64: 128 bits, and what goes out of them.",
            [text + "%lo", text + "%hi", text + "%over"],
            ("u64",) * 4,
            "u64",
            lambda i, a, b, c, e, s=sign: (a | b << 64) + s * (c | e << 64) >> (64 * i),
            quads,
            extra=pair,
            labels=["low", "high", "carry"],
        )
    text = "mad.lo.cc.u64 %lo, %a, %b, %c; madc.hi.u64 %hi, %a, %b, %e; mov.u64 %d, "
    yield op(
        "mad-cc-u64",
        "mad.lo.cc.u64 and madc.hi.u64: a product of 128 bits, plus 128 bits.",
        [text + "%lo", text + "%hi"],
        ("u64",) * 4,
        "u64",
        lambda i, a, b, c, e: a * b + (c | e << 64) >> (64 * i),
        quads,
        extra=pair,
        labels=["low", "high"],
    )


def carry_out(i, a, b):
    total = a + b if i == 0 else a - b
    return (total >> 32 & mask(32)) << 32 | (total >> 64 & mask(32))


def mad_carry(i, a, b):
    low, high = a & mask(32), a >> 32
    if i == 0:
        total = low * high + b
    else:
        total = (low * high & mask(32)) * 2**32 + (b >> 32) * 2**32 + ((low + (b & mask(32))) >> 32 << 32)
    return (total >> 32 & mask(32)) << 32 | total >> 64


CMP = ("eq", "ne", "lt", "le", "gt", "ge")


def comparisons():
    for t in ALL + ("b16", "b32", "b64"):
        operators = CMP[:2] if t[0] == "b" else CMP + (("lo", "ls", "hi", "hs") if t[0] == "u" else ())
        text = [
            f"setp.{o}.{t} %p, %a, %b; selp.u32 %w, {1 << i}, 0, %p; or.b32 %d, %d, %w" for i, o in enumerate(operators)
        ]
        yield op(
            f"setp-{t}",
            f"setp.{t}, every comparison: bit n of the result is the n-th of {' '.join(operators)}.",
            ["mov.u32 %d, 0; " + "; ".join(text)],
            (t, t),
            "u32",
            lambda _, a, b, o=operators: sum(model.compare_keys(x, a, b) << i for i, x in enumerate(o)),
            extra=(".reg .pred %p;", ".reg .b32 %w;"),
        )
    for t in ("u32", "s32", "u64", "s64"):
        text = ["setp.ne.u32 %q, %c, 0"]
        texts = []
        for i, boolean in enumerate(("and", "or", "xor")):
            texts += [
                f"setp.ne.u32 %q, %c, 0; setp.lt.{boolean}.{t} %p|%n, %a, %b, {no}%q; selp.u32 %d, 1, 0, %p; "
                "selp.u32 %w, 2, 0, %n; or.b32 %d, %d, %w"
                for no in ("", "!")
            ]
        yield op(
            f"setp-bool-{t}",
            f"setp.lt.{t} combined with a predicate; bit 0 is p, bit 1 is q, the complement " "comparison.",
            texts,
            (t, t, "u32"),
            "u32",
            setp_bool,
            [(a, b, i & 1) for i, (a, b) in enumerate(pairs(numbers(t)[:5], numbers(t)[:7]))],
            extra=(".reg .pred %p, %n, %q;", ".reg .b32 %w;"),
            labels=[f"{b} {n}c" for b in ("and", "or", "xor") for n in ("", "!")],
        )
        yield op(
            f"set-{t}",
            f"set.{t} to u32, s32 and f32: all ones, or 1.0.",
            [
                f"set.le.u32.{t} %d, %a, %b",
                f"set.gt.s32.{t} %d, %a, %b",
                f"set.ne.f32.{t} %x, %a, %b; mov.b32 %d, %x",
                f"setp.ne.s32 %p, 1, 0; set.eq.xor.u32.{t} %d, %a, %b, %p",
            ],
            (t, t),
            "b32",
            lambda i, a, b: ((a <= b) * mask(32), (a > b) * mask(32), (a != b) * 0x3F800000, (a != b) * mask(32))[i],
            extra=(".reg .f32 %x;", ".reg .pred %p;"),
        )


def setp_bool(i, a, b, c):
    boolean = (int.__and__, int.__or__, int.__xor__)[i // 2]
    c = c ^ (i & 1)
    return boolean(int(a < b), c) | boolean(int(not a < b), c) << 1


def cases():
    for group in (arithmetic, saturating, packed, counting, fields, dots, carries, comparisons):
        for found in group():
            yield from found
