// A pointer that is to local, global or shared memory, as the data wants; and one that printf is beside.
#include "check.h"

__global__ void merged(int* out, int* global, int step) {
    __shared__ int shared[64];
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int local[8];
    for (int i = 0; i < 8; ++i)
        local[i] = thread + i * step;
    shared[threadIdx.x] = thread * 2;
    __syncthreads();
    int* chosen = thread % 3 == 0 ? &local[step & 7] : thread % 3 == 1 ? &global[thread] : &shared[threadIdx.x];
    *chosen += 5;
    int sum = 0;
    for (int i = 0; i < 8; ++i)
        sum += local[i];
    out[thread] = sum * 10 + *chosen + shared[threadIdx.x];
}

__device__ __noinline__ int sum_of(const int* values, int count) {
    int sum = 0;
    for (int i = 0; i < count; ++i)
        sum += values[i];
    return sum;
}

__global__ void tells(int* out, int number) {
    const int values[4] = {number, number + 1, number + 2, number + 3};
    const int sum = sum_of(values, 4);
    if (threadIdx.x == 0) printf("%d numbers from %d have the sum %d\n", 4, number, sum);
    out[threadIdx.x] = sum + int(threadIdx.x);
}

int main() {
    const int threads = 256, step = 3;
    const auto numbers = e2e::filled<int>(threads, [](auto i) { return e2e::scramble(i) % 1000; });
    int* global = e2e::device_copy(numbers);
    int* out = e2e::device_array<int>(threads);
    merged<<<4, 64>>>(out, global, step);
    e2e::expect_each("merged", e2e::fetch(out, threads), [&](auto i) {
        const int t = int(i), kind = t % 3;
        const int sum = 8 * t + 28 * step + (kind == 0 ? 5 : 0);
        const int chosen = (kind == 0 ? t + 3 * step : kind == 1 ? numbers[i] : t * 2) + 5;
        return sum * 10 + chosen + t * 2 + (kind == 2 ? 5 : 0);
    });
    tells<<<1, 32>>>(out, 40);
    e2e::expect_each("told", e2e::fetch(out, 32), [](auto i) { return 166 + int(i); });
    CHECK(cudaFree(global));
    CHECK(cudaFree(out));
    return e2e::passed();
}
