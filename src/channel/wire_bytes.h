// Records and replies as bytes.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>

#include "wire/operations.h"

namespace ringfence::channel {

// A struct without fields has a size of 1 in C++, but sends nothing.
template <typename Fields>
constexpr std::size_t field_bytes = std::is_empty_v<Fields> ? 0 : sizeof(Fields);

template <typename Fields>
std::span<const std::byte> bytes_of(const Fields& fields) {
    static_assert(std::is_trivially_copyable_v<Fields> && field_bytes<Fields> % 8 == 0);
    return std::as_bytes(std::span(&fields, 1)).first(field_bytes<Fields>);
}

// `bytes` must hold field_bytes<Fields> of them.
template <typename Fields>
Fields fields_from(std::span<const std::byte> bytes) {
    Fields fields;
    if constexpr (field_bytes<Fields> != 0) std::memcpy(&fields, bytes.data(), sizeof(Fields));
    return fields;
}

}  // namespace ringfence::channel
