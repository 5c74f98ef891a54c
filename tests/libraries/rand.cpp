// cuRAND under Ringfence: the sequence does not depend on how it is cut, and the numbers are distributed as they should
// be. With --checksums it prints a sum of every result's bytes, so that two runs can be compared bit by bit.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "device.h"

extern "C" {
int curandCreateGenerator(void** generator, int type);
int curandCreateGeneratorHost(void** generator, int type);
int curandDestroyGenerator(void* generator);
int curandSetStream(void* generator, void* stream);
int curandGetVersion(int* version);
int curandSetPseudoRandomGeneratorSeed(void* generator, unsigned long long seed);
int curandSetQuasiRandomGeneratorDimensions(void* generator, unsigned dimensions);
int curandGetDirectionVectors32(const unsigned (**vectors)[32], int set);
int curandGetScrambleConstants64(const unsigned long long** constants);
int curandGenerateLongLong(void* generator, unsigned long long* to, std::size_t n);
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

// The software GPU takes them all for names of one generator; no two give the same numbers.
void check_types() {
    std::vector<unsigned> firsts;
    for (const int type : {101, 121, 141, 142, 161}) {
        void* generator = nullptr;
        check_status(curandCreateGenerator(&generator, type), 0, "create of a type");
        check_status(curandSetPseudoRandomGeneratorSeed(generator, 7), 0, "seed of a type");
        const DeviceVector<unsigned> on_device(std::vector<unsigned>(2, 0));
        check_status(curandGenerate(generator, on_device.data(), 2), 0, "generate of a type");
        firsts.push_back(on_device.read()[0]);
        check_status(curandDestroyGenerator(generator), 0, "destroy of a type");
    }
    std::sort(firsts.begin(), firsts.end());
    check(std::adjacent_find(firsts.begin(), firsts.end()) == firsts.end(), "types have numbers of their own");
    ++cases;
}

// 1024 points of two dimensions: one in each of 1024 columns, one in each of as many rows, one in each of 32 x 32
// squares.
void check_quasi(int type) {
    constexpr std::size_t points = 1024;
    void* generator = nullptr;
    check_status(curandCreateGenerator(&generator, type), 0, "create quasi");
    check_status(curandSetQuasiRandomGeneratorDimensions(generator, 2), 0, "dimensions");
    const DeviceVector<double> on_device(std::vector<double>(2 * points, 0));
    check_status(curandGenerateUniformDouble(generator, on_device.data(), 2 * points), 0, "uniform quasi");
    const std::vector<double> values = on_device.read();
    std::vector<int> columns(points);
    std::vector<int> rows(points);
    std::vector<int> squares(points);
    for (std::size_t i = 0; i < points; ++i) {
        ++columns[static_cast<std::size_t>(values[i] * points) % points];
        ++rows[static_cast<std::size_t>(values[points + i] * points) % points];
        ++squares[static_cast<std::size_t>(values[i] * 32) % 32 * 32 +
                  static_cast<std::size_t>(values[points + i] * 32) % 32];
    }
    const std::vector<int> ones(points, 1);
    check(columns == ones && rows == ones && squares == ones, "quasirandom numbers fill the square evenly");
    check_status(curandGenerateNormalDouble(generator, on_device.data(), 2 * points, 3, 2), 0, "normal quasi");
    check_moments("normal quasi", on_device.read(), 3, 4);
    const DeviceVector<unsigned> counts(std::vector<unsigned>(2 * points, 0));
    check_status(curandGeneratePoisson(generator, counts.data(), 2 * points, 5), 0, "poisson quasi");
    check_moments("poisson quasi", counts.read(), 5, 5);
    if (type >= 203) {
        const DeviceVector<unsigned long long> wide(std::vector<unsigned long long>(2 * points, 1));
        check_status(curandGenerateLongLong(generator, wide.data(), 2 * points), 0, "64 bits");
        const std::vector<unsigned long long> words = wide.read();
        check(std::adjacent_find(words.begin(), words.end()) == words.end(), "64 bits");
    } else {
        check_status(curandGenerate(generator, counts.data(), 2 * points), 0, "32 bits");
        const std::vector<unsigned> words = counts.read();
        check(std::adjacent_find(words.begin(), words.end()) == words.end(), "32 bits");
    }
    check_status(curandDestroyGenerator(generator), 0, "destroy quasi");
    ++cases;
}

// The same calls for a generator on the device and one on the processor, which write to memory of the host: the same
// numbers, wherever the sequence stands.
template <typename T, typename Generate>
void check_host(const char* what, int type, Generate generate) {
    constexpr std::size_t at_once = 4002;
    void* on_device = nullptr;
    void* on_host = nullptr;
    check_status(curandCreateGenerator(&on_device, type), 0, "create");
    check_status(curandCreateGeneratorHost(&on_host, type), 0, "create on the host");
    const DeviceVector<T> device(std::vector<T>(at_once, T(1)));
    std::vector<T> host(at_once + 1, T(77));
    for (int turn = 0; turn < 3; ++turn) {
        check_status(generate(on_device, device.data(), at_once), 0, what);
        check_status(generate(on_host, host.data(), at_once), 0, what);
        std::vector<T> wanted = device.read();
        wanted.push_back(T(77));
        check(host == wanted, std::string(what) + ": the host's numbers are the device's");
    }
    check_status(generate(on_host, host.data(), 0), 0, "no numbers");
    check_status(curandDestroyGenerator(on_host), 0, "destroy on the host");
    check_status(curandDestroyGenerator(on_device), 0, "destroy");
    ++cases;
}

void check_hosts() {
    check_host<unsigned>("on the host", 161,
                         [](void* g, unsigned* to, std::size_t n) { return curandGenerate(g, to, n); });
    check_host<float>("uniform on the host", 101,
                      [](void* g, float* to, std::size_t n) { return curandGenerateUniform(g, to, n); });
    check_host<double>("uniform double on the host", 141,
                       [](void* g, double* to, std::size_t n) { return curandGenerateUniformDouble(g, to, n); });
    check_host<float>("normal on the host", 100,
                      [](void* g, float* to, std::size_t n) { return curandGenerateNormal(g, to, n, 3, 2); });
    check_host<double>("log normal on the host", 121, [](void* g, double* to, std::size_t n) {
        return curandGenerateLogNormalDouble(g, to, n, 0, 0.25);
    });
    check_host<unsigned>("poisson on the host", 161,
                         [](void* g, unsigned* to, std::size_t n) { return curandGeneratePoisson(g, to, n, 5); });
    check_host<unsigned long long>("64 bits on the host", 203, [](void* g, unsigned long long* to, std::size_t n) {
        return curandGenerateLongLong(g, to, n);
    });
}

// What a generator on the processor is told about streams means nothing, also while one captures; and it says at once
// what is wrong.
void check_host_calls() {
    void* generator = nullptr;
    check_status(curandCreateGeneratorHost(&generator, 161), 0, "create on the host");
    void* stream = nullptr;
    check_status(cudaStreamCreate(&stream), 0, "stream");
    check_status(curandSetStream(generator, stream), 0, "set a stream");
    std::vector<float> numbers(10, 77);
    check_status(cudaStreamBeginCapture(stream, 2), 0, "begin a capture");
    check_status(curandGenerateUniform(generator, numbers.data(), 10), 0, "while a stream captures");
    void* graph = nullptr;
    check_status(cudaStreamEndCapture(stream, &graph), 0, "end of the capture");
    check(std::count(numbers.begin(), numbers.end(), 77.0F) == 0, "numbers while a stream captures");
    check_status(curandGenerateNormal(generator, numbers.data(), 9, 0, 1), 105, "an odd number of normal ones");
    check_status(cudaStreamDestroy(stream), 0, "destroy the stream");
    check_status(curandGenerateUniform(generator, numbers.data(), 10), 0, "without the stream");
    check(curandGenerateUniform(generator, nullptr, 10) != 0, "no memory");
    check_status(curandDestroyGenerator(generator), 0, "destroy");
    check(curandDestroyGenerator(generator) != 0, "destroy twice");
    check(curandCreateGeneratorHost(&generator, 7) == 103, "there is no such generator on the host");
    check(curandCreateGeneratorHost(nullptr, 161) != 0, "no place for a generator");
    ++cases;
}

void check_tables() {
    const unsigned(*vectors)[32] = nullptr;
    check_status(curandGetDirectionVectors32(&vectors, 101), 0, "direction vectors");
    check(vectors[0][0] == 0x80000000 && vectors[0][31] == 1, "the first dimension");
    check(vectors[1][1] == 0xC0000000 && vectors[1][2] == 0xA0000000 && vectors[1][3] == 0xF0000000,
          "the second dimension");
    check((vectors[19999][31] & 1) != 0, "the last dimension");
    check_status(curandGetDirectionVectors32(&vectors, 103), 104, "a set of 64 bits");
    const unsigned long long* constants = nullptr;
    check_status(curandGetScrambleConstants64(&constants), 0, "scramble constants");
    check(constants[0] != constants[19999], "scramble constants");
    ++cases;
}

}  // namespace

int main(int argument_count, char** arguments) {
    prints_checksums = argument_count > 1 && std::strcmp(arguments[1], "--checksums") == 0;
    int version = 0;
    check_status(curandGetVersion(&version), 0, "version");
    check(version / 1000 == 10, "version");
    check_sequence();
    if (!prints_checksums) {
        check_types();
        check_tables();
        check_hosts();
        check_host_calls();
        for (const int type : {200, 202, 203, 204})
            check_quasi(type);
    }
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
