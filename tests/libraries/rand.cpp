// cuRAND under Ringfence: the sequence does not depend on how it is cut, and the numbers are distributed as they should
// be. With --checksums it prints a sum of every result's bytes, so that two runs can be compared bit by bit.
#include <cmath>
#include <cstdint>
#include <cstring>

#include "device.h"

extern "C" {
int curandCreateGenerator(void** generator, int type);
int curandDestroyGenerator(void* generator);
int curandGetVersion(int* version);
int curandSetPseudoRandomGeneratorSeed(void* generator, unsigned long long seed);
int curandSetGeneratorOffset(void* generator, unsigned long long offset);
int curandGenerate(void* generator, unsigned* to, std::size_t n);
int curandGenerateUniform(void* generator, float* to, std::size_t n);
int curandGenerateUniformDouble(void* generator, double* to, std::size_t n);
int curandGenerateNormal(void* generator, float* to, std::size_t n, float mean, float deviation);
int curandGenerateNormalDouble(void* generator, double* to, std::size_t n, double mean, double deviation);
int curandGenerateLogNormalDouble(void* generator, double* to, std::size_t n, double mean, double deviation);
int curandGeneratePoisson(void* generator, unsigned* to, std::size_t n, double lambda);
}

namespace {

constexpr int philox = 161;
constexpr std::size_t count = 40000;
bool prints_checksums = false;

template <typename T>
void checksum(const char* what, const std::vector<T>& values) {
    if (!prints_checksums) return;
    std::uint64_t sum = 0xcbf29ce484222325U;
    std::vector<unsigned char> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    for (const unsigned char byte : bytes)
        sum = (sum ^ byte) * 0x100000001b3U;
    std::printf("%s %016llx\n", what, static_cast<unsigned long long>(sum));
}

template <typename T>
void check_moments(const char* what, const std::vector<T>& values, double mean, double variance) {
    ++cases;
    checksum(what, values);
    double sum = 0;
    double squares = 0;
    for (const T value : values)
        sum += static_cast<double>(value);
    const double got_mean = sum / static_cast<double>(values.size());
    for (const T value : values)
        squares += (static_cast<double>(value) - got_mean) * (static_cast<double>(value) - got_mean);
    const double got_variance = squares / static_cast<double>(values.size());
    const double room = 6 * std::sqrt(variance / static_cast<double>(values.size()));
    check(std::abs(got_mean - mean) < room, std::string(what) + ": mean " + std::to_string(got_mean));
    check(std::abs(got_variance / variance - 1) < 0.1,
          std::string(what) + ": variance " + std::to_string(got_variance));
}

template <typename T, typename Generate>
std::vector<T> generated(const char* what, Generate generate) {
    void* generator = nullptr;
    check_status(curandCreateGenerator(&generator, philox), 0, "create");
    check_status(curandSetPseudoRandomGeneratorSeed(generator, 1234), 0, "seed");
    const DeviceVector<T> on_device(std::vector<T>(count, T(1)));
    check_status(generate(generator, on_device.data()), 0, what);
    std::vector<T> values = on_device.read();
    check_status(curandDestroyGenerator(generator), 0, "destroy");
    return values;
}

void check_sequence() {
    const auto whole =
        generated<unsigned>("generate", [](void* g, unsigned* to) { return curandGenerate(g, to, count); });
    const auto again =
        generated<unsigned>("generate", [](void* g, unsigned* to) { return curandGenerate(g, to, count); });
    check(whole == again, "the same seed gives the same numbers");
    checksum("generate", whole);
    ++cases;
    if (prints_checksums) return;  // how a sequence is cut is the library's own affair there
    const auto cut = generated<unsigned>("generate in parts", [](void* g, unsigned* to) {
        const int status = curandGenerate(g, to, 101);
        return status != 0 ? status : curandGenerate(g, to + 101, count - 101);
    });
    check(whole == cut, "parts are the same as the whole");
    const auto later = generated<unsigned>("generate from an offset", [](void* g, unsigned* to) {
        curandSetGeneratorOffset(g, 1000);
        return curandGenerate(g, to, count);
    });
    check(later[0] == whole[1000], "an offset");
    cases += 2;
}

}  // namespace

int main(int argument_count, char** arguments) {
    prints_checksums = argument_count > 1 && std::strcmp(arguments[1], "--checksums") == 0;
    int version = 0;
    check_status(curandGetVersion(&version), 0, "version");
    check(version / 1000 == 10, "version");
    check_sequence();
    check_moments("uniform",
                  generated<float>("uniform", [](void* g, float* to) { return curandGenerateUniform(g, to, count); }),
                  0.5, 1.0 / 12);
    check_moments("uniform double",
                  generated<double>("uniform double",
                                    [](void* g, double* to) { return curandGenerateUniformDouble(g, to, count); }),
                  0.5, 1.0 / 12);
    check_moments(
        "normal",
        generated<float>("normal", [](void* g, float* to) { return curandGenerateNormal(g, to, count, 3, 2); }), 3, 4);
    check_moments(
        "normal double",
        generated<double>("normal double",
                          [](void* g, double* to) { return curandGenerateNormalDouble(g, to, count, -1, 0.5); }),
        -1, 0.25);
    const double square = 0.25 * 0.25;
    check_moments(
        "log normal",
        generated<double>("log normal",
                          [](void* g, double* to) { return curandGenerateLogNormalDouble(g, to, count, 0, 0.25); }),
        std::exp(square / 2), (std::exp(square) - 1) * std::exp(square));
    for (const double lambda : {2.5, 400.0})
        check_moments(
            "poisson",
            generated<unsigned>("poisson",
                                [=](void* g, unsigned* to) { return curandGeneratePoisson(g, to, count, lambda); }),
            lambda, lambda);
    void* generator = nullptr;
    check(curandCreateGenerator(&generator, 7) == 103, "there is no such generator");
    check(curandGenerate(nullptr, nullptr, 1) != 0, "no generator");
    return finish("cuRAND");
}
