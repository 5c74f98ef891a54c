#include <numbers>

#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(monte_carlo) {
    constexpr u32 threads = 1024;
    constexpr u32 rounds = 200;
    constexpr u64 seed = 20'000;
    u64 expected = 0;
    std::vector<u64> states(threads);
    for (u32 i = 0; i < threads; ++i) {
        u64 state = ((seed + i) * 0x9e3779b97f4a7c15) | 1;
        for (u32 round = 0; round < rounds; ++round) {
            state ^= state >> 12;
            state ^= state << 25;
            state ^= state >> 27;
            const u64 random = state * 0x2545f4914f6cdd1d;
            const float x = static_cast<float>(static_cast<u32>(random) >> 8) * 0x1p-24F;
            const float y = static_cast<float>(static_cast<u32>(random >> 40)) * 0x1p-24F;
            // As the compiler fuses it.
            expected += std::fma(x, x, y * y) < 1.0F ? 1 : 0;
        }
        states[i] = state;
    }
    const auto inside = test.zeros<u64>(1);
    const auto ends = test.zeros<u64>(threads);
    test.launch("pi", {{threads / 128}, {128}}, seed, rounds, inside, ends);
    const auto count = test.download(inside);
    test.equal("state", test.download(ends), states);
    test.equal("points inside", count, {expected});
    const double pi = 4.0 * static_cast<double>(count[0]) / (double{threads} * rounds);
    test.expect(std::abs(pi - std::numbers::pi) < 0.02, "pi is " + std::to_string(pi));
}
