#include <algorithm>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr u32 n = 300;

// Rounded once, from the exact value.
double rounded(double value, int bits, int lowest) {
    if (value == 0) return value;
    const double unit = std::ldexp(1.0, std::max(std::ilogb(value), lowest) - bits);
    return std::nearbyint(value / unit) * unit;
}
u16 half(double value) {
    return to_half(static_cast<float>(rounded(value, 10, -14)));
}
u16 bfloat(double value) {
    return to_bfloat(static_cast<float>(rounded(value, 7, -126)));
}

std::vector<u16> random_halves(u32 count, u64 seed) {
    std::vector<u16> values;
    for (const double value : random_values<double>(count, -8, 8, seed))
        values.push_back(half(value));
    return values;
}

void halves(Test& test) {
    const auto a = random_halves(n, 116);
    const auto b = random_halves(n, 117);
    std::vector<u16> expected(9 * n);
    std::vector<double> quotients;
    for (u32 i = 0; i < n; ++i) {
        const float x = from_half(a[i]);
        const float y = from_half(b[i]);
        const double exact_x = x;
        u16* to = &expected[i];
        to[0] = half(exact_x + y);
        to[n] = half(exact_x * y);
        to[2 * n] = half(exact_x * y + x);
        to[3 * n] = half(exact_x - y);
        to[4 * n] = half(std::max(x, y));
        to[5 * n] = half(x < y ? -x : std::abs(y));
        to[6 * n] = to_half(x * 0.3F);
        to[7 * n] = half(static_cast<int>(i) * 37 - 4000);
        to[8 * n] = half(std::clamp(exact_x + y, 0.0, 1.0));
        quotients.push_back(exact_x / y);
    }
    const auto out = test.zeros<u16>(10 * n);
    test.launch("halves", {{ceil_div(n, 64)}, {64}}, test.upload(a), test.upload(b), out, n);
    auto found = test.download(out);
    std::vector<float> divided;
    for (u32 i = 9 * n; i < 10 * n; ++i)
        divided.push_back(from_half(found[i]));
    found.resize(expected.size());
    test.equal("half", found, expected);
    test.close("quotient", divided, quotients, 1e-3);
}

void pairs(Test& test) {
    const auto a = random_halves(2 * n, 118);
    const auto b = random_halves(2 * n, 119);
    std::vector<u16> expected(8 * n);
    for (u32 i = 0; i < 2 * n; ++i) {
        const double x = from_half(a[i]);
        const double y = from_half(b[i]);
        expected[i] = half(x * y + from_half(half(x * x)));
        expected[2 * n + (i ^ 1)] = half(x + y);
        expected[4 * n + i] = half(std::min(-x, y));
        expected[6 * n + i] = half(x >= y ? 1 : 0);
    }
    const auto out = test.zeros<u16>(expected.size());
    test.launch("pairs", {{ceil_div(n, 64)}, {64}}, test.upload(a), test.upload(b), out, n);
    test.equal("pair", test.download(out), expected);
}

void bfloats(Test& test) {
    std::vector<u16> a;
    std::vector<u16> b;
    for (const float value : random_values<float>(n, -100, 100, 120))
        a.push_back(to_bfloat(value));
    for (const float value : random_values<float>(n, -100, 100, 121))
        b.push_back(to_bfloat(value));
    std::vector<u16> expected(6 * n);
    for (u32 i = 0; i < n; ++i) {
        const double x = from_bfloat(a[i]);
        const double y = from_bfloat(b[i]);
        u16* to = &expected[i];
        to[0] = bfloat(x + y);
        to[n] = bfloat(x * y);
        to[2 * n] = bfloat(x * y + y);
        to[3 * n] = bfloat(std::min(x, y));
        to[4 * n] = to_bfloat(from_bfloat(a[i]) * 1.7F);
        const float scaled = from_bfloat(b[i]) * 1.7F;
        std::memcpy(&to[5 * n], reinterpret_cast<const char*>(&scaled) + 2, 2);  // cut off
    }
    const auto out = test.zeros<u16>(expected.size());
    test.launch("bfloats", {{ceil_div(n, 64)}, {64}}, test.upload(a), test.upload(b), out, n);
    test.equal("bfloat", test.download(out), expected);
}

}  // namespace

KERNEL_TEST(half_arithmetic) {
    halves(test);
    pairs(test);
    bfloats(test);
    constexpr u32 rows = 10;
    constexpr u32 length = 100;
    const auto data = random_halves(rows * length, 122);
    std::vector<double> norms(rows);
    for (u32 i = 0; i < rows * length; ++i)
        norms[i / length] += double{from_half(data[i])} * from_half(data[i]);
    const auto out = test.zeros<float>(rows);
    test.launch("norms", {{rows}, {32}}, test.upload(data), out, length / 2);
    test.close("norm", test.download(out), norms, 1e-5);
}
