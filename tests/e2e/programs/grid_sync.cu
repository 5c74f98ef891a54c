// A cooperative launch: all blocks wait for each other, several times.
#include <cooperative_groups.h>

#include "check.h"

namespace groups = cooperative_groups;

// Each round every element becomes the sum of its two neighbours in the ring.
__global__ void ring(unsigned* a, unsigned* b, int count, int rounds) {
    groups::grid_group grid = groups::this_grid();
    for (int round = 0; round < rounds; ++round) {
        for (int i = grid.thread_rank(); i < count; i += grid.size()) {
            b[i] = a[(i + 1) % count] + a[(i + count - 1) % count];
        }
        grid.sync();
        unsigned* swapped = a;
        a = b;
        b = swapped;
    }
}

int main() {
    int cooperative = 0;
    CHECK(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, 0));
    EXPECT(cooperative == 1, "the device has no cooperative launch");
    int count = 1000;
    int rounds = 10;
    auto values = e2e::filled<unsigned>(count, [](auto i) { return e2e::scramble(i); });
    unsigned* a = e2e::device_copy(values);
    unsigned* b = e2e::device_array<unsigned>(count);
    void* arguments[] = {&a, &b, &count, &rounds};
    CHECK(cudaLaunchCooperativeKernel(ring, dim3(2), dim3(128), arguments, 0, nullptr));
    CHECK(cudaDeviceSynchronize());
    for (int round = 0; round < rounds; ++round) {
        const auto before = values;
        for (int i = 0; i < count; ++i)
            values[i] = before[(i + 1) % count] + before[(i + count - 1) % count];
    }
    e2e::expect_each("ring", e2e::fetch(a, count), [&](auto i) { return values[i]; });

    // More blocks than can run at once cannot wait for each other.
    int per_processor = 0, processors = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, ring, 128, 0));
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    EXPECT_STATUS(
        cudaErrorCooperativeLaunchTooLarge,
        cudaLaunchCooperativeKernel(ring, dim3(per_processor * processors + 1), dim3(128), arguments, 0, nullptr));
    cudaGetLastError();
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    return e2e::passed();
}
