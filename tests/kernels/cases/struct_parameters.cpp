#include <array>
#include <bit>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

struct Inner {
    s8 tag;
    std::array<std::int16_t, 3> counts;
    double weight;
};

struct Settings {
    u8 flags;
    std::array<Inner, 4> inner;
    std::array<float, 10> table;
    Address data;
    s8 last;
};

struct alignas(8) Short4 {
    std::array<std::int16_t, 4> values;
};

void many(Test& test) {
    constexpr u32 n = 32;
    const Short4 shorts = {{1, -2, 3, -4}};
    u64 sum = 200;
    sum = sum * 31 + static_cast<u16>(-300);
    sum = sum * 31 + 3'000'000'000;
    sum = sum * 31 + static_cast<u64>(-5'000'000'000);
    sum = sum * 31 + std::bit_cast<u32>(1.5F);
    sum = sum * 31 + std::bit_cast<u64>(-2.25);
    sum = sum * 31 + static_cast<u8>(-7);
    sum = sum * 31 + static_cast<u16>(1 - 4 + 9 - 16);
    sum = sum * 31 + 1;
    std::vector<u64> expected;
    for (u32 i = 0; i < n; ++i)
        expected.push_back(sum + i);
    const auto out = test.zeros<u64>(n);
    test.launch("many", {{1}, {n}}, u8{200}, std::int16_t{-300}, 3'000'000'000U, s64{-5'000'000'000}, 1.5F, -2.25,
                s8{-7}, shorts, out, true);
    test.equal("sum of many", test.download(out), expected);
}

}  // namespace

KERNEL_TEST(struct_parameters) {
    constexpr u32 n = 200;
    const auto data = random_values<s32>(n, -1e6, 1e6, 123);
    Settings settings{.flags = 250, .inner = {}, .table = {}, .data = test.upload(data).address, .last = -9};
    for (u32 k = 0; k < 4; ++k) {
        const auto small = static_cast<std::int16_t>(k);
        settings.inner[k] = {static_cast<s8>(k * 20 - 40),
                             {static_cast<std::int16_t>(small * 1000), static_cast<std::int16_t>(-small), 32},
                             k * 0.75 - 1};
    }
    for (u32 k = 0; k < 10; ++k)
        settings.table[k] = static_cast<float>(k) * 1.25F;
    std::vector<double> expected;
    std::vector<float> tables;
    for (u32 i = 0; i < n; ++i) {
        const Inner& inner = settings.inner[i % 4];
        const double weighed = inner.weight / 2 * settings.flags + (inner.tag + 1);
        expected.push_back(weighed + inner.counts[0] - 2 * inner.counts[1] + inner.counts[2] + data[i] + settings.last);
        tables.push_back(settings.table[i * 7 % 10] + (settings.table[i % 10] + 1));
    }
    const auto out = test.zeros<double>(n);
    const auto out_tables = test.zeros<float>(n);
    test.launch("use", {{ceil_div(n, 64)}, {64}}, settings, out, out_tables, n);
    test.equal("value", test.download(out), expected);
    test.equal("table", test.download(out_tables), tables);
    many(test);
}
