// Shared by the tests of arithmetic: bits and numbers, edge values, reproducible random values, rounding modes.
#pragma once

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "softgpu/math/format.h"

namespace ringfence::softgpu::math {

inline std::uint32_t bits_of(float value) {
    return std::bit_cast<std::uint32_t>(value);
}
inline std::uint64_t bits_of(double value) {
    return std::bit_cast<std::uint64_t>(value);
}
inline float float_of(std::uint64_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}
inline double double_of(std::uint64_t bits) {
    return std::bit_cast<double>(bits);
}

inline constexpr Rounding all_roundings[] = {Rounding::NearestEven, Rounding::Zero, Rounding::Down, Rounding::Up};

// Sets the processor's rounding mode while it lives.
class ProcessorRounding {
public:
    explicit ProcessorRounding(Rounding rounding) {
        constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
        std::fesetround(modes[static_cast<int>(rounding)]);
    }
    ~ProcessorRounding() { std::fesetround(FE_TONEAREST); }
    ProcessorRounding(const ProcessorRounding&) = delete;
    ProcessorRounding& operator=(const ProcessorRounding&) = delete;
};

// Zeros, subnormals, ones, limits, infinities and NaNs of a format, with both signs.
inline std::vector<std::uint64_t> edge_values(const Format& format) {
    const std::uint64_t one = static_cast<std::uint64_t>(format.bias()) << format.mantissa_bits;
    std::vector<std::uint64_t> values = {0,
                                         1,
                                         2,
                                         format.hidden_bit() - 1,
                                         format.hidden_bit(),
                                         format.hidden_bit() + 1,
                                         one - 1,
                                         one,
                                         one + 1,
                                         one + format.hidden_bit() / 2,
                                         one + format.hidden_bit(),
                                         one - format.hidden_bit(),
                                         format.largest_finite() - 1,
                                         format.largest_finite(),
                                         format.exponent_mask(),
                                         format.exponent_mask() + 1,
                                         format.canonical_nan & (format.sign_bit() - 1)};
    const std::size_t count = values.size();
    for (std::size_t i = 0; i < count; ++i) {
        values.push_back(values[i] | format.sign_bit());
    }
    return values;
}

// Bit patterns: anything, and often numbers of similar size, where sums cancel and ties happen.
class Random {
public:
    std::uint64_t bits(const Format& format) {
        const std::uint64_t any = engine_() & ((format.sign_bit() << 1) - 1);
        if (engine_() % 2 == 0) return any;
        const std::uint64_t field = static_cast<std::uint64_t>(format.bias()) - 4 + engine_() % 8;
        const std::uint64_t cleared = engine_() % 2 == 0 ? any & ~(format.hidden_bit() / 4 - 1) : any;
        return (cleared & ~format.exponent_mask()) | (field << format.mantissa_bits);
    }
    std::uint64_t next() { return engine_(); }

private:
    std::mt19937_64 engine_{1};
};

}  // namespace ringfence::softgpu::math
