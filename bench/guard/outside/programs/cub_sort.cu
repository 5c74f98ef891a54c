// CUB: radix sorts.
#include <cub/device/device_radix_sort.cuh>

#include "program.h"

using program::Array;
using program::scramble;
using Words = Array<unsigned>;

static auto words_of(std::size_t size) {
    return Words(size, [](auto i) { return scramble(i); });
}

int main(int words, char** arguments) {
    return program::run(words, arguments, [] {
        const int n = program::count();
        std::vector<outside::Workload> all;
        all.push_back(CUB_WORKLOAD("cub_sort_keys", ([n] { return std::tuple(words_of(n), words_of(n)); }),
                                   (Words & in, Words& out),
                                   cub::DeviceRadixSort::SortKeys(temporary, bytes, in.data(), out.data(), n, 0, 32,
                                                                  program::stream())));
        all.push_back(CUB_WORKLOAD(
            "cub_sort_pairs", ([n] { return std::tuple(words_of(n), words_of(n), words_of(n), words_of(n)); }),
            (Words & in, Words& out, Words& values, Words& moved),
            cub::DeviceRadixSort::SortPairs(temporary, bytes, in.data(), out.data(), values.data(), moved.data(), n, 0,
                                            32, program::stream())));
        return all;
    });
}
