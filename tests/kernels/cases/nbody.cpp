#include <array>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr u32 n = 300;
constexpr u32 steps = 3;
constexpr float softening = 0.05F;
constexpr float step = 0.01F;

struct World {
    std::vector<double> bodies;  // x, y, z, mass
    std::vector<double> speeds;
};

void advance(World& world) {
    const auto bodies = world.bodies;
    for (u32 i = 0; i < n; ++i) {
        std::array<double, 3> sum{};
        for (u32 j = 0; j < n; ++j) {
            std::array<double, 3> d{};
            double square = softening;
            for (u32 c = 0; c < 3; ++c) {
                d[c] = bodies[4 * j + c] - bodies[4 * i + c];
                square += d[c] * d[c];
            }
            for (u32 c = 0; c < 3; ++c)
                sum[c] += d[c] * bodies[4 * j + 3] / (square * std::sqrt(square));
        }
        for (u32 c = 0; c < 3; ++c) {
            world.speeds[3 * i + c] += sum[c] * step;
            world.bodies[4 * i + c] += world.speeds[3 * i + c] * step;
        }
    }
}

}  // namespace

KERNEL_TEST(nbody) {
    test.results_vary();  // rsqrt.approx
    const auto start = random_values<float>(std::size_t{4} * n, 0, 1, 48);
    World world{{start.begin(), start.end()}, std::vector<double>(3 * n)};
    const auto bodies = test.upload(start);
    const auto speeds = test.zeros<float>(3 * n);
    const auto accelerations = test.zeros<float>(3 * n);
    for (u32 i = 0; i < steps; ++i) {
        test.launch("accelerate", {{ceil_div(n, 128)}, {128}, 128 * 16}, bodies, accelerations, n, softening);
        test.launch("move", {{ceil_div(n, 128)}, {128}}, bodies, speeds, accelerations, n, step);
        advance(world);
    }
    test.close("body", test.download(bodies), world.bodies, 1e-4);
    test.close("speed", test.download(speeds), world.speeds, 1e-4);
}
