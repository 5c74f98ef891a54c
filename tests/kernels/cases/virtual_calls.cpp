#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(virtual_calls) {
    constexpr u32 n = 300;
    std::vector<float> areas;
    std::vector<s32> corners;
    for (u32 i = 0; i < n; ++i) {
        const float size = static_cast<float>(i % 10) + 1;
        areas.push_back(i % 3 == 0 ? 3 * size * size : i % 3 == 1 ? 2 * size : 2 * size);
        corners.push_back(i % 3 == 0 ? 0 : i % 3 == 1 ? 4 : 3);
    }
    const auto places = test.zeros<u8>(std::size_t{64} * n);
    const auto shapes = test.zeros<u64>(n);
    const auto ended = test.zeros<u32>(1);
    const auto out_areas = test.zeros<float>(n);
    const auto out_corners = test.zeros<s32>(n);
    test.launch("make", {{3}, {128}}, places, shapes, n, ended);
    test.launch("ask", {{5}, {64}}, shapes, n, out_areas, out_corners);
    test.launch("end", {{10}, {32}}, shapes, n);
    test.equal("area", test.download(out_areas), areas);
    test.equal("corners", test.download(out_corners), corners);
    test.equal("destroyed triangles", test.download(ended), {n / 3});
}
