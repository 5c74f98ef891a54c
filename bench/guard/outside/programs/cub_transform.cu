// CUB: an element for an element, which copies ahead with barriers in shared memory.
#include <cub/device/device_transform.cuh>

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

struct Mix {
    __host__ __device__ int operator()(int a, int b) const { return a * 3 + (b >> 1); }
};

int main(int words, char** arguments) {
    return program::run(words, arguments, [] {
        const int n = program::count();
        std::vector<outside::Workload> all;
        all.push_back(program::workload(
            "cub_transform", std::function([n] { return std::tuple(ints(n), ints(n), zeros(n)); }),
            std::function([n](Ints& a, Ints& b, Ints& out) {
                program::check(cub::DeviceTransform::Transform(cuda::std::make_tuple(a.data(), b.data()), out.data(), n,
                                                               Mix(), program::stream()),
                               "cub::DeviceTransform");
            })));
        return all;
    });
}
