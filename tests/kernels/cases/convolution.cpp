#include <algorithm>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr s32 width = 150;
constexpr s32 height = 61;
constexpr s32 radius = 4;

std::vector<double> blur(const std::vector<double>& in, const std::vector<float>& weights, bool along_x) {
    std::vector<double> out(in.size());
    for (s32 i = 0; i < width * height; ++i) {
        for (s32 k = -radius; k <= radius; ++k) {
            const s32 x = std::clamp(i % width + (along_x ? k : 0), 0, width - 1);
            const s32 y = std::clamp(i / width + (along_x ? 0 : k), 0, height - 1);
            out[i] += weights[k + radius] * in[y * width + x];
        }
    }
    return out;
}

}  // namespace

KERNEL_TEST(convolution) {
    const std::vector<float> weights = {0.02F, 0.05F, 0.12F, 0.2F, 0.22F, 0.2F, 0.12F, 0.05F, 0.02F};
    const auto in = random_values<float>(width * height, 0, 255, 82);
    test.write(test.variable<float>("weights"), weights);
    const auto between = test.zeros<float>(in.size());
    const auto out = test.zeros<float>(in.size());
    test.launch("rows", {{ceil_div(width, 64), ceil_div(height, 4)}, {64, 4}}, test.upload(in), between, width, height);
    test.launch("columns", {{ceil_div(width, 32), ceil_div(height, 8)}, {32, 8}}, between, out, width, height);
    const std::vector<double> wide(in.begin(), in.end());
    test.close("pixel", test.download(out), blur(blur(wide, weights, true), weights, false), 1e-5);
}
