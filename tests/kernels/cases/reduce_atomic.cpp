#include <algorithm>
#include <numeric>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr u32 n = 32 * 300;

void check_all(Test& test, const std::vector<s32>& in) {
    u64 sum = 0;
    u32 ors = 0;
    u32 ands = 0xffffffff;
    u32 xors = 0;
    for (const s32 value : in) {
        sum += static_cast<u64>(s64{value});
        ors |= static_cast<u32>(value) & 0x0f0ff0f0;
        ands &= static_cast<u32>(value) | 0xffff0000;
        xors ^= static_cast<u32>(value);
    }
    const auto sums = test.zeros<u64>(1);
    const auto low = test.upload(std::vector<s32>{INT32_MAX});
    const auto high = test.upload(std::vector<s32>{INT32_MIN});
    const auto bits = test.upload(std::vector<u32>{0xffffffff});
    const auto or_bits = test.zeros<u32>(1);
    const auto xor_bits = test.zeros<u32>(1);
    test.launch("all_atomics", {{ceil_div(n, 128)}, {128}}, test.upload(in), n, sums, low, high, or_bits, bits,
                xor_bits);
    test.equal("sum", test.download(sums), {sum});
    test.equal("low", test.download(low), {*std::min_element(in.begin(), in.end())});
    test.equal("high", test.download(high), {*std::max_element(in.begin(), in.end())});
    test.equal("or", test.download(or_bits), {ors});
    test.equal("and", test.download(bits), {ands});
    test.equal("xor", test.download(xor_bits), {xors});
}

void check_redux(Test& test, const std::vector<s32>& in) {
    u32 sum = 0;
    u32 high = 0;
    u32 xors = 0;
    for (const s32 value : in) {
        sum += static_cast<u32>(value);
        high = std::max(high, static_cast<u32>(value));
        xors ^= static_cast<u32>(value);
    }
    const auto sums = test.zeros<s32>(1);
    const auto low = test.upload(std::vector<s32>{INT32_MAX});
    const auto highs = test.zeros<u32>(1);
    const auto xor_bits = test.zeros<u32>(1);
    test.launch("by_redux", {{ceil_div(n, 256)}, {256}}, test.upload(in), n, sums, low, highs, xor_bits);
    test.equal("redux sum", test.download(sums), {static_cast<s32>(sum)});
    test.equal("redux low", test.download(low), {*std::min_element(in.begin(), in.end())});
    test.equal("redux high", test.download(highs), {high});
    test.equal("redux xor", test.download(xor_bits), {xors});
}

}  // namespace

KERNEL_TEST(reduce_atomic) {
    const auto in = random_values<s32>(n, -2e9, 2e9, 3);
    check_all(test, in);
    check_redux(test, in);

    const auto floats = random_values<float>(n, 0, 1, 4);
    const auto partial = test.zeros<float>(12);
    const auto out = test.zeros<float>(1);
    const auto values = test.upload(floats);
    // Twice: the count of finished blocks must be back at zero.
    test.launch("last_block", {{12}, {128}}, values, n, partial, out);
    test.launch("last_block", {{12}, {128}}, values, n, partial, out);
    test.close("last block", test.download(out), std::vector{std::accumulate(floats.begin(), floats.end(), 0.0)}, 1e-5);
}
