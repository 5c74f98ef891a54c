// Launches by cudaLaunchKernelExC, cudaLaunchKernelEx and cudaLaunchKernel, with attributes.
#include <cooperative_groups.h>

#include "check.h"

struct Point {
    short x;
    double y;
};

__global__ void combine(int* out, char small, Point point, float factor) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = int(small + point.x + point.y * factor) + i;
}

__global__ void count_in_turn(int* counter, int* seen) {
    auto grid = cooperative_groups::this_grid();
    if (threadIdx.x == 0) atomicAdd(counter, 1);
    grid.sync();
    if (threadIdx.x == 0) seen[blockIdx.x] = *counter;
}

int main() {
    int* out = e2e::device_array<int>(64);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cudaLaunchConfig_t configuration = {};
    configuration.gridDim = dim3(2);
    configuration.blockDim = dim3(32);
    configuration.stream = stream;
    const auto expect = [&](const char* what, int base) {
        CHECK(cudaStreamSynchronize(stream));
        e2e::expect_each(what, e2e::fetch(out, 64), [&](auto i) { return base + i; });
    };

    char small = 10;
    Point point = {200, 3.0};
    float factor = 1000;
    void* arguments[] = {&out, &small, &point, &factor};
    CHECK(cudaLaunchKernelExC(&configuration, reinterpret_cast<void*>(combine), arguments));
    expect("by cudaLaunchKernelExC", 3210);
    point.x = 300;
    CHECK(cudaLaunchKernelEx(&configuration, combine, out, small, point, factor));
    expect("by cudaLaunchKernelEx", 3310);
    factor = 2000;
    CHECK(cudaLaunchKernel(reinterpret_cast<void*>(combine), dim3(2), dim3(32), arguments, 0, stream));
    expect("by cudaLaunchKernel", 6310);

    int* counter = e2e::device_array<int>(1);
    CHECK(cudaMemset(counter, 0, sizeof(int)));
    cudaLaunchAttribute attributes[2] = {};
    attributes[0].id = cudaLaunchAttributeCooperative;
    attributes[0].val.cooperative = 1;
    attributes[1].id = cudaLaunchAttributePriority;
    attributes[1].val.priority = 0;
    configuration.attrs = attributes;
    configuration.numAttrs = 2;
    CHECK(cudaLaunchKernelEx(&configuration, count_in_turn, counter, out));
    CHECK(cudaStreamSynchronize(stream));
    e2e::expect_each("cooperative", e2e::fetch(out, 2), [](auto) { return 2; });
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(out));
    CHECK(cudaFree(counter));
    return e2e::passed();
}
