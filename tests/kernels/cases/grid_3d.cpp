#include <array>

#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(grid_3d) {
    constexpr Dim3 grid = {5, 3, 4};
    constexpr Dim3 block = {7, 2, 6};
    const u64 size = block.count();
    using Four = std::array<u32, 4>;
    std::vector<Four> expected;
    for (u32 i = 0; i < grid.count() * size; ++i) {
        const u32 t = static_cast<u32>(i % size);
        const u32 b = static_cast<u32>(i / size);
        expected.push_back({t % 7 | t / 7 % 2 << 10 | t / 14 << 20, b % 5 | b / 5 % 3 << 10 | b / 15 << 20,
                            t % 32 | 1U << 31, 7 + 2 * 100 + 6 * 10'000 + 5 * 7 + 3 * 700 + 4 * 70'000});
    }
    const auto out = test.zeros<Four>(expected.size());
    test.launch("places", {grid, block}, out);
    test.equal("place", test.download(out), expected);

    constexpr s32 nx = 20;
    constexpr s32 ny = 9;
    constexpr s32 nz = 13;
    const auto in = random_values<s32>(nx * ny * nz, -1e9, 1e9, 124);
    std::vector<s32> turned(in.size());
    for (s32 i = 0; i < nx * ny * nz; ++i)
        turned[(i % nx * nz + i / (nx * ny)) * ny + i / nx % ny] = in[i];
    const auto rotated = test.zeros<s32>(in.size());
    test.launch("rotate", {{ceil_div(nx, 8), ceil_div(ny, 4), ceil_div(nz, 4)}, {8, 4, 4}}, test.upload(in), rotated,
                nx, ny, nz);
    test.equal("value", test.download(rotated), turned);
}
