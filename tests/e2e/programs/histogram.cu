// Counts of byte values: per block in shared memory, then added up with atomics.
#include "check.h"

__global__ void count_bytes(const unsigned char* data, int count, unsigned* bins) {
    __shared__ unsigned local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        atomicAdd(&local[data[i]], 1u);
    }
    __syncthreads();
    if (local[threadIdx.x]) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

__global__ void extremes(const unsigned* bins, unsigned* smallest, unsigned* largest) {
    atomicMin(smallest, bins[threadIdx.x]);
    atomicMax(largest, bins[threadIdx.x]);
}

int main() {
    const int count = 200000;
    const auto data = e2e::filled<unsigned char>(count, [](auto i) { return e2e::scramble(i) % 251; });
    std::vector<unsigned> expected(256);
    for (unsigned char byte : data)
        ++expected[byte];
    unsigned char* device = e2e::device_copy(data);
    unsigned* bins = e2e::device_array<unsigned>(258);
    CHECK(cudaMemset(bins, 0, 257 * sizeof(unsigned)));
    CHECK(cudaMemset(bins + 256, 0xff, sizeof(unsigned)));
    CHECK(cudaMemset(bins + 257, 0, sizeof(unsigned)));
    count_bytes<<<8, 256>>>(device, count, bins);
    extremes<<<1, 256>>>(bins, bins + 256, bins + 257);
    const auto result = e2e::fetch(bins, 258);
    e2e::expect_each("bins", result.data(), 256, [&](auto i) { return expected[i]; });
    unsigned largest = 0;
    for (unsigned bin : expected)
        largest = bin > largest ? bin : largest;
    EXPECT(result[256] == 0 && result[257] == largest, "extremes %u %u", result[256], result[257]);
    CHECK(cudaFree(device));
    CHECK(cudaFree(bins));
    return e2e::passed();
}
