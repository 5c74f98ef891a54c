"""mma, wmma, ldmatrix, stmatrix, movmatrix: small numbers, whose sums are exact in every order."""

from fractions import Fraction

from . import model
from .case import Case, Output, header, size_of
from .model import BF16, E4M3, E5M2, F16, F32, F64, TF32, clamp, mask, signed

FLOATS = {"f16": F16, "bf16": BF16, "f32": F32, "f64": F64, "tf32": TF32, "e4m3": E4M3, "e5m2": E5M2}
BITS = {
    "f16": 16,
    "bf16": 16,
    "f32": 32,
    "f64": 64,
    "tf32": 32,
    "e4m3": 8,
    "e5m2": 8,
    "s8": 8,
    "u8": 8,
    "s4": 4,
    "u4": 4,
    "b1": 1,
    "s32": 32,
}


def encode(kind, number):
    """A number as the element of a matrix."""
    if kind == "tf32":
        return model.encode(F32, Fraction(number))
    if kind in FLOATS:
        return model.encode(FLOATS[kind], Fraction(number))
    return int(number) & mask(BITS[kind])


def decode(kind, bits):
    """And back."""
    if kind == "tf32":
        return model.value(F32, bits)
    if kind in FLOATS:
        return model.value(FLOATS[kind], bits)
    return signed(bits, BITS[kind]) if kind[0] == "s" else bits


def number_at(kind, which, i, j):
    """Numbers that differ from place to place; of the kind's own range."""
    turn = (i * 7 + j * 13 + (3 if which == "b" else 0)) % 17
    if kind == "b1":
        return (i * 5 + j * 3 + (i * j)) % 7 in (0, 2, 3)
    if kind in ("u4", "u8"):
        return (turn * (1 if kind == "u4" else 15)) % (1 << BITS[kind])
    if kind in ("s4", "s8"):
        return turn % 16 - 8 if kind == "s4" else turn * 15 - 128
    if kind == "s32":
        return (turn - 8) * 1000
    step = {"e4m3": 1, "e5m2": 2, "bf16": 4, "tf32": 8, "f16": 4}.get(kind, 8)
    return Fraction(turn - 8, step) if kind not in ("e5m2",) else Fraction((turn % 7) - 3, 2)


def matrix(kind, which, rows, columns):
    return [[encode(kind, number_at(kind, which, i, j)) for j in range(columns)] for i in range(rows)]


# Where a thread's elements lie. Each function gives (row, column) for the thread's n-th element.


def place_a(kind, m, k, lane, n):
    group, thread = lane // 4, lane % 4
    if kind == "f64":
        return (group + 8 * (n % (m // 8)), thread + 4 * (n // (m // 8)))
    if kind == "tf32":
        return (group + 8 * (n % 2), thread + 4 * (n // 2))
    per = 32 // BITS[kind]  # elements in a register
    register, inside = n // per, n % per
    return (group + 8 * (register % (m // 8)), thread * per + inside + 4 * per * (register // (m // 8)))


def place_b(kind, k, lane, n):
    group, thread = lane // 4, lane % 4
    if kind in ("f64", "tf32"):
        return (thread + 4 * n, group)
    per = 32 // BITS[kind]
    return (thread * per + n % per + 4 * per * (n // per), group)


def place_c(lane, n):
    return (lane // 4 + 8 * (n // 2), lane % 4 * 2 + n % 2)


def registers(kind, elements):
    """A thread's elements, packed into registers."""
    per = max(1, 32 // BITS[kind])
    return [
        sum(x << (BITS[kind] * i) for i, x in enumerate(elements[r : r + per])) for r in range(0, len(elements), per)
    ]


def product(kinds, a, b, c, xor=False):
    at, bt, ct, dt = kinds
    result = []
    for i, row in enumerate(c):
        line = []
        for j, start in enumerate(row):
            if at == "b1":
                total = decode(ct, start) + sum(
                    (a[i][k] ^ b[k][j]) if xor else (a[i][k] & b[k][j]) for k in range(len(b))
                )
            else:
                total = decode(ct, start) + sum(decode(at, a[i][k]) * decode(bt, b[k][j]) for k in range(len(b)))
            line.append(total)
        result.append(line)
    return result


def lane_type(kind):
    return {"f64": "f64", "f32": "f32", "s32": "s32"}.get(kind, "b32")


REG = {"f64": ".f64", "f32": ".f32", "s32": ".b32", "b32": ".b32"}
IO = {"f64": "f64", "f32": "f32", "s32": "s32", "b32": "b32"}


def mma_kernel(sizes, variants):
    """sizes: (name, type, registers). Loads a, b, c, does the variants, stores each d."""
    lines = [
        ".visible .entry k(",
        "    .param .u64 pa,",
        "    .param .u64 pb,",
        "    .param .u64 pc,",
        "    .param .u64 pr",
        ")",
        "{",
        "    .reg .b32 %t;",
        "    .reg .b64 %at;",
    ]
    lines += [f"    .reg {REG[t]} %{n}<{count}>;" for n, t, count in sizes]
    lines += ["", "    mov.u32 %t, %tid.x;"]
    for name, t, count in sizes[:3]:
        lines += [f"    ld.param.u64 %at, [p{name}];", f"    mad.wide.u32 %at, %t, {count * size_of(t)}, %at;"]
        lines += [f"    ld.global.{IO[t]} %{name}{i}, [%at+{i * size_of(t)}];" for i in range(count)]
    _, t, count = sizes[3]
    lines += ["    ld.param.u64 %at, [pr];", f"    mad.wide.u32 %at, %t, {count * size_of(t)}, %at;"]
    lists = {n: "{" + ", ".join(f"%{n}{i}" for i in range(c)) + "}" for n, _, c in sizes}
    for number, text in enumerate(variants):
        lines += [f"    {text}", f"        {lists['d']}, {lists['a']},", f"        {lists['b']}, {lists['c']};"]
        lines += [
            f"    st.global.{IO[t]} [%at+{number * 32 * count * size_of(t) + i * size_of(t)}], %d{i};"
            for i in range(count)
        ]
    return "\n".join(lines + ["    ret;", "}"]) + "\n"


def mma(name, about, shape, forms, version="8.0", c_shift=0):
    """forms: (text, kinds). All forms of a case have the same sizes of registers."""
    m, n, k = shape
    at, bt, ct, dt = forms[0][1]
    # All forms read the same bits, each in its own way.
    factors = [matrix(at, "a", m, k), matrix(bt, "b", k, n)]
    values = []
    fragments = {}
    for text, kinds in forms:
        at, bt, ct, dt = kinds
        third = matrix(ct, "c", m, n)
        if c_shift:
            third = [
                [
                    clamp(signed(x, 32) + (c_shift if (i + j) % 2 else -c_shift), "s32") & mask(32)
                    for j, x in enumerate(row)
                ]
                for i, row in enumerate(third)
            ]
        result = product(kinds, *factors, third, ".xor." in text)
        if dt == "s32":
            result = [[clamp(x, "s32") if "satfinite" in text else x for x in row] for row in result]
        coded = [[encode(dt, x) for x in row] for row in result]
        counts = (m * k // 32, n * k // 32, m * n // 32)
        lanes = range(32)
        fragments["a"] = [
            registers(at, [factors[0][r][q] for r, q in (place_a(at, m, k, l, e) for e in range(counts[0]))])
            for l in lanes
        ]
        fragments["b"] = [
            registers(bt, [factors[1][r][q] for r, q in (place_b(bt, k, l, e) for e in range(counts[1]))])
            for l in lanes
        ]
        fragments["c"] = [
            registers(ct, [third[r][q] for r, q in (place_c(l, e) for e in range(counts[2]))]) for l in lanes
        ]
        values += [
            x for l in lanes for x in registers(dt, [coded[r][q] for r, q in (place_c(l, e) for e in range(counts[2]))])
        ]
    at, bt, ct, dt = forms[0][1]
    d_count = len(values) // len(forms) // 32
    sizes = [
        ("a", lane_type(at), len(fragments["a"][0])),
        ("b", lane_type(bt), len(fragments["b"][0])),
        ("c", lane_type(ct), len(fragments["c"][0])),
        ("d", lane_type(dt), d_count),
    ]
    inputs = [(x, t, [v for lane in fragments[x] for v in lane]) for x, t, _ in sizes[:3]]
    run = f"--entry k --block 32 --arg in:a --arg in:b --arg in:c --arg out:r:{len(values) * size_of(lane_type(dt))}"
    return Case(
        "matrix",
        name,
        about,
        run,
        header(version) + mma_kernel(sizes, [t for t, _ in forms]),
        inputs,
        [Output("r", lane_type(dt), values, parts=[t for t, _ in forms])],
    )


def shape_name(shape):
    return "m{}n{}k{}".format(*shape)


def text_of(shape, kinds, mods=""):
    dt, at, bt, ct = kinds[3], kinds[0], kinds[1], kinds[2]
    return f"mma.sync.aligned.{shape_name(shape)}.row.col{mods}.{dt}.{at}.{bt}.{ct}"


def quad_pairs():
    """m8n8k4: four products at once, each by eight threads: lanes n to n + 3 and n + 16 to n + 19."""
    for la, lb, ct in (("row", "col", "f32"), ("col", "row", "f32"), ("row", "row", "f16")):
        kinds = ("f16", "f16", ct, ct)
        fragments = {"a": [], "b": [], "c": []}
        values = []
        for lane in range(32):
            quad = lane % 16 // 4
            low, upper = lane % 4, 4 if lane >= 16 else 0
            a = [[encode("f16", number_at("f16", "a", i + quad, j)) for j in range(4)] for i in range(8)]
            b = [[encode("f16", number_at("f16", "b", i, j + 2 * quad)) for j in range(8)] for i in range(4)]
            c = [[encode(ct, number_at(ct, "c", i + quad, j)) for j in range(8)] for i in range(8)]
            d = [[encode(ct, x) for x in row] for row in product(kinds, a, b, c)]
            fragments["a"].append(
                registers("f16", [a[low + upper][i] if la == "row" else a[i + upper][low] for i in range(4)])
            )
            fragments["b"].append(
                registers("f16", [b[i][low + upper] if lb == "col" else b[low][i + upper] for i in range(4)])
            )
            if ct == "f16":
                places = [(low + upper, i) for i in range(8)]
            else:
                places = [((lane & 1) + (i & 2) + upper, (i & 4) + (lane & 2) + (i & 1)) for i in range(8)]
            fragments["c"].append(registers(ct, [c[r][q] for r, q in places]))
            values += registers(ct, [d[r][q] for r, q in places])
        sizes = [
            ("a", "b32", 2),
            ("b", "b32", 2),
            ("c", lane_type(ct), len(fragments["c"][0])),
            ("d", lane_type(ct), len(fragments["c"][0])),
        ]
        inputs = [(x, t, [v for lane in fragments[x] for v in lane]) for x, t, _ in sizes[:3]]
        text = f"mma.sync.aligned.m8n8k4.{la}.{lb}.{ct}.f16.f16.{ct}"
        run = f"--entry k --block 32 --arg in:a --arg in:b --arg in:c --arg out:r:{4 * len(values)}"
        yield Case(
            "matrix",
            f"mma-m8n8k4-{la}-{lb}-{ct}",
            f"mma.m8n8k4 of f16 into {ct}, {la} by {lb}: four products at once.",
            run,
            header() + mma_kernel(sizes, [text]),
            inputs,
            [Output("r", lane_type(ct), values)],
        )


def special_products():
    """NaN, infinities and subnormal numbers in mma: what comes out is recorded."""
    for at, fmt in (("f16", F16), ("bf16", BF16)):
        odd = [fmt.inf, fmt.inf | fmt.sign_bit, fmt.inf | 1, 1, fmt.min_normal - 1, fmt.largest, 0, fmt.sign_bit]
        a, b = matrix(at, "a", 16, 16), matrix(at, "b", 16, 8)
        for i, x in enumerate(odd):
            a[i + 3][(5 * i) % 16] = x
        b[7][3], b[9][4] = fmt.inf, fmt.largest
        c = matrix("f32", "c", 16, 8)
        c[0][0], c[1][1], c[2][2], c[15][7] = F32.inf, F32.inf | 1, 1, F32.largest
        fragments = {
            "a": [
                registers(at, [a[r][q] for r, q in (place_a(at, 16, 16, l, e) for e in range(8))]) for l in range(32)
            ],
            "b": [registers(at, [b[r][q] for r, q in (place_b(at, 16, l, e) for e in range(4))]) for l in range(32)],
            "c": [[c[r][q] for r, q in (place_c(l, e) for e in range(4))] for l in range(32)],
        }
        sizes = [("a", "b32", 4), ("b", "b32", 2), ("c", "f32", 4), ("d", "f32", 4)]
        inputs = [(x, t, [v for lane in fragments[x] for v in lane]) for x, t, _ in sizes[:3]]
        kinds = (at, at, "f32", "f32")
        yield Case(
            "matrix",
            f"mma-special-{at}-open",
            f"mma of {at} with infinities, NaN, subnormal and very large numbers. The card " "decides these.",
            "--entry k --block 32 --arg in:a --arg in:b --arg in:c --arg out:r:512",
            header() + mma_kernel(sizes, [text_of((16, 8, 16), kinds)]),
            inputs,
            [Output("r", "f32", None)],
        )


def float_products():
    for k in (8, 16):
        for accumulator in ("f16", "f32"):
            kinds = ("f16", "f16", accumulator, accumulator)
            shape = (16, 8, k)
            yield mma(
                f"mma-{shape_name(shape)}-f16-{accumulator}",
                f"mma of f16 into {accumulator}.",
                shape,
                [(text_of(shape, kinds), kinds)],
            )
        kinds = ("bf16", "bf16", "f32", "f32")
        yield mma(f"mma-m16n8k{k}-bf16", "mma of bf16 into f32.", (16, 8, k), [(text_of((16, 8, k), kinds), kinds)])
    for k in (4, 8):
        kinds = ("tf32", "tf32", "f32", "f32")
        yield mma(f"mma-m16n8k{k}-tf32", "mma of tf32 into f32.", (16, 8, k), [(text_of((16, 8, k), kinds), kinds)])
    for shape in ((8, 8, 4), (16, 8, 4), (16, 8, 8), (16, 8, 16)):
        kinds = ("f64",) * 4
        modes = ("", ".rz") if shape == (8, 8, 4) else ("",)
        yield mma(
            f"mma-{shape_name(shape)}-f64", "mma of f64.", shape, [(text_of(shape, kinds, m), kinds) for m in modes]
        )
    for k, version in ((16, "8.7"), (32, "8.4")):
        for at, bt in (("e4m3", "e4m3"), ("e5m2", "e4m3"), ("e4m3", "e5m2"), ("e5m2", "e5m2")):
            kinds = (at, bt, "f32", "f32")
            yield mma(
                f"mma-m16n8k{k}-{at}-{bt}",
                f"mma of {at} by {bt} into f32.",
                (16, 8, k),
                [(text_of((16, 8, k), kinds), kinds)],
                version,
            )
    kinds = ("e4m3", "e5m2", "f16", "f16")
    yield mma(
        "mma-m16n8k32-fp8-f16",
        "mma of e4m3 by e5m2 into f16.",
        (16, 8, 32),
        [(text_of((16, 8, 32), kinds), kinds)],
        "8.7",
    )


def integer_products():
    for bits, shapes in ((8, ((8, 8, 16), (16, 8, 16), (16, 8, 32))), (4, ((8, 8, 32), (16, 8, 32), (16, 8, 64)))):
        for shape in shapes:
            forms = []
            for at in "su":
                for bt in "su":
                    kinds = (f"{at}{bits}", f"{bt}{bits}", "s32", "s32")
                    forms.append((text_of(shape, kinds), kinds))
            yield mma(
                f"mma-{shape_name(shape)}-s{bits}",
                f"mma of s{bits} and u{bits}, the same bits read in all four ways.",
                shape,
                forms[:2],
            )
            yield mma(f"mma-{shape_name(shape)}-u{bits}", f"mma of u{bits}, by s{bits} and u{bits}.", shape, forms[2:])
            kinds = (f"s{bits}", f"s{bits}", "s32", "s32")
            yield mma(
                f"mma-{shape_name(shape)}-s{bits}-satfinite",
                f"mma of s{bits}, with and without .satfinite, near the limits.",
                shape,
                [(text_of(shape, kinds, m), kinds) for m in ("", ".satfinite")],
                c_shift=mask(31),
            )
    for shape in ((8, 8, 128), (16, 8, 128), (16, 8, 256)):
        kinds = ("b1", "b1", "s32", "s32")
        yield mma(
            f"mma-{shape_name(shape)}-b1",
            "mma of single bits: how many differ, and how many are set in both.",
            shape,
            [(f"{text_of(shape, kinds)}.{o}.popc", kinds) for o in ("xor", "and")],
        )


# wmma: matrices lie in memory, by rows or by columns.


def in_memory(kind, rows, layout, stride):
    """Elements in memory, packed to whole words where they are smaller than a byte; gaps are zero."""
    lines = rows if layout == "row" else [list(x) for x in zip(*rows)]
    flat = []
    for line in lines:
        flat += line + [0] * (stride - len(line))
    per = 8 // BITS[kind] if BITS[kind] < 8 else 1
    return [sum(x << (BITS[kind] * i) for i, x in enumerate(flat[r : r + per])) for r in range(0, len(flat), per)]


CELL = {
    "f16": "f16",
    "bf16": "bf16",
    "f32": "f32",
    "tf32": "f32",
    "f64": "f64",
    "s8": "s8",
    "u8": "u8",
    "s4": "u8",
    "u4": "u8",
    "b1": "u8",
    "s32": "s32",
}
COUNTS = {
    # registers of a, b, c and d by shape and kind of a
    ("m16n16k16", "f16"): (8, 8),
    ("m8n32k16", "f16"): (8, 8),
    ("m32n8k16", "f16"): (8, 8),
    ("m16n16k16", "bf16"): (4, 4),
    ("m8n32k16", "bf16"): (2, 8),
    ("m32n8k16", "bf16"): (8, 2),
    ("m16n16k16", "s8"): (2, 2),
    ("m8n32k16", "s8"): (1, 4),
    ("m32n8k16", "s8"): (4, 1),
    ("m16n16k16", "u8"): (2, 2),
    ("m8n32k16", "u8"): (1, 4),
    ("m32n8k16", "u8"): (4, 1),
    ("m16n16k8", "tf32"): (4, 4),
    ("m8n8k4", "f64"): (1, 1),
    ("m8n8k32", "s4"): (1, 1),
    ("m8n8k32", "u4"): (1, 1),
    ("m8n8k128", "b1"): (1, 1),
}


def accumulators(shape, kind):
    if shape[:2] == (8, 8):
        return 2
    return 4 if kind == "f16" else 8


WMMA = """.visible .entry k(
    .param .u64 pa,
    .param .u64 pb,
    .param .u64 pc,
    .param .u64 pr
)
{{
    .reg .b64 %at;
    .reg {ra} %a<{na}>;
    .reg {ra} %b<{nb}>;
    .reg {rc} %c<{nc}>;
    .reg {rd} %d<{nd}>;

    ld.param.u64 %at, [pa];
    wmma.load.a.sync.aligned.{la}.{shape}.global.{at}
        {{{a}}}, [%at], {sa};
    ld.param.u64 %at, [pb];
    wmma.load.b.sync.aligned.{lb}.{shape}.global.{bt}
        {{{b}}}, [%at], {sb};
    ld.param.u64 %at, [pc];
    wmma.load.c.sync.aligned.{lc}.{shape}.global.{ct}
        {{{c}}}, [%at], {sc};
    {mma}
        {{{d}}},
        {{{a}}}, {{{b}}},
        {{{c}}};
    ld.param.u64 %at, [pr];
    wmma.store.d.sync.aligned.{ld}.{shape}.global.{dt}
        [%at], {{{d}}}, {sd};
    ret;
}}
"""


def wmma(name, about, shape, kinds, layouts, gaps=(0, 0, 0, 0), mods="", suffix=""):
    m, n, k = shape
    at, bt, ct, dt = kinds
    la, lb, lc, ld = layouts
    text = shape_name(shape)
    na, nb = COUNTS[text, at]
    nc, nd = accumulators(shape, ct), accumulators(shape, dt)
    a, b, c = matrix(at, "a", m, k), matrix(bt, "b", k, n), matrix(ct, "c", m, n)
    result = [
        [encode(dt, clamp(x, "s32") if "satfinite" in suffix else x) for x in row]
        for row in product(kinds, a, b, c, "xor" in mods)
    ]
    strides = [
        (k if la == "row" else m) + gaps[0],
        (n if lb == "row" else k) + gaps[1],
        (n if lc == "row" else m) + gaps[2],
        (n if ld == "row" else m) + gaps[3],
    ]
    if at in ("f16",):
        types = f"{dt}.{ct}"
    else:
        types = f"{dt}.{at}.{bt}.{ct}"
    lists = {
        x: ", ".join(f"%{x}{i}" for i in range(count)) for x, count in (("a", na), ("b", nb), ("c", nc), ("d", nd))
    }
    register = {"f64": ".f64", "f32": ".f32"}
    ptx = WMMA.format(
        ra=register.get(at, ".b32"),
        rc=register.get(ct, ".b32"),
        rd=register.get(dt, ".b32"),
        na=na,
        nb=nb,
        nc=nc,
        nd=nd,
        la=la,
        lb=lb,
        lc=lc,
        ld=ld,
        shape=text,
        at=at,
        bt=bt,
        ct=ct,
        dt=dt,
        sa=strides[0],
        sb=strides[1],
        sc=strides[2],
        sd=strides[3],
        mma=f"wmma.mma{mods}.sync.aligned.{la}.{lb}.{text}.{types}{suffix}",
        **lists,
    )
    stored = in_memory(dt, result, ld, strides[3])
    inputs = [
        ("a", CELL[at], in_memory(at, a, la, strides[0])),
        ("b", CELL[bt], in_memory(bt, b, lb, strides[1])),
        ("c", CELL[ct], in_memory(ct, c, lc, strides[2])),
    ]
    run = f"--entry k --block 32 --arg in:a --arg in:b --arg in:c --arg out:r:{len(stored) * size_of(CELL[dt])}"
    return Case("matrix", name, about, run, header() + ptx, inputs, [Output("r", CELL[dt], stored)])


def wmmas():
    rr, cc, rc, cr = (
        ("row", "row", "row", "row"),
        ("col", "col", "col", "col"),
        ("row", "col", "row", "col"),
        ("col", "row", "col", "row"),
    )
    for shape, layouts in (((16, 16, 16), rc), ((8, 32, 16), rr), ((32, 8, 16), cc)):
        text = shape_name(shape)
        for ct, dt, use in (("f32", "f32", layouts), ("f16", "f16", layouts[::-1])):
            yield wmma(
                f"wmma-{text}-f16-{dt}", f"wmma of f16 into {dt}: {' '.join(use)}.", shape, ("f16", "f16", ct, dt), use
            )
        yield wmma(
            f"wmma-{text}-bf16",
            f"wmma of bf16 into f32: {' '.join(layouts)}.",
            shape,
            ("bf16", "bf16", "f32", "f32"),
            layouts,
        )
        for t in ("s8", "u8"):
            yield wmma(f"wmma-{text}-{t}", f"wmma of {t}: {' '.join(layouts)}.", shape, (t, t, "s32", "s32"), layouts)
    yield wmma(
        "wmma-m16n16k16-f32-f16", "wmma of f16, added to f32, into f16.", (16, 16, 16), ("f16", "f16", "f32", "f16"), cr
    )
    yield wmma(
        "wmma-m16n16k16-f16-to-f32",
        "wmma of f16, added to f16, into f32.",
        (16, 16, 16),
        ("f16", "f16", "f16", "f32"),
        rr,
    )
    yield wmma(
        "wmma-stride",
        "wmma whose matrices lie in larger ones: strides wider than they are.",
        (16, 16, 16),
        ("f16", "f16", "f32", "f32"),
        rc,
        (8, 8, 4, 4),
    )
    yield wmma("wmma-m16n16k8-tf32", "wmma of tf32.", (16, 16, 8), ("tf32", "tf32", "f32", "f32"), rr)
    for name, use in (("row-col", rc), ("col-row", cr)):
        yield wmma(f"wmma-m8n8k4-f64-{name}", f"wmma of f64: {' '.join(use)}.", (8, 8, 4), ("f64",) * 4, use)
    for t in ("s4", "u4"):
        yield wmma(f"wmma-m8n8k32-{t}", f"wmma of {t}.", (8, 8, 32), (t, t, "s32", "s32"), ("row", "col", "row", "col"))
    yield wmma(
        "wmma-m16n16k16-s8-satfinite",
        "wmma of s8 with .satfinite.",
        (16, 16, 16),
        ("s8", "s8", "s32", "s32"),
        rr,
        suffix=".satfinite",
    )
    for o in ("xor", "and"):
        yield wmma(
            f"wmma-m8n8k128-b1-{o}",
            f"wmma of single bits with .{o}.popc.",
            (8, 8, 128),
            ("b1", "b1", "s32", "s32"),
            ("row", "col", "row", "row"),
            mods=f".{o}.popc",
        )


# Tiles of 8 by 8 between shared memory and registers

TILES = """.visible .entry k(
    .param .u64 pa,
    .param .u64 pr
)
{{
    .reg .b32 %t, %s, %w, {zero}%d<4>;
    .reg .b64 %at;
    .shared .align 16 .b8 tile[512];

    mov.u32 %t, %tid.x;
    mov.u32 %s, tile;
    ld.param.u64 %at, [pa];
    mad.wide.u32 %at, %t, 16, %at;
    ld.global.v4.b32 {{%d0, %d1, %d2, %d3}}, [%at];
{body}    ld.param.u64 %at, [pr];
    mad.wide.u32 %at, %t, 16, %at;
    st.global.v4.b32 [%at], {{%d0, %d1, %d2, %d3}};
    ret;
}}
"""

ROW = """    mad.lo.u32 %w, %t, 16, %s;
"""
OTHER_ROW = """    // Row addresses in an order of their own.
    xor.b32 %w, %t, 5;
    mad.lo.u32 %w, %w, 16, %s;
"""
LOAD_TILE = (
    ROW
    + """    st.shared.v4.b32 [%w], {{%d0, %d1, %d2, %d3}};
    bar.sync 0;
"""
    + OTHER_ROW
    + """    mov.u32 %d0, 0;
    mov.u32 %d1, 0;
    mov.u32 %d2, 0;
    mov.u32 %d3, 0;
    ldmatrix.sync.aligned.m8n8.{form}.shared.b16 {{{used}}}, [%w];
"""
)
STORE_TILE = (
    OTHER_ROW
    + """    // Words that no matrix covers stay zero.
    mov.u32 %z, 0;
    st.shared.v4.b32 [%w], {{%z, %z, %z, %z}};
    bar.sync 0;
    stmatrix.sync.aligned.m8n8.{form}.shared.b16 [%w], {{{used}}};
    bar.sync 0;
"""
    + ROW
    + """    ld.shared.v4.b32 {{%d0, %d1, %d2, %d3}}, [%w];
"""
)
TILE_WORDS = [(i * 0x10001 + 0x00010000) & mask(32) for i in range(128)]


def tile_case(name, form, about, ptx, words, out):
    return Case(
        "matrix",
        name + ("-" + form.replace(".", "-") if form else ""),
        about,
        f"--entry k --block 32 --arg in:a --arg out:r:{4 * len(out)}",
        header() + ptx,
        [("a", "b32", words)],
        [Output("r", "b32", out)],
    )


def tile_places(lane, trans):
    """Row and column of the two elements in a thread's register."""
    places = [(lane // 4, 2 * (lane % 4) + x) for x in (0, 1)]
    return [(c, r) for r, c in places] if trans else places


def load_tile(count, trans):
    """Memory holds rows of eight; the row addresses of a matrix come from the threads, in another order."""
    halves = [[TILE_WORDS[4 * r + c // 2] >> (16 * (c % 2)) & 0xFFFF for c in range(8)] for r in range(32)]
    out = [0] * 128
    for lane in range(32):
        for i in range(count):
            for x, (r, c) in enumerate(tile_places(lane, trans)):
                out[4 * lane + i] |= halves[(8 * i + r) ^ 5][c] << (16 * x)
    return out


def store_tile(count, trans):
    memory = [[0] * 8 for _ in range(32)]
    for lane in range(32):
        for i in range(count):
            for x, (r, c) in enumerate(tile_places(lane, trans)):
                memory[(8 * i + r) ^ 5][c] = TILE_WORDS[4 * lane + i] >> (16 * x) & 0xFFFF
    return [row[2 * i] | row[2 * i + 1] << 16 for row in memory for i in range(4)]


MOVE_TILE = """.visible .entry k(
    .param .u64 pa,
    .param .u64 pr
)
{
    .reg .b32 %t, %a, %d;
    .reg .b64 %at;

    mov.u32 %t, %tid.x;
    ld.param.u64 %at, [pa];
    mad.wide.u32 %at, %t, 4, %at;
    ld.global.b32 %a, [%at];
    movmatrix.sync.aligned.m8n8.trans.b16 %d, %a;
    ld.param.u64 %at, [pr];
    mad.wide.u32 %at, %t, 4, %at;
    st.global.b32 [%at], %d;
    ret;
}
"""


def tiles():
    for count in (1, 2, 4):
        for trans in ("", ".trans"):
            form = f"x{count}{trans}"
            used = ", ".join(f"%d{i}" for i in range(count))
            about = f"matrix.{form}: rows in an order that the threads give."
            ptx = TILES.format(zero="", body=LOAD_TILE.format(form=form, used=used))
            yield tile_case("ldmatrix", form, "ld" + about, ptx, TILE_WORDS, load_tile(count, trans))
            ptx = TILES.format(zero="%z, ", body=STORE_TILE.format(form=form, used=used))
            yield tile_case("stmatrix", form, "st" + about, ptx, TILE_WORDS, store_tile(count, trans))
    cells = [[TILE_WORDS[lane_of(r, c)] >> (16 * (c % 2)) & 0xFFFF for c in range(8)] for r in range(8)]
    out = [cells[2 * (l % 4)][l // 4] | cells[2 * (l % 4) + 1][l // 4] << 16 for l in range(32)]
    about = "movmatrix.trans turns a tile that lies in the registers of a warp."
    yield tile_case("movmatrix", "", about, MOVE_TILE, TILE_WORDS[:32], out)


def lane_of(row, column):
    return row * 4 + column // 2


def cases():
    for group in (quad_pairs, special_products, float_products, integer_products, wmmas, tiles):
        yield from group()
