"""Arithmetic on f32 and f64: every rounding, .ftz, .sat; extremes, signs, comparisons."""

from . import model, values
from .case import operation
from .model import F32, F64

MODES = ("rn", "rz", "rm", "rp")
OPERATIONS = {
    # name: (model, operands, chosen tuples)
    "add": (model.add, 2, values.sums),
    "sub": (model.sub, 2, lambda f: [(a, b ^ f.sign_bit) for a, b in values.sums(f)]),
    "mul": (model.mul, 2, values.products),
    "div": (
        model.div,
        2,
        lambda f: values.products(f)[:12] + [(a, b) for a in values.special(f)[::5] for b in (0, f.inf, 1)],
    ),
    "fma": (model.fma, 3, values.fused),
    "rcp": (model.rcp, 1, lambda f: [(x,) for x in values.special(f) + values.finite(f)]),
    "sqrt": (model.sqrt, 1, lambda f: [(x,) for x in values.special(f) + values.finite(f)]),
}


def op(name, about, texts, operands, result, rows, expect, **more):
    return operation(more.pop("folder", "float"), name, about, texts, operands, result, rows, expect, **more)


def regs(arity):
    return ", ".join(("%a", "%b", "%c")[:arity])


def arithmetic():
    for fmt, count in ((F32, 56), (F64, 36)):
        t = fmt.name
        for name, (function, arity, chosen) in OPERATIONS.items():
            rows = values.tuples(name + t, fmt, arity, chosen(fmt), count if arity < 3 else count * 3 // 4)
            yield op(
                f"{name}-{t}",
                f"{name}.{t} with every rounding: ties, overflow, subnormals, NaN, infinities.",
                [f"{name}.{m}.{t} %d, {regs(arity)}" for m in MODES],
                (t,) * arity,
                t,
                rows,
                lambda i, *x, f=function, fmt=fmt: f(fmt, *x, MODES[i]),
            )
            if fmt is F32:
                yield op(
                    f"{name}-ftz-{t}",
                    f"{name}.ftz.{t}: subnormal operands and results are zeros with their sign.",
                    [f"{name}.{m}.ftz.{t} %d, {regs(arity)}" for m in MODES],
                    (t,) * arity,
                    t,
                    rows,
                    lambda i, *x, f=function: model.with_ftz(F32, f, x, MODES[i]),
                )
    for name in ("add", "sub", "mul", "fma"):
        function, arity, chosen = OPERATIONS[name]
        rows = values.tuples(name + "sat", F32, arity, chosen(F32), 48)
        modes = ("rn.sat", "rz.sat", "rn.ftz.sat", "rp.ftz.sat")

        def expect(i, *x, f=function):
            mode = modes[i][:2]
            return model.saturate(F32, model.with_ftz(F32, f, x, mode) if "ftz" in modes[i] else f(F32, *x, mode))

        yield op(
            f"{name}-sat-f32",
            f"{name}.sat.f32: into [0, 1], NaN to 0.",
            [f"{name}.{m}.f32 %d, {regs(arity)}" for m in modes],
            ("f32",) * arity,
            "f32",
            rows,
            expect,
        )
    rows = values.tuples("plain", F32, 2, values.sums(F32)[:20], 48)
    yield op(
        "default-rounding-f32",
        "Without a rounding, add, sub and mul of f32 round to nearest even.",
        ["add.f32 %d, %a, %b", "sub.f32 %d, %a, %b", "mul.f32 %d, %a, %b", "add.ftz.f32 %d, %a, %b"],
        ("f32",) * 2,
        "f32",
        rows,
        lambda i, a, b: (
            (model.add, model.sub, model.mul)[i](F32, a, b) if i < 3 else model.with_ftz(F32, model.add, (a, b))
        ),
    )
    rows = values.tuples("plain64", F64, 2, values.sums(F64)[:20], 40)
    yield op(
        "default-rounding-f64",
        "Without a rounding, add, sub and mul of f64 round to nearest even.",
        ["add.f64 %d, %a, %b", "sub.f64 %d, %a, %b", "mul.f64 %d, %a, %b"],
        ("f64",) * 2,
        "f64",
        rows,
        lambda i, a, b: (model.add, model.sub, model.mul)[i](F64, a, b),
    )
    for fmt in (F32, F64):
        t = fmt.name
        rows = values.tuples("mad" + t, fmt, 3, values.fused(fmt), 32)
        yield op(
            f"mad-{t}",
            f"mad.{t} is fused, like fma.",
            [f"mad.{m}.{t} %d, %a, %b, %c" for m in MODES],
            (t,) * 3,
            t,
            rows,
            lambda i, *x, fmt=fmt: model.fma(fmt, *x, MODES[i]),
        )


def nans():
    """Every operation on NaNs: quiet and signalling, of both signs, with different payloads, one or two of them."""
    for fmt in (F32, F64):
        t = fmt.name
        quiet = 1 << (fmt.mantissa - 1)
        some = [
            fmt.inf | quiet,
            fmt.inf | quiet | fmt.sign_bit | 5,
            fmt.inf | 3,
            fmt.inf | fmt.sign_bit | 9,
            fmt.inf | quiet | 77,
        ]
        one = model.float_bits(fmt, 1.0)
        rows = (
            [(a, b) for a in some for b in (some[0], some[2], one, fmt.inf, 0)]
            + [(one, x) for x in some]
            + [(0, x) for x in some]
        )
        invalid = [
            (fmt.inf, fmt.inf),
            (fmt.inf, fmt.inf | fmt.sign_bit),
            (0, fmt.inf),
            (0, 0),
            (fmt.sign_bit | one, 0),
            (fmt.inf, 0),
        ]
        texts = [f"{o}.rn.{t} %d, %a, %b" for o in ("add", "sub", "mul", "div")]
        texts += [
            f"fma.rn.{t} %d, %a, %b, %a",
            f"fma.rn.{t} %d, %b, %b, %a",
            f"sqrt.rn.{t} %d, %a",
            f"rcp.rn.{t} %d, %a",
        ]

        def expect(i, a, b, fmt=fmt):
            return (
                model.add(fmt, a, b),
                model.sub(fmt, a, b),
                model.mul(fmt, a, b),
                model.div(fmt, a, b),
                model.fma(fmt, a, b, a),
                model.fma(fmt, b, b, a),
                model.sqrt(fmt, a),
                model.rcp(fmt, a),
            )[i]

        for name, some_rows in (("nan", rows[:20] if fmt is F64 else rows), ("invalid", invalid)):
            yield op(
                f"{name}-{t}",
                f"What {t} arithmetic makes of {'NaNs' if name == 'nan' else 'operands without a result'}.",
                texts,
                (t, t),
                t,
                some_rows,
                expect,
            )


def signs():
    for fmt in (F32, F64):
        t = fmt.name
        edges = [(x,) for x in values.special(fmt) + values.finite(fmt)]
        plain = [f"abs.{t} %d, %a", f"neg.{t} %d, %a"]
        flushed = [f"abs.ftz.{t} %d, %a", f"neg.ftz.{t} %d, %a"] if fmt is F32 else []

        def expect(i, a, fmt=fmt):
            if model.is_nan(fmt, a):
                return None
            a = model.flush(fmt, a) if i >= 2 else a
            return a & ~fmt.sign_bit if i % 2 == 0 else a ^ fmt.sign_bit

        yield op(f"abs-neg-{t}", f"abs.{t} and neg.{t}.", plain + flushed, (t,), t, edges, expect)
        rows = [(a, b) for (a,) in edges[::2] for b in (0, fmt.sign_bit, fmt.sign_bit | 1)]

        def copied(_, a, b, fmt=fmt):
            nan = model.is_nan(fmt, a) or model.is_nan(fmt, b)
            return None if nan else b & ~fmt.sign_bit | a & fmt.sign_bit

        rows += [(b, a) for a, b in rows[::3]]
        yield op(
            f"copysign-{t}",
            f"copysign.{t}: the sign of a on b.",
            [f"copysign.{t} %d, %a, %b"],
            (t, t),
            t,
            rows[:64],
            copied,
        )
        kinds = ("finite", "infinite", "number", "notanumber", "normal", "subnormal")
        text = "mov.u32 %d, 0; " + "; ".join(
            f"testp.{k}.{t} %p, %a; selp.u32 %w, {1 << i}, 0, %p; or.b32 %d, %d, %w" for i, k in enumerate(kinds)
        )
        yield op(
            f"testp-{t}",
            f"testp.{t}: bit n of the result is the n-th of {' '.join(kinds)}.",
            [text],
            (t,),
            "u32",
            edges,
            lambda _, a, fmt=fmt: tested(fmt, a),
            extra=(".reg .pred %p;", ".reg .b32 %w;"),
        )


def tested(fmt, a):
    nan, inf, small = model.is_nan(fmt, a), model.is_inf(fmt, a), model.is_subnormal(fmt, a)
    finite = not nan and not inf
    # Zero counts as normal.
    normal = finite and not small
    return sum(int(x) << i for i, x in enumerate((finite, inf, not nan, nan, normal, small)))


def extremes():
    pairs = [(a, b) for a in values.special(F32)[::2] for b in values.special(F32)[1::3]]
    pairs += [(0, F32.sign_bit), (F32.sign_bit, 0)] + values.drawn("minmax", F32, 2, 20)
    forms = {
        "": "",
        "ftz": ".ftz",
        "nan": ".NaN",
        "ftz-nan": ".ftz.NaN",
        "xorsign-abs": ".xorsign.abs",
        "nan-xorsign-abs": ".NaN.xorsign.abs",
    }
    for name, mods in forms.items():
        yield op(
            f"min-max-{name + '-' if name else ''}f32",
            f"min{mods}.f32 and max{mods}.f32: NaN, both zeros, subnormals.",
            [f"min{mods}.f32 %d, %a, %b", f"max{mods}.f32 %d, %a, %b"],
            ("f32",) * 2,
            "f32",
            list(dict.fromkeys(pairs))[:80],
            lambda i, a, b, m=mods: model.min_max(F32, a, b, (min, max)[i], "ftz" in m, "NaN" in m, "xorsign" in m),
        )
    pairs = [(a, b) for a in values.special(F64)[::2] for b in values.special(F64)[1::3]]
    pairs += [(0, F64.sign_bit), (F64.sign_bit, 0)] + values.drawn("minmax", F64, 2, 10)
    yield op(
        "min-max-f64",
        "min.f64 and max.f64: NaN, both zeros, subnormals.",
        ["min.f64 %d, %a, %b", "max.f64 %d, %a, %b"],
        ("f64",) * 2,
        "f64",
        list(dict.fromkeys(pairs))[:64],
        lambda i, a, b: model.min_max(F64, a, b, (min, max)[i]),
    )


CMP = ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan")


def compared(text):
    """PTX that sets bit n of %d for the n-th comparison."""
    parts = (f"setp.{o}{text} %p, %a, %b; selp.u32 %w, {1 << i}, 0, %p; or.b32 %d, %d, %w" for i, o in enumerate(CMP))
    return "mov.u32 %d, 0; " + "; ".join(parts)


def comparisons():
    extra = (".reg .pred %p, %q;", ".reg .b32 %w;", ".reg .f32 %x;")
    for fmt, mods in ((F32, ""), (F32, ".ftz"), (F64, "")):
        t = fmt.name
        pairs = [(a, b) for a in values.special(fmt)[:18:2] for b in values.special(fmt)[1:18:3]]
        pairs += [(a, a) for a in values.special(fmt)[:8]] + [(0, fmt.sign_bit), (1, 2), (fmt.sign_bit | 1, 1)]
        yield op(
            f"setp{mods.replace('.', '-')}-{t}",
            f"setp{mods}.{t}: bit n of the result is the n-th of {' '.join(CMP)}.",
            [compared(f"{mods}.{t}")],
            (t, t),
            "b32",
            pairs,
            lambda _, a, b, fmt=fmt, m=mods: sum(model.compare(fmt, o, a, b, bool(m)) << i for i, o in enumerate(CMP)),
            extra=extra,
        )
        texts = [
            f"set.{o}{mods}.{d}.{t} {'%x' if d == 'f32' else '%d'}, %a, %b" + ("; mov.b32 %d, %x" if d == "f32" else "")
            for o, d in (("lt", "u32"), ("neu", "s32"), ("geu", "f32"), ("eq", "f32"), ("nan", "u32"))
        ]
        texts += [
            f"setp.{o}.{t} %q, %a, %b; set.gt.{b}{mods}.u32.{t} %d, %a, %b, {n}%q"
            for o, b, n in (("num", "and", "!"), ("nan", "or", ""), ("num", "xor", ""))
        ]

        def expect(i, a, b, fmt=fmt, ftz=bool(mods)):
            def is_(o):
                return model.compare(fmt, o, a, b, ftz)

            num = model.compare(fmt, "num", a, b)
            return (
                is_("lt") * model.mask(32),
                is_("neu") * model.mask(32),
                is_("geu") * 0x3F800000,
                is_("eq") * 0x3F800000,
                is_("nan") * model.mask(32),
                (is_("gt") and not num) * model.mask(32),
                (is_("gt") or not num) * model.mask(32),
                (is_("gt") != num) * model.mask(32),
            )[i]

        yield op(
            f"set{mods.replace('.', '-')}-{t}",
            f"set{mods}.{t} to u32, s32 and f32, and with a predicate.",
            texts,
            (t, t),
            "b32",
            pairs[:48],
            expect,
            extra=extra,
            labels=[x.split(";")[-1 if "setp" in x else 0].strip() for x in texts],
        )


def cases():
    for group in (arithmetic, nans, signs, extremes, comparisons):
        for found in group():
            yield from found
