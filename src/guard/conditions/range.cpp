#include "guard/conditions/range.h"

#include <algorithm>
#include <bit>

namespace ringfence::guard {
namespace {

__extension__ using Wide = __int128;  // holds sums and products of any two 64-bit numbers

constexpr std::int64_t least(unsigned width) {
    return width >= 64 ? INT64_MIN : -(std::int64_t{1} << (width - 1));
}
constexpr std::int64_t most(unsigned width) {
    return width >= 64 ? INT64_MAX : (std::int64_t{1} << (width - 1)) - 1;
}
constexpr std::int64_t most_unsigned(unsigned width) {
    return width >= 63 ? INT64_MAX : (std::int64_t{1} << width) - 1;
}

// [low, high] if the numbers of `width` bits hold all of it.
Range fit(unsigned width, Wide low, Wide high, unsigned zeros) {
    if (low < least(width) || high > most(width)) return Range::any(width, zeros);
    if (low == high) return Range::exactly(static_cast<std::int64_t>(low));
    return {static_cast<std::int64_t>(low), static_cast<std::int64_t>(high),
            static_cast<std::uint8_t>(std::min(zeros, 63U))};
}

// Moves the ends to multiples of the power of two that divides all of its numbers.
Range trimmed(Range range) {
    if (range.zeros == 0 || range.zeros >= 62 || range.is_empty()) return range;
    const std::int64_t mask = (std::int64_t{1} << range.zeros) - 1;
    range.high &= ~mask;
    if (range.low <= INT64_MAX - mask) range.low = (range.low + mask) & ~mask;
    return range.is_empty() ? Range::nothing() : range;
}

Range intersect(const Range& a, std::int64_t low, std::int64_t high) {
    const Range result = {std::max(a.low, low), std::min(a.high, high), a.zeros};
    return result.is_empty() ? Range::nothing() : trimmed(result);
}

// a, where it is not b: an end that is b falls away.
Range unequal(const Range& a, const Range& b) {
    if (!b.is_single()) return a;
    if (a.is_single()) return a.low == b.low ? Range::nothing() : a;
    Range result = a;
    if (a.low == b.low) ++result.low;
    if (a.high == b.low) --result.high;
    return trimmed(result);
}

std::int64_t saturated(Wide value) {
    return static_cast<std::int64_t>(std::clamp<Wide>(value, INT64_MIN, INT64_MAX));
}

Range multiply(unsigned width, const Range& a, const Range& b) {
    const Wide corners[] = {Wide{a.low} * b.low, Wide{a.low} * b.high, Wide{a.high} * b.low, Wide{a.high} * b.high};
    return fit(width, *std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4),
               std::min(63U, unsigned{a.zeros} + b.zeros));
}

// A shift by more than the width is one by the width.
bool known_shift(unsigned width, const Range& amount, unsigned& shift) {
    if (!amount.is_single()) return false;
    shift = amount.low < 0 || amount.low > width ? width : static_cast<unsigned>(amount.low);
    return true;
}

Range shift_left(unsigned width, const Range& a, const Range& amount) {
    unsigned shift = 0;
    if (!known_shift(width, amount, shift)) return Range::any(width, a.zeros);
    if (shift == width) return Range::exactly(0);
    return fit(width, Wide{a.low} << shift, Wide{a.high} << shift, std::min(63U, a.zeros + shift));
}

Range shift_right_signed(unsigned width, const Range& a, const Range& amount) {
    unsigned shift = 0;
    if (!known_shift(width, amount, shift))
        return {std::min<std::int64_t>(a.low, 0), std::max<std::int64_t>(a.high, 0), 0};
    shift = std::min(shift, width - 1);
    return {a.low >> shift, a.high >> shift, static_cast<std::uint8_t>(a.zeros > shift ? a.zeros - shift : 0)};
}

Range shift_right_unsigned(unsigned width, const Range& a, const Range& amount) {
    if (a.low >= 0) {
        unsigned shift = 0;
        if (known_shift(width, amount, shift) && shift == width) return Range::exactly(0);
        return shift_right_signed(width, a, amount);
    }
    unsigned shift = 0;
    if (!known_shift(width, amount, shift)) return Range::any(width);
    if (shift == 0) return a;
    if (shift == width) return Range::exactly(0);
    const std::uint64_t all = width >= 64 ? UINT64_MAX : (std::uint64_t{1} << width) - 1;
    const auto zeros = static_cast<std::uint8_t>(a.zeros > shift ? a.zeros - shift : 0);
    return {0, static_cast<std::int64_t>(all >> shift), zeros};
}

bool is_power_mask(const Range& a) {  // -1, -2, -4, …
    return a.is_single() && a.low < 0 && std::has_single_bit(0 - static_cast<std::uint64_t>(a.low));
}

Range bitwise_and(unsigned width, const Range& a, const Range& b) {
    if (a.is_single() && b.is_single()) return Range::exactly(a.low & b.low);
    const std::uint8_t zeros = std::min<std::uint8_t>(63, std::max(a.zeros, b.zeros));
    if (is_power_mask(b)) return {a.low & b.low, a.high & b.low, zeros};
    if (is_power_mask(a)) return {b.low & a.low, b.high & a.low, zeros};
    if (a.low >= 0 && b.low >= 0) return {0, std::min(a.high, b.high), zeros};
    if (a.low >= 0) return {0, a.high, zeros};
    if (b.low >= 0) return {0, b.high, zeros};
    return Range::any(width, zeros);
}

Range bitwise_or_xor(unsigned width, bool is_or, const Range& a, const Range& b) {
    if (a.is_single() && b.is_single()) return Range::exactly(is_or ? a.low | b.low : a.low ^ b.low);
    const unsigned zeros = std::min(a.zeros, b.zeros);
    if (a.low < 0 || b.low < 0) return Range::any(width, zeros);
    const auto bits = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(a.high | b.high)));
    // Neither is more than the sum; `8 * i | j` is the sum.
    const std::int64_t high = bits >= 63 ? INT64_MAX : std::min((std::int64_t{1} << bits) - 1, a.high + b.high);
    return trimmed({is_or ? std::max(a.low, b.low) : 0, high, static_cast<std::uint8_t>(zeros)});
}

Range min_unsigned(unsigned width, const Range& a, const Range& b) {
    const std::uint8_t zeros = std::min(a.zeros, b.zeros);
    if (a.low >= 0 && b.low >= 0) return {std::min(a.low, b.low), std::min(a.high, b.high), zeros};
    if (a.low >= 0) return {0, a.high, zeros};  // b may be any large number
    if (b.low >= 0) return {0, b.high, zeros};
    return Range::any(width, zeros);
}

Range max_unsigned(unsigned width, const Range& a, const Range& b) {
    const std::uint8_t zeros = std::min(a.zeros, b.zeros);
    if (a.low >= 0 && b.low >= 0) return {std::max(a.low, b.low), std::max(a.high, b.high), zeros};
    return Range::any(width, zeros);
}

// Only by a divisor that is surely positive: a division by zero gives anything.
Range divide(unsigned width, bool is_signed, const Range& a, const Range& b) {
    if (b.low <= 0) return Range::any(width);
    if (!is_signed && a.low < 0)
        return width >= 64 ? Range::any(width) : fit(width, 0, most_unsigned(width) / b.low, 0);
    const std::int64_t corners[] = {a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high};
    return fit(width, *std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4), 0);
}

Range remainder(unsigned width, bool is_signed, const Range& a, const Range& b) {
    if (b.low <= 0) return Range::any(width);
    if (a.is_single() && b.is_single() && (is_signed || a.low >= 0)) return Range::exactly(a.low % b.low);
    const std::int64_t limit = b.high - 1;
    if (a.low >= 0) return {0, std::min(a.high, limit), 0};
    if (!is_signed) return {0, limit, 0};
    return {std::max(a.low, -limit), std::min(std::max<std::int64_t>(a.high, 0), limit), 0};
}

Range sign_extend(unsigned width, const Range& a) {
    if (a.low >= least(width) && a.high <= most(width)) return a;
    if (!a.is_single() || width >= 64) return Range::any(width, a.zeros);
    const unsigned unused = 64 - width;
    return Range::exactly(static_cast<std::int64_t>(static_cast<std::uint64_t>(a.low) << unused) >> unused);
}

Range zero_extend(unsigned width, const Range& a) {
    if (width >= 64 || (a.low >= 0 && a.high <= most_unsigned(width))) return a;
    if (a.is_single()) return Range::exactly(a.low & most_unsigned(width));
    if (a.zeros >= width) return Range::exactly(0);
    return {0, most_unsigned(width), a.zeros};
}

Range unite(const Range& a, const Range& b) {
    if (a.is_empty()) return b;
    if (b.is_empty()) return a;
    return {std::min(a.low, b.low), std::max(a.high, b.high), std::min(a.zeros, b.zeros)};
}

// a <= b + extra of unsigned numbers: if b is surely below 2^(w-1), so is a.
Range at_most_unsigned(const Range& a, const Range& b, std::int64_t extra) {
    return b.low >= 0 ? intersect(a, 0, saturated(Wide{b.high} + extra)) : a;
}

Range at_least_unsigned(const Range& a, const Range& b, std::int64_t extra) {
    return a.low >= 0 && b.low >= 0 ? intersect(a, saturated(Wide{b.low} + extra), INT64_MAX) : a;
}

// The counter goes up (k > 0), and on while it is at most `limit`. `updated`: the test comes after the step.
Range turns_up(unsigned width, const Range& first, const Range& step, Wide limit, bool updated) {
    const Range unbounded = {0, INT64_MAX, 0};
    if (step.low < 1) return unbounded;
    // The largest value that a step is added to; it must not wrap.
    const Wide largest = updated ? std::max(Wide{first.high}, limit) : limit;
    if (largest + step.high > most(width)) return unbounded;
    if (limit < first.low) return Range::exactly(0);
    return {0, saturated((limit - first.low) / step.low + (updated ? 0 : 1)), 0};
}

Range turns_down(unsigned width, const Range& first, const Range& step, Wide limit, bool updated, bool is_unsigned) {
    const Range unbounded = {0, INT64_MAX, 0};
    if (step.high > -1) return unbounded;
    const Wide smallest = updated ? std::min(Wide{first.low}, limit) : limit;
    if (smallest + step.low < (is_unsigned ? 0 : least(width))) return unbounded;
    if (limit > first.high) return Range::exactly(0);
    return {0, saturated((first.high - limit) / -Wide{step.high} + (updated ? 0 : 1)), 0};
}

// The counter is to hit `end` exactly, by equal steps, and lies on the right side of it.
Range turns_unequal(const Range& first, const Range& step, const Range& end, bool updated) {
    const Range unbounded = {0, INT64_MAX, 0};
    if (!step.is_single() || step.low == 0 || step.low == INT64_MIN) return unbounded;
    const bool up = step.low > 0;
    const Wide stride = up ? Wide{step.low} : -Wide{step.low};
    const Wide nearest = up ? Wide{end.low} - first.high : Wide{first.low} - end.high;
    const Wide farthest = up ? Wide{end.high} - first.low : Wide{first.high} - end.low;
    const auto bits = static_cast<std::uint64_t>(stride);
    const bool divides = nearest == farthest
                             ? nearest % stride == 0
                             : std::has_single_bit(bits) &&
                                   std::min(first.zeros, end.zeros) >= static_cast<unsigned>(std::countr_zero(bits));
    if (!divides || nearest < (updated ? stride : 0)) return unbounded;
    return {0, saturated(farthest / stride - (updated ? 1 : 0)), 0};
}

Range turns(unsigned width, std::int64_t flags, const Range& first, const Range& step, const Range& end) {
    const auto has = [&](std::int64_t flag) { return (flags & flag) != 0; };
    const bool updated = has(turn_flag::updated);
    if (has(turn_flag::unequal)) return turns_unequal(first, step, end, updated);
    // Unsigned comparisons say the same as signed ones as long as nothing is negative.
    if (has(turn_flag::is_unsigned) && (first.low < 0 || end.low < 0)) return {0, INT64_MAX, 0};
    const int strict = has(turn_flag::inclusive) ? 0 : 1;
    if (has(turn_flag::downwards))
        return turns_down(width, first, step, Wide{end.low} + strict, updated, has(turn_flag::is_unsigned));
    return turns_up(width, first, step, Wide{end.high} - strict, updated);
}

Range induction(unsigned width, const Range& first, const Range& step, const Range& turn_count) {
    const Wide down = std::min<Wide>(0, Wide{turn_count.high} * step.low);
    const Wide up = std::max<Wide>(0, Wide{turn_count.high} * step.high);
    return fit(width, first.low + down, first.high + up, std::min(first.zeros, step.zeros));
}

bool takes_one(RangeOp op) {
    return op == RangeOp::Not || op == RangeOp::SignExtend || op == RangeOp::ZeroExtend || op == RangeOp::NonNegative;
}
bool takes_three(RangeOp op) {
    return op == RangeOp::Turns || op == RangeOp::Induction;
}

}  // namespace

Range Range::exactly(std::int64_t value) {
    const int zeros = value == 0 ? 64 : std::countr_zero(static_cast<std::uint64_t>(value));
    return {value, value, static_cast<std::uint8_t>(zeros)};
}

Range Range::any(unsigned width, unsigned zeros) {
    if (zeros >= width) return exactly(0);
    return {least(width), most(width), static_cast<std::uint8_t>(zeros)};
}

Range apply(RangeOp op, unsigned width, std::int64_t extra, const Range& a, const Range& b, const Range& c) {
    if (op == RangeOp::Union) return unite(a, b);
    // If no step or limit is ever evaluated, the loop never goes back: its first value stays.
    if (takes_three(op) && !a.is_empty() && (b.is_empty() || c.is_empty()))
        return op == RangeOp::Turns ? Range::exactly(0) : a;
    if (a.is_empty() || (!takes_one(op) && b.is_empty())) return Range::nothing();
    switch (op) {
        case RangeOp::Add: return fit(width, Wide{a.low} + b.low, Wide{a.high} + b.high, std::min(a.zeros, b.zeros));
        case RangeOp::Sub: return fit(width, Wide{a.low} - b.high, Wide{a.high} - b.low, std::min(a.zeros, b.zeros));
        case RangeOp::Mul: return multiply(width, a, b);
        case RangeOp::Shl: return shift_left(width, a, b);
        case RangeOp::ShrSigned: return shift_right_signed(width, a, b);
        case RangeOp::ShrUnsigned: return shift_right_unsigned(width, a, b);
        case RangeOp::And: return bitwise_and(width, a, b);
        case RangeOp::Or: return bitwise_or_xor(width, true, a, b);
        case RangeOp::Xor: return bitwise_or_xor(width, false, a, b);
        case RangeOp::Not: return {~a.high, ~a.low, 0};
        case RangeOp::MinSigned: return {std::min(a.low, b.low), std::min(a.high, b.high), std::min(a.zeros, b.zeros)};
        case RangeOp::MaxSigned: return {std::max(a.low, b.low), std::max(a.high, b.high), std::min(a.zeros, b.zeros)};
        case RangeOp::MinUnsigned: return min_unsigned(width, a, b);
        case RangeOp::MaxUnsigned: return max_unsigned(width, a, b);
        case RangeOp::DivSigned: return divide(width, true, a, b);
        case RangeOp::DivUnsigned: return divide(width, false, a, b);
        case RangeOp::RemSigned: return remainder(width, true, a, b);
        case RangeOp::RemUnsigned: return remainder(width, false, a, b);
        case RangeOp::SignExtend: return sign_extend(width, a);
        case RangeOp::ZeroExtend: return zero_extend(width, a);
        case RangeOp::NonNegative: return a.low >= 0 ? a : Range();
        case RangeOp::AtMost: return intersect(a, INT64_MIN, saturated(Wide{b.high} + extra));
        case RangeOp::AtLeast: return intersect(a, saturated(Wide{b.low} + extra), INT64_MAX);
        case RangeOp::AtMostUnsigned: return at_most_unsigned(a, b, extra);
        case RangeOp::AtLeastUnsigned: return at_least_unsigned(a, b, extra);
        case RangeOp::Equal: return intersect(a, b.low, b.high);
        case RangeOp::Unequal: return unequal(a, b);
        case RangeOp::Given: return a;
        case RangeOp::Turns: return turns(width, extra, a, b, c);
        case RangeOp::Induction: return induction(width, a, b, c);
        case RangeOp::Constant:
        case RangeOp::Parameter:
        case RangeOp::Special:
        case RangeOp::Union: break;
    }
    return {};
}

}  // namespace ringfence::guard
