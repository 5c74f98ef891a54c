// The floating-point formats of the device, and how a result is fitted into one.
#pragma once

#include <cstdint>

namespace ringfence::softgpu::math {

struct Format {
    int exponent_bits;
    int mantissa_bits;
    bool has_infinity;            // otherwise the largest exponent holds numbers, but for all ones: NaN
    std::uint64_t canonical_nan;  // what an operation gives
    int spare_bits = 0;           // zeros below the mantissa: tf32 is kept in 32 bits

    constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
    constexpr int lowest_exponent() const { return 1 - bias(); }  // of a normal number
    constexpr std::uint64_t hidden_bit() const { return std::uint64_t{1} << mantissa_bits; }
    constexpr std::uint64_t sign_bit() const { return hidden_bit() << exponent_bits; }
    constexpr std::uint64_t exponent_mask() const { return sign_bit() - hidden_bit(); }
    // One above it lies infinity, or NaN where there is none.
    constexpr std::uint64_t largest_finite() const { return has_infinity ? exponent_mask() - 1 : sign_bit() - 2; }
};

inline constexpr Format f16 = {5, 10, true, 0x7fff};
inline constexpr Format bf16 = {8, 7, true, 0x7fff};
inline constexpr Format f32 = {8, 23, true, 0x7fff'ffff};
inline constexpr Format f64 = {11, 52, true, 0xfff8'0000'0000'0000};
inline constexpr Format tf32 = {8, 10, true, 0x3'ffff, 13};
inline constexpr Format e4m3 = {4, 3, false, 0x7f};
inline constexpr Format e5m2 = {5, 2, true, 0x7f};

// For code that is compiled: formats by number.
enum class FormatId : std::uint32_t { F16, BF16, F32, F64, TF32, E4M3, E5M2 };
const Format& format_of(FormatId id);

enum class Rounding : std::uint32_t { NearestEven, Zero, Down, Up, NearestAway };

// How an operation treats its operands and its result. Passed by compiled code as a number: the rounding in the lowest
// three bits, the flags above.
struct Mode {
    Rounding rounding = Rounding::NearestEven;
    bool flush = false;      // .ftz: subnormal operands and results become zero, their sign kept
    bool saturate = false;   // .sat: the result is clamped to [0, 1], NaN becomes 0
    bool relu = false;       // .relu: negative results become 0
    bool satfinite = false;  // .satfinite: what exceeds the format becomes its largest number

    static constexpr std::uint32_t flush_bit = 8;
    static constexpr std::uint32_t saturate_bit = 16;
    static constexpr std::uint32_t relu_bit = 32;
    static constexpr std::uint32_t satfinite_bit = 64;

    static constexpr Mode from_bits(std::uint32_t bits) {
        return {static_cast<Rounding>(bits & 7), (bits & flush_bit) != 0, (bits & saturate_bit) != 0,
                (bits & relu_bit) != 0, (bits & satfinite_bit) != 0};
    }
    constexpr std::uint32_t bits() const {
        return static_cast<std::uint32_t>(rounding) | (flush ? flush_bit : 0) | (saturate ? saturate_bit : 0) |
               (relu ? relu_bit : 0) | (satfinite ? satfinite_bit : 0);
    }
};

}  // namespace ringfence::softgpu::math
