// An argument or a result for a trace: its value, and how to read what it points to.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "abi/vector_types.h"

namespace ringfence::client {

struct TracedValue {
    enum class Kind : std::uint8_t { None, Signed, Unsigned, Address, Float, Dimensions, Opaque };

    Kind kind = Kind::None;
    Kind pointee = Kind::None;  // Opaque: not printed
    std::uint8_t pointee_bytes = 0;
    bool points_to_text = false;
    std::uint64_t bits = 0;
    dim3 dimensions = {};
};

template <typename T>
constexpr TracedValue::Kind traced_kind() {
    using Kind = TracedValue::Kind;
    // CUDA's addresses and 64-bit handles are unsigned long long; lengths are not.
    if constexpr (std::is_pointer_v<T> || std::is_same_v<T, unsigned long long>)
        return Kind::Address;
    else if constexpr (std::is_enum_v<T>)
        return Kind::Signed;
    else if constexpr (std::is_floating_point_v<T>)
        return Kind::Float;
    else if constexpr (std::is_integral_v<T>)
        return std::is_signed_v<T> ? Kind::Signed : Kind::Unsigned;
    else if constexpr (std::is_same_v<T, dim3>)
        return Kind::Dimensions;
    else
        return Kind::Opaque;
}

// Extends a number to 64 bits, with its sign if its type has one.
template <typename T>
std::uint64_t widened(T number) {
    return static_cast<std::uint64_t>(number);
}

template <typename T>
TracedValue describe(const T& value) {
    using Kind = TracedValue::Kind;
    TracedValue described;
    described.kind = traced_kind<T>();
    if constexpr (std::is_pointer_v<T>) {
        using Pointee = std::remove_cv_t<std::remove_pointer_t<T>>;
        described.bits = reinterpret_cast<std::uintptr_t>(value);
        if constexpr (std::is_scalar_v<Pointee>) {
            described.pointee = traced_kind<Pointee>();
            described.pointee_bytes = sizeof(Pointee);
        }
        described.points_to_text = std::is_same_v<T, const char*>;
    } else if constexpr (traced_kind<T>() == Kind::Float) {
        described.bits = std::bit_cast<std::uint64_t>(static_cast<double>(value));
    } else if constexpr (traced_kind<T>() == Kind::Dimensions) {
        described.dimensions = value;
    } else if constexpr (traced_kind<T>() != Kind::Opaque) {
        described.bits = widened(value);
    }
    return described;
}

}  // namespace ringfence::client
