#include "guard/conditions/launch_conditions.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace ringfence::guard {
namespace {

constexpr std::string_view op_names[] = {"constant", "parameter", "launch", "add",   "sub",   "mul",      "shl",
                                         "shr.s",    "shr.u",     "and",    "or",    "xor",   "not",      "min.s",
                                         "max.s",    "min.u",     "max.u",  "div.s", "div.u", "rem.s",    "rem.u",
                                         "sext",     "zext",      "nonneg", "union", "<=",    ">=",       "<=.u",
                                         ">=.u",     "==",        "!=",     "given", "turns", "induction"};
constexpr std::string_view input_names[] = {"tid", "ntid", "ctaid", "nctaid"};

template <typename T>
std::int64_t read_as(const std::byte* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return static_cast<std::int64_t>(value);
}

bool read_parameter(const LaunchFacts& facts, std::int64_t offset, unsigned width, std::int64_t& value) {
    const bool is_signed = (width & 0x80U) != 0;
    const unsigned bytes = (width & 0x7fU) / 8;
    const auto place = static_cast<std::uint64_t>(offset);
    if (place > facts.parameters.size() || bytes > facts.parameters.size() - place) return false;
    const std::byte* data = facts.parameters.data() + place;
    switch (bytes) {
        case 1: value = is_signed ? read_as<std::int8_t>(data) : read_as<std::uint8_t>(data); return true;
        case 2: value = is_signed ? read_as<std::int16_t>(data) : read_as<std::uint16_t>(data); return true;
        case 4: value = is_signed ? read_as<std::int32_t>(data) : read_as<std::uint32_t>(data); return true;
        case 8: value = read_as<std::int64_t>(data); return true;
        default: return false;
    }
}

Range below(std::uint32_t count) {
    return count == 0 ? Range::nothing() : Range{0, std::int64_t{count} - 1, std::uint8_t(count == 1 ? 64 : 0)};
}

Range read_input(const LaunchFacts& facts, std::int64_t which) {
    const std::size_t axis = static_cast<std::size_t>(which) % 4 % 3;
    switch (static_cast<LaunchInput>(which / 4)) {
        case LaunchInput::Tid: return below(facts.block[axis]);
        case LaunchInput::Ntid: return Range::exactly(facts.block[axis]);
        case LaunchInput::Ctaid: return below(facts.grid[axis]);
        case LaunchInput::Nctaid: return Range::exactly(facts.grid[axis]);
    }
    return {};
}

// Bytes of the arrays whose size the launch decides: they begin behind the kernel's variables, and are aligned.
std::int64_t dynamic_bytes(const LaunchFacts& facts, std::uint32_t alignment) {
    constexpr std::uint64_t most = std::uint64_t{1} << 32;
    if (facts.static_shared > most || facts.dynamic_shared > most || alignment == 0) return INT64_MIN / 2;
    const std::uint64_t begin = (facts.static_shared + alignment - 1) / alignment * alignment;
    return static_cast<std::int64_t>(facts.static_shared + facts.dynamic_shared) - static_cast<std::int64_t>(begin);
}

std::string number(std::int64_t value) {
    if (value == INT64_MIN) return "min";
    return value == INT64_MAX ? "max" : fmt::format("{}", value);
}

}  // namespace

bool LaunchConditions::evaluate(const Node& node, const LaunchFacts& facts, const Range* values, Range& result) {
    switch (node.op) {
        case RangeOp::Constant: result = node.constant; return true;
        case RangeOp::Special: result = read_input(facts, node.extra); return true;
        case RangeOp::Parameter: {
            std::int64_t value = 0;
            if (!read_parameter(facts, node.extra, node.width, value)) return false;
            result = Range::exactly(value);
            return true;
        }
        default:
            result = apply(node.op, node.width, node.extra, values[node.a], values[node.b], values[node.c]);
            return true;
    }
}

// Numbers: pointers, a parameter that is not passed, bounds.
std::uint32_t LaunchConditions::first_unmet(const LaunchFacts& facts) const {
    const auto pointers = static_cast<std::uint32_t>(pointers_.size());
    for (std::uint32_t i = 0; i < pointers; ++i) {
        std::int64_t value = 0;
        if (!read_parameter(facts, pointers_[i].offset, 64, value)) return i;
        const auto address = static_cast<std::uint64_t>(value);
        if (!facts.window.contains(address) || address % pointers_[i].alignment != 0) return i;
    }
    if (bounds_.empty()) return none_unmet;
    // Not initialised, which would take longer than the rest: each is written before it is read.
    union Values {
        Values() {}  // NOLINT(modernize-use-equals-default)
        Range at[most_nodes];
    } storage;
    Range* const values = storage.at;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (!evaluate(nodes_[i], facts, values, values[i])) return pointers;
    }
    const auto unmet = std::find_if_not(bounds_.begin(), bounds_.end(), [&](const Bound& bound) {
        std::int64_t low = bound.low;
        std::int64_t high = bound.high;
        return limits_of(bound, facts, low, high) && values[bound.node].is_within(low, high) &&
               values[bound.node].has_zeros(bound.zeros);
    });
    if (unmet == bounds_.end()) return none_unmet;
    return pointers + 1 + static_cast<std::uint32_t>(unmet - bounds_.begin());
}

std::vector<LaunchConditions::Unmet> LaunchConditions::unmet(const LaunchFacts& facts) const {
    using Kind = Unmet::Kind;
    std::vector<Unmet> result;
    for (const Pointer& pointer : pointers_) {
        std::int64_t value = 0;
        const bool is_there = read_parameter(facts, pointer.offset, 64, value);
        const auto address = static_cast<std::uint64_t>(value);
        if (is_there && facts.window.contains(address) && address % pointer.alignment == 0) continue;
        const auto zeros = static_cast<unsigned>(std::countr_zero(pointer.alignment));
        result.push_back({Kind::Pointer, 0, pointer.offset, Range::exactly(value), 0, 0, zeros, false});
    }
    for (const Node& node : nodes_) {
        std::int64_t value = 0;
        if (node.op == RangeOp::Parameter && !read_parameter(facts, node.extra, node.width, value))
            result.push_back({Kind::Parameter, 0, static_cast<std::uint32_t>(node.extra), {}, 0, 0, 0, false});
    }
    for (const Unmet& one : bounds(facts)) {
        if (!one.is_met) result.push_back(one);
    }
    return result;
}

std::vector<LaunchConditions::Unmet> LaunchConditions::bounds(const LaunchFacts& facts) const {
    using Kind = Unmet::Kind;
    std::vector<Unmet> result;
    std::vector<Range> values(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (!evaluate(nodes_[i], facts, values.data(), values[i])) return result;
    }
    for (std::uint32_t i = 0; i < bounds_.size(); ++i) {
        const Bound& bound = bounds_[i];
        Unmet one = {Kind::Number, i, bound.place, values[bound.node], bound.low, bound.high, bound.zeros, false};
        if (bound.kind == BoundKind::Shared) one.kind = Kind::Shared;
        if (bound.kind == BoundKind::Window) one.kind = Kind::Window;
        one.is_met = limits_of(bound, facts, one.low, one.high) && one.value.is_within(one.low, one.high) &&
                     one.value.has_zeros(bound.zeros);
        result.push_back(one);
    }
    return result;
}

bool LaunchConditions::depend_on(unsigned axis) const {
    return std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
        return node.op == RangeOp::Special && node.extra % 4 == static_cast<std::int64_t>(axis) &&
               node.extra / 4 <= static_cast<std::int64_t>(LaunchInput::Ntid);
    });
}

bool LaunchConditions::limits_of(const Bound& bound, const LaunchFacts& facts, std::int64_t& low, std::int64_t& high) {
    switch (bound.kind) {
        case BoundKind::Plain: return true;
        case BoundKind::Shared: return !__builtin_add_overflow(high, dynamic_bytes(facts, bound.place), &high);
        case BoundKind::Window: {
            std::int64_t value = 0;
            if (!read_parameter(facts, bound.place, 64, value)) return false;
            const std::uint64_t inside = static_cast<std::uint64_t>(value) - facts.window.base;
            if (inside >= facts.window.bytes()) return false;
            return !__builtin_sub_overflow(low, static_cast<std::int64_t>(inside), &low) &&
                   !__builtin_add_overflow(high, static_cast<std::int64_t>(facts.window.bytes() - inside), &high);
        }
    }
    return false;
}

std::string LaunchConditions::text() const {
    std::string out;
    for (const Pointer& pointer : pointers_)
        out += fmt::format("pointer at parameter byte {} in the window, aligned to {}\n", pointer.offset,
                           pointer.alignment);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const Node& node = nodes_[i];
        out += fmt::format("v{} = ", i);
        if (node.op == RangeOp::Constant) {
            out += fmt::format("[{}, {}]", number(node.constant.low), number(node.constant.high));
        } else if (node.op == RangeOp::Parameter) {
            out += fmt::format("parameter {}{} at {}", (node.width & 0x80U) != 0 ? "s" : "u", node.width & 0x7fU,
                               node.extra);
        } else if (node.op == RangeOp::Special) {
            out += fmt::format("{}.{}", input_names[static_cast<std::size_t>(node.extra / 4)], "xyz?"[node.extra % 4]);
        } else {
            out += fmt::format("{}.{} v{} v{} v{} {}", op_names[static_cast<std::size_t>(node.op)], node.width, node.a,
                               node.b, node.c, node.extra);
        }
        out += '\n';
    }
    for (const Bound& bound : bounds_) {
        switch (bound.kind) {
            case BoundKind::Plain: out += fmt::format("v{} in [{}, {}]", bound.node, bound.low, bound.high); break;
            case BoundKind::Shared:
                out += fmt::format("v{} in [{}, dynamic shared bytes + {}]", bound.node, bound.low, bound.high);
                break;
            case BoundKind::Window:
                out += fmt::format("pointer at parameter byte {} + v{} in [begin + {}, end + {}] of the window",
                                   bound.place, bound.node, bound.low, bound.high);
                break;
        }
        out += fmt::format(", {} low zeros\n", bound.zeros);
    }
    return out;
}

static_assert(std::size(op_names) == static_cast<std::size_t>(RangeOp::Induction) + 1);

}  // namespace ringfence::guard
