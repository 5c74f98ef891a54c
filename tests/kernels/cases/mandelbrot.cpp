#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr s32 width = 97;
constexpr s32 height = 64;

template <typename T, typename Count>
std::vector<Count> mandelbrot(T left, T top, T step, u32 limit) {
    std::vector<Count> image;
    for (s32 i = 0; i < width * height; ++i) {
        const T cx = left + static_cast<T>(i % width) * step;
        const T cy = top + static_cast<T>(i / width) * step;
        T x = 0;
        T y = 0;
        u32 count = 0;
        for (; count < limit && x * x + y * y <= T{4}; ++count) {
            const T next = x * x - y * y + cx;
            y = T{2} * (x * y) + cy;
            x = next;
        }
        image.push_back(static_cast<Count>(count));
    }
    return image;
}

}  // namespace

KERNEL_TEST(mandelbrot) {
    const Launch how = {{ceil_div(width, 16), ceil_div(height, 8)}, {16, 8}};
    const auto image = test.zeros<u8>(width * height);
    test.launch("mandelbrot", how, image, width, height, -2.0F, -1.2F, 0.0375F, 200U);
    test.equal("pixel", test.download(image), mandelbrot<float, u8>(-2.0F, -1.2F, 0.0375F, 200));

    const auto fine = test.zeros<u16>(width * height);
    test.launch("mandelbrot_double", how, fine, width, height, -0.7436439, 0.1318259, 1e-9, 1000U);
    test.equal("fine pixel", test.download(fine), mandelbrot<double, u16>(-0.7436439, 0.1318259, 1e-9, 1000));
}
