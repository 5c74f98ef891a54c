// The element types of cuBLAS, with plain C++ arithmetic: real, complex, and the two 16-bit formats, which are stored
// so and computed with as float.
#pragma once

#include <bit>
#include <complex>
#include <cstdint>
#include <type_traits>

namespace ringfence::soft_libraries::blas {

using Complex = std::complex<float>;
using DoubleComplex = std::complex<double>;

template <class T>
struct RealOf {
    using Type = T;
};
template <class T>
struct RealOf<std::complex<T>> {
    using Type = T;
};
template <class T>
using Real = typename RealOf<T>::Type;

template <class T>
inline constexpr bool is_complex = !std::is_same_v<T, Real<T>>;

template <class T>
T conjugate(const T& value) {
    if constexpr (is_complex<T>)
        return std::conj(value);
    else
        return value;
}

// The upper 16 bits of a float.
struct BFloat16 {
    std::uint16_t bits = 0;

    BFloat16() = default;
    explicit BFloat16(float value) {
        const auto word = std::bit_cast<std::uint32_t>(value);
        const bool nan = (word & 0x7fff'ffff) > 0x7f80'0000;
        // To the nearest, ties to even: a carry out of the mantissa makes the exponent right by itself.
        bits = static_cast<std::uint16_t>(nan ? 0x7fff : (word + 0x7fff + ((word >> 16) & 1)) >> 16);
    }
    operator float() const { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }
};

// IEEE binary16.
struct Half {
    std::uint16_t bits = 0;

    Half() = default;
    explicit Half(float value) : bits(round(value)) {}
    operator float() const {
        const std::uint32_t magnitude = bits & 0x7fffU;
        const std::uint32_t sign = (bits & 0x8000U) << 16;
        if (magnitude >= 0x7c00) return std::bit_cast<float>(sign | 0x7f80'0000U | (magnitude & 0x3ff) << 13);
        // Moved into a float's fields, the exponent lacks the difference of the biases, also where it is subnormal.
        const float scaled = std::bit_cast<float>(magnitude << 13) * 0x1p112F;
        return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(scaled));
    }

private:
    static std::uint16_t round(float value) {
        const auto word = std::bit_cast<std::uint32_t>(value);
        const auto sign = static_cast<std::uint16_t>((word >> 16) & 0x8000);
        const std::uint32_t magnitude = word & 0x7fff'ffff;
        if (magnitude > 0x7f80'0000) return 0x7fff;
        if (magnitude >= 0x477f'f000) return sign | 0x7c00;  // rounds beyond the largest number
        if (magnitude < 0x3880'0000) {                       // subnormal: the sum's lowest bits count 2^-24
            const float sum = std::bit_cast<float>(magnitude) + 0.5F;
            return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(sum) - 0x3f00'0000));
        }
        const std::uint32_t rounded = magnitude + 0xfff + ((magnitude >> 13) & 1) - (112U << 23);
        return static_cast<std::uint16_t>(sign | rounded >> 13);
    }
};

}  // namespace ringfence::soft_libraries::blas
