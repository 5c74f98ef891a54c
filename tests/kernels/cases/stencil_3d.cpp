#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(stencil_3d) {
    constexpr s32 nx = 34;
    constexpr s32 ny = 21;
    constexpr s32 nz = 18;
    constexpr s32 plane = nx * ny;
    const auto in = random_values<double>(plane * nz, -1, 1, 42);
    std::vector<double> expected(in.size());
    for (s32 i = 0; i < plane * nz; ++i) {
        const s32 x = i % nx;
        const s32 y = i / nx % ny;
        const s32 z = i / plane;
        if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1) continue;
        expected[i] = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - plane] + in[i + plane] - 6 * in[i];
    }
    const auto out = test.zeros<double>(in.size());
    test.launch("laplace", {{ceil_div(nx, 16), ceil_div(ny, 8)}, {16, 8}}, test.upload(in), out, nx, ny, nz);
    test.close("value", test.download(out), expected, 1e-14);
}
