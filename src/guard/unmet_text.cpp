#include "guard/unmet_text.h"

#include <algorithm>

#include <fmt/core.h>

namespace ringfence::guard {
namespace {

using UnmetKind = LaunchConditions::Unmet::Kind;

std::string range_text(std::int64_t low, std::int64_t high) {
    if (low == INT64_MIN && high == INT64_MAX) return "any number";
    return low == high ? fmt::format("{}", low) : fmt::format("{} to {}", low, high);
}

std::uint64_t multiple_of(unsigned zeros) {
    return std::uint64_t{1} << std::min(zeros, 63U);
}

}  // namespace

std::string describe(const LaunchConditions::Unmet& unmet, std::string_view parameter) {
    switch (unmet.kind) {
        case UnmetKind::Parameter: return fmt::format("{} is not passed", parameter);
        case UnmetKind::Pointer:
            return fmt::format("{} is {:#x}, which is no address in the window, or not a multiple of {}", parameter,
                               static_cast<std::uint64_t>(unmet.value.low), multiple_of(unmet.zeros));
        case UnmetKind::Number:
        case UnmetKind::Shared:
        case UnmetKind::Window: break;
    }
    std::string_view what = "its distance from where it starts";
    if (unmet.kind == UnmetKind::Shared) what = "its offset in dynamic shared memory";
    std::string text = fmt::format("{} is {}", what, range_text(unmet.value.low, unmet.value.high));
    if (unmet.kind == UnmetKind::Window)
        text = fmt::format("its distance from {} is {}", parameter, range_text(unmet.value.low, unmet.value.high));
    if (unmet.low > unmet.high) return text + ", and there is no room";
    if (!unmet.value.is_within(unmet.low, unmet.high))
        text += fmt::format(", it may be {}", range_text(unmet.low, unmet.high));
    if (!unmet.value.has_zeros(unmet.zeros))
        text += fmt::format(", it must be a multiple of {}", multiple_of(unmet.zeros));
    return text;
}

std::string parameter_name(const std::vector<ParameterSpan>& parameters, std::uint32_t place) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (place < parameters[i].offset || place - parameters[i].offset >= parameters[i].bytes) continue;
        const std::uint32_t offset = place - parameters[i].offset;
        return offset == 0 ? fmt::format("param_{}", i) : fmt::format("param_{}+{}", i, offset);
    }
    return fmt::format("parameter byte {}", place);
}

}  // namespace ringfence::guard
