#include <algorithm>
#include <array>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr s32 width = 83;
constexpr s32 height = 47;
using Image = std::vector<u8>;

s32 at(const Image& image, s32 x, s32 y) {
    return image[std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1)];
}

template <typename Pixel>
Image each_pixel(const Pixel& pixel) {
    Image image;
    for (s32 i = 0; i < width * height; ++i)
        image.push_back(static_cast<u8>(pixel(i % width, i / width)));
    return image;
}

s32 sobel(const Image& in, s32 x, s32 y) {
    s32 gx = 0;
    s32 gy = 0;
    for (s32 d = -1; d <= 1; ++d) {
        gx += (2 - std::abs(d)) * (at(in, x + 1, y + d) - at(in, x - 1, y + d));
        gy += (2 - std::abs(d)) * (at(in, x + d, y + 1) - at(in, x + d, y - 1));
    }
    return std::min(255, static_cast<s32>(std::sqrt(static_cast<float>(gx * gx + gy * gy))));
}

s32 box(const Image& in, s32 x, s32 y) {
    s32 sum = 0;
    for (s32 i = 0; i < 25; ++i)
        sum += at(in, x + i % 5 - 2, y + i / 5 - 2);
    return (sum + 12) / 25;
}

s32 median(const Image& in, s32 x, s32 y) {
    std::array<s32, 9> values{};
    for (s32 i = 0; i < 9; ++i)
        values[i] = at(in, x + i % 3 - 1, y + i / 3 - 1);
    std::sort(values.begin(), values.end());
    return values[4];
}

}  // namespace

KERNEL_TEST(image_filter) {
    const auto colours = random_values<u8>(std::size_t{4} * width * height, 0, 256, 83);
    const Image grey = each_pixel([&](s32 x, s32 y) {
        const u8* pixel = &colours[4 * (y * width + x)];
        return (77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2]) >> 8;
    });
    const auto in = test.zeros<u8>(grey.size());
    const auto out = test.zeros<u8>(grey.size());
    const Launch how = {{ceil_div(width, 16), ceil_div(height, 16)}, {16, 16}};
    test.launch("grey", {{ceil_div(grey.size(), 256)}, {256}}, test.upload(colours), in, width * height);
    test.equal("grey pixel", test.download(in), grey);
    test.launch("sobel", how, in, out, width, height);
    test.equal("edge", test.download(out), each_pixel([&](s32 x, s32 y) { return sobel(grey, x, y); }));
    test.launch("box", how, in, out, width, height, 2);
    test.equal("box", test.download(out), each_pixel([&](s32 x, s32 y) { return box(grey, x, y); }));
    test.launch("median", how, in, out, width, height);
    test.equal("median", test.download(out), each_pixel([&](s32 x, s32 y) { return median(grey, x, y); }));
}
