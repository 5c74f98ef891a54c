// CUB: merge sorts, merging, segments that are sorted.
#include <cub/device/device_merge.cuh>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>

#include "program.h"

using program::Array;
using program::scramble;
using Ints = Array<int>;

static auto ints(std::size_t size) {
    return Ints(size, [](auto i) { return static_cast<int>(scramble(i) >> 1); });
}
static auto rising(std::size_t size, int step) {
    return Ints(size, [=](auto i) { return static_cast<int>(i) * step; });
}

struct Less {
    __host__ __device__ bool operator()(int a, int b) const { return a < b; }
};

int main(int words, char** arguments) {
    return program::run(words, arguments, [] {
        const int n = program::count();
        std::vector<outside::Workload> all;
        all.push_back(CUB_WORKLOAD("cub_merge_sort", ([n] { return std::tuple(ints(n), ints(n)); }),
                                   (Ints & in, Ints& out),
                                   cub::DeviceMergeSort::SortKeysCopy(temporary, bytes, in.data(), out.data(), n, Less(),
                                                                      program::stream())));
        all.push_back(CUB_WORKLOAD(
            "cub_merge", ([n] { return std::tuple(rising(n / 2, 3), rising(n / 2, 5), ints(n)); }),
            (Ints & a, Ints& b, Ints& out),
            cub::DeviceMerge::MergeKeys(temporary, bytes, a.data(), n / 2, b.data(), n / 2, out.data(), Less(),
                                        program::stream())));
        all.push_back(CUB_WORKLOAD(
            "cub_segmented_sort", ([n] { return std::tuple(ints(n), rising(n / 256 + 1, 256), ints(n)); }),
            (Ints & in, Ints& begins, Ints& out),
            cub::DeviceSegmentedSort::SortKeys(temporary, bytes, in.data(), out.data(), n, n / 256, begins.data(),
                                               begins.data() + 1, program::stream())));
        return all;
    });
}
