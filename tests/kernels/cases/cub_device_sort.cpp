// The steps are those of CUB's DispatchRadixSort: one tile, and one sweep per digit.
#include <algorithm>
#include <utility>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

struct Empty {};

struct Sizes {
    u32 single_threads;
    u32 histogram_threads;
    u32 sum_threads;
    u32 sweep_threads;
    u32 sweep_items;
    u32 radix_bits;
};

void one_tile(Test& test, const Sizes& size) {
    constexpr u32 n = 1'500;
    auto keys = random_words(n, 62);
    const auto out = test.zeros<u32>(n);
    test.launch(test.kernel_with({"DeviceRadixSortSingleTileKernel"}), {{1}, {size.single_threads}}, test.upload(keys),
                out, Buffer<u32>{}, Buffer<u32>{}, n, 0, 32, Empty{});
    std::sort(keys.begin(), keys.end());
    test.equal("key of one tile", test.download(out), keys);
}

void sweeps(Test& test, const Sizes& size) {
    constexpr u32 n = 30'000;
    const u32 digits = 1U << size.radix_bits;
    const u32 passes = ceil_div(32, size.radix_bits);
    const u32 blocks = ceil_div(n, size.sweep_threads * size.sweep_items);
    auto keys = random_words(n, 63);
    auto from = test.upload(keys);
    auto to = test.zeros<u32>(n);
    const auto bins = test.zeros<u32>(passes * digits);
    const auto counters = test.zeros<s32>(passes);
    test.launch(test.kernel_with({"DeviceRadixSortHistogramKernel"}), {{5}, {size.histogram_threads}}, bins, from, n, 0,
                32, Empty{});
    test.launch(test.kernel_with({"DeviceRadixSortExclusiveSumKernel"}), {{passes}, {size.sum_threads}}, bins);
    for (u32 pass = 0; pass < passes; ++pass) {
        const auto bit = static_cast<s32>(pass * size.radix_bits);
        const Address counter = counters.address + pass * sizeof(s32);
        const Address pass_bins = bins.address + pass * digits * sizeof(u32);
        test.launch(test.kernel_with({"DeviceRadixSortOnesweepKernel"}), {{blocks}, {size.sweep_threads}},
                    test.zeros<s32>(std::size_t{blocks} * digits), counter, Buffer<u32>{}, pass_bins, to, from,
                    Buffer<u32>{}, Buffer<u32>{}, static_cast<s32>(n), bit,
                    std::min(static_cast<s32>(size.radix_bits), 32 - bit), Empty{});
        std::swap(from, to);
    }
    std::sort(keys.begin(), keys.end());
    test.equal("key", test.download(from), keys);
}

}  // namespace

KERNEL_TEST(cub_device_sort) {
    const auto sizes = test.zeros<Sizes>(1);
    test.launch("sizes", {{1}, {1}}, sizes);
    const Sizes size = test.download(sizes)[0];
    if (!test.expect(size.radix_bits > 0, "no sizes")) return;
    one_tile(test, size);
    sweeps(test, size);
}
