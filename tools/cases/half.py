"""f16, f16x2, bf16 and bf16x2: arithmetic, extremes, signs, comparisons."""

from . import model, values
from .case import operation
from .floats import CMP, compared
from .model import BF16, F16

TYPES = {"f16": F16, "f16x2": F16, "bf16": BF16, "bf16x2": BF16}
CHOSEN = {
    "add": values.sums,
    "sub": lambda f: [(a, b ^ f.sign_bit) for a, b in values.sums(f)],
    "mul": values.products,
    "fma": values.fused,
}
FUNCTIONS = {"add": model.add, "sub": model.sub, "mul": model.mul, "fma": model.fma}
PREDICATES = (".reg .pred %p, %q;", ".reg .b32 %w;")


def place(type_name):
    """How a type lies in memory."""
    return "b32" if type_name.endswith("x2") else type_name


def rows_for(type_name, rows):
    """Rows of numbers; for a packed type, two of them together, each row in both places."""
    if not type_name.endswith("x2"):
        return rows
    return [tuple(x | y << 16 for x, y in zip(low, high)) for low, high in zip(rows, rows[7:] + rows[:7])]


def by_lane(type_name, function):
    """A function of numbers, on both lanes of a packed type."""
    if not type_name.endswith("x2"):
        return function

    def both(i, *operands):
        low = function(i, *(x & 0xFFFF for x in operands))
        high = function(i, *(x >> 16 for x in operands))
        return None if low is None or high is None else low | high << 16

    return both


def op(name, about, texts, type_name, arity, rows, function, result=None, **more):
    operands = (place(type_name),) * arity
    return operation(
        "half",
        name,
        about,
        texts,
        operands,
        result or place(type_name),
        rows_for(type_name, rows),
        function if result else by_lane(type_name, function),
        **more,
    )


def arithmetic():
    for t, fmt in TYPES.items():
        for name, function in FUNCTIONS.items():
            arity = 3 if name == "fma" else 2
            rows = values.tuples(name + t, fmt, arity, CHOSEN[name](fmt), 64)
            mods = [".rn"] if fmt is BF16 else [".rn", ".rn.ftz", ".rn.sat", ".rn.ftz.sat"]
            if name == "fma":
                mods += [".rn.relu"] if fmt is BF16 else [".rn.relu", ".rn.ftz.relu"]
            # Plain and clamped forms apart: which zero a clamp gives is the card's choice.
            groups = {
                "": [m for m in mods if "sat" not in m and "relu" not in m],
                "sat-": [m for m in mods if "sat" in m],
                "relu-": [m for m in mods if "relu" in m],
            }
            for group, forms in groups.items():
                if not forms:
                    continue

                def expect(i, *x, fmt=fmt, f=function, forms=forms):
                    number = model.with_ftz(fmt, f, x) if "ftz" in forms[i] else f(fmt, *x)
                    if "sat" in forms[i]:
                        return model.saturate(fmt, number)
                    return model.relu(fmt, number) if "relu" in forms[i] else number

                yield op(
                    f"{name}-{group}{t}",
                    f"{name}{forms[0]}.{t} and its forms: ties, overflow, subnormals, NaN.",
                    [f"{name}{m}.{t} %d, {', '.join(('%a', '%b', '%c')[:arity])}" for m in forms],
                    t,
                    arity,
                    rows,
                    expect,
                )
        rows = values.tuples("oob" + t, fmt, 3, values.fused(fmt), 24)
        yield op(
            f"fma-oob-{t}",
            f"fma.rn.oob.{t}: the special NaN that stands for out of bounds gives zero.",
            [f"fma.rn.oob.{t} %d, %a, %b, %c", f"fma.rn.oob.relu.{t} %d, %a, %b, %c"],
            t,
            3,
            [(0xFFFF, r[1], r[2]) for r in rows[:6]] + rows,
            lambda i, *x: None,
            version="8.1",
        )


def signs():
    for t, fmt in TYPES.items():
        edges = [(x,) for x in values.special(fmt) + values.finite(fmt)]
        mods = ("", ".ftz") if fmt is F16 else ("",)

        def expect(i, a, fmt=fmt, mods=mods):
            if model.is_nan(fmt, a):
                return None
            a = model.flush(fmt, a) if mods[i // 2] else a
            return a & ~fmt.sign_bit if i % 2 == 0 else a ^ fmt.sign_bit

        yield op(
            f"abs-neg-{t}",
            f"abs.{t} and neg.{t}.",
            [f"{o}{m}.{t} %d, %a" for m in mods for o in ("abs", "neg")],
            t,
            1,
            edges,
            expect,
        )


def extremes():
    for t, fmt in TYPES.items():
        pairs = [(a, b) for a in values.special(fmt)[::2] for b in values.special(fmt)[1::3]]
        pairs += [(0, fmt.sign_bit), (fmt.sign_bit, 0)] + values.drawn("minmax" + t, fmt, 2, 20)
        pairs = list(dict.fromkeys(pairs))[:64]
        flush = ("", ".ftz") if fmt is F16 else ("",)
        for name, mods in (("", ""), ("nan-", ".NaN"), ("xorsign-abs-", ".xorsign.abs")):
            forms = [f"{o}{f}{mods}.{t}" for f in flush for o in ("min", "max")]
            yield op(
                f"min-max-{name}{t}",
                f"{forms[0]} and its like: NaN, both zeros, subnormals.",
                [f"{f} %d, %a, %b" for f in forms],
                t,
                2,
                pairs,
                lambda i, a, b, fmt=fmt, m=mods: model.min_max(
                    fmt, a, b, (min, max)[i % 2], i >= 2, "NaN" in m, "xorsign" in m
                ),
            )


def comparisons():
    for t, fmt in TYPES.items():
        pairs = [(a, b) for a in values.special(fmt)[:18:2] for b in values.special(fmt)[1:18:3]]
        pairs += [(a, a) for a in values.special(fmt)[:8]] + [(0, fmt.sign_bit), (1, 2), (fmt.sign_bit | 1, 1)]
        one = model.float_bits(fmt, 1.0)
        if not t.endswith("x2"):
            for mods in ("", ".ftz") if fmt is F16 else ("",):
                yield op(
                    f"setp{mods.replace('.', '-')}-{t}",
                    f"setp{mods}.{t}: bit n of the result is the n-th of " f"{' '.join(CMP)}.",
                    [compared(f"{mods}.{t}")],
                    t,
                    2,
                    pairs,
                    lambda _, a, b, fmt=fmt, m=mods: sum(
                        model.compare(fmt, o, a, b, bool(m)) << i for i, o in enumerate(CMP)
                    ),
                    "b32",
                    extra=PREDICATES,
                )
            texts = [
                f"set.lt.u32.{t} %d, %a, %b",
                f"set.geu.s32.{t} %d, %a, %b",
                f"set.neu.u16.{t} %h, %a, %b; cvt.u32.u16 %d, %h",
                f"set.le.{t}.{t} %h, %a, %b; mov.b32 %d, {{%h, 0}}",
                f"setp.nan.{t} %p, %a, %b; set.gt.or.u32.{t} %d, %a, %b, %p",
            ]

            def expect(i, a, b, fmt=fmt, one=one):
                o, yes = (
                    ("lt", model.mask(32)),
                    ("geu", model.mask(32)),
                    ("neu", 0xFFFF),
                    ("le", one),
                    ("gtu", model.mask(32)),
                )[i]
                return yes if model.compare(fmt, o, a, b) else 0

            yield op(
                f"set-{t}",
                f"set.{t}: all ones, or 1.0, in types of two sizes.",
                texts,
                t,
                2,
                pairs,
                expect,
                "b32",
                extra=(".reg .b16 %h;", ".reg .pred %p;"),
                labels=[x.split(" %d")[0].split(" %h")[0] for x in texts],
            )
            continue
        text = "mov.u32 %d, 0; " + "; ".join(
            f"setp.{o}.{t} %p|%q, %a, %b; selp.u32 %w, {1 << i}, 0, %p; or.b32 %d, %d, %w; "
            f"selp.u32 %w, {0x10000 << i}, 0, "
            "%q; or.b32 %d, %d, %w"
            for i, o in enumerate(CMP)
        )

        def both(_, a, b, fmt=fmt):
            bits = [
                sum(model.compare(fmt, o, x, y) << i for i, o in enumerate(CMP))
                for x, y in ((a & 0xFFFF, b & 0xFFFF), (a >> 16, b >> 16))
            ]
            return bits[0] | bits[1] << 16

        yield op(
            f"setp-{t}",
            f"setp.{t}: a predicate for each half; bit n of the result's halves is the n-th of " f"{' '.join(CMP)}.",
            [text],
            t,
            2,
            pairs,
            both,
            "b32",
            extra=PREDICATES,
        )
        forms = (("ltu", "u32", 0xFFFF), ("ge", "s32", 0xFFFF), ("ne", t, one))
        yield op(
            f"set-{t}",
            f"set.{t}: all ones, or 1.0, in each half.",
            [f"set.{o}.{d}.{t} %d, %a, %b" for o, d, _ in forms],
            t,
            2,
            pairs,
            lambda i, a, b, fmt=fmt, forms=forms: forms[i][2] if model.compare(fmt, forms[i][0], a, b) else 0,
        )


def cases():
    for group in (arithmetic, signs, extremes, comparisons):
        for found in group():
            yield from found
