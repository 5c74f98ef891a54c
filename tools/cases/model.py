"""PTX arithmetic in exact rational numbers: a model that shares nothing with the software GPU.

Values are bit patterns (ints). A result of None means that the ISA leaves the bits open, so that a card has to say.
"""

import dataclasses
import math
from fractions import Fraction


@dataclasses.dataclass(frozen=True)
class Format:
    """A binary floating-point format."""

    name: str
    exponent: int  # bits
    mantissa: int
    nan: int | None  # what an operation gives for NaN; None: the card decides
    has_inf: bool = True

    @property
    def width(self):
        return 1 + self.exponent + self.mantissa

    @property
    def sign_bit(self):
        return 1 << (self.width - 1)

    @property
    def emin(self):
        return 2 - (1 << (self.exponent - 1))

    @property
    def inf(self):
        return ((1 << self.exponent) - 1) << self.mantissa

    @property
    def largest(self):
        # e4m3 has no infinity: its top exponent holds numbers, but for the last one, which is NaN.
        return self.inf - 1 if self.has_inf else self.sign_bit - 2

    @property
    def min_normal(self):
        return 1 << self.mantissa


F16 = Format("f16", 5, 10, 0x7FFF)
BF16 = Format("bf16", 8, 7, 0x7FFF)
F32 = Format("f32", 8, 23, 0x7FFFFFFF)
F64 = Format("f64", 11, 52, None)
TF32 = Format("tf32", 8, 10, None)
E4M3 = Format("e4m3", 4, 3, 0x7F, has_inf=False)
E5M2 = Format("e5m2", 5, 2, 0x7F)
FORMATS = {f.name: f for f in (F16, BF16, F32, F64, TF32, E4M3, E5M2)}


def is_nan(fmt, bits):
    magnitude = bits & (fmt.sign_bit - 1)
    return magnitude > fmt.inf if fmt.has_inf else magnitude == fmt.sign_bit - 1


def is_inf(fmt, bits):
    return fmt.has_inf and bits & (fmt.sign_bit - 1) == fmt.inf


def is_negative(fmt, bits):
    return bool(bits & fmt.sign_bit)


def is_zero(fmt, bits):
    return bits & (fmt.sign_bit - 1) == 0


def is_subnormal(fmt, bits):
    return 0 < bits & (fmt.sign_bit - 1) < fmt.min_normal


def value(fmt, bits):
    """The number that finite bits stand for."""
    magnitude = bits & (fmt.sign_bit - 1)
    exponent = magnitude >> fmt.mantissa
    digits = magnitude & ((1 << fmt.mantissa) - 1)
    if exponent:
        digits |= 1 << fmt.mantissa
    power = max(exponent, 1) - 1 + fmt.emin - fmt.mantissa
    number = Fraction(digits) * Fraction(2) ** power
    return -number if is_negative(fmt, bits) else number


def floor_log2(number):
    power = number.numerator.bit_length() - number.denominator.bit_length()
    return power if Fraction(2) ** power <= number else power - 1


def rounds_up(whole, rest, mode, negative):
    """True if `whole` plus the fraction `rest` is rounded away from zero."""
    if rest == 0 or mode == "rz":
        return False
    if mode == "rm":
        return negative
    if mode == "rp":
        return not negative
    half = Fraction(1, 2)
    if mode == "rna":
        return rest >= half
    return rest > half or (rest == half and whole & 1 == 1)


def overflowed(fmt, mode, negative):
    to_inf = mode in ("rn", "rna") or (mode == "rm" and negative) or (mode == "rp" and not negative)
    return fmt.inf if to_inf and fmt.has_inf else fmt.largest


def encode(fmt, number, mode="rn", negative_zero=False):
    """The bits of a number, rounded; `negative_zero` says which zero a zero is."""
    if number == 0:
        return fmt.sign_bit if negative_zero else 0
    negative = number < 0
    magnitude = abs(number)
    power = max(floor_log2(magnitude), fmt.emin) - fmt.mantissa
    scaled = magnitude / Fraction(2) ** power
    whole = scaled.numerator // scaled.denominator
    whole += rounds_up(whole, scaled - whole, mode, negative)
    bits = ((power + fmt.mantissa - fmt.emin) << fmt.mantissa) + whole
    if bits > fmt.largest:
        bits = overflowed(fmt, mode, negative)
    return bits | (fmt.sign_bit if negative else 0)


def signed_inf(fmt, negative):
    return fmt.inf | (fmt.sign_bit if negative else 0)


def flush(fmt, bits):
    return bits & fmt.sign_bit if is_subnormal(fmt, bits) else bits


def add(fmt, a, b, mode="rn"):
    if is_nan(fmt, a) or is_nan(fmt, b):
        return fmt.nan
    if is_inf(fmt, a) or is_inf(fmt, b):
        if is_inf(fmt, a) and is_inf(fmt, b) and a != b:
            return fmt.nan
        return a if is_inf(fmt, a) else b
    number = value(fmt, a) + value(fmt, b)
    if is_zero(fmt, a) and is_zero(fmt, b) and a == b:
        return a
    return encode(fmt, number, mode, mode == "rm")


def sub(fmt, a, b, mode="rn"):
    return add(fmt, a, b if is_nan(fmt, b) else b ^ fmt.sign_bit, mode)


def mul(fmt, a, b, mode="rn"):
    if is_nan(fmt, a) or is_nan(fmt, b):
        return fmt.nan
    negative = is_negative(fmt, a) != is_negative(fmt, b)
    if is_inf(fmt, a) or is_inf(fmt, b):
        return fmt.nan if is_zero(fmt, a) or is_zero(fmt, b) else signed_inf(fmt, negative)
    return encode(fmt, value(fmt, a) * value(fmt, b), mode, negative)


def fma(fmt, a, b, c, mode="rn"):
    if any(is_nan(fmt, x) for x in (a, b, c)):
        return fmt.nan
    negative = is_negative(fmt, a) != is_negative(fmt, b)
    if is_inf(fmt, a) or is_inf(fmt, b):
        if is_zero(fmt, a) or is_zero(fmt, b):
            return fmt.nan
        if is_inf(fmt, c) and is_negative(fmt, c) != negative:
            return fmt.nan
        return signed_inf(fmt, negative)
    if is_inf(fmt, c):
        return c
    product = value(fmt, a) * value(fmt, b)
    number = product + value(fmt, c)
    if product == 0 and is_zero(fmt, c) and negative == is_negative(fmt, c):
        return fmt.sign_bit if negative else 0
    return encode(fmt, number, mode, mode == "rm")


def div(fmt, a, b, mode="rn"):
    if is_nan(fmt, a) or is_nan(fmt, b):
        return fmt.nan
    negative = is_negative(fmt, a) != is_negative(fmt, b)
    if is_inf(fmt, a):
        return fmt.nan if is_inf(fmt, b) else signed_inf(fmt, negative)
    if is_inf(fmt, b):
        return fmt.sign_bit if negative else 0
    if is_zero(fmt, b):
        return fmt.nan if is_zero(fmt, a) else signed_inf(fmt, negative)
    return encode(fmt, value(fmt, a) / value(fmt, b), mode, negative)


def rcp(fmt, a, mode="rn"):
    return div(fmt, encode(fmt, Fraction(1)), a, mode)


def sqrt(fmt, a, mode="rn"):
    if is_nan(fmt, a):
        return fmt.nan
    if is_zero(fmt, a):
        return a
    if is_negative(fmt, a):
        return fmt.nan
    if is_inf(fmt, a):
        return a
    number = value(fmt, a)
    # 200 more bits than any format has, and one below them that says that something was lost.
    shift = 200 + 2 * max(0, -floor_log2(number))
    scaled = number * 4**shift
    root = math.isqrt(scaled.numerator // scaled.denominator)
    exact = Fraction(root * root) == scaled
    return encode(fmt, (Fraction(root) if exact else Fraction(2 * root + 1, 2)) / 2**shift, mode)


def with_ftz(fmt, operation, operands, mode="rn"):
    """An operation with .ftz: subnormal operands and results are zeros."""
    operands = [flush(fmt, x) for x in operands]
    result = operation(fmt, *operands, mode)
    if result is None:
        return None
    # The card may look for tiny results before or after it rounds.
    if result & (fmt.sign_bit - 1) == fmt.min_normal:
        if operation(fmt, *operands, "rz") != result or operation(fmt, *operands, "rm") != operation(
            fmt, *operands, "rp"
        ):
            return None
    return flush(fmt, result)


def saturate(fmt, bits):
    """.sat: into [0, 1], NaN to 0."""
    if bits is None:
        return None
    if is_nan(fmt, bits):
        return 0
    if bits == fmt.sign_bit:
        return None
    if is_negative(fmt, bits):
        return 0
    one = encode(fmt, Fraction(1))
    return min(bits, one)


def relu(fmt, bits):
    """.relu: negative numbers to 0, NaN stays."""
    if bits is None:
        return None
    if is_nan(fmt, bits):
        return fmt.nan
    if bits == fmt.sign_bit:
        return None
    return 0 if is_negative(fmt, bits) else bits


def order(fmt, bits):
    """A key that orders numbers, -0 before +0."""
    return -(bits & (fmt.sign_bit - 1)) - 1 if is_negative(fmt, bits) else bits


def min_max(fmt, a, b, pick, ftz=False, nan=False, xorsign=False):
    if ftz:
        a, b = flush(fmt, a), flush(fmt, b)
    if is_nan(fmt, a) or is_nan(fmt, b):
        if xorsign:
            return None
        if nan or (is_nan(fmt, a) and is_nan(fmt, b)):
            return fmt.nan
        return b if is_nan(fmt, a) else a
    if xorsign:
        sign = (a ^ b) & fmt.sign_bit
        return pick(a & (fmt.sign_bit - 1), b & (fmt.sign_bit - 1)) | sign
    return pick(a, b, key=lambda x: order(fmt, x))


def compare(fmt, operator, a, b, ftz=False):
    """setp's comparisons of floats."""
    if ftz:
        a, b = flush(fmt, a), flush(fmt, b)
    unordered = is_nan(fmt, a) or is_nan(fmt, b)
    if operator == "num":
        return not unordered
    if operator == "nan":
        return unordered
    if unordered:
        return operator.endswith("u")
    key_a, key_b = (as_number(fmt, x) for x in (a, b))
    return compare_keys(operator[:2], key_a, key_b)


def as_number(fmt, bits):
    """A key for comparisons: zeros are equal, infinities beyond everything."""
    if is_inf(fmt, bits):
        return Fraction(-(2**2000)) if is_negative(fmt, bits) else Fraction(2**2000)
    return value(fmt, bits)


def compare_keys(operator, a, b):
    return {
        "eq": a == b,
        "ne": a != b,
        "lt": a < b,
        "le": a <= b,
        "gt": a > b,
        "ge": a >= b,
        "lo": a < b,
        "ls": a <= b,
        "hi": a > b,
        "hs": a >= b,
    }[operator]


def convert(source, target, bits, mode="rn", satfinite=False):
    """From one floating-point format to another."""
    if is_nan(source, bits):
        return target.nan
    negative = is_negative(source, bits)
    if is_inf(source, bits):
        if satfinite or not target.has_inf:
            return target.largest | (target.sign_bit if negative else 0)
        return signed_inf(target, negative)
    result = encode(target, value(source, bits), mode, negative)
    if satfinite and is_inf(target, result):
        result = target.largest | (target.sign_bit if negative else 0)
    return result


def round_integral(number, mode):
    whole = abs(number).numerator // abs(number).denominator
    whole += rounds_up(whole, abs(number) - whole, mode[:2], number < 0)
    return -whole if number < 0 else whole


# Integers


def mask(width):
    return (1 << width) - 1


def signed(bits, width):
    bits &= mask(width)
    return bits - (1 << width) if bits >> (width - 1) else bits


def limits(type_name):
    width = int(type_name[1:])
    if type_name[0] == "s":
        return -(1 << (width - 1)), (1 << (width - 1)) - 1
    return 0, mask(width)


def as_int(type_name, bits):
    width = int(type_name[1:])
    return signed(bits, width) if type_name[0] == "s" else bits & mask(width)


def clamp(number, type_name):
    low, high = limits(type_name)
    return max(low, min(high, number))


def truncated_div(a, b):
    quotient = abs(a) // abs(b)
    return -quotient if (a < 0) != (b < 0) else quotient


def float_bits(fmt, number, mode="rn"):
    """The bits of a Python number; nan and inf too."""
    if isinstance(number, float):
        if math.isnan(number):
            return fmt.inf | (1 << (fmt.mantissa - 1)) if fmt.has_inf else fmt.nan
        if math.isinf(number):
            return signed_inf(fmt, number < 0)
        return encode(fmt, Fraction(number), mode, math.copysign(1, number) < 0)
    return encode(fmt, Fraction(number), mode)


def to_float(fmt, bits):
    if is_nan(fmt, bits):
        return math.nan
    if is_inf(fmt, bits):
        return -math.inf if is_negative(fmt, bits) else math.inf
    if is_zero(fmt, bits):
        return -0.0 if is_negative(fmt, bits) else 0.0
    return float(value(fmt, bits))
