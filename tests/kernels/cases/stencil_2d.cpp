#include <utility>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr s32 width = 100;
constexpr s32 height = 70;
constexpr float rate = 0.2F;

std::vector<double> heat(const std::vector<double>& in) {
    auto out = in;
    for (s32 y = 1; y < height - 1; ++y) {
        for (s32 x = 1; x < width - 1; ++x) {
            const s32 i = y * width + x;
            out[i] = in[i] + double{rate} * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width] - 4 * in[i]);
        }
    }
    return out;
}

}  // namespace

KERNEL_TEST(stencil_2d) {
    const auto in = random_values<float>(width * height, 0, 100, 41);
    std::vector<double> expected(in.begin(), in.end());
    auto a = test.upload(in);
    auto b = test.zeros<float>(in.size());
    for (int round = 0; round < 10; ++round) {
        const bool tiled = round % 2 == 1;
        const Launch how = tiled ? Launch{{ceil_div(width, 32), ceil_div(height, 8)}, {32, 8}}
                                 : Launch{{ceil_div(width, 16), ceil_div(height, 16)}, {16, 16}};
        test.launch(tiled ? "step_tiled" : "step", how, a, b, width, height, rate);
        std::swap(a, b);
        expected = heat(expected);
    }
    test.close("heat", test.download(a), expected, 1e-5);
}
