// CUB: sums, smallest, by key, transformed, segmented.
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>

#include "program.h"

using program::Array;
using program::scramble;
using Ints = Array<int>;
using Floats = Array<float>;

static auto ints() {
    return Ints(program::count(), [](auto i) { return static_cast<int>(scramble(i) % 1000); });
}
static auto floats() {
    return Floats(program::count(), [](auto i) { return static_cast<float>(scramble(i) % 64); });
}
static auto keys() {
    return Ints(program::count(), [](auto i) { return static_cast<int>(i / 100); });
}
static auto result(std::size_t size) {
    return Ints(size, [](auto) { return 0; });
}

struct Square {
    __host__ __device__ long long operator()(int x) const { return static_cast<long long>(x) * x; }
};

int main(int words, char** arguments) {
    return program::run(words, arguments, [] {
        const int n = program::count();
        std::vector<outside::Workload> all;
        all.push_back(CUB_WORKLOAD("cub_sum_int", ([] { return std::tuple(ints(), result(1)); }), (Ints & in, Ints& out),
                                   cub::DeviceReduce::Sum(temporary, bytes, in.data(), out.data(), n, program::stream())));
        all.push_back(CUB_WORKLOAD(
            "cub_max_float", ([] { return std::tuple(floats(), Floats(1, [](auto) { return 0.0f; })); }),
            (Floats & in, Floats& out),
            cub::DeviceReduce::Max(temporary, bytes, in.data(), out.data(), n, program::stream())));
        all.push_back(CUB_WORKLOAD(
            "cub_arg_min", ([] { return std::tuple(ints(), result(1), Array<long long>(1, [](auto) { return 0LL; })); }),
            (Ints & in, Ints& least, Array<long long>& where),
            cub::DeviceReduce::ArgMin(temporary, bytes, in.data(), least.data(), where.data(),
                                      static_cast<long long>(n), program::stream())));
        all.push_back(CUB_WORKLOAD(
            "cub_sum_by_key", ([] { return std::tuple(keys(), ints(), keys(), ints(), result(1)); }),
            (Ints & key, Ints& in, Ints& unique, Ints& out, Ints& runs),
            cub::DeviceReduce::ReduceByKey(temporary, bytes, key.data(), unique.data(), in.data(), out.data(),
                                           runs.data(), cuda::std::plus<>(), n, program::stream())));
        all.push_back(CUB_WORKLOAD(
            "cub_sum_squares", ([] { return std::tuple(ints(), Array<long long>(1, [](auto) { return 0LL; })); }),
            (Ints & in, Array<long long>& out),
            cub::DeviceReduce::TransformReduce(temporary, bytes, in.data(), out.data(), n, cuda::std::plus<>(),
                                               Square(), 0LL, program::stream())));
        all.push_back(CUB_WORKLOAD(
            "cub_segmented_sum", ([] {
                return std::tuple(ints(), Ints(program::count() / 256 + 1, [](auto i) { return static_cast<int>(i * 256); }),
                                  result(program::count() / 256));
            }),
            (Ints & in, Ints& begins, Ints& out),
            cub::DeviceSegmentedReduce::Sum(temporary, bytes, in.data(), out.data(), n / 256, begins.data(),
                                            begins.data() + 1, program::stream())));
        return all;
    });
}
