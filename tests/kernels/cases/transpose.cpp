#include <array>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr u32 width = 131;
constexpr u32 height = 77;

template <typename T>
std::vector<T> transposed(const std::vector<T>& in) {
    std::vector<T> out(in.size());
    for (u32 i = 0; i < width * height; ++i)
        out[i % width * height + i / width] = in[i];
    return out;
}

}  // namespace

KERNEL_TEST(transpose) {
    const Launch how = {{ceil_div(width, 32), ceil_div(height, 32)}, {32, 8}};
    const auto floats = random_values<float>(width * height, -1, 1, 84);
    const auto out = test.zeros<float>(floats.size());
    test.launch("transpose_float", how, test.upload(floats), out, width, height);
    test.equal("float", test.download(out), transposed(floats));

    using Int4 = std::array<s32, 4>;
    std::vector<Int4> wide(width * height);
    for (u32 i = 0; i < wide.size(); ++i)
        wide[i] = {static_cast<s32>(i), 1, -static_cast<s32>(i), 7};
    const auto out_wide = test.zeros<Int4>(wide.size());
    test.launch("transpose_int4", how, test.upload(wide), out_wide, width, height);
    test.equal("int4", test.download(out_wide), transposed(wide));
}
