// Quasirandom numbers: one dimension of a Sobol sequence, and what distributions make of its numbers. Each number
// becomes one result, by the inverse of the distribution, so that the results are spread as evenly as the numbers.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "base/sobol.h"

namespace ringfence::soft_libraries::rand {

struct QuasiKind {
    unsigned bits;
    bool is_scrambled;
};

// Of a type of cuRAND's: 200 and 201 are Sobol's of 32 bits, 202 those scrambled, 203 and 204 the same of 64 bits.
constexpr QuasiKind quasi_kind(int type) {
    return {type >= 203 ? 64U : 32U, type == 202 || type == 204};
}

class QuasiNumbers {
public:
    QuasiNumbers(QuasiKind kind, unsigned dimension)
        : bits_(kind.bits),
          numbers_(sobol::direction_numbers(dimension)),
          scramble_(kind.is_scrambled ? sobol::scramble_constant(dimension) : 0) {}

    // Its bits are the upper ones.
    std::uint64_t word(std::uint64_t place) const {
        std::uint64_t result = scramble_;
        std::uint64_t steps = place ^ place >> 1;
        for (unsigned k = 0; steps != 0 && k < bits_; ++k, steps >>= 1)
            if ((steps & 1) != 0) result ^= numbers_[k];
        return bits_ == 32 ? result >> 32 << 32 : result;
    }
    // In (0, 1].
    double fraction(std::uint64_t place) const {
        return static_cast<double>(word(place) >> 11) * 0x1p-53 + (bits_ == 32 ? 0x1p-33 : 0x1p-54);
    }

private:
    unsigned bits_;
    std::array<std::uint64_t, 64> numbers_;
    std::uint64_t scramble_;
};

// The number below which a normal one lies with this probability: by halving, as erfc is exact enough everywhere.
inline double inverse_normal(double probability) {
    double low = -9;
    double high = 9;
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        (0.5 * std::erfc(-middle * 0.70710678118654752440) < probability ? low : high) = middle;
    }
    return (low + high) / 2;
}

// The smallest count that is not exceeded with this probability; of a large lambda that of the normal distribution.
inline std::uint32_t inverse_poisson(double probability, double lambda) {
    constexpr double large = 64;
    if (lambda > large) {
        const double value = std::floor(lambda + std::sqrt(lambda) * inverse_normal(probability) + 0.5);
        return !(value > 0) ? 0 : value >= 4294967295.0 ? 0xffffffff : static_cast<std::uint32_t>(value);
    }
    constexpr std::uint32_t most = 500;
    double its = std::exp(-lambda);
    double sum = its;
    std::uint32_t count = 0;
    while (sum < probability && count < most) {
        its *= lambda / ++count;
        sum += its;
    }
    return count;
}

}  // namespace ringfence::soft_libraries::rand
