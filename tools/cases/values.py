"""Operands for floating-point operations, for any format: edges, ties, and pairs that overflow or vanish."""

import itertools
import random
from fractions import Fraction

from . import model


def special(fmt):
    """Zeros, infinities, NaNs, subnormals, limits."""
    quiet = fmt.inf | 1 << (fmt.mantissa - 1)
    positive = [0, fmt.inf, quiet, fmt.inf | 1, 1, fmt.min_normal - 1, fmt.min_normal, fmt.largest]
    positive += [model.encode(fmt, Fraction(1)), model.encode(fmt, Fraction(3, 2))]
    return [x | s for x in positive for s in (0, fmt.sign_bit)]


def finite(fmt):
    one = model.encode(fmt, Fraction(1))
    numbers = [
        one,
        one + 1,
        one - 1,
        model.encode(fmt, Fraction(1, 3)),
        model.encode(fmt, Fraction(22, 7)),
        fmt.largest,
        fmt.largest - 1,
        fmt.min_normal,
        fmt.min_normal + 1,
        fmt.min_normal - 1,
        1,
        2,
        3,
        model.encode(fmt, Fraction(2) ** fmt.mantissa),
        model.encode(fmt, Fraction(2) ** (fmt.mantissa + 1)) + 1,
        model.encode(fmt, Fraction(1, 2 ** (fmt.mantissa + 1))),
        model.encode(fmt, Fraction(10)),
    ]
    return numbers


def power(fmt, exponent, extra=0):
    return model.encode(fmt, Fraction(2) ** exponent) + extra


def sums(fmt):
    """Pairs whose sums are ties, cancel, overflow or become subnormal."""
    m = fmt.mantissa
    one = power(fmt, 0)
    top = fmt.largest
    neg = fmt.sign_bit
    ulp = 1 - fmt.emin - m  # the exponent of half an ulp of the largest number
    found = [
        (one, power(fmt, -m - 1)),
        (one + 1, power(fmt, -m - 1)),
        (one, neg | power(fmt, -m - 2)),
        (one, power(fmt, -m - 1, 1)),
        (one + 1, power(fmt, -m - 1, 1)),
        (neg | one, neg | power(fmt, -m - 1)),
        (top, power(fmt, ulp - 1)),
        (top, power(fmt, ulp - 1) - 1),
        (neg | top, neg | power(fmt, ulp - 1)),
        (top, top),
        (neg | top, neg | top),
        (one, neg | one),
        (neg | one, one),
        (fmt.min_normal, neg | 1),
        (1, 1),
        (1, neg | 1),
        (fmt.min_normal - 1, 1),
        (fmt.min_normal, neg | fmt.min_normal - 1),
        (power(fmt, m + 1), one),
        (power(fmt, m + 1, 1), one),
        (power(fmt, m + 1), neg | one),
        (0, neg),
        (neg, neg),
        (neg, 0),
        (0, 0),
        (fmt.inf, neg | fmt.inf),
        (fmt.inf, top),
        (one, 1),
        (one, neg | 1),
        (top, 1),
    ]
    return found


def products(fmt):
    m = fmt.mantissa
    one = power(fmt, 0)
    neg = fmt.sign_bit
    low = fmt.emin - m - 1  # half the smallest number
    half = low // 2
    found = [
        (one + 1, one + 1),
        (one + 1, one + 2),
        (one + 1, neg | one + 1),
        (one - 1, one - 1),
        (one + 1, one - 1),
        (power(fmt, half), power(fmt, low - half)),
        (power(fmt, half, 1), power(fmt, low - half)),
        (power(fmt, half), neg | power(fmt, low - half)),
        (power(fmt, half, 1 << (m - 1)), power(fmt, low - half + 1)),
        (fmt.largest, one + 1),
        (fmt.largest, one - 1),
        (fmt.largest, fmt.largest),
        (fmt.largest, neg | fmt.largest),
        (fmt.min_normal, one - 1),
        (fmt.min_normal + 1, one - 2),
        (fmt.min_normal, power(fmt, -1)),
        (1, power(fmt, -1)),
        (1, power(fmt, -1, 1)),
        (3, power(fmt, -1)),
        (1, 1),
        (1, neg | 1),
        (0, fmt.inf),
        (fmt.inf, neg),
        (0, neg | one),
        (neg, neg | one),
        (fmt.inf, neg | one),
        (2, one + 1),
        (model.encode(fmt, Fraction(1, 3)), power(fmt, 1, 3)),
    ]
    return found


def fused(fmt):
    m = fmt.mantissa
    one = power(fmt, 0)
    neg = fmt.sign_bit
    found = [
        (one + 1, one + 1, neg | one + 2),
        (one + 1, one - 1, neg | one),
        (one + 1, one + 1, power(fmt, -m - 1)),
        (fmt.largest, power(fmt, 1), neg | fmt.largest),
        (fmt.largest, fmt.largest, neg | fmt.inf),
        (fmt.inf, 0, one),
        (0, fmt.inf, fmt.inf | 1),
        (fmt.inf, one, neg | fmt.inf),
        (one, one, neg | one),
        (neg | one, one, one),
        (0, one, neg),
        (neg, one, neg),
        (neg, one, 0),
        (1, 1, 1),
        (1, 1, neg | 1),
        (1, 1, one),
        (1, neg | 1, one),
        (1, neg | 1, fmt.min_normal),
        (fmt.min_normal, power(fmt, -1), 1),
        (fmt.min_normal, power(fmt, -m), neg | 1),
        (one - 1, fmt.min_normal, 0),
        (one + 1, power(fmt, -m - 1), one),
        (one + 1, neg | power(fmt, -m - 1), one),
        (power(fmt, m), one, one + 1),
    ]
    return found


def drawn(seed, fmt, arity, count):
    """Tuples of edges, of numbers near each other, and of random bits."""
    draw = random.Random(seed)
    edges, plain = special(fmt), finite(fmt)
    found = []
    for _ in range(count):
        kind = draw.randrange(3)
        if kind == 0:
            found.append(tuple(draw.choice(edges) for _ in range(arity)))
        elif kind == 1:
            found.append(tuple(draw.choice(plain) | draw.choice((0, fmt.sign_bit)) for _ in range(arity)))
        else:
            middle = model.encode(fmt, Fraction(1)) >> fmt.mantissa
            spread = min(fmt.mantissa + 3, middle - 2)
            found.append(
                tuple(
                    draw.randrange(middle - spread, middle + spread) << fmt.mantissa
                    | draw.getrandbits(fmt.mantissa)
                    | draw.choice((0, fmt.sign_bit))
                    for _ in range(arity)
                )
            )
    return found


def tuples(seed, fmt, arity, chosen, count):
    """The chosen tuples, then as many drawn ones as make `count` distinct tuples."""
    rest = drawn(seed, fmt, arity, 4 * count)
    return list(dict.fromkeys(itertools.chain(chosen, rest)))[:count]
