#include "ptx/parameter_layout.h"

#include <algorithm>

namespace ringfence::ptx {

std::uint32_t parameter_alignment(const Variable& parameter) {
    return std::max(parameter.align, parameter.natural_alignment());
}

ParameterPlaces place_parameters(std::span<const Variable* const> parameters, std::uint64_t begin) {
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 32U;  // whoever passes more is refused elsewhere
    ParameterPlaces layout;
    std::uint64_t end = begin;
    bool is_portable = true;
    for (const Variable* parameter : parameters) {
        const std::uint64_t alignment = parameter_alignment(*parameter);
        const bool is_one = !parameter->is_range && parameter->range_of == nullptr && parameter->bytes() != 0;
        is_portable = is_portable && is_one && alignment <= most_portable_alignment;
        if (is_portable) ++layout.portable;
        end = (end + alignment - 1) / alignment * alignment;
        layout.offsets.push_back(end - begin);
        if (parameter->bytes() > most_bytes || end > most_bytes) {
            layout.bytes = UINT64_MAX;
            layout.portable = std::min(layout.portable, layout.offsets.size() - 1);
            layout.offsets.resize(parameters.size(), UINT64_MAX);
            return layout;
        }
        end += parameter->bytes();
    }
    layout.bytes = end - begin;
    return layout;
}

}  // namespace ringfence::ptx
