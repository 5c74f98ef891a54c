"""Approximate functions. What is expected is the true value, rounded; the bound is the ISA's error.

A relative bound is a little wider than the ISA's, because the expected value is itself rounded.
"""

import math
from fractions import Fraction

from . import model
from .case import operation
from .model import BF16, F16, F32, F64


def spread(fmt, *reals):
    return [(model.encode(fmt, Fraction(x), "rn", math.copysign(1, x) < 0),) for x in reals]


PLAIN = (
    1.0,
    2.0,
    3.0,
    0.1,
    0.5,
    0.75,
    1.5,
    10.0,
    1e-3,
    123.456,
    7e-10,
    1e10,
    0.99999994,
    1.0000001,
    3.4e38,
    1.2e-38,
    5e-39,
    1e-45,
)


def edges(fmt):
    sign = fmt.sign_bit
    return [(x,) for x in (0, sign, fmt.inf, sign | fmt.inf, fmt.nan or 0x7FF8000000000000)]


def truth(function):
    """A function of reals as one of bits; NaN where it has no value."""

    def of_bits(fmt, bits):
        number = model.to_float(fmt, bits)
        if math.isnan(number):
            return fmt.inf | 1 << (fmt.mantissa - 1)
        try:
            return model.float_bits(fmt, function(number))
        except (ValueError, OverflowError):
            return fmt.inf | 1 << (fmt.mantissa - 1)

    return of_bits


def rcp(x):
    return math.copysign(math.inf, x) if x == 0 else 1 / x


def rsqrt(x):
    return math.copysign(math.inf, x) if x == 0 else 1 / math.sqrt(x)


def log2(x):
    return -math.inf if x == 0 else math.log2(x)


def exp2(x):
    return math.inf if x > 2000 else 0.0 if x < -2000 else 2.0**x


def positive(fmt):
    return spread(fmt, *PLAIN) + edges(fmt) + spread(fmt, -1.0, -1e-40 if fmt is F32 else -1e-3)


def angles(limit):
    steps = [limit * i / 23 for i in range(-23, 24)]
    exact = [math.pi / 2, math.pi, -math.pi, 2 * math.pi * 0.9999, 1e-5, -1e-5, 1.0, 0.5]
    return spread(F32, *steps, *exact)


def exponents():
    return (
        spread(
            F32,
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            -0.5,
            0.1,
            10.25,
            -10.75,
            100.3,
            127.99,
            127.0,
            128.0,
            -125.5,
            -126.0,
            -149.0,
            -151.0,
            -1000.0,
            1000.0,
            1e-30,
            -1e-30,
            1e-45,
            3.3333,
        )
        + edges(F32)[2:]
    )


def single():
    """f32: name, function, operands, bound."""
    yield "rcp", rcp, positive(F32), "ulp=1"
    yield "sqrt", math.sqrt, positive(F32), "rel=1.5*2^-23"
    yield "rsqrt", rsqrt, positive(F32), "rel=1.5*2^-22.9"
    yield "lg2", log2, positive(F32), "rel=1.5*2^-22 abs=2^-22"
    yield "ex2", exp2, exponents(), "rel=1.5*2^-22 ulp=2"


def flushed(function):
    def of_bits(fmt, bits):
        return model.flush(fmt, truth(function)(fmt, model.flush(fmt, bits)))

    return of_bits


def f32():
    for name, function, rows, bound in single():
        yield operation(
            "approx",
            f"{name}-f32",
            f"{name}.approx.f32, subnormal numbers too.",
            [f"{name}.approx.f32 %d, %a"],
            ("f32",),
            "f32",
            rows,
            lambda _, a, f=function: truth(f)(F32, a),
            bound,
        )
        yield operation(
            "approx",
            f"{name}-ftz-f32",
            f"{name}.approx.ftz.f32: subnormal numbers are zeros.",
            [f"{name}.approx.ftz.f32 %d, %a"],
            ("f32",),
            "f32",
            rows,
            lambda _, a, f=function: flushed(f)(F32, a),
            bound,
        )
    for name, function in (("sin", math.sin), ("cos", math.cos)):
        for size, limit, bound in (("", 2 * math.pi, "abs=2^-20.5"), ("-large", 100 * math.pi, "abs=2^-14.7")):
            yield operation(
                "approx",
                f"{name}{size}-f32",
                f"{name}.approx.f32 and {name}.approx.ftz.f32 for angles up to " f"{'100' if size else '2'} pi.",
                [f"{name}.approx.f32 %d, %a", f"{name}.approx.ftz.f32 %d, %a"],
                ("f32",),
                "f32",
                angles(limit) + (edges(F32) if not size else []),
                lambda _, a, f=function: truth(f)(F32, a),
                bound,
            )
    tanh = spread(F32, *[i / 4 for i in range(-20, 21)], 1e-3, -1e-3, 9.5, -9.5, 100.0) + edges(F32)
    yield operation(
        "approx",
        "tanh-f32",
        "tanh.approx.f32.",
        ["tanh.approx.f32 %d, %a"],
        ("f32",),
        "f32",
        tanh,
        lambda _, a: truth(math.tanh)(F32, a),
        "rel=1.01*2^-11",
    )


def quotients():
    sample = [r[0] for r in spread(F32, *PLAIN[:14], -2.5, -7e-10, 8e37, 1.2e-38)]
    rows = list(zip(sample, sample[5:] + sample[:5])) + list(zip(sample, sample[::-1]))
    rows += [
        (0, sample[0]),
        (F32.inf, sample[0]),
        (sample[1], F32.inf),
        (0, 0),
        (F32.inf, F32.inf),
        (sample[2], 0),
        (F32.sign_bit | sample[2], 0),
        (F32.nan, sample[0]),
        (sample[0], F32.nan),
    ]

    def usable(a, b):
        result = model.div(F32, a, b)
        return not model.is_subnormal(F32, result) and b & ~F32.sign_bit <= 0x7E800000 or b in (F32.inf, F32.nan)

    rows = [r for r in rows if usable(*r)]
    for name, mods in (
        ("approx", ".approx"),
        ("approx-ftz", ".approx.ftz"),
        ("full", ".full"),
        ("full-ftz", ".full.ftz"),
    ):
        yield operation(
            "approx",
            f"div-{name}-f32",
            f"div{mods}.f32: two units in the last place.",
            [f"div{mods}.f32 %d, %a, %b"],
            ("f32", "f32"),
            "f32",
            rows,
            lambda _, a, b: model.div(F32, a, b),
            "ulp=2",
        )


def double():
    rows = spread(F64, 1.0, 2.0, 3.0, 0.1, 1e-300, 1e300, 123.456, 0.75, 2.5e-308, 1.7e308) + edges(F64)
    yield operation(
        "approx",
        "rcp-ftz-f64",
        "rcp.approx.ftz.f64 works on the upper half of the number; subnormal numbers are " "zeros.",
        ["rcp.approx.ftz.f64 %d, %a"],
        ("f64",),
        "f64",
        [r for r in rows if r[0] < 0x7FD << 52 or r in rows[10:]],
        lambda _, a: flushed(rcp)(F64, a),
        "rel=2^-20",
    )
    yield operation(
        "approx",
        "rsqrt-ftz-f64",
        "rsqrt.approx.ftz.f64 works on the upper half of the number.",
        ["rsqrt.approx.ftz.f64 %d, %a"],
        ("f64",),
        "f64",
        rows,
        lambda _, a: flushed(rsqrt)(F64, a),
        "rel=2^-20",
    )
    yield operation(
        "approx",
        "rsqrt-f64",
        "rsqrt.approx.f64, subnormal numbers too.",
        ["rsqrt.approx.f64 %d, %a"],
        ("f64",),
        "f64",
        rows + spread(F64, 5e-324, 1e-310),
        lambda _, a: truth(rsqrt)(F64, a),
        "rel=2^-20",
    )


def halves():
    for fmt in (F16, BF16):
        t = fmt.name
        samples = spread(
            fmt, *[i / 3 for i in range(-24, 25, 2)], 10.5, -10.5, 15.9, -13.0, -14.5, 16.5, -30.0, 1e-3
        ) + edges(fmt)
        ftz = ".ftz" if fmt is BF16 else ""
        for name, function, mods, bound in (
            ("ex2", exp2, ftz, "rel=2^-7 ulp=1" if fmt is BF16 else "rel=1.5*2^-9.9 ulp=1"),
            ("tanh", math.tanh, "", "abs=1.5*2^-8" if fmt is BF16 else "abs=1.5*2^-10.987"),
        ):

            def expect(_, a, fmt=fmt, f=function, mods=mods):
                return (flushed(f) if mods else truth(f))(fmt, a)

            text = f"{name}.approx{mods}"
            yield operation(
                "approx", f"{name}-{t}", f"{text}.{t}.", [f"{text}.{t} %d, %a"], (t,), t, samples, expect, bound
            )
            rows = [(a | b << 16,) for (a,), (b,) in zip(samples, samples[9:] + samples[:9])]
            made = operation(
                "approx",
                f"{name}-{t}x2",
                f"{text}.{t}x2: both halves.",
                [f"{text}.{t}x2 %d, %a"],
                ("b32",),
                "b32",
                rows,
                lambda _, a, e=expect: e(0, a & 0xFFFF) | e(0, a >> 16) << 16,
                bound,
            )
            # The halves are compared as numbers, so they are listed as such.
            for case in made:
                output = case.outputs[0]
                output.type, output.values = t, [x for v in output.values for x in (v & 0xFFFF, v >> 16)]
            yield made


def cases():
    for group in (f32, quotients, double, halves):
        for found in group():
            yield from found
