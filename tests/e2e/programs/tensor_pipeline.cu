// A matrix multiplication whose tiles come by tensor copies, two ahead, counted by cuda::barrier as in the programming
// guide. Every second row of the second matrix is used: the map steps over the others.
#include <cuda/barrier>
#include <utility>

#include "tensor_map.h"

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

constexpr int size = 96;
constexpr int tile = 16;
constexpr int stages = 2;

__global__ void multiply(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float* c) {
    __shared__ alignas(128) float tiles_a[stages][tile][tile];
    __shared__ alignas(128) float tiles_b[stages][tile][tile];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ barrier full[stages];
    const int i = threadIdx.x % tile;
    const int j = threadIdx.x / tile;
    if (threadIdx.x == 0) {
        for (barrier& one : full)
            init(&one, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    barrier::arrival_token tokens[stages];
    const auto fetch = [&](int step) {
        const int stage = step % stages;
        if (threadIdx.x != 0) {
            tokens[stage] = full[stage].arrive();
            return;
        }
        cde::cp_async_bulk_tensor_2d_global_to_shared(&tiles_a[stage], &a, step * tile, blockIdx.y * tile, full[stage]);
        cde::cp_async_bulk_tensor_2d_global_to_shared(&tiles_b[stage], &b, blockIdx.x * tile, 2 * step * tile,
                                                      full[stage]);
        tokens[stage] = cuda::device::barrier_arrive_tx(full[stage], 1, sizeof(tiles_a[0]) + sizeof(tiles_b[0]));
    };
    fetch(0);
    fetch(1);
    float sum = 0;
    for (int step = 0; step < size / tile; ++step) {
        const int stage = step % stages;
        full[stage].wait(std::move(tokens[stage]));
        for (int k = 0; k < tile; ++k)
            sum += tiles_a[stage][j][k] * tiles_b[stage][k][i];
        __syncthreads();
        if (step + stages < size / tile) fetch(step + stages);
    }
    c[(blockIdx.y * tile + j) * size + blockIdx.x * tile + i] = sum;
}

int main() {
    const auto a = e2e::filled<float>(size * size, [](std::size_t i) { return e2e::scramble(i) % 16; });
    const auto b = e2e::filled<float>(2 * size * size, [](std::size_t i) { return e2e::scramble(i + 7) % 16; });
    float* const device_a = e2e::device_copy(a);
    float* const device_b = e2e::device_copy(b);
    float* const c = e2e::device_array<float>(size * size);
    const CUtensorMap map_a = tensor::encode(device_a, {size, size}, {tile, tile});
    const CUtensorMap map_b =
        tensor::encode(device_b, {size, 2 * size}, {tile, 2 * tile}, CU_TENSOR_MAP_SWIZZLE_NONE, {1, 2});
    multiply<<<dim3(size / tile, size / tile), tile * tile>>>(map_a, map_b, c);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("c", e2e::fetch(c, size * size), [&](std::size_t at) {
        float sum = 0;
        for (int k = 0; k < size; ++k)
            sum += a[at / size * size + k] * b[2 * k * size + at % size];
        return sum;
    });
    CHECK(cudaFree(device_a));
    CHECK(cudaFree(device_b));
    CHECK(cudaFree(c));
    return e2e::passed();
}
