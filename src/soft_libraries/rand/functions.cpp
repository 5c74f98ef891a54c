// cuRAND for the software GPU: its names and parameters, one generator, Philox4x32-10.
//
// The sequence is the generator's own: number k is that of counter k/4. It need not equal that of cuRAND's default
// order.
#include <cmath>
#include <cstddef>
#include <memory>

#include "soft_libraries/host.h"
#include "soft_libraries/rand/philox.h"

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

constexpr int pseudo_default = 100;
constexpr int philox_type = 161;

Host*& host() {
    static Host* the_worker = nullptr;
    return the_worker;
}

struct Generator {
    void* stream = nullptr;
    std::uint64_t seed = 0;
    std::uint64_t place = 0;  // of the next 32-bit number
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
    const Numbers numbers{g->seed, g->place};
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

template <class T, class Transform>
int generate_normal(Generator* g, T* to, std::size_t n, double mean, double deviation, Transform transform) {
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
    if (type != philox_type && type != pseudo_default) return type_error;
    *g = std::make_unique<Generator>().release();
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
    g->seed = seed;
    g->place = 0;
    return success;
}
FUNCTION(curandSetGeneratorOffset)(Generator* g, std::uint64_t offset) {
    if (g == nullptr) return not_initialized;
    g->place = offset;
    return success;
}
FUNCTION(curandSetGeneratorOrdering)(Generator* g, int order) {
    if (g == nullptr) return not_initialized;
    return order >= 100 && order <= 104 ? success : out_of_range;
}
FUNCTION(curandSetQuasiRandomGeneratorDimensions)(Generator* g, unsigned) {
    return g == nullptr ? not_initialized : type_error;  // there are no such generators here
}
FUNCTION(curandGenerateSeeds)(Generator* g) {
    return g == nullptr ? not_initialized : success;
}

FUNCTION(curandGenerate)(Generator* g, std::uint32_t* to, std::size_t n) {
    return generate(g, to, n, 1, [](const Numbers& numbers, std::uint64_t i) { return numbers.word(i); });
}
FUNCTION(curandGenerateLongLong)(Generator* g, std::uint64_t*, std::size_t) {
    return g == nullptr ? not_initialized : type_error;  // as cuRAND: for 64-bit quasirandom generators alone
}
FUNCTION(curandGenerateUniform)(Generator* g, float* to, std::size_t n) {
    return generate(g, to, n, 1, [](const Numbers& numbers, std::uint64_t i) { return numbers.uniform(i); });
}
FUNCTION(curandGenerateUniformDouble)(Generator* g, double* to, std::size_t n) {
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
    return generate(g, to, n, 2, [=](const Numbers& numbers, std::uint64_t i) { return poisson(numbers, i, lambda); });
}

#undef FUNCTION

}  // namespace ringfence::soft_libraries::rand

extern "C" __attribute__((visibility("default"))) void ringfence_soft_library_begin(
    ringfence::soft_libraries::Host* host) {
    ringfence::soft_libraries::rand::host() = host;
}
