#include <algorithm>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

void sums(Test& test) {
    constexpr u32 n = 1'000;
    const auto in = random_values<float>(n, -4, 5, 95);
    std::vector<float> whole;  // whole numbers, so that sums are exact
    for (const float value : in)
        whole.push_back(std::floor(value) + 0.0F);
    float sum = 0;
    float few = 0;
    for (u32 i = 0; i < n; ++i) {
        sum += whole[i];
        few += i < 64 ? whole[i] : 0;
    }
    const auto f = test.zeros<float>(2);
    const auto d = test.zeros<double>(2);
    const auto h = test.zeros<u16>(1);
    const auto h2 = test.zeros<u16>(2);
    const auto b = test.zeros<u16>(1);
    const auto b2 = test.zeros<u16>(2);
    test.launch("sums", {{ceil_div(n, 128)}, {128}}, test.upload(whole), n, f, d, h, h2, b, b2);
    test.equal("float sum", test.download(f), {sum, sum});
    test.equal("double sum", test.download(d), {double{sum}, double{sum}});
    test.equal("half sum", test.download(h), {to_half(few)});
    test.equal("half2 sum", test.download(h2), {to_half(few), to_half(-few)});
    test.equal("bfloat sum", test.download(b), {to_bfloat(few)});
    test.equal("bfloat2 sum", test.download(b2), {to_bfloat(few), to_bfloat(2 * few)});
}

void extremes(Test& test) {
    constexpr u32 n = 2'000;
    const auto in = random_values<float>(n, -1e6, 1e6, 96);
    const auto high = test.upload(std::vector<float>{-INFINITY});
    const auto low = test.upload(std::vector<float>{INFINITY});
    test.launch("extremes", {{ceil_div(n, 128)}, {128}}, test.upload(in), n, high, low);
    test.equal("highest", test.download(high), {*std::max_element(in.begin(), in.end())});
    test.equal("lowest", test.download(low), {*std::min_element(in.begin(), in.end())});
}

void words(Test& test) {
    constexpr u32 n = 500;
    std::vector<u64> expected = {u64{n - 1} << 33, static_cast<u64>(-s64{n - 1}), 0, u64{0xf} << 60, ~u64{0}};
    for (u32 i = 0; i < n; ++i)
        expected[2] ^= u64{0x123456789abcdef} * i;
    const auto w = test.upload(std::vector<u64>{0, 0, 0, ~u64{0}, 0});
    const auto s = test.upload(std::vector<u16>{65'000, 77});
    const auto counters = test.zeros<u32>(5);
    test.launch("words", {{ceil_div(n, 64)}, {64}}, w, s, counters, n);
    test.equal("64-bit word", test.download(w), expected);
    test.equal("16-bit word", test.download(s), {static_cast<u16>(65'000 + 3 * n), u16{77}});
    // Counting up to 9 and over; down from 12 and over: 500 = 38 * 13 + 6, and the first step goes from 0 to 12.
    test.equal("counter", test.download(counters), {n % 10, 13 - n % 13, 0U - n * (n - 1) / 2, 2 * 64, 3 * n});
}

}  // namespace

KERNEL_TEST(atomics_float) {
    sums(test);
    extremes(test);
    words(test);
}
