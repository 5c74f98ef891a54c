// The occupancy calls agree with the device's limits and with each other.
#include "check.h"

__global__ void plain(int* data) {
    data[threadIdx.x] = threadIdx.x;
}

__global__ void __launch_bounds__(128) bounded(int* data) {
    data[threadIdx.x] = threadIdx.x;
}

__global__ void with_shared(int* data) {
    extern __shared__ int buffer[];
    buffer[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = buffer[blockDim.x - 1 - threadIdx.x];
}

int main() {
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    for (int threads : {32, 64, 128, 256, 512, 1024}) {
        int blocks = 0;
        CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, threads, 0));
        EXPECT(blocks >= 1 && blocks <= properties.maxBlocksPerMultiProcessor &&
                   blocks * threads <= properties.maxThreadsPerMultiProcessor,
               "%d blocks of %d threads", blocks, threads);
    }
    int few = 0, many = 0;
    CHECK(cudaFuncSetAttribute(with_shared, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               int(properties.sharedMemPerBlockOptin)));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&many, with_shared, 128, 1024));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&few, with_shared, 128, properties.sharedMemPerBlockOptin));
    EXPECT(few == 1 && many > few, "with all shared memory %d blocks, with little %d", few, many);

    int grid = 0, block = 0;
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 0));
    EXPECT(grid >= 1 && block >= 32 && block <= 1024 && block % 32 == 0, "suggested: %d blocks of %d", grid, block);
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded, 0, 0));
    EXPECT(block <= 128, "suggested %d threads for a kernel that allows 128", block);
    CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        &grid, &block, with_shared, [](int threads) { return threads * sizeof(int); }, 512));
    EXPECT(block <= 512 && block >= 32, "suggested %d threads within a limit of 512", block);
    std::size_t shared = 0;
    CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&shared, with_shared, 1, 128));
    EXPECT(shared >= 48 * 1024 && shared <= properties.sharedMemPerMultiprocessor, "%zu bytes left", shared);
    return e2e::passed();
}
