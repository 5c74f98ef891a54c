#include "guard/rewriter/value.h"

#include <algorithm>
#include <bit>

namespace ringfence::guard::rewriting {

Range Range::of_bits(unsigned bits, bool is_signed) {
    if (bits >= 64) return {};
    const std::int64_t end = std::int64_t{1} << (is_signed ? bits - 1 : bits);
    return {is_signed ? -end : 0, end - 1};
}

Range join(Range a, Range b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

Range add(Range a, Range b) {
    Range sum;
    if (__builtin_add_overflow(a.low, b.low, &sum.low) || __builtin_add_overflow(a.high, b.high, &sum.high)) return {};
    return sum;
}

Range subtract(Range a, Range b) {
    Range difference;
    if (__builtin_sub_overflow(a.low, b.high, &difference.low)) return {};
    if (__builtin_sub_overflow(a.high, b.low, &difference.high)) return {};
    return difference;
}

Range multiply(Range a, Range b) {
    std::int64_t products[4];
    if (__builtin_mul_overflow(a.low, b.low, &products[0]) || __builtin_mul_overflow(a.low, b.high, &products[1]) ||
        __builtin_mul_overflow(a.high, b.low, &products[2]) || __builtin_mul_overflow(a.high, b.high, &products[3])) {
        return {};
    }
    const auto [least, most] = std::minmax_element(std::begin(products), std::end(products));
    return {*least, *most};
}

Range wrap(Range range, unsigned bits) {
    const Range all = Range::of_bits(bits, true);
    return range.within(all.low, all.high) ? range : all;
}

Range as_unsigned(Range range, unsigned bits) {
    return range.low >= 0 ? range : Range::of_bits(bits, false);
}

Value Value::unknown(unsigned bits, bool is_signed) {
    Value value;
    value.is_nothing = false;
    value.sure = value.likely = Range::of_bits(bits, is_signed);
    return value;
}

Value Value::number(std::int64_t number) {
    Value value;
    value.is_nothing = false;
    value.sure = value.likely = Range::of(number);
    value.zeros = static_cast<std::uint8_t>(std::countr_zero(static_cast<std::uint64_t>(number)));
    value.is_of_launch = true;
    return value;
}

Value Value::address(const ptx::Variable& variable, std::int64_t offset) {
    // A managed one lies wherever the loader has put it.
    if (variable.managed) return unknown(64, true);
    Value value = number(offset);
    value.root.kind = RootKind::Variable;
    value.root.variable = &variable;
    const auto zeros = static_cast<std::uint8_t>(std::countr_zero(std::uint64_t{variable.alignment()} | 1U << 8U));
    value.zeros = std::min(value.zeros, zeros);
    return value;
}

namespace {

Root join_roots(const Root& a, const Root& b) {
    if (a == b) return a;
    if (a.kind == b.kind && a.variable == b.variable && a.offset == b.offset && a.is_generic == b.is_generic) {
        Root both = a;
        both.is_pointer = a.is_pointer || b.is_pointer;
        return both;
    }
    Root result;
    result.kind = a.is_in_window() && b.is_in_window() ? RootKind::Window : RootKind::Unknown;
    return result;
}

}  // namespace

Value join(const Value& a, const Value& b) {
    if (a.is_nothing) return b;
    if (b.is_nothing) return a;
    Value value;
    value.is_nothing = false;
    value.root = join_roots(a.root, b.root);
    value.sure = join(a.sure, b.sure);
    value.likely = join(a.likely, b.likely);
    value.zeros = std::min(a.zeros, b.zeros);
    value.is_of_launch = a.is_of_launch && b.is_of_launch;
    return value;
}

Value as_number(const Value& value, unsigned bits) {
    if (value.root.kind == RootKind::Number || value.is_nothing) return value;
    Value number = Value::unknown(bits, true);
    if (value.root.kind == RootKind::Parameter) {
        number.likely = wrap(add(value.likely, {0, likely_parameter}), bits);
        number.is_of_launch = value.is_of_launch;
    }
    return number;
}

}  // namespace ringfence::guard::rewriting
