"""Video instructions: on bytes, half words and words, with saturation, a second operation, or a merge."""

from . import model
from .case import picks
from .integer import op as integer_op
from .model import clamp, mask, signed

WORDS = [0x80FF7F01, 0x7FFF8000, 0xFFFFFFFF, 0, 0x01020304, 0xF0E1D2C3, 0x80000000, 0x7FFFFFFF]
SUMS = [0, 1, 0xFFFFFFFF, 0x7FFFFFFF, 0x80000000, 0x12345678]


def op(*positional, **more):
    return integer_op(*positional, folder="video", **more)


def part(bits, type_name, selector):
    """A byte, a half word or the whole word, extended."""
    if not selector:
        return signed(bits, 32) if type_name == "s32" else bits
    w = 8 if selector[0] == "b" else 16
    found = bits >> (w * int(selector[1])) & mask(w)
    return signed(found, w) if type_name == "s32" else found


def merge(selector, number, c):
    w = 8 if selector[0] == "b" else 16
    shift = w * int(selector[1])
    return c & ~(mask(w) << shift) | (number & mask(w)) << shift


def primary(name, ta, tb):
    return {"vadd": ta + tb, "vsub": ta - tb, "vabsdiff": abs(ta - tb), "vmin": min(ta, tb), "vmax": max(ta, tb)}[name]


def saturate(number, type_name, w):
    """As the card does it: a sum in an unsigned word wraps, and a negative number in a signed part is a large one."""
    if w == 32:
        return clamp(number, type_name) if type_name == "s32" else max(number, 0)
    return min(number & mask(32), mask(w - 1)) if type_name == "s32" else clamp(number, f"u{w}")


def finish(number, dt, sat, second, dsel, c):
    """Saturation, then the second operation or the merge."""
    w = 32 if not dsel else 8 if dsel[0] == "b" else 16
    if sat:
        number = saturate(number, dt, w)
    if second:
        if second != "add" and clamp(number, dt) != number:
            return None  # Whether it is cut to 32 bits before it meets c, the card says.
        number = model.as_int(dt, number)
        c = model.as_int(dt, c)
        return {"add": number + c, "min": min(number, c), "max": max(number, c)}[second]
    return merge(dsel, number, c) if dsel else number


# The variants: types, selectors of d, a and b, saturation, second operation
SHAPES = (
    ("s32", "s32", "s32", "", "", "", False, ""),
    ("u32", "u32", "u32", "", "", "", True, ""),
    ("s32", "s32", "u32", "", "h1", "h0", True, ""),
    ("u32", "s32", "s32", "", "b3", "b0", True, ""),
    ("s32", "u32", "s32", "", "b1", "h1", False, "add"),
    ("u32", "u32", "u32", "", "b2", "b2", False, "min"),
    ("s32", "s32", "s32", "", "h0", "b1", True, "max"),
    ("s32", "s32", "s32", "b2", "h1", "h0", True, ""),
    ("u32", "u32", "u32", "h0", "b3", "b2", False, ""),
)


def dotted(register, selector):
    return f"{register}.{selector}" if selector else register


def scalar():
    rows = picks("video", 24, WORDS, WORDS[::-1], SUMS)
    for name in ("vadd", "vsub", "vabsdiff", "vmin", "vmax"):
        texts = []
        for dt, at, bt, ds, sa, sb, sat, second in SHAPES:
            mods = (".sat" if sat else "") + (f".{second}" if second else "")
            third = ", %c" if second or ds else ""
            texts.append(
                f"{name}.{dt}.{at}.{bt}{mods} {dotted('%d', ds)}, {dotted('%a', sa)}, {dotted('%b', sb)}{third}"
            )

        def expect(i, a, b, c, name=name):
            dt, at, bt, ds, sa, sb, sat, second = SHAPES[i]
            return finish(primary(name, part(a, at, sa), part(b, bt, sb)), dt, sat, second, ds, c)

        yield op(
            name,
            f"{name}: types, selectors, saturation, second operations and merges.",
            texts,
            ("b32",) * 3,
            "b32",
            expect,
            tuples=rows,
            labels=texts,
        )


SHIFTS = (
    ("u32", "u32", "", "", "", False, "clamp", ""),
    ("u32", "u32", "", "", "b0", False, "wrap", ""),
    ("s32", "s32", "", "h0", "b0", False, "clamp", ""),
    ("s32", "s32", "", "", "b0", False, "wrap", "add"),
    ("s32", "s32", "b1", "h1", "b0", True, "clamp", ""),
)


def shifts():
    rows = [
        (a, b, c)
        for a in (0x80000001, 0x12345678, 0xFFFF8001)
        for b in (0, 1, 31, 32, 33, 255)
        for c in (5, 0xFFFFFFF0)
    ]
    for name, shapes in (("vshl", SHIFTS[:4]), ("vshl-sat", SHIFTS[4:]), ("vshr", SHIFTS)):
        texts = []
        for dt, at, ds, sa, sb, sat, mode, second in shapes:
            mods = (".sat" if sat else "") + f".{mode}" + (f".{second}" if second else "")
            third = ", %c" if second or ds else ""
            texts.append(
                f"{name[:4]}.{dt}.{at}.u32{mods} {dotted('%d', ds)}, {dotted('%a', sa)}, {dotted('%b', sb)}{third}"
            )

        def expect(i, a, b, c, name=name, shapes=shapes):
            dt, at, ds, sa, sb, _, mode, second = shapes[i]
            ta, tb = part(a, at, sa), part(b, "u32", sb)
            tb = min(tb, 32) if mode == "clamp" else tb & 31
            # The card shifts without saturation.
            return finish(ta >> tb if name == "vshr" else ta << tb, dt, False, second, ds, c)

        yield op(
            name,
            f"{name[:4]}: clamped and wrapped amounts, selectors, second operations.",
            texts,
            ("b32",) * 3,
            "b32",
            expect,
            tuples=rows,
            labels=texts,
        )


def products():
    rows = picks("vmad", 24, WORDS, WORDS[::-1], SUMS)
    shapes = (
        ("u32", "u32", "b0", "b1", "", "", False, "", "", ""),
        ("s32", "s32", "h0", "h1", "", "", False, "", "", ""),
        ("s32", "s32", "h1", "h0", "", "", True, "", "-", ""),
        ("s32", "s32", "h0", "h0", "", ".shr7", False, "", "", ""),
        ("u32", "u32", "h1", "h1", ".po", "", True, "", "", ""),
        ("s32", "s32", "h0", "h1", "", ".shr15", True, "", "", "-"),
        ("s32", "u32", "", "b3", "", "", True, "", "", ""),
    )
    texts = []
    for at, bt, sa, sb, po, shr, sat, _, na, nc in shapes:
        dt = "s32" if "s32" in (at, bt) or na or nc else "u32"
        texts.append(
            f"vmad.{dt}.{at}.{bt}{po}{'.sat' if sat else ''}{shr} %d, {na}{dotted('%a', sa)}, "
            f"{dotted('%b', sb)}, {nc}%c"
        )

    def expect(i, a, b, c):
        at, bt, sa, sb, po, shr, sat, _, na, nc = shapes[i]
        final = "s32" if "s32" in (at, bt) or na or nc else "u32"
        product = part(a, at, sa) * part(b, bt, sb)
        third = signed(c, 32)  # The card takes it so even if all types are unsigned.
        number = (-product if na else product) + (-third if nc else third) + (1 if po else 0)
        number >>= int(shr[4:] or 0)
        return clamp(number, final) if sat else number

    yield op(
        "vmad",
        "vmad: products of parts, negated, plus one, scaled, saturated.",
        texts,
        ("b32",) * 3,
        "b32",
        expect,
        tuples=rows,
        labels=texts,
    )
    comparisons = ("eq", "ne", "lt", "le", "gt", "ge")
    forms = [("u32", "u32", "", "", c, "", "") for c in comparisons]
    forms += [
        ("s32", "s32", "b0", "b3", "lt", "add", ""),
        ("s32", "u32", "h0", "h1", "ge", "max", ""),
        ("u32", "s32", "b1", "b1", "ne", "min", ""),
        ("s32", "s32", "h1", "h0", "gt", "", "b2"),
    ]
    texts = [
        f"vset.{at}.{bt}.{o}{'.' + s if s else ''} {dotted('%d', ds)}, {dotted('%a', sa)}, {dotted('%b', sb)}"
        + (", %c" if s or ds else "")
        for at, bt, sa, sb, o, s, ds in forms
    ]

    def compared(i, a, b, c):
        at, bt, sa, sb, o, s, ds = forms[i]
        return finish(int(model.compare_keys(o, part(a, at, sa), part(b, bt, sb))), at, False, s, ds, c)

    yield op(
        "vset",
        "vset: every comparison, second operations, a merge.",
        texts,
        ("b32",) * 3,
        "b32",
        compared,
        tuples=rows,
        labels=texts,
    )


def lanes(a, b, selector, type_name, count):
    """Lanes, the lowest first, picked from those of a and then of b."""
    w = 32 // count
    both = b << 32 | a
    found = [both >> (w * int(x)) & mask(w) for x in reversed(selector)]
    return [signed(x, w) if type_name == "s32" else x for x in found]


def simd():
    rows = picks("simd", 24, WORDS, WORDS[::-1], SUMS)
    for count, letter, full_a, full_b, mixed_a, mixed_b, masks in (
        (2, "h", "10", "32", "12", "03", ("0", "1", "10")),
        (4, "b", "3210", "7654", "1726", "0453", ("0", "21", "3210")),
    ):
        for base in ("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax", "vset"):
            name = f"{base}{count}"
            shapes = [
                ("u32", "u32", "u32", False, False, masks[2], full_a, full_b),
                ("s32", "s32", "s32", True, False, masks[2], full_a, full_b),
                ("u32", "s32", "s32", True, False, masks[0], full_a, full_b),
                ("s32", "u32", "s32", False, True, masks[2], full_a, full_b),
                ("u32", "u32", "u32", True, False, masks[1], mixed_a, mixed_b),
                ("s32", "s32", "s32", False, True, masks[1], mixed_b, mixed_a),
            ]
            texts = []
            operators = ("lt", "ge", "eq", "gt", "ne", "le")
            for n, (dt, at, bt, sat, total, chosen, sa, sb) in enumerate(shapes):
                d = "%d" if chosen == masks[2] else f"%d.{letter}{chosen}"
                a = "%a" if sa == full_a else f"%a.{letter}{sa}"
                b = "%b" if sb == full_b else f"%b.{letter}{sb}"
                kinds = f"{at}.{bt}.{operators[n]}" if base == "vset" else f"{dt}.{at}.{bt}{'.sat' if sat else ''}"
                texts.append(f"{name}.{kinds}{'.add' if total else ''} {d}, {a}, {b}, %c")

            def expect(i, a, b, c, base=base, count=count, shapes=shapes, operators=operators):
                dt, at, bt, sat, total, chosen, sa, sb = shapes[i]
                w = 32 // count
                results = [
                    simd_lane(base, x, y, operators[i])
                    for x, y in zip(lanes(a, b, sa, at, count), lanes(a, b, sb, bt, count))
                ]
                if None in results:
                    return None
                picked = [str(n) in chosen for n in range(count)]
                if total:
                    return c + sum(r for r, p in zip(results, picked) if p)
                if sat and base != "vset":
                    results = [clamp(r, f"{dt[0]}{w}") for r in results]
                for n in range(count):
                    if picked[n]:
                        c = c & ~(mask(w) << (w * n)) | (results[n] & mask(w)) << (w * n)
                return c

            yield op(
                name,
                f"{name}: {count} lanes, saturation, masks, lanes of both operands mixed, the sum of the lanes.",
                texts,
                ("b32",) * 3,
                "b32",
                expect,
                tuples=rows,
                labels=texts,
            )


def simd_lane(base, a, b, operator):
    if base == "vset":
        return int(model.compare_keys(operator, a, b))
    if base == "vavrg":
        # Which way a negative half goes, the card says.
        return None if a + b < 0 and (a + b) & 1 else a + b + 1 >> 1
    return primary(base, a, b)


def cases():
    for group in (scalar, shifts, products, simd):
        for found in group():
            yield from found
