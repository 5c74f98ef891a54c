"""Conversions between all types: every rounding, .ftz, .sat, .relu, .satfinite, packed forms."""

from fractions import Fraction

from . import model, values
from .case import numbers, operation
from .model import BF16, E4M3, E5M2, F16, F32, F64, TF32, as_int, clamp, mask

INTS = ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64")
MODES = ("rn", "rz", "rm", "rp")
FLOATS = {"f16": F16, "bf16": BF16, "f32": F32, "f64": F64}


def op(name, about, texts, operands, result, rows, expect, **more):
    return operation("convert", name, about, texts, operands, result, rows, expect, **more)


def width(type_name):
    return int(type_name[1:])


def holds(outer, inner):
    low, high = model.limits(inner)
    return model.limits(outer)[0] <= low and high <= model.limits(outer)[1]


def integers():
    """The source's register holds more than its type; the result's register is wider than its."""
    for source in INTS:
        w = width(source)
        register = "b64" if w == 64 else "b32"
        edges = [
            x for t in INTS if width(t) <= w for x in (model.limits(t)[0], model.limits(t)[1], model.limits(t)[1] + 1)
        ]
        edges = list(dict.fromkeys(x & mask(w) for x in edges + numbers(f"u{w}")[:10]))
        above = 0xA5C3A5C3 << w & mask(32) if w < 32 else 0
        rows = [(x | above,) for x in edges]
        yield op(
            f"{source}-to-int",
            f"cvt from {source} to every integer type, into a register of 64 bits.",
            [f"cvt.{t}.{source} %d, %a" for t in INTS],
            (register,),
            "b64",
            rows,
            lambda i, a, s=source: as_int(INTS[i], as_int(s, a) & mask(width(INTS[i]))) & mask(64),
        )
        clamped = [t for t in INTS if not holds(t, source)]
        yield op(
            f"{source}-to-int-sat",
            f"cvt.sat from {source} to every integer type that does not hold all its values.",
            [f"cvt.sat.{t}.{source} %d, %a" for t in clamped],
            (register,),
            "b64",
            rows,
            lambda i, a, s=source, c=clamped: clamp(as_int(s, a), c[i]) & mask(64),
        )


def around(target, fmt):
    """Numbers of a format about the limits of an integer type, halves, and special ones."""
    low, high = model.limits(target)
    wanted = [Fraction(x) + d for x in (low, high) for d in (-1, Fraction(-1, 2), 0, Fraction(1, 2), 1)]
    wanted += [Fraction(x, 4) for x in (1, 2, 3, 5, 6, 10, -1, -2, -3, -5, -6, -10)] + [Fraction(100), Fraction(-100)]
    found = [model.encode(fmt, x, m) for x in wanted for m in ("rn", "rz")]
    found += values.special(fmt) + [model.encode(fmt, Fraction(2) ** 62) + 1, model.encode(fmt, Fraction(2) ** 31) - 1]
    return [(x,) for x in dict.fromkeys(found)][:52]


def to_integer(fmt, target, bits, mode, ftz=False):
    if model.is_nan(fmt, bits):
        return None
    if ftz:
        bits = model.flush(fmt, bits)
    if model.is_inf(fmt, bits):
        number = Fraction(2) ** 2000 * (-1 if model.is_negative(fmt, bits) else 1)
    else:
        number = model.round_integral(model.value(fmt, bits), mode)
    limited = clamp(int(number), target)
    # The card decides whether a result without .sat is clamped to 8 and 16 bits.
    return None if limited != number and width(target) < 32 else limited


def floats_to_integers():
    for source, fmt in FLOATS.items():
        for target in INTS:
            result = "b64" if width(target) == 64 else "b32"
            texts = [f"cvt.{m}i.{target}.{source} %d, %a" for m in MODES]
            extra, labels = (), None
            if fmt is BF16 and width(target) < 32:
                # Here the register has to be as wide as the type.
                extra, labels = (f".reg .b{target[1:]} %x;",), [f"cvt.{m}i.{target}.{source}" for m in MODES]
                texts = [f"cvt.{m}i.{target}.{source} %x, %a; cvt.{target[0]}32.{target} %d, %x" for m in MODES]
            if fmt is F32:
                texts += [f"cvt.{m}i.ftz.{target}.{source} %d, %a" for m in ("rm", "rp")]
            size = 64 if result == "b64" else 32

            def expect(i, a, fmt=fmt, target=target, size=size):
                mode = MODES[i] if i < 4 else ("rm", "rp")[i - 4]
                number = to_integer(fmt, target, a, mode, i >= 4)
                return None if number is None else number & mask(size)

            yield op(
                f"{source}-to-{target}",
                f"cvt from {source} to {target}, every rounding: ties, the limits, infinities, " "NaN.",
                texts,
                (source,),
                result,
                around(target, fmt),
                expect,
                extra=extra,
                labels=labels,
            )
    for source in ("f32", "f64", "f16"):
        fmt = FLOATS[source]
        targets = ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64")

        def clamped(i, a, fmt=fmt):
            if model.is_nan(fmt, a):
                return None
            if model.is_inf(fmt, a):
                number = 1 << 70 if not model.is_negative(fmt, a) else -(1 << 70)
            else:
                number = model.round_integral(model.value(fmt, a), "rz")
            return clamp(number, targets[i]) & mask(64)

        yield op(
            f"{source}-to-int-sat",
            f"cvt.rzi.sat from {source} to every integer type.",
            [f"cvt.rzi.sat.{t}.{source} %d, %a" for t in targets],
            (source,),
            "b64",
            (around("u8", fmt) + around("s16", fmt))[:48:2],
            clamped,
        )


def integers_to_floats():
    for source in INTS:
        for target, fmt in FLOATS.items():
            w = width(source)
            edges = numbers(f"u{w}")
            for extra in (fmt.mantissa + 1, fmt.mantissa + 2):
                if extra < w:
                    edges += [(1 << extra) + d & mask(w) for d in (-3, -1, 1, 2, 3)]
                    edges += [-(1 << extra) + d & mask(w) for d in (-3, -1, 1)]
            if w > 16:
                edges += [65504, 65519, 65520, 65535, 65536, -65520 & mask(w), (1 << 24) + 1, (1 << 25) + 3]
            rows = [(x,) for x in dict.fromkeys(edges)][:40]
            texts, extra = [f"cvt.{m}.{target}.{source} %d, %a" for m in MODES], ()
            if fmt is BF16 and w == 8:
                texts = [f"cvt.u8.u16 %x, %a; cvt.{m}.{target}.{source} %d, %x" for m in MODES]
                extra = (".reg .b8 %x;",)
            yield op(
                f"{source}-to-{target}",
                f"cvt from {source} to {target}, every rounding.",
                texts,
                (source,),
                target,
                rows,
                lambda i, a, s=source, fmt=fmt: model.encode(fmt, Fraction(as_int(s, a)), MODES[i]),
                extra=extra,
                labels=MODES,
            )
    rows = [(x,) for x in numbers("u32")]
    yield op(
        "int-to-f32-sat",
        "cvt.sat from integers to f32: into [0, 1].",
        [f"cvt.rn.sat.f32.{t} %d, %a" for t in ("u32", "s32")],
        ("b32",),
        "f32",
        rows,
        lambda i, a: model.encode(F32, Fraction(int(as_int(("u32", "s32")[i], a) > 0))),
    )


def edges_of(fmt, *targets):
    """Edges of a format, and of those that it is converted to."""
    found = values.special(fmt) + values.finite(fmt)
    for target in targets:
        top = model.value(target, target.largest)
        ulp = top - model.value(target, target.largest - 1)
        low = model.value(target, target.min_normal)
        least = model.value(target, 1)
        one = 1 + Fraction(1, 2 ** (target.mantissa + 1))
        wanted = [
            top,
            top + ulp / 2,
            top + ulp / 4,
            top + ulp,
            low,
            low - least / 2,
            low - least / 4,
            least,
            least / 2,
            least * 3 / 4,
            least / 4,
            least * 3 / 2,
            one,
            one + Fraction(1, 2**target.mantissa),
            one + Fraction(1, 2 ** (target.mantissa + 3)),
            one - Fraction(1, 2 ** (target.mantissa + 3)),
        ]
        found += [model.encode(fmt, s * x) for x in wanted for s in (1, -1)]
    return list(dict.fromkeys(found))


def integral(fmt, bits, mode):
    if model.is_inf(fmt, bits):
        return bits
    number = model.round_integral(model.value(fmt, bits), mode)
    return model.encode(fmt, Fraction(number), "rn", model.is_negative(fmt, bits))


def same_format():
    for t, fmt in FLOATS.items():
        halves = [model.encode(fmt, Fraction(x, 4)) for x in (1, 2, 3, 5, 6, 7, 10, 14, 1023, -1, -2, -3, -6, -10)]
        rows = [(x,) for x in dict.fromkeys(values.special(fmt) + halves + values.finite(fmt))][:40]
        mods = [f".{m}i" for m in MODES]
        if fmt is F32:
            mods += [".rpi.ftz", ".ftz"]
        yield op(
            f"{t}-integral",
            f"cvt from {t} to {t}, rounded to an integral value; the sign of zero stays.",
            [f"cvt{m}.{t}.{t} %d, %a" for m in mods],
            (t,),
            t,
            rows,
            lambda i, a, fmt=fmt, mods=mods: None if model.is_nan(fmt, a) else same(fmt, a, mods[i]),
        )
        if fmt is not BF16:
            yield op(
                f"{t}-sat",
                f"cvt.sat from {t} to {t}: into [0, 1], NaN to 0.",
                [f"cvt.sat.{t}.{t} %d, %a", f"cvt.rni.sat.{t}.{t} %d, %a"],
                (t,),
                t,
                rows,
                lambda i, a, fmt=fmt: model.saturate(
                    fmt, a if i == 0 or model.is_nan(fmt, a) else integral(fmt, a, "rn")
                ),
            )


def same(fmt, bits, mods):
    if "ftz" in mods:
        bits = model.flush(fmt, bits)
    return integral(fmt, bits, mods[1:3]) if "i" in mods else bits


def converted(source, target, bits, mods):
    """One of cvt's forms between floats, by its modifiers."""
    if model.is_nan(source, bits) and "sat" not in mods.replace("satfinite", ""):
        return None
    if "ftz" in mods and source is F32:
        if target is F16 and model.is_subnormal(F32, bits) and mods[1:3] != "rn":
            return None  # The ISA flushes it, and then nothing is left to round up. The card says.
        bits = model.flush(F32, bits)
    mode = mods[1:3] if mods[1:3] in MODES else "rn"
    result = model.convert(source, target, bits, mode, "satfinite" in mods)
    if "ftz" in mods and target is F32 and source is F64 and result & mask(31) <= F32.min_normal and result & mask(31):
        return None if result & mask(31) == F32.min_normal else model.flush(F32, result)
    if "relu" in mods:
        result = model.relu(target, result)
    if ".sat" in mods.replace("satfinite", ""):
        result = model.saturate(target, result) if result is not None else 0
    return result


FORMS = (
    # from, to, groups of forms, PTX version
    ("f16", "f32", (("", ".ftz"), (".sat",)), "8.0"),
    ("f16", "f64", (("",), (".sat",)), "8.0"),
    ("f32", "f64", (("", ".ftz"), (".sat",)), "8.0"),
    ("bf16", "f32", (("",),), "8.0"),
    ("bf16", "f64", (("",),), "8.0"),
    ("f64", "f32", ((".rn", ".rz", ".rm", ".rp"), (".rn.ftz", ".rp.ftz"), (".rn.sat", ".rz.sat")), "8.0"),
    (
        "f32",
        "f16",
        (
            (".rn", ".rz", ".rm", ".rp"),
            (".rn.ftz", ".rp.ftz"),
            (".rn.sat",),
            (".rn.relu", ".rz.relu"),
            (".rn.satfinite", ".rz.satfinite", ".rn.relu.satfinite"),
        ),
        "8.1",
    ),
    ("f64", "f16", ((".rn", ".rz", ".rm", ".rp"), (".rn.sat",)), "8.0"),
    (
        "f32",
        "bf16",
        ((".rn", ".rz", ".rm", ".rp"), (".rn.relu", ".rz.relu"), (".rn.satfinite", ".rz.satfinite")),
        "8.1",
    ),
    ("f64", "bf16", ((".rn", ".rz", ".rm", ".rp"),), "8.0"),
    ("f16", "bf16", ((".rn", ".rz", ".rm", ".rp"),), "8.6"),
    ("bf16", "f16", ((".rn", ".rz", ".rm", ".rp"),), "8.6"),
)


def between_floats():
    for source, target, groups, version in FORMS:
        a, b = FLOATS[source], FLOATS[target]
        rows = [(x,) for x in edges_of(a, b)]
        for forms in groups:
            suffix = "-".join(p for p in ("sat", "ftz", "relu", "satfinite") if p in forms[0].split("."))
            yield op(
                f"{source}-to-{target}" + (f"-{suffix}" if suffix else ""),
                f"cvt{forms[0]}.{target}.{source} and its like: ties, overflow, subnormals, NaN.",
                [f"cvt{m}.{target}.{source} %d, %a" for m in forms],
                (source,),
                target,
                rows[:56],
                lambda i, x, a=a, b=b, forms=forms: converted(a, b, x, forms[i]),
                version=version,
            )


def packed():
    for target in ("f16x2", "bf16x2"):
        fmt = FLOATS[target[:-2]]
        edges = edges_of(F32, fmt)
        rows = list(zip(edges, edges[5:] + edges[:5]))[:56]
        for forms in ((".rn", ".rz"), (".rn.relu", ".rz.relu"), (".rn.satfinite", ".rz.satfinite")):
            suffix = "-".join(p for p in ("relu", "satfinite") if p in forms[0])

            def expect(i, a, b, fmt=fmt, forms=forms):
                high, low = converted(F32, fmt, a, forms[i]), converted(F32, fmt, b, forms[i])
                return None if high is None or low is None else high << 16 | low

            yield op(
                f"f32-to-{target}" + (f"-{suffix}" if suffix else ""),
                f"cvt{forms[0]}.{target}.f32: a goes into the high " "half.",
                [f"cvt{m}.{target}.f32 %d, %a, %b" for m in forms],
                ("f32", "f32"),
                "b32",
                rows,
                expect,
                version="8.1",
            )
    rows = [(x,) for x in edges_of(F32, TF32)]
    for forms in ((".rna",), (".rn", ".rz"), (".rn.relu", ".rz.relu"), (".rna.satfinite",)):
        suffix = "-".join(p for p in ("rna", "relu", "satfinite") if p in forms[0].split("."))

        def expect(i, a, forms=forms):
            if model.is_nan(F32, a) or model.is_inf(F32, a):
                return None
            number = model.encode(TF32, model.value(F32, a), forms[i][1:4].rstrip("."), model.is_negative(F32, a))
            if model.is_inf(TF32, number):
                return None
            return (model.relu(TF32, number) if "relu" in forms[i] else number) and number << 13

        yield op(
            "f32-to-tf32" + (f"-{suffix}" if suffix else ""),
            f"cvt{forms[0]}.tf32.f32: ten bits of fraction are left.",
            [f"cvt{m}.tf32.f32 %d, %a" for m in forms],
            ("f32",),
            "b32",
            rows,
            expect,
            version="8.1",
        )


def eight_bits():
    for target, fmt in (("e4m3x2", E4M3), ("e5m2x2", E5M2)):
        for source, inner in (("f32", F32), ("f16x2", F16)):
            edges = edges_of(inner, fmt)
            rows = list(zip(edges, edges[3:] + edges[:3]))[:64]
            if source == "f16x2":
                rows = [(a << 16 | b,) for a, b in rows]

            for forms in ((".rn.satfinite",), (".rn.satfinite.relu",)):

                def lane(x, fmt=fmt, inner=inner, relu="relu" in forms[0]):
                    number = model.convert(inner, fmt, x, "rn", True)
                    if model.is_nan(inner, x):
                        return fmt.nan
                    return model.relu(fmt, number) if relu else number

                def expect(_, *x, lane=lane):
                    a, b = x if len(x) == 2 else (x[0] >> 16, x[0] & 0xFFFF)
                    high, low = lane(a), lane(b)
                    return None if high is None or low is None else high << 8 | low

                operands = ("f32", "f32") if source == "f32" else ("b32",)
                regs = "%a, %b" if source == "f32" else "%a"
                suffix = "-relu" if "relu" in forms[0] else ""
                yield op(
                    f"{source}-to-{target}{suffix}",
                    f"cvt{forms[0]}.{target}.{source}: ties, the limits, NaN, subnormals.",
                    [f"cvt{m}.{target}.{source} %d, {regs}" for m in forms],
                    operands,
                    "b16",
                    rows,
                    expect,
                    version="8.1",
                )
        rows = [(x | (255 - x) << 8,) for x in range(256)]
        for mods in ("", ".relu"):

            def widened(_, a, fmt=fmt, mods=mods):
                lanes = []
                for x in (a & 255, a >> 8):
                    if model.is_nan(fmt, x):
                        lanes.append(F16.nan)
                        continue
                    number = model.convert(fmt, F16, x)
                    lanes.append(model.relu(F16, number) if mods else number)
                return None if None in lanes else lanes[0] | lanes[1] << 16

            yield op(
                f"{target}-to-f16x2{mods.replace('.', '-')}",
                f"cvt.rn{mods}.f16x2.{target}: every pattern, in both " "places.",
                [f"cvt.rn{mods}.f16x2.{target} %d, %a"],
                ("b16",),
                "b32",
                rows,
                widened,
                version="8.1",
            )


def pack_integers():
    edges = [
        0,
        1,
        7,
        8,
        15,
        16,
        127,
        128,
        255,
        256,
        32767,
        32768,
        65535,
        65536,
        mask(31),
        1 << 31,
        mask(32),
        -8 & mask(32),
        -9 & mask(32),
        -128 & mask(32),
        -129 & mask(32),
        -32768 & mask(32),
        -32769 & mask(32),
        -2 & mask(32),
    ]
    rows = list(zip(edges, edges[7:] + edges[:7]))
    for t in ("u16", "s16"):
        yield op(
            f"pack-{t}",
            f"cvt.pack.sat.{t}.s32: a goes into the high half.",
            [f"cvt.pack.sat.{t}.s32 %d, %a, %b"],
            ("s32", "s32"),
            "b32",
            rows,
            lambda _, a, b, t=t: (clamp(as_int("s32", a), t) & 0xFFFF) << 16 | clamp(as_int("s32", b), t) & 0xFFFF,
        )
    triples = [(a, b, c) for (a, b), c in zip(rows, [0, mask(32), 0x12345678, 0x89ABCDEF] * 6)]
    for t in ("u8", "s8", "u4", "s4", "u2", "s2"):
        w = int(t[1:])
        yield op(
            f"pack-{t}",
            f"cvt.pack.sat.{t}.s32.b32: c moves up, a and b come behind it.",
            [f"cvt.pack.sat.{t}.s32.b32 %d, %a, %b, %c"],
            ("s32", "s32", "b32"),
            "b32",
            triples,
            lambda _, a, b, c, t=t, w=w: (
                c << 2 * w | (clamp(as_int("s32", a), t) & mask(w)) << w | clamp(as_int("s32", b), t) & mask(w)
            )
            & mask(32),
        )


def cases():
    for group in (
        integers,
        floats_to_integers,
        integers_to_floats,
        same_format,
        between_floats,
        packed,
        eight_bits,
        pack_integers,
    ):
        for found in group():
            yield from found
