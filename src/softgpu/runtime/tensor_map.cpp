#include "softgpu/runtime/tensor_map.h"

#include <algorithm>
#include <bit>
#include <limits>

#include <fmt/core.h>

#include "base/cuda_status.h"

namespace ringfence::softgpu {
namespace {

constexpr std::uint64_t whole_dimension = std::uint64_t{1} << 32;  // what 0 means

Error not_supported(const char* what) {
    return Error::bad_input(fmt::format("the software GPU has no {}", what)).with_status(cuda_status::not_supported);
}

bool is_columns(const TensorMapForm& form) {
    return form.kind == static_cast<std::uint8_t>(TensorMapKind::Columns);
}

// The form as a program would have described it, so that one function checks both.
TensorMapDescription description_of(const TensorMapForm& form) {
    TensorMapDescription map;
    map.address = form.address;
    std::transform(form.dimensions.begin(), form.dimensions.end(), map.dimensions.begin(),
                   [](std::uint32_t size) { return size == 0 ? whole_dimension : size; });
    map.strides = form.strides;
    map.kind = form.kind;
    map.type = form.type;
    map.rank = form.last_dimension + 1U;
    std::copy(form.box.begin(), form.box.end(), map.box.begin());
    std::copy(form.steps.begin(), form.steps.end(), map.steps.begin());
    map.interleave = form.interleave;
    map.swizzle = form.swizzle;
    map.fill = form.fill;
    std::copy(form.lower.begin(), form.lower.end(), map.lower.begin());
    std::copy(form.upper.begin(), form.upper.end(), map.upper.begin());
    map.channels = form.box[0];
    map.pixels = form.box[1];
    return map;
}

void set_tiles(TensorMap& result, const TensorMapDescription& map) {
    result.row_elements = map.box[0];
    result.rows = 1;
    for (std::size_t i = 1; i < map.rank; ++i) {
        result.counts[i] = (map.box[i] + map.steps[i] - 1) / map.steps[i];
        result.rows *= result.counts[i];
    }
}

void set_columns(TensorMap& result, const TensorMapDescription& map) {
    result.row_elements = map.channels;
    result.rows = map.pixels;
    for (std::size_t i = 0; i + 2 < map.rank; ++i) {
        result.lower[i + 1] = map.lower[i];
        result.upper[i + 1] = static_cast<std::int64_t>(map.dimensions[i + 1]) + map.upper[i] - 1;
    }
}

template <typename Number>
Number clamped(std::uint64_t value) {
    return static_cast<Number>(std::min<std::uint64_t>(value, std::numeric_limits<Number>::max()));
}

// The PTX ISA has .f32.ftz before .f64, CUDA has it behind .bf16.
std::uint8_t type_of_number(std::uint64_t number) {
    constexpr std::array<std::uint32_t, 13> types = {
        tensor_type::uint8,       tensor_type::uint16,  tensor_type::uint32,   tensor_type::int32,
        tensor_type::uint64,      tensor_type::int64,   tensor_type::float16,  tensor_type::float32,
        tensor_type::float32_ftz, tensor_type::float64, tensor_type::bfloat16, tensor_type::tfloat32,
        tensor_type::tfloat32_ftz};
    constexpr std::uint8_t none = 0xff;
    return number < types.size() ? static_cast<std::uint8_t>(types[number]) : none;
}

}  // namespace

Result<TensorMapBytes> encode_tensor_map(const TensorMapDescription& map) {
    if (map.interleave != tensor_interleave::not_interleaved) return not_supported("interleaved tensor maps");
    if (map.fill != 0) return not_supported("tensor maps that fill with NaNs");
    TensorMapForm form{};
    form.address = map.address;
    form.strides = map.strides;
    std::transform(map.dimensions.begin(), map.dimensions.end(), form.dimensions.begin(),
                   [](std::uint64_t size) { return static_cast<std::uint32_t>(size); });
    form.mark = TensorMapForm::marked;
    form.last_dimension = static_cast<std::uint8_t>(map.rank - 1);
    form.kind = static_cast<std::uint8_t>(map.kind);
    form.type = static_cast<std::uint8_t>(map.type);
    form.swizzle = static_cast<std::uint8_t>(map.swizzle);
    for (std::size_t i = 0; i < map.rank; ++i) {
        form.box[i] = clamped<std::uint16_t>(map.box[i]);
        form.steps[i] = clamped<std::uint8_t>(map.steps[i]);
    }
    if (is_columns(form)) {
        form.box = {clamped<std::uint16_t>(map.channels), clamped<std::uint16_t>(map.pixels)};
        for (std::size_t i = 0; i < form.lower.size(); ++i) {
            form.lower[i] = static_cast<std::int16_t>(map.lower[i]);
            form.upper[i] = static_cast<std::int16_t>(map.upper[i]);
        }
    }
    return std::bit_cast<TensorMapBytes>(form);
}

Result<TensorMapBytes> move_tensor_map(const TensorMapBytes& map, std::uint64_t address) {
    auto form = std::bit_cast<TensorMapForm>(map);
    form.address = address;
    return std::bit_cast<TensorMapBytes>(form);
}

std::optional<TensorMap> decode_tensor_map(const TensorMapForm& form) {
    const bool has_rest = std::any_of(form.rest.begin(), form.rest.end(), [](std::uint8_t byte) { return byte != 0; });
    if (form.mark != TensorMapForm::marked || has_rest) return {};
    if (form.interleave != tensor_interleave::not_interleaved || form.fill != 0) return {};
    const TensorMapDescription map = description_of(form);
    if (!check_tensor_map(map).ok()) return {};
    TensorMap result;
    result.address = map.address;
    result.kind = static_cast<TensorMapKind>(map.kind);
    result.rank = map.rank;
    result.type = map.type;
    result.element_bytes = tensor_element_bytes(map.type);
    result.swizzle_span = swizzle_span(map.swizzle);
    result.strides[0] = result.element_bytes;
    std::copy(map.strides.begin(), map.strides.end(), result.strides.begin() + 1);
    for (std::size_t i = 0; i < map.rank; ++i) {
        result.dimensions[i] = static_cast<std::int64_t>(map.dimensions[i]);
        result.steps[i] = map.steps[i];
    }
    if (result.kind == TensorMapKind::Tiles) {
        set_tiles(result, map);
    } else {
        set_columns(result, map);
    }
    return result;
}

void replace_part(TensorMapForm& form, TensorMapPart part, std::uint32_t index, std::uint64_t value) {
    form.mark = TensorMapForm::marked;
    switch (part) {
        case TensorMapPart::Address: form.address = value; return;
        case TensorMapPart::Rank: form.last_dimension = clamped<std::uint8_t>(value); return;
        case TensorMapPart::Box: form.box[index] = clamped<std::uint16_t>(value); return;
        case TensorMapPart::Dimension: form.dimensions[index] = static_cast<std::uint32_t>(value); return;
        case TensorMapPart::Stride: form.strides[index] = value; return;
        case TensorMapPart::Step: form.steps[index] = clamped<std::uint8_t>(value); return;
        case TensorMapPart::Type: form.type = type_of_number(value); return;
        case TensorMapPart::Interleave: form.interleave = clamped<std::uint8_t>(value); return;
        case TensorMapPart::Swizzle: form.swizzle = clamped<std::uint8_t>(value); return;
        case TensorMapPart::Fill: form.fill = clamped<std::uint8_t>(value); return;
    }
}

}  // namespace ringfence::softgpu
