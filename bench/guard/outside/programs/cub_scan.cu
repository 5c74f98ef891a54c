// CUB: running sums, by key.
#include <cub/device/device_scan.cuh>

#include "program.h"

using program::Array;
using program::scramble;
using Ints = Array<int>;
using Floats = Array<float>;

static auto ints() {
    return Ints(program::count(), [](auto i) { return static_cast<int>(scramble(i) % 1000); });
}
static auto keys() {
    return Ints(program::count(), [](auto i) { return static_cast<int>(i / 50); });
}
static auto zeros(std::size_t size) {
    return Ints(size, [](auto) { return 0; });
}

int main(int words, char** arguments) {
    return program::run(words, arguments, [] {
        const int n = program::count();
        std::vector<outside::Workload> all;
        all.push_back(CUB_WORKLOAD(
            "cub_inclusive_sum", ([] { return std::tuple(ints(), zeros(program::count())); }), (Ints & in, Ints& out),
            cub::DeviceScan::InclusiveSum(temporary, bytes, in.data(), out.data(), n, program::stream())));
        all.push_back(CUB_WORKLOAD(
            "cub_exclusive_max", ([] { return std::tuple(ints(), zeros(program::count())); }), (Ints & in, Ints& out),
            cub::DeviceScan::ExclusiveScan(temporary, bytes, in.data(), out.data(), cuda::maximum<>(), 0, n,
                                           program::stream())));
        all.push_back(CUB_WORKLOAD(
            "cub_sum_doubles", ([] {
                const auto make = [](auto i) { return static_cast<double>(scramble(i) % 1000); };
                return std::tuple(Array<double>(program::count(), make), Array<double>(program::count(), make));
            }),
            (Array<double> & in, Array<double>& out),
            cub::DeviceScan::InclusiveSum(temporary, bytes, in.data(), out.data(), n, program::stream())));
        all.push_back(CUB_WORKLOAD(
            "cub_scan_by_key", ([] { return std::tuple(keys(), ints(), zeros(program::count())); }),
            (Ints & key, Ints& in, Ints& out),
            cub::DeviceScan::InclusiveSumByKey(temporary, bytes, key.data(), in.data(), out.data(), n,
                                               cuda::std::equal_to<>(), program::stream())));
        return all;
    });
}
