#include "base/sobol.h"

#include <bit>
#include <vector>

#include "base/mutex.h"

namespace ringfence::sobol {
namespace {

// A polynomial: bit k is the coefficient of x^k.
using Polynomial = std::uint32_t;

Polynomial product(Polynomial a, Polynomial b, Polynomial modulus) {
    const Polynomial top = std::bit_floor(modulus);
    Polynomial result = 0;
    for (; b != 0; b >>= 1) {
        if ((b & 1) != 0) result ^= a;
        a <<= 1;
        if ((a & top) != 0) a ^= modulus;
    }
    return result;
}

// x^exponent
Polynomial power(std::uint32_t exponent, Polynomial modulus) {
    Polynomial result = 1;
    Polynomial base = 2;
    for (; exponent != 0; exponent >>= 1) {
        if ((exponent & 1) != 0) result = product(result, base, modulus);
        base = product(base, base, modulus);
    }
    return result;
}

// Its degree is 2 at least: the powers of x are then all that is not zero.
bool is_primitive(Polynomial candidate) {
    if (std::popcount(candidate) % 2 == 0) return false;  // x + 1 divides it
    const std::uint32_t order = std::bit_floor(candidate) - 1;
    if (power(order, candidate) != 1) return false;
    std::uint32_t rest = order;
    for (std::uint32_t factor = 3; rest != 1; factor += 2) {
        if (factor * factor > rest) factor = rest;
        if (rest % factor != 0) continue;
        if (power(order / factor, candidate) == 1) return false;
        while (rest % factor == 0)
            rest /= factor;
    }
    return true;
}

struct Polynomials {
    Mutex mutex;
    std::vector<Polynomial> found RF_GUARDED_BY(mutex) = {3};  // x + 1
};

// The polynomials of dimensions from 1 on. They are looked for when they are needed: all of them take a tenth of a
// second.
Polynomial polynomial(unsigned dimension) {
    static auto* const all = new Polynomials;  // programs make numbers until their very end
    const MutexLock lock(all->mutex);
    std::vector<Polynomial>& found = all->found;
    Polynomial next = found.size() == 1 ? 7 : found.back() + 2;
    for (; found.size() < dimension; next += 2)
        if (is_primitive(next)) found.push_back(next);
    return found[dimension - 1];
}

// The last step of SplitMix64.
std::uint64_t mixed(std::uint64_t value) {
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
    value = (value ^ value >> 27) * 0x94D049BB133111EB;
    return value ^ value >> 31;
}

}  // namespace

std::array<std::uint64_t, 64> direction_numbers(unsigned dimension) {
    std::array<std::uint64_t, 64> numbers = {};
    const Polynomial its_polynomial = dimension == 0 ? 1 : polynomial(dimension);
    const auto degree = static_cast<unsigned>(std::bit_width(its_polynomial)) - 1;
    for (unsigned k = 0; k < numbers.size(); ++k) {
        if (degree == 0 || k < degree) {
            // Any odd number below 2^(k+1) will do.
            const std::uint64_t odd = degree == 0 ? 1 : mixed(dimension * std::uint64_t{64} + k) % (1ULL << k) * 2 + 1;
            numbers[k] = odd << (63 - k);
            continue;
        }
        numbers[k] = numbers[k - degree] ^ numbers[k - degree] >> degree;
        for (unsigned step = 1; step < degree; ++step)
            if ((its_polynomial >> (degree - step) & 1) != 0) numbers[k] ^= numbers[k - step];
    }
    return numbers;
}

std::uint64_t scramble_constant(unsigned dimension) {
    return mixed(0x9E3779B97F4A7C15 * (dimension + std::uint64_t{1}));
}

}  // namespace ringfence::sobol
