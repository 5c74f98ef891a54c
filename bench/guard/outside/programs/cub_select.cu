// CUB: choosing, parting, encoding of runs, differences, loops.
#include <cub/device/device_adjacent_difference.cuh>
#include <cub/device/device_for.cuh>
#include <cub/device/device_partition.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_select.cuh>

#include "program.h"

using program::Array;
using program::scramble;
using Ints = Array<int>;

static auto ints(std::size_t size) {
    return Ints(size, [](auto i) { return static_cast<int>(scramble(i) % 1000); });
}
static auto runs(std::size_t size) {
    return Ints(size, [](auto i) { return static_cast<int>(scramble(i / 7) % 100); });
}
static auto zeros(std::size_t size) {
    return Ints(size, [](auto) { return 0; });
}

struct IsSmall {
    __host__ __device__ bool operator()(int x) const { return x < 300; }
};
struct Twice {
    int* data;
    __device__ void operator()(int i) const { data[i] = 2 * data[i] + 1; }
};
int main(int words, char** arguments) {
    return program::run(words, arguments, [] {
        const int n = program::count();
        std::vector<outside::Workload> all;
        all.push_back(CUB_WORKLOAD("cub_select_if", ([n] { return std::tuple(ints(n), zeros(n), zeros(1)); }),
                                   (Ints & in, Ints& out, Ints& number),
                                   cub::DeviceSelect::If(temporary, bytes, in.data(), out.data(), number.data(), n,
                                                         IsSmall(), program::stream())));
        all.push_back(CUB_WORKLOAD("cub_unique", ([n] { return std::tuple(runs(n), zeros(n), zeros(1)); }),
                                   (Ints & in, Ints& out, Ints& number),
                                   cub::DeviceSelect::Unique(temporary, bytes, in.data(), out.data(), number.data(), n,
                                                             program::stream())));
        all.push_back(CUB_WORKLOAD("cub_partition_if", ([n] { return std::tuple(ints(n), zeros(n), zeros(1)); }),
                                   (Ints & in, Ints& out, Ints& number),
                                   cub::DevicePartition::If(temporary, bytes, in.data(), out.data(), number.data(), n,
                                                            IsSmall(), program::stream())));
        all.push_back(CUB_WORKLOAD(
            "cub_run_lengths", ([n] { return std::tuple(runs(n), zeros(n), zeros(n), zeros(1)); }),
            (Ints & in, Ints& out, Ints& lengths, Ints& number),
            cub::DeviceRunLengthEncode::Encode(temporary, bytes, in.data(), out.data(), lengths.data(), number.data(), n,
                                               program::stream())));
        all.push_back(CUB_WORKLOAD("cub_difference", ([n] { return std::tuple(ints(n), zeros(n)); }),
                                   (Ints & in, Ints& out),
                                   cub::DeviceAdjacentDifference::SubtractLeftCopy(temporary, bytes, in.data(), out.data(), n,
                                                                                   cuda::std::minus<>(),
                                                                                   program::stream())));
        all.push_back(program::workload("cub_for_bulk", std::function([n] { return std::tuple(ints(n)); }),
                                        std::function([n](Ints& data) {
                                            program::check(cub::DeviceFor::Bulk(n, Twice{data.data()}, program::stream()),
                                                           "cub::DeviceFor");
                                        })));
        return all;
    });
}
