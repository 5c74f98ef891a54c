// CUB: histograms.
#include <cub/device/device_histogram.cuh>

#include "program.h"

using program::Array;
using program::scramble;
using Ints = Array<int>;

static auto ints(std::size_t size) {
    return Ints(size, [](auto i) { return static_cast<int>(scramble(i) % 1000); });
}
static auto zeros(std::size_t size) {
    return Ints(size, [](auto) { return 0; });
}

int main(int words, char** arguments) {
    return program::run(words, arguments, [] {
        const int n = program::count();
        std::vector<outside::Workload> all;
        all.push_back(CUB_WORKLOAD(
            "cub_histogram", ([n] { return std::tuple(ints(n), zeros(64)); }), (Ints & in, Ints& bins),
            cub::DeviceHistogram::HistogramEven(temporary, bytes, in.data(), bins.data(), 65, 0, 1000, n,
                                                program::stream())));
        all.push_back(CUB_WORKLOAD(
            "cub_histogram_bytes", ([n] {
                return std::tuple(Array<unsigned char>(program::count(), [](auto i) { return scramble(i) & 255; }), zeros(256));
            }),
            (Array<unsigned char> & in, Ints& bins),
            cub::DeviceHistogram::HistogramEven(temporary, bytes, in.data(), bins.data(), 257, 0, 256, n,
                                                program::stream())));
        return all;
    });
}
