#include "guard/rewriter/arithmetic.h"

#include <algorithm>
#include <bit>

namespace ringfence::guard::rewriting {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

// Which of two is more likely to be the pointer.
int pointer_rank(const Root& root) {
    switch (root.kind) {
        case RootKind::Number: return 0;
        case RootKind::Unknown: return 1;
        case RootKind::Parameter: return root.is_pointer ? 3 : 2;
        default: return 4;
    }
}

std::uint8_t at_most_63(int zeros) {
    return static_cast<std::uint8_t>(std::min(63, zeros));
}

// Numbers of 64 bits that are negative here are large if they are unsigned.
bool is_large(const Value& value, Integer type) {
    return !type.is_signed && value.sure.low < 0;
}

}  // namespace

Value sum(const Value& a, const Value& b) {
    const bool swap = pointer_rank(b.root) > pointer_rank(a.root);
    const Value& base = swap ? b : a;
    const Value other = as_number(swap ? a : b, 64);
    Value value = computed(base, other, add);
    value.root = base.root;
    value.zeros = std::min(base.zeros, other.zeros);
    return value;
}

Value difference(const Value& a, const Value& b, unsigned bits) {
    const bool is_distance = a.root.kind != RootKind::Number && a.root == b.root;
    const Value other = is_distance ? b : as_number(b, bits);
    Value value = computed(a, other, subtract);
    if (!is_distance) value.root = a.root;
    value.zeros = std::min(a.zeros, other.zeros);
    return value;
}

Value multiplied(const Value& a, const Value& b, unsigned result_bits) {
    Value value = computed(a, b, multiply);
    value.zeros = at_most_63(a.zeros + b.zeros);
    value.sure = wrap(value.sure, result_bits);
    value.likely = wrap(value.likely, result_bits);
    return value;
}

Value left_shifted(const Value& a, unsigned by) {
    Value value = computed(a, Value::number(by >= 63 ? largest : std::int64_t{1} << by), multiply);
    value.zeros = at_most_63(a.zeros + static_cast<int>(by));
    return value;
}

Value right_shifted(const Value& a, unsigned by, Integer type) {
    Value value = computed(a, a, [by](Range range, Range) { return Range{range.low >> by, range.high >> by}; });
    if (is_large(a, type) && by > 0) {
        const Range all{0, static_cast<std::int64_t>(~std::uint64_t{0} >> by)};
        value.sure = all;
        if (a.likely.low < 0) value.likely = all;
    }
    value.zeros = static_cast<std::uint8_t>(a.zeros > by ? a.zeros - by : 0);
    return value;
}

Value conjunction(const Value& a, const Value& b, unsigned bits) {
    Value value = computed(a, b, [bits](Range x, Range y) {
        return x.low >= 0 && y.low >= 0 ? Range{0, std::min(x.high, y.high)} : Range::of_bits(bits, true);
    });
    value.zeros = std::max(a.zeros, b.zeros);
    return value;
}

Value disjunction(const Value& a, const Value& b, unsigned bits) {
    Value value = computed(a, b, [bits](Range x, Range y) {
        if (x.low < 0 || y.low < 0) return Range::of_bits(bits, true);
        const auto width = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(x.high | y.high)));
        return Range{0, width >= 63 ? largest : (std::int64_t{1} << width) - 1};
    });
    value.zeros = std::min(a.zeros, b.zeros);
    return value;
}

Value with_mask(const Value& a, std::int64_t mask, unsigned bits) {
    const unsigned unused = 64U - bits;
    mask = static_cast<std::int64_t>(static_cast<std::uint64_t>(mask) << unused) >> unused;
    const std::uint8_t zeros = at_most_63(std::countr_zero(static_cast<std::uint64_t>(mask)));
    if (mask < 0) {
        Value value = a;
        const Range down{mask + 1, 0};
        value.sure = add(value.sure, down);
        value.likely = add(value.likely, down);
        value.zeros = std::max(value.zeros, zeros);
        return value;
    }
    const Value number = as_number(a, bits);
    Value value = computed(number, number, [mask](Range range, Range) {
        return Range{0, range.low >= 0 ? std::min(range.high, mask) : mask};
    });
    value.zeros = std::max(number.zeros, zeros);
    return value;
}

Value minimum(const Value& a, const Value& b, Integer type) {
    if (is_large(a, type) && is_large(b, type)) return Value::unknown(type.bits, true);
    Value value = computed(a, b, [](Range x, Range y) {
        return Range{std::min(x.low, y.low), std::min(x.high, y.high)};
    });
    if (is_large(a, type) || is_large(b, type)) {
        const Value& small = is_large(a, type) ? b : a;
        value.sure = value.likely = {0, small.sure.high};
    }
    value.zeros = std::min(a.zeros, b.zeros);
    return value;
}

Value maximum(const Value& a, const Value& b, Integer type) {
    if (is_large(a, type) || is_large(b, type)) return Value::unknown(type.bits, true);
    Value value = computed(a, b, [](Range x, Range y) {
        return Range{std::max(x.low, y.low), std::max(x.high, y.high)};
    });
    value.zeros = std::min(a.zeros, b.zeros);
    return value;
}

// A division by zero gives all ones, so only a divisor that is surely positive says anything for sure.
Value quotient(const Value& a, const Value& b, Integer type) {
    const bool is_positive = b.sure.low > 0;
    if (is_large(a, type) || (a.sure.low < 0 && !b.sure.is_constant())) return Value::unknown(type.bits, true);
    Value value = computed(a, b, [](Range x, Range y) {
        const std::int64_t least = std::max<std::int64_t>(1, y.low);
        return x.low >= 0 ? Range{0, x.high / least} : Range{x.low / least, x.high / least};
    });
    if (!is_positive) value.sure = Range::of_bits(type.bits, true);
    return value;
}

Value remainder(const Value& a, const Value& b, Integer type) {
    Value value = computed(a, b, [type](Range x, Range y) {
        if (y.high <= 0) return Range::of_bits(type.bits, true);
        const std::int64_t most = y.high - 1;
        if (x.low >= 0) return Range{0, std::min(x.high, most)};
        return Range{type.is_signed ? -most : 0, most};
    });
    if (b.sure.low <= 0) value.sure = Range::of_bits(type.bits, true);
    return value;
}

}  // namespace ringfence::guard::rewriting
