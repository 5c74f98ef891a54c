#include "policy/number.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "policy/insn.h"

namespace ringfence::policy {
namespace {

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63U;
constexpr std::uint64_t low_mask = UINT32_MAX;

std::uint64_t as_unsigned(std::int64_t value) {
    return static_cast<std::uint64_t>(value);
}
std::int64_t as_signed(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}

// ---- Bits. The carries of a sum are known where the smallest and the largest sum agree.

Bits sum(const Bits& a, const Bits& b) {
    const std::uint64_t least = a.value + b.value;
    const std::uint64_t most = least + a.mask + b.mask;
    const std::uint64_t open = (least ^ most) | a.mask | b.mask;
    return {least & ~open, open};
}

Bits difference(const Bits& a, const Bits& b) {
    const std::uint64_t middle = a.value - b.value;
    const std::uint64_t open = ((middle + a.mask) ^ (middle - b.mask)) | a.mask | b.mask;
    return {middle & ~open, open};
}

Bits conjunction(const Bits& a, const Bits& b) {
    const std::uint64_t ones = a.value & b.value;
    return {ones, (a.value | a.mask) & (b.value | b.mask) & ~ones};
}

Bits disjunction(const Bits& a, const Bits& b) {
    const std::uint64_t ones = a.value | b.value;
    return {ones, (a.mask | b.mask) & ~ones};
}

Bits exclusive_or(const Bits& a, const Bits& b) {
    const std::uint64_t open = a.mask | b.mask;
    return {(a.value ^ b.value) & ~open, open};
}

// Long multiplication over the bits of `a`: known bits are added as a number, unknown ones as unknown bits.
Bits product(Bits a, Bits b) {
    const std::uint64_t certain = a.value * b.value;
    Bits open{0, 0};
    for (; (a.value | a.mask) != 0; a = {a.value >> 1U, a.mask >> 1U}, b = {b.value << 1U, b.mask << 1U}) {
        if ((a.value & 1U) != 0)
            open = sum(open, {0, b.mask});
        else if ((a.mask & 1U) != 0)
            open = sum(open, {0, b.value | b.mask});
    }
    return sum({certain, 0}, open);
}

// The bits that all values from `least` to `most` have in common: leading ones.
Bits common_bits(std::uint64_t least, std::uint64_t most) {
    const auto width = static_cast<unsigned>(std::bit_width(least ^ most));
    const std::uint64_t open = width == 64 ? UINT64_MAX : (std::uint64_t{1} << width) - 1;
    return {least & ~open, open};
}

// ---- Numbers

Number empty() {
    Number number;
    number.umin = 1;
    number.umax = 0;
    return number;
}

void tighten_once(Number& n) {
    n.umin = std::max(n.umin, n.bits.value);
    n.umax = std::min(n.umax, n.bits.value | n.bits.mask);
    n.smin = std::max(n.smin, as_signed(n.bits.value | (n.bits.mask & sign_bit)));
    n.smax = std::min(n.smax, as_signed(n.bits.value | (n.bits.mask & ~sign_bit)));
    if (n.umin > n.umax || n.smin > n.smax) return;
    // Signed and unsigned bounds limit each other unless a range crosses the point where the other wraps around.
    if (n.smin >= 0 || n.smax < 0) {
        n.umin = std::max(n.umin, as_unsigned(n.smin));
        n.umax = std::min(n.umax, as_unsigned(n.smax));
    }
    if (as_signed(n.umin) <= as_signed(n.umax)) {
        n.smin = std::max(n.smin, as_signed(n.umin));
        n.smax = std::min(n.smax, as_signed(n.umax));
    }
    if (n.umin > n.umax || n.smin > n.smax) return;
    const Bits common = common_bits(n.umin, n.umax);
    if (((n.bits.value ^ common.value) & ~(n.bits.mask | common.mask)) != 0) {
        n = empty();
        return;
    }
    const std::uint64_t open = n.bits.mask & common.mask;
    n.bits = {(n.bits.value | common.value) & ~open, open};
}

// Lets bits, unsigned and signed bounds narrow each other.
Number tightened(Number n) {
    constexpr int most_rounds = 4;
    for (int round = 0; round < most_rounds; ++round) {
        const Number before = n;
        tighten_once(n);
        if (n.is_empty()) return empty();
        if (n == before) break;
    }
    return n;
}

Number from_bits(const Bits& bits) {
    Number number;
    number.bits = bits;
    return tightened(number);
}

Number add(const Number& a, const Number& b) {
    Number result;
    result.bits = sum(a.bits, b.bits);
    std::uint64_t umax = 0;
    if (!__builtin_add_overflow(a.umax, b.umax, &umax)) {
        result.umin = a.umin + b.umin;
        result.umax = umax;
    } else if (std::uint64_t umin = 0; __builtin_add_overflow(a.umin, b.umin, &umin)) {
        // Both bounds wrap around, so all values do.
        result.umin = umin;
        result.umax = umax;
    }
    std::int64_t smin = 0;
    std::int64_t smax = 0;
    if (!__builtin_add_overflow(a.smin, b.smin, &smin) && !__builtin_add_overflow(a.smax, b.smax, &smax)) {
        result.smin = smin;
        result.smax = smax;
    }
    return tightened(result);
}

Number subtract(const Number& a, const Number& b) {
    Number result;
    result.bits = difference(a.bits, b.bits);
    if (a.umin >= b.umax || a.umax < b.umin) {
        // No value wraps around, or all do.
        result.umin = a.umin - b.umax;
        result.umax = a.umax - b.umin;
    }
    std::int64_t smin = 0;
    std::int64_t smax = 0;
    if (!__builtin_sub_overflow(a.smin, b.smax, &smin) && !__builtin_sub_overflow(a.smax, b.smin, &smax)) {
        result.smin = smin;
        result.smax = smax;
    }
    return tightened(result);
}

Number multiply(const Number& a, const Number& b) {
    Number result;
    result.bits = product(a.bits, b.bits);
    std::uint64_t umax = 0;
    if (!__builtin_mul_overflow(a.umax, b.umax, &umax)) {
        result.umin = a.umin * b.umin;
        result.umax = umax;
    }
    return tightened(result);
}

Number divide(const Number& a, const Number& b) {
    if (b.umax == 0) return Number::constant(0);
    if (b.umin == 0) return Number::between(0, a.umax);
    return Number::between(a.umin / b.umax, a.umax / b.umin);
}

Number remainder(const Number& a, const Number& b) {
    if (b.umin == 0) return Number::between(0, a.umax);
    if (a.umax < b.umin) return a;
    return Number::between(0, std::min(a.umax, b.umax - 1));
}

std::uint64_t all_ones_to(std::uint64_t value) {
    const auto width = static_cast<unsigned>(std::bit_width(value));
    return width == 64 ? UINT64_MAX : (std::uint64_t{1} << width) - 1;
}

Number bitwise_and(const Number& a, const Number& b) {
    Number result;
    result.bits = conjunction(a.bits, b.bits);
    result.umax = std::min(a.umax, b.umax);
    return tightened(result);
}

Number bitwise_or(const Number& a, const Number& b) {
    Number result;
    result.bits = disjunction(a.bits, b.bits);
    result.umin = std::max(a.umin, b.umin);
    result.umax = all_ones_to(a.umax | b.umax);
    return tightened(result);
}

Number bitwise_xor(const Number& a, const Number& b) {
    Number result;
    result.bits = exclusive_or(a.bits, b.bits);
    result.umax = all_ones_to(a.umax | b.umax);
    return tightened(result);
}

Number shift_left(const Number& a, unsigned count) {
    Number result;
    result.bits = {a.bits.value << count, a.bits.mask << count};
    if (count == 0 || a.umax >> (64U - count) == 0) {
        result.umin = a.umin << count;
        result.umax = a.umax << count;
    }
    return tightened(result);
}

Number shift_right(const Number& a, unsigned count) {
    Number result;
    result.bits = {a.bits.value >> count, a.bits.mask >> count};
    result.umin = a.umin >> count;
    result.umax = a.umax >> count;
    return tightened(result);
}

Number shift_right_signed(const Number& a, unsigned count) {
    Number result;
    // An unknown sign bit is copied as unknown bits, a known one as known bits.
    result.bits = {as_unsigned(as_signed(a.bits.value) >> count), as_unsigned(as_signed(a.bits.mask) >> count)};
    result.smin = a.smin >> count;
    result.smax = a.smax >> count;
    return tightened(result);
}

// Sign-extends the low half of `number`, whose high half is zero.
Number sign_extended(const Number& number) {
    constexpr std::uint64_t half_sign = std::uint64_t{1} << 31U;
    Number result;
    const auto extend = [](std::uint64_t half) {
        return as_unsigned(static_cast<std::int32_t>(static_cast<std::uint32_t>(half)));
    };
    result.bits = {extend(number.bits.value), extend(number.bits.mask)};
    result.smin = INT32_MIN;
    result.smax = INT32_MAX;
    if (number.umax < half_sign || number.umin >= half_sign) {
        result.smin = as_signed(extend(number.umin));
        result.smax = as_signed(extend(number.umax));
    }
    return tightened(result);
}

Number shift(unsigned operation, bool is_32_bits, const Number& a, const Number& b) {
    const unsigned width = is_32_bits ? 32 : 64;
    if (!b.is_constant()) {
        if (operation == Rsh) return Number::between(0, a.umax);
        return Number::unknown();
    }
    const auto count = static_cast<unsigned>(b.umin % width);
    if (operation == Lsh) return shift_left(a, count);
    if (operation == Rsh) return shift_right(a, count);
    return shift_right_signed(is_32_bits ? sign_extended(a) : a, count);
}

Number compute_wide(unsigned operation, const Number& a, const Number& b) {
    switch (operation) {
        case Add: return add(a, b);
        case Sub: return subtract(a, b);
        case Mul: return multiply(a, b);
        case Div: return divide(a, b);
        case Mod: return remainder(a, b);
        case And: return bitwise_and(a, b);
        case Or: return bitwise_or(a, b);
        case Xor: return bitwise_xor(a, b);
        default: return Number::unknown();
    }
}

// ---- Jumps

unsigned opposite(unsigned operation) {
    switch (operation) {
        case Jeq: return Jne;
        case Jne: return Jeq;
        case Jgt: return Jle;
        case Jge: return Jlt;
        case Jlt: return Jge;
        case Jle: return Jgt;
        case Jsgt: return Jsle;
        case Jsge: return Jslt;
        case Jslt: return Jsge;
        default: return Jsgt;  // of Jsle
    }
}

bool is_signed_comparison(unsigned operation) {
    return operation == Jsgt || operation == Jsge || operation == Jslt || operation == Jsle;
}

// a < b, or a <= b
void refine_less(Number& a, Number& b, bool or_equal) {
    const std::uint64_t step = or_equal ? 0 : 1;
    if (b.umax < step || a.umin > UINT64_MAX - step) {
        a = empty();
        return;
    }
    a.umax = std::min(a.umax, b.umax - step);
    b.umin = std::max(b.umin, a.umin + step);
}

void refine_signed_less(Number& a, Number& b, bool or_equal) {
    const std::int64_t step = or_equal ? 0 : 1;
    if (b.smax < INT64_MIN + step || a.smin > INT64_MAX - step) {
        a = empty();
        return;
    }
    a.smax = std::min(a.smax, b.smax - step);
    b.smin = std::max(b.smin, a.smin + step);
}

// a differs from the constant b, which may cut one value off an end of a's range.
void refine_unequal(Number& a, const Number& b) {
    if (!b.is_constant()) return;
    if (a.is_constant() && a.umin == b.umin) {
        a = empty();
        return;
    }
    if (a.umin == b.umin) ++a.umin;
    if (a.umax == b.umin) --a.umax;
    if (a.smin == as_signed(b.umin)) ++a.smin;
    if (a.smax == as_signed(b.umin)) --a.smax;
}

void refine_mask(bool any_is_set, Number& a, const Number& b) {
    if (!b.is_constant()) return;
    const std::uint64_t tested = b.umin;
    if (!any_is_set) {
        if ((a.bits.value & tested) != 0)
            a = empty();
        else
            a.bits.mask &= ~tested;
        return;
    }
    if (((a.bits.value | a.bits.mask) & tested) == 0)
        a = empty();
    else if (std::has_single_bit(tested))
        a.bits = {a.bits.value | tested, a.bits.mask & ~tested};
}

void refine_wide(unsigned operation, Number& a, Number& b) {
    switch (operation) {
        case Jeq: a = b = intersect(a, b); break;
        case Jne: {
            const Number before = a;
            refine_unequal(a, b);
            refine_unequal(b, before);
            break;
        }
        case Jgt: refine_less(b, a, false); break;
        case Jge: refine_less(b, a, true); break;
        case Jlt: refine_less(a, b, false); break;
        case Jle: refine_less(a, b, true); break;
        case Jsgt: refine_signed_less(b, a, false); break;
        case Jsge: refine_signed_less(b, a, true); break;
        case Jslt: refine_signed_less(a, b, false); break;
        case Jsle: refine_signed_less(a, b, true); break;
        default: break;
    }
    a = tightened(a);
    b = tightened(b);
}

// Applies facts about the low half to `whole`.
Number with_low_half(const Number& whole, const Number& half) {
    if (half.is_empty()) return empty();
    if (whole.fits_32_bits()) return intersect(whole, half);
    Number known;
    known.bits = {half.bits.value, half.bits.mask | ~low_mask};
    return intersect(whole, known);
}

void refine_any(unsigned operation, bool is_taken, Number& a, Number& b) {
    if (operation == Jset) {
        refine_mask(is_taken, a, b);
        a = tightened(a);
        return;
    }
    refine_wide(is_taken ? operation : opposite(operation), a, b);
}

}  // namespace

Number Number::constant(std::uint64_t value) {
    return {{value, 0}, value, value, as_signed(value), as_signed(value)};
}

Number Number::between(std::uint64_t least, std::uint64_t most) {
    Number number;
    number.umin = least;
    number.umax = most;
    return tightened(number);
}

Number Number::signed_between(std::int64_t least, std::int64_t most) {
    Number number;
    number.smin = least;
    number.smax = most;
    return tightened(number);
}

Number Number::of_bytes(unsigned bytes) {
    return bytes >= 8 ? unknown() : between(0, (std::uint64_t{1} << (8 * bytes)) - 1);
}

bool Number::is_empty() const {
    return umin > umax || smin > smax || (bits.value & bits.mask) != 0;
}

bool Number::contains(std::uint64_t value) const {
    return (value & ~bits.mask) == bits.value && value >= umin && value <= umax && as_signed(value) >= smin &&
           as_signed(value) <= smax;
}

bool Number::contains(const Number& other) const {
    return umin <= other.umin && other.umax <= umax && smin <= other.smin && other.smax <= smax &&
           (other.bits.mask & ~bits.mask) == 0 && (other.bits.value & ~bits.mask) == bits.value;
}

std::string text_of(const Number& number) {
    if (number.is_constant()) return fmt::format("{}", as_signed(number.umin));
    std::string text;
    if (number.smin >= 0 || number.umin != 0 || number.umax != UINT64_MAX) {
        text = fmt::format("{} to {}", number.umin, number.umax);
    }
    if ((number.smin < 0) && (number.smin != INT64_MIN || number.smax != INT64_MAX))
        text = fmt::format("{} to {}", number.smin, number.smax);
    if (text.empty()) text = "anything";
    const int zeros = std::countr_zero(number.bits.value | number.bits.mask);
    if (zeros > 0 && zeros < 64)
        text += fmt::format(", a multiple of {}", std::uint64_t{1} << static_cast<unsigned>(zeros));
    return text;
}

Number intersect(const Number& a, const Number& b) {
    if (((a.bits.value ^ b.bits.value) & ~(a.bits.mask | b.bits.mask)) != 0) return empty();
    Number result;
    const std::uint64_t open = a.bits.mask & b.bits.mask;
    result.bits = {(a.bits.value | b.bits.value) & ~open, open};
    result.umin = std::max(a.umin, b.umin);
    result.umax = std::min(a.umax, b.umax);
    result.smin = std::max(a.smin, b.smin);
    result.smax = std::min(a.smax, b.smax);
    return tightened(result);
}

Number low_half(const Number& number) {
    Number result = from_bits({number.bits.value & low_mask, number.bits.mask & low_mask});
    if (number.umin >> 32U == number.umax >> 32U) {
        result.umin = std::max(result.umin, number.umin & low_mask);
        result.umax = std::min(result.umax, number.umax & low_mask);
    } else if (number.smin >> 32 == number.smax >> 32) {
        result.umin = std::max(result.umin, as_unsigned(number.smin) & low_mask);
        result.umax = std::min(result.umax, as_unsigned(number.smax) & low_mask);
    }
    return tightened(result);
}

Number compute(unsigned operation, bool is_32_bits, const Number& a, const Number& b) {
    const bool is_shift = operation == Lsh || operation == Rsh || operation == Arsh;
    if (!is_32_bits) return is_shift ? shift(operation, false, a, b) : compute_wide(operation, a, b);
    const Number half_a = low_half(a);
    const Number half_b = low_half(b);
    return low_half(is_shift ? shift(operation, true, half_a, half_b) : compute_wide(operation, half_a, half_b));
}

void refine(unsigned operation, bool is_32_bits, bool is_taken, Number& a, Number& b) {
    if (!is_32_bits) {
        refine_any(operation, is_taken, a, b);
        return;
    }
    Number half_a = low_half(a);
    Number half_b = low_half(b);
    if (is_signed_comparison(operation)) {
        half_a = sign_extended(half_a);
        half_b = sign_extended(half_b);
    }
    refine_any(operation, is_taken, half_a, half_b);
    a = half_a.is_empty() ? empty() : with_low_half(a, low_half(half_a));
    b = half_b.is_empty() ? empty() : with_low_half(b, low_half(half_b));
}

}  // namespace ringfence::policy
