// A sum in three ways: tree in shared memory, shuffles, and by the block that comes last.
#include "check.h"

__device__ unsigned finished_blocks;

__global__ void tree(const int* in, int* out, int count) {
    __shared__ int partial[256];
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        sum += in[i];
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (int width = blockDim.x / 2; width > 0; width /= 2) {
        if (threadIdx.x < width) partial[threadIdx.x] += partial[threadIdx.x + width];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

__global__ void shuffle(const int* in, int* out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = i < count ? in[i] : 0;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

__global__ void last_block(const int* in, volatile int* partial, int* out, int count) {
    __shared__ bool is_last;
    int sum = 0;
    if (threadIdx.x == 0) {
        for (int i = blockIdx.x; i < count; i += gridDim.x)
            sum += in[i];
        partial[blockIdx.x] = sum;
        __threadfence();
        is_last = atomicInc(&finished_blocks, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        sum = 0;
        for (int block = 0; block < gridDim.x; ++block)
            sum += partial[block];
        *out = sum;
    }
}

int main() {
    const int count = 100000;
    const int blocks = 16;
    const auto in = e2e::filled<int>(count, [](auto i) { return e2e::scramble(i) % 1000; });
    int expected = 0;
    for (int value : in)
        expected += value;
    int* device_in = e2e::device_copy(in);
    int* partial = e2e::device_array<int>(blocks);
    int* out = e2e::device_array<int>(1);
    const auto expect = [&](const char* what) {
        const int sum = e2e::fetch(out, 1)[0];
        EXPECT(sum == expected, "%s: %d, expected %d", what, sum, expected);
        CHECK(cudaMemset(out, 0, sizeof(int)));
    };
    tree<<<blocks, 256>>>(device_in, partial, count);
    tree<<<1, 256>>>(partial, out, blocks);
    expect("tree");
    shuffle<<<(count + 255) / 256, 256>>>(device_in, out, count);
    expect("shuffles");
    for (int round = 0; round < 3; ++round) {
        last_block<<<blocks, 32>>>(device_in, partial, out, count);
        expect("last block");
    }
    for (int* memory : {device_in, partial, out})
        CHECK(cudaFree(memory));
    return e2e::passed();
}
