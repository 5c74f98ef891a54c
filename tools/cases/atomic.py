"""atom and red: every operation and type, alone on a cell and many on one."""

from fractions import Fraction

from . import model
from .case import TYPES, Case, Output, header, numbers, picks, size_of
from .model import BF16, F16, F32, F64, as_int, mask

FLOATS = {"f16": F16, "f16x2": F16, "bf16": BF16, "bf16x2": BF16, "f32": F32, "f64": F64}

PAIR = """.visible .entry k(
    .param .u64 pm,
    .param .u64 pb,{cparam}
    .param .u64 pr
)
{{
    .reg .b32 %t, %as;
    .reg .b64 %at, %am, %ag;
    .reg {reg} %v, %b{creg}, %d;
    .shared .align 8 .b8 cells[{shared}];

    mov.u32 %t, %tid.x;
    ld.param.u64 %at, [pb];
    mad.wide.u32 %at, %t, {size}, %at;
    ld.global.{io} %b, [%at];
{cload}    ld.param.u64 %am, [pm];
    mad.wide.u32 %am, %t, {size}, %am;
    ld.global.{io} %v, [%am];
    mov.u32 %as, cells;
    mad.lo.u32 %as, %t, {size}, %as;
    st.shared.{io} [%as], %v;
    add.u64 %ag, %am, {second};
    st.global.{io} [%ag], %v;
    ld.param.u64 %at, [pr];
    mad.wide.u32 %at, %t, {size}, %at;

    atom.global.{op} %d, [%am], %b{cuse};
    st.global.{io} [%at], %d;
    atom.shared.{op} %d, [%as], %b{cuse};
    st.global.{io} [%at+{second}], %d;
    atom.{op} %d, [%ag], %b{cuse};
    st.global.{io} [%at+{third}], %d;
    ld.shared.{io} %d, [%as];
    st.global.{io} [%am+{third}], %d;
    ret;
}}
"""


def alone(name, about, op, kind, rows, function, version="8.0"):
    """Each thread on a cell of its own: what was there comes back, what the operation gives stays."""
    count = len(rows)
    size = size_of(kind)
    three = len(rows[0]) == 3
    ptx = header(version) + PAIR.format(
        reg=TYPES[kind][1],
        io=TYPES[kind][2],
        size=size,
        shared=count * size,
        second=count * size,
        third=2 * count * size,
        op=op,
        cparam="\n    .param .u64 pc," if three else "",
        creg=", %c" if three else "",
        cuse=", %c" if three else "",
        cload=(
            f"    ld.param.u64 %at, [pc];\n    mad.wide.u32 %at, %t, {size}, %at;\n"
            f"    ld.global.{TYPES[kind][2]} %c, [%at];\n"
        )
        if three
        else "",
    )
    cells = [row[0] for row in rows]
    results = [function(*row) for row in rows]
    known = None not in results
    inputs = [("m", kind, cells + [0] * (2 * count)), ("b", kind, [row[1] for row in rows])]
    inputs += [("c", kind, [row[2] for row in rows])] if three else []
    run = f"--entry k --block {count} --arg inout:m:after --arg in:b {'--arg in:c ' if three else ''}"
    parts = ["global", "shared", "generic"]
    return Case(
        "atomic",
        name,
        about,
        run + f"--arg out:r:{3 * count * size}",
        ptx,
        inputs,
        [
            Output("after", kind, results * 3 if known else None, parts=["global", "generic", "shared"]),
            Output("r", kind, cells * 3 if known else None, parts=parts),
        ],
    )


def integer_rows(kind, count=32):
    return picks("atom" + kind, count, numbers("u" + kind[1:]), numbers("u" + kind[1:])[::-1])


def on_numbers(kind, function):
    name = "u" + kind[1:] if kind[0] == "b" else kind

    def of_bits(*bits):
        return int(function(*(as_int(name, b) for b in bits))) & mask(8 * size_of(kind))

    return of_bits


def integers():
    wide = ("u32", "s32", "u64", "s64")
    for t in ("u32", "s32", "u64"):
        yield alone(
            f"add-{t}",
            f"atom.add.{t}: the sum wraps.",
            f"add.{t}",
            t,
            integer_rows(t),
            on_numbers(t, lambda a, b: a + b),
        )
    for name, pick in (("min", min), ("max", max)):
        for t in wide:
            yield alone(
                f"{name}-{t}", f"atom.{name}.{t} at the limits.", f"{name}.{t}", t, integer_rows(t), on_numbers(t, pick)
            )
    yield alone(
        "inc-u32",
        "atom.inc.u32 goes back to zero at b, and from beyond it.",
        "inc.u32",
        "u32",
        integer_rows("u32"),
        lambda a, b: 0 if a >= b else a + 1,
    )
    yield alone(
        "dec-u32",
        "atom.dec.u32 goes to b from zero, and from beyond b.",
        "dec.u32",
        "u32",
        integer_rows("u32"),
        lambda a, b: b if a == 0 or a > b else a - 1,
    )
    for t in ("b32", "b64"):
        for name, function in (
            ("and", int.__and__),
            ("or", int.__or__),
            ("xor", int.__xor__),
            ("exch", lambda a, b: b),
        ):
            yield alone(f"{name}-{t}", f"atom.{name}.{t}.", f"{name}.{t}", t, integer_rows(t), on_numbers(t, function))
    for t in ("b16", "b32", "b64"):
        rows = [
            (a, a if i % 2 else b, c) for i, (a, b, c) in enumerate(picks("cas" + t, 24, *[numbers("u" + t[1:])] * 3))
        ]
        yield alone(
            f"cas-{t}",
            f"atom.cas.{t}: half of the threads compare with what is there.",
            f"cas.{t}",
            t,
            rows,
            lambda a, b, c: c if a == b else a,
        )


def adder(fmt, packed):
    """The sum of two numbers, or of two pairs."""
    if packed:
        return lambda a, b: model.add(fmt, a & 0xFFFF, b & 0xFFFF) | model.add(fmt, a >> 16, b >> 16) << 16
    return lambda a, b: model.add(fmt, a, b)


def floats():
    for t, kind in (
        ("f32", "f32"),
        ("f64", "f64"),
        ("noftz.f16", "f16"),
        ("noftz.bf16", "bf16"),
        ("noftz.f16x2", "b32"),
        ("noftz.bf16x2", "b32"),
    ):
        fmt = FLOATS[t.split(".")[-1]]
        reals = [
            0,
            1,
            -1,
            0.5,
            1.5,
            -2.25,
            100,
            3,
            Fraction(1, 3),
            1 + Fraction(1, 2**fmt.mantissa),
            Fraction(1, 2 ** (fmt.mantissa + 1)),
        ]
        numbers_ = [model.encode(fmt, Fraction(x)) for x in reals] + [fmt.sign_bit, fmt.inf]
        rows = picks("atomf" + t, 24, numbers_, numbers_[::-1][2:] + numbers_[:2])
        rows = [r for r in rows if not all(model.is_inf(fmt, x) for x in r)]
        short = t.split(".")[-1]
        function = adder(fmt, short.endswith("x2"))
        odd = [fmt.inf, fmt.sign_bit | fmt.inf, fmt.inf | 1, 1, fmt.min_normal - 1, fmt.sign_bit | 1, fmt.min_normal]
        strange = [(a, b) for a in odd for b in odd][:40]
        if short.endswith("x2"):
            rows = [(a | c << 16, b | d << 16) for (a, b), (c, d) in zip(rows, rows[3:] + rows[:3])]
            strange = [(a | c << 16, b | d << 16) for (a, b), (c, d) in zip(strange, strange[3:] + strange[:3])]
        yield alone(f"add-{short}", f"atom.add.{t} rounds to nearest even.", f"add.{t}", kind, rows, function)
        yield alone(
            f"add-{short}-open",
            f"atom.add.{t} with NaN, infinities and subnormal numbers. The card decides these.",
            f"add.{t}",
            kind,
            strange,
            lambda a, b: None,
        )


MANY = """.visible .entry k(
    .param .u64 pb,
    .param .u64 pr
)
{{
    .reg .b32 %t, %i;
    .reg .b64 %at;
    .reg {reg} %b, %v;
    .reg .pred %first;
    .shared .align 8 .b8 cell[8];

    mov.u32 %t, %tid.x;
    setp.eq.u32 %first, %t, 0;
    ld.param.u64 %at, [pr];
    @%first ld.global.{io} %v, [%at+{shared_at}];
    @%first st.shared.{io} [cell], %v;
    bar.sync 0;
    mov.u32 %i, %ctaid.x;
    mad.lo.u32 %i, %i, {threads}, %t;
    ld.param.u64 %at, [pb];
    mad.wide.u32 %at, %i, {size}, %at;
    ld.global.{io} %b, [%at];
    ld.param.u64 %at, [pr];
    red{gmods}.global.{op} [%at], %b;
    red{smods}.shared.{op} [cell], %b;
    bar.sync 0;
    @%first ld.shared.{io} %v, [cell];
    mov.u32 %i, %ctaid.x;
    mad.wide.u32 %at, %i, {size}, %at;
    @%first st.global.{io} [%at+{size}], %v;
    ret;
}}
"""


def many(name, about, op, kind, start, operands, function, mods=("", "")):
    """Two blocks of 48 threads on one cell: in global memory all of them, in shared memory each block."""
    size, threads = size_of(kind), 48
    ptx = header() + MANY.format(
        reg=TYPES[kind][1],
        io=TYPES[kind][2],
        size=size,
        shared_at=3 * size,
        threads=threads,
        op=op,
        gmods=mods[0],
        smods=mods[1],
    )

    def total(some):
        value = start
        for x in some:
            value = function(value, x)
        return value

    after = [total(operands), total(operands[:threads]), total(operands[threads:]), start]
    return Case(
        "atomic",
        name,
        about,
        f"--entry k --grid 2 --block {threads} --arg in:b --arg inout:r:after",
        ptx,
        [("b", kind, operands), ("r", kind, [start, 0, 0, start])],
        [Output("after", kind, after)],
    )


def contended():
    count = 96
    for t in ("u32", "s32", "u64"):
        values = [(i * 0x9E3779B97F4A7C15 >> 5) & mask(8 * size_of(t)) for i in range(count)]
        yield many(
            f"red-add-{t}",
            f"red.add.{t} by many threads on one cell.",
            f"add.{t}",
            t,
            7,
            values,
            on_numbers(t, lambda a, b: a + b),
        )
    for t in ("u32", "s32", "u64", "s64"):
        w = 8 * size_of(t)
        values = [((i * 37 + 11) % 97 << (w - 8)) + i & mask(w) for i in range(count)]
        for name, pick in (("min", min), ("max", max)):
            yield many(
                f"red-{name}-{t}",
                f"red.{name}.{t} by many threads on one cell.",
                f"{name}.{t}",
                t,
                1 << (w - 3),
                values,
                on_numbers(t, pick),
            )
    for t in ("b32", "b64"):
        w = 8 * size_of(t)
        for name, function, start in (("and", int.__and__, mask(w)), ("or", int.__or__, 0), ("xor", int.__xor__, 5)):
            values = [
                mask(w) ^ 1 << (i * 7 % w)
                if name == "and"
                else (i * 0x9E3779B97F4A7C15 & mask(w) if name == "xor" else 1 << (i * 5 % (w - 3)))
                for i in range(count)
            ]
            yield many(
                f"red-{name}-{t}",
                f"red.{name}.{t} by many threads on one cell.",
                f"{name}.{t}",
                t,
                start,
                values,
                on_numbers(t, function),
                (".relaxed.gpu", ".relaxed.cta"),
            )
    yield many(
        "red-inc-u32",
        "red.inc.u32 by many threads: a count that wraps after ten.",
        "inc.u32",
        "u32",
        3,
        [10] * count,
        lambda a, b: 0 if a >= b else a + 1,
    )
    yield many(
        "red-dec-u32",
        "red.dec.u32 by many threads: a count that wraps below zero.",
        "dec.u32",
        "u32",
        3,
        [6] * count,
        lambda a, b: b if a == 0 or a > b else a - 1,
    )
    for t, kind in (
        ("f32", "f32"),
        ("f64", "f64"),
        ("noftz.f16", "f16"),
        ("noftz.bf16", "bf16"),
        ("noftz.f16x2", "b32"),
        ("noftz.bf16x2", "b32"),
    ):
        short = t.split(".")[-1]
        fmt = FLOATS[short]
        # Sums of these are exact in every order.
        values = [model.encode(fmt, Fraction((i % 5) - 2, 1 if fmt is BF16 else 4)) for i in range(count)]
        function = adder(fmt, short.endswith("x2"))
        start = model.encode(fmt, Fraction(8))
        if short.endswith("x2"):
            values = [a | b << 16 for a, b in zip(values, values[1:] + values[:1])]
            start |= start << 16
        yield many(
            f"red-add-{short}",
            f"red.add.{t} by many threads, with sums that are exact in every order.",
            f"add.{t}",
            kind,
            start,
            values,
            function,
            (".release.gpu", "") if short == "f32" else ("", ""),
        )


ORDERED = """.visible .entry k(
    .param .u64 pr
)
{{
    .reg .b32 %d;
    .reg .b64 %at;

    ld.param.u64 %at, [pr];
{lines}    ret;
}}
"""


def ordered():
    lines = ""
    place = 0
    for meaning in ("relaxed", "acquire", "release", "acq_rel"):
        for scope in ("cta", "cluster", "gpu", "sys"):
            lines += f"    atom.{meaning}.{scope}.global.add.u32 %d, [%at+{4 * place}], {place + 1};\n"
            place += 1
    for meaning in ("relaxed", "release"):
        for scope in ("cta", "cluster", "gpu", "sys"):
            lines += f"    red.{meaning}.{scope}.global.add.u32 [%at+{4 * place}], {place + 1};\n"
            place += 1
    yield Case(
        "atomic",
        "orderings",
        "atom and red with every ordering and scope: 96 threads add to each cell.",
        f"--entry k --grid 3 --block 32 --arg out:r:{4 * place}",
        header() + ORDERED.format(lines=lines),
        [],
        [Output("r", "u32", [96 * (i + 1) for i in range(place)])],
    )


VECTOR = """.visible .entry k(
    .param .u64 pm,
    .param .u64 pr
)
{{
    .reg .b32 %t;
    .reg .b64 %am, %at;
    .reg {reg} %b<{n}>, %d<{n}>;

    mov.u32 %t, %tid.x;
    ld.param.u64 %am, [pm];
    mad.wide.u32 %am, %t, {bytes}, %am;
    ld.param.u64 %at, [pr];
    mad.wide.u32 %at, %t, {bytes}, %at;
{moves}    atom.global.{v}.{t}.{op} {{{d}}},
        [%am], {{{b}}};
{stores}    red.global.{v}.{t}.{op} [%am], {{{b}}};
    ret;
}}
"""


def vectors():
    """Operations on several numbers at once."""
    shapes = [("add", v, "f32") for v in (2, 4)] + [
        (o, v, t) for t in ("f16", "bf16") for o, v in (("add", 2), ("min", 4), ("max", 8))
    ]
    shapes += [(o, v, t) for t in ("f16x2", "bf16x2") for o, v in (("add", 2), ("max", 4))]
    for op, n, t in shapes:
        fmt = FLOATS[t]
        reg = ".f32" if t == "f32" else ".b32" if t.endswith("x2") else ".b16"
        size = 4 if t == "f32" or t.endswith("x2") else 2
        kind = {"f32": "f32", "f16": "f16", "bf16": "bf16"}.get(t, "b32")
        lanes = 2 if t.endswith("x2") else 1

        def pack(real, fmt=fmt, lanes=lanes):
            bits = model.encode(fmt, Fraction(real))
            return bits | model.encode(fmt, Fraction(real) + 1) << 16 if lanes == 2 else bits

        operands = [pack(Fraction(3 * i - 4, 2)) for i in range(n)]
        threads = 4
        cells = [pack(Fraction(i - 7, 4)) for i in range(threads * n)]

        def one(a, b, fmt=fmt, op=op):
            if op == "add":
                return model.add(fmt, a, b)
            return model.min_max(fmt, a, b, min if op == "min" else max)

        def both(a, b, lanes=lanes, one=one):
            return one(a, b) if lanes == 1 else one(a & 0xFFFF, b & 0xFFFF) | one(a >> 16, b >> 16) << 16

        after = [both(both(c, operands[i % n]), operands[i % n]) for i, c in enumerate(cells)]
        width = 2 * size
        literal = (lambda x: f"0f{x:08X}") if t == "f32" else (lambda x: f"0x{x:0{width}x}")
        move = "mov.f32" if t == "f32" else f"mov.b{8 * size}"
        moves = "".join(f"    {move} %b{i}, {literal(x)};\n" for i, x in enumerate(operands))
        io = "f32" if t == "f32" else f"b{8 * size}"
        stores = "".join(f"    st.global.{io} [%at+{size * i}], %d{i};\n" for i in range(n))
        text = VECTOR.format(
            reg=reg,
            n=n,
            bytes=size * n,
            moves=moves,
            stores=stores,
            v="@",
            t="@",
            op="@",
            d=", ".join(f"%d{i}" for i in range(n)),
            b=", ".join(f"%b{i}" for i in range(n)),
        )
        text = text.replace("@.@.@", f"{op}{'' if t == 'f32' else '.noftz'}.v{n}.{t}")
        yield Case(
            "atomic",
            f"vector-{op}-v{n}-{t}",
            f"atom and red .{op}.v{n}.{t}: each element is its own.",
            f"--entry k --block {threads} --arg inout:m:after --arg out:r:{size * threads * n}",
            header("8.1") + text,
            [("m", kind, cells)],
            [Output("after", kind, after), Output("r", kind, cells)],
        )


def cases():
    for group in (integers, floats, contended, ordered, vectors):
        yield from group()
