#include <array>
#include <numbers>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr u64 seed = 0x123456789abcdef0;

// Word `index` of Philox 4x32-10's stream `stream`.
u32 philox(u64 index, u32 stream) {
    std::array<u32, 4> counter = {static_cast<u32>(index / 4), static_cast<u32>(index >> 34), stream, 0};
    auto key0 = static_cast<u32>(seed);
    auto key1 = static_cast<u32>(seed >> 32);
    for (int round = 0; round < 10; ++round) {
        const u64 a = u64{0xd2511f53} * counter[0];
        const u64 b = u64{0xcd9e8d57} * counter[2];
        counter = {static_cast<u32>(b >> 32) ^ counter[1] ^ key0, static_cast<u32>(b),
                   static_cast<u32>(a >> 32) ^ counter[3] ^ key1, static_cast<u32>(a)};
        key0 += 0x9e3779b9;
        key1 += 0xbb67ae85;
    }
    return counter[index % 4];
}

double unit(u32 word) {
    return (word + 0.5) * 0x1p-32;
}

}  // namespace

KERNEL_TEST(curand_philox) {
    constexpr u32 n = 1000;
    std::vector<u32> expected;
    std::vector<double> uniform;
    std::vector<double> normal;
    for (u32 i = 0; i < n; ++i) {
        for (u32 k = 0; k < 4; ++k)
            expected.push_back(philox(5 + k, i));
        uniform.push_back(unit(philox(0, i)));
        const double angle = 2 * std::numbers::pi * unit(philox(2, i));
        normal.push_back(std::sqrt(-2 * std::log(unit(philox(1, i)))) * std::sin(angle));
    }
    const auto words = test.zeros<u32>(std::size_t{4} * n);
    const auto uniforms = test.zeros<float>(n);
    const auto normals = test.zeros<float>(n);
    test.launch("words", {{n / 125}, {125}}, seed, words);
    test.launch("numbers", {{n / 125}, {125}}, seed, uniforms, normals);
    test.equal("word", test.download(words), expected);
    test.close("uniform", test.download(uniforms), uniform, 1e-7);
    test.results_vary();  // sin.approx
    test.close("normal", test.download(normals), normal, 1e-4);
}
