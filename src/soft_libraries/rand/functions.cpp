// cuRAND for the software GPU: its names and parameters. Pseudorandom numbers of all types come from one generator,
// Philox4x32-10, quasirandom ones from Sobol's sequences.
//
// The sequences are our own: number k is that of counter k/4. They need not equal cuRAND's.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>

#include "soft_libraries/host.h"
#include "soft_libraries/rand/philox.h"
#include "soft_libraries/rand/quasi.h"

namespace ringfence::soft_libraries::rand {
namespace {

enum Status : int {
    success = 0,
    not_initialized = 101,
    type_error = 103,
    out_of_range = 104,
    length_not_multiple = 105,
    launch_failure = 201,
};

constexpr std::array pseudo_types = {100, 101, 121, 141, 142, 161};
constexpr int pseudo_default = 100;
constexpr int mtgp32 = 141;
constexpr int mt19937 = 142;
constexpr int philox_type = 161;
constexpr int first_quasi = 200;
constexpr int last_quasi = 204;

Host*& host() {
    static Host* the_worker = nullptr;
    return the_worker;
}

struct Generator {
    void* stream = nullptr;
    int type = pseudo_default;
    std::uint64_t seed = 0;
    std::uint64_t place = 0;  // of the next 32-bit number; of a quasirandom one, of the next point
    unsigned dimensions = 1;

    bool is_quasi() const { return type >= first_quasi; }
    // Two types with the same seed do not give the same numbers.
    std::uint64_t key() const {
        const bool is_philox = type == philox_type || type == pseudo_default;
        return is_philox ? seed : seed ^ static_cast<std::uint64_t>(type) << 32;
    }
};

// A part of the sequence, for work that runs later.
struct Numbers {
    std::uint64_t seed;
    std::uint64_t place;

    std::uint32_t word(std::uint64_t i) const { return philox_at(place + i, seed); }
    std::uint64_t wide(std::uint64_t i) const { return word(2 * i) | std::uint64_t{word(2 * i + 1)} << 32; }
    // In (0, 1], as cuRAND's are.
    float uniform(std::uint64_t i) const { return static_cast<float>(word(i)) * 0x1p-32F + 0x1p-33F; }
    double uniform_double(std::uint64_t i) const { return (static_cast<double>(wide(i) >> 11) + 1) * 0x1p-53; }
    // Pairs by Box and Muller.
    double normal(std::uint64_t i) const {
        const double radius = std::sqrt(-2 * std::log(uniform_double(i / 2 * 2)));
        const double angle = 2 * 3.14159265358979323846 * uniform_double(i / 2 * 2 + 1);
        return radius * (i % 2 == 0 ? std::cos(angle) : std::sin(angle));
    }
};

// `words`: how many 32-bit numbers each result takes of the sequence.
template <class T, class Make>
int generate(Generator* g, T* to, std::size_t n, std::uint64_t words, Make make) {
    if (g == nullptr || host() == nullptr) return not_initialized;
    if (g->is_quasi()) return type_error;
    const Numbers numbers{g->key(), g->place};
    g->place += n * words;
    const bool taken = host()->enqueue(g->stream, [=] {
        constexpr std::size_t ask_every = 1 << 16;
        for (std::size_t i = 0; i < n; ++i) {
            if (i % ask_every == 0 && host()->is_unwanted()) return;
            to[i] = static_cast<T>(make(numbers, i));
        }
    });
    return taken ? success : launch_failure;
}

// The results of the first dimension, then those of the second and so on.
template <class T, class Make>
int generate_quasi(Generator* g, T* to, std::size_t n, Make make) {
    if (host() == nullptr) return not_initialized;
    if (n % g->dimensions != 0) return length_not_multiple;
    const std::uint64_t points = n / g->dimensions;
    const QuasiKind kind = quasi_kind(g->type);
    const unsigned dimensions = g->dimensions;
    const std::uint64_t first = std::exchange(g->place, g->place + points);
    const bool taken = host()->enqueue(g->stream, [=] {
        constexpr std::uint64_t ask_every = 1 << 16;
        for (unsigned d = 0; d < dimensions; ++d) {
            const QuasiNumbers numbers(kind, d);
            for (std::uint64_t i = 0; i < points; ++i) {
                if (i % ask_every == 0 && host()->is_unwanted()) return;
                to[d * points + i] = static_cast<T>(make(numbers, first + i));
            }
        }
    });
    return taken ? success : launch_failure;
}

template <class T, class Transform>
int generate_normal(Generator* g, T* to, std::size_t n, double mean, double deviation, Transform transform) {
    if (g != nullptr && g->is_quasi()) {
        return generate_quasi(g, to, n, [=](const QuasiNumbers& numbers, std::uint64_t i) {
            return transform(mean + deviation * inverse_normal(numbers.fraction(i)));
        });
    }
    if (n % 2 != 0) return length_not_multiple;  // they are made in pairs
    return generate(g, to, n, 2, [=](const Numbers& numbers, std::uint64_t i) {
        return transform(mean + deviation * numbers.normal(i));
    });
}

// Knuth's method for small lambda, in logarithms; for large ones the normal distribution, rounded, which is as close.
std::uint32_t poisson(const Numbers& numbers, std::uint64_t i, double lambda) {
    constexpr double large = 64;
    if (lambda > large) {
        const double value = std::floor(lambda + std::sqrt(lambda) * numbers.normal(i) + 0.5);
        return !(value > 0) ? 0 : value >= 4294967295.0 ? 0xffffffff : static_cast<std::uint32_t>(value);
    }
    // Numbers of its own, so that how many it takes changes nothing for others.
    const Numbers own{numbers.seed ^ 0x9E3779B97F4A7C15, (numbers.place + 2 * i) << 10};
    double sum = 0;
    std::uint32_t count = 0;
    constexpr std::uint32_t most = 500;
    while (count < most) {
        sum -= std::log(own.uniform_double(count));
        if (sum > lambda) break;
        ++count;
    }
    return count;
}

}  // namespace

#define FUNCTION(name) extern "C" __attribute__((visibility("default"))) int name

FUNCTION(curandCreateGenerator)(Generator** g, int type) {
    if (host() == nullptr || g == nullptr) return not_initialized;
    const bool is_pseudo = std::find(pseudo_types.begin(), pseudo_types.end(), type) != pseudo_types.end();
    if (!is_pseudo && (type < first_quasi || type > last_quasi)) return type_error;
    auto made = std::make_unique<Generator>();
    made->type = type;
    *g = made.release();
    return success;
}
FUNCTION(curandDestroyGenerator)(Generator* g) {
    const std::unique_ptr<Generator> owner(g);
    return g != nullptr ? success : not_initialized;
}
FUNCTION(curandSetStream)(Generator* g, void* stream) {
    if (g == nullptr) return not_initialized;
    g->stream = stream;
    return success;
}
FUNCTION(curandSetPseudoRandomGeneratorSeed)(Generator* g, std::uint64_t seed) {
    if (g == nullptr) return not_initialized;
    if (g->is_quasi()) return type_error;
    g->seed = seed;
    g->place = 0;
    return success;
}
FUNCTION(curandSetGeneratorOffset)(Generator* g, std::uint64_t offset) {
    if (g == nullptr) return not_initialized;
    if (g->type == mtgp32 || g->type == mt19937) return type_error;  // as cuRAND
    g->place = offset;
    return success;
}
FUNCTION(curandSetGeneratorOrdering)(Generator* g, int order) {
    if (g == nullptr) return not_initialized;
    constexpr int quasi_default = 201;
    const bool is_known = g->is_quasi() ? order == quasi_default : order >= 100 && order <= 104;
    return is_known ? success : out_of_range;
}
FUNCTION(curandSetQuasiRandomGeneratorDimensions)(Generator* g, unsigned dimensions) {
    if (g == nullptr) return not_initialized;
    if (!g->is_quasi()) return type_error;
    if (dimensions == 0 || dimensions > sobol::most_dimensions) return out_of_range;
    g->dimensions = dimensions;
    g->place = 0;
    return success;
}
FUNCTION(curandGenerateSeeds)(Generator* g) {
    return g == nullptr ? not_initialized : success;
}

FUNCTION(curandGenerate)(Generator* g, std::uint32_t* to, std::size_t n) {
    if (g != nullptr && g->is_quasi()) {
        if (quasi_kind(g->type).bits != 32) return type_error;
        return generate_quasi(g, to, n,
                              [](const QuasiNumbers& numbers, std::uint64_t i) { return numbers.word(i) >> 32; });
    }
    return generate(g, to, n, 1, [](const Numbers& numbers, std::uint64_t i) { return numbers.word(i); });
}
FUNCTION(curandGenerateLongLong)(Generator* g, std::uint64_t* to, std::size_t n) {
    if (g == nullptr) return not_initialized;
    if (!g->is_quasi() || quasi_kind(g->type).bits != 64) return type_error;  // as cuRAND
    return generate_quasi(g, to, n, [](const QuasiNumbers& numbers, std::uint64_t i) { return numbers.word(i); });
}
FUNCTION(curandGenerateUniform)(Generator* g, float* to, std::size_t n) {
    if (g != nullptr && g->is_quasi())
        return generate_quasi(g, to, n,
                              [](const QuasiNumbers& numbers, std::uint64_t i) { return numbers.fraction(i); });
    return generate(g, to, n, 1, [](const Numbers& numbers, std::uint64_t i) { return numbers.uniform(i); });
}
FUNCTION(curandGenerateUniformDouble)(Generator* g, double* to, std::size_t n) {
    if (g != nullptr && g->is_quasi())
        return generate_quasi(g, to, n,
                              [](const QuasiNumbers& numbers, std::uint64_t i) { return numbers.fraction(i); });
    return generate(g, to, n, 2, [](const Numbers& numbers, std::uint64_t i) { return numbers.uniform_double(i); });
}
FUNCTION(curandGenerateNormal)(Generator* g, float* to, std::size_t n, float mean, float deviation) {
    return generate_normal(g, to, n, mean, deviation, [](double value) { return value; });
}
FUNCTION(curandGenerateNormalDouble)(Generator* g, double* to, std::size_t n, double mean, double deviation) {
    return generate_normal(g, to, n, mean, deviation, [](double value) { return value; });
}
FUNCTION(curandGenerateLogNormal)(Generator* g, float* to, std::size_t n, float mean, float deviation) {
    return generate_normal(g, to, n, mean, deviation, [](double value) { return std::exp(value); });
}
FUNCTION(curandGenerateLogNormalDouble)(Generator* g, double* to, std::size_t n, double mean, double deviation) {
    return generate_normal(g, to, n, mean, deviation, [](double value) { return std::exp(value); });
}
FUNCTION(curandGeneratePoisson)(Generator* g, std::uint32_t* to, std::size_t n, double lambda) {
    if (!(lambda > 0)) return out_of_range;
    if (g != nullptr && g->is_quasi()) {
        return generate_quasi(g, to, n, [=](const QuasiNumbers& numbers, std::uint64_t i) {
            return inverse_poisson(numbers.fraction(i), lambda);
        });
    }
    return generate(g, to, n, 2, [=](const Numbers& numbers, std::uint64_t i) { return poisson(numbers, i, lambda); });
}

#undef FUNCTION

}  // namespace ringfence::soft_libraries::rand

extern "C" __attribute__((visibility("default"))) void ringfence_soft_library_begin(
    ringfence::soft_libraries::Host* host) {
    ringfence::soft_libraries::rand::host() = host;
}
