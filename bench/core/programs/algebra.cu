// Vectors and matrices: products, solvers that look at a number after every step, transposition.
#include <cmath>

#include "program.h"

namespace {

__global__ void axpy(int count, float factor, const float* x, float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) y[i] += factor * x[i];
}

__global__ void scale_and_add(int count, float factor, const float* x, float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) y[i] = x[i] + factor * y[i];
}

__global__ void dot(int count, const float* x, const float* y, float* result) {
    __shared__ float sums[256];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) sum += x[i] * y[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(result, sums[0]);
}

__global__ void multiply(int n, const float* a, const float* b, float* c) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

constexpr int tile = 16;

__global__ void multiply_tiled(int n, const float* a, const float* b, float* c) {
    __shared__ float left[tile][tile];
    __shared__ float right[tile][tile + 1];
    const int row = blockIdx.y * tile + threadIdx.y;
    const int column = blockIdx.x * tile + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < n; t += tile) {
        left[threadIdx.y][threadIdx.x] = row < n && t + threadIdx.x < n ? a[row * n + t + threadIdx.x] : 0;
        right[threadIdx.y][threadIdx.x] = column < n && t + threadIdx.y < n ? b[(t + threadIdx.y) * n + column] : 0;
        __syncthreads();
        for (int k = 0; k < tile; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}

__global__ void transpose(int n, const float* in, float* out) {
    __shared__ float part[32][33];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < n && y + j < n) part[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < n && y + j < n) out[(y + j) * n + x] = part[threadIdx.x][threadIdx.y + j];
}

__global__ void matrix_vector(int rows, int columns, const float* a, const float* x, float* y) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x & 31;
    if (row >= rows) return;
    float sum = 0;
    for (int i = lane; i < columns; i += 32) sum += a[row * columns + i] * x[i];
    for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(~0u, sum, offset);
    if (lane == 0) y[row] = sum;
}

// A x for the matrix of a chain of springs.
__global__ void apply_chain(int count, const float* x, float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float value = 2.1f * x[i];
    if (i > 0) value -= x[i - 1];
    if (i + 1 < count) value -= x[i + 1];
    y[i] = value;
}

float dot_on_host(int count, const float* x, const float* y, float* result) {
    float value = 0;
    CHECK(cudaMemsetAsync(result, 0, sizeof(float)));
    dot<<<256, 256>>>(count, x, y, result);
    CHECK(cudaMemcpy(&value, result, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

std::function<double()> prepare_axpy() {
    const int count = 1 << 24;
    float* const x = device_copy(random_floats(count));
    float* const y = device_array<float>(count);
    return [=] {
        for (int i = 0; i < 100; ++i) axpy<<<blocks_for(count, 256), 256>>>(count, 0.5f, x, y);
        CHECK(cudaDeviceSynchronize());
        return 100 * 3.0 * count * sizeof(float) / 1e9;
    };
}

std::function<double()> prepare_short_dots() {
    const int count = 1 << 16;
    float* const x = device_copy(random_floats(count));
    float* const result = device_array<float>(1);
    return [=] {
        for (int i = 0; i < 100; ++i) expect(dot_on_host(count, x, x, result) > 0, "a sum of squares");
        return 100.0;
    };
}

std::function<double()> prepare_long_dots() {
    const int count = 1 << 26;
    float* const x = device_copy(random_floats(count));
    float* const result = device_array<float>(1);
    return [=] {
        expect(dot_on_host(count, x, x, result) > 0, "a sum of squares");
        return 2.0 * count * sizeof(float) / 1e9;
    };
}

template <auto kernel, int block>
std::function<double()> prepare_product() {
    const int n = 1024;
    float* const a = device_copy(random_floats(n * n));
    float* const b = device_copy(random_floats(n * n));
    float* const c = device_array<float>(n * n);
    return [=] {
        for (int i = 0; i < 10; ++i) kernel<<<dim3(n / block, n / block), dim3(block, block)>>>(n, a, b, c);
        CHECK(cudaDeviceSynchronize());
        return 10 * 2.0 * n * n * n / 1e9;
    };
}

std::function<double()> prepare_transpose() {
    const int n = 4096;
    float* const in = device_copy(random_floats(n * n));
    float* const out = device_array<float>(n * n);
    return [=] {
        for (int i = 0; i < 50; ++i) transpose<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(n, in, out);
        CHECK(cudaDeviceSynchronize());
        return 50 * 2.0 * n * n * sizeof(float) / 1e9;
    };
}

std::function<double()> prepare_power_iteration() {
    const int n = 4096;
    float* const a = device_copy(random_floats(static_cast<std::size_t>(n) * n));
    float* x = device_copy(std::vector<float>(n, 1.0f));
    float* y = device_array<float>(n);
    float* const norm = device_array<float>(1);
    return [=]() mutable {
        for (int i = 0; i < 20; ++i) {
            matrix_vector<<<blocks_for(n * 32, 256), 256>>>(n, n, a, x, y);
            const float length = std::sqrt(dot_on_host(n, y, y, norm));
            CHECK(cudaMemsetAsync(x, 0, n * sizeof(float)));
            axpy<<<blocks_for(n, 256), 256>>>(n, 1 / length, y, x);
        }
        return 20.0;
    };
}

std::function<double()> prepare_conjugate_gradients() {
    const int n = 1 << 20;
    float* const right = device_copy(random_floats(n));
    float* const x = device_array<float>(n);
    float* const residual = device_array<float>(n);
    float* const direction = device_array<float>(n);
    float* const applied = device_array<float>(n);
    float* const number = device_array<float>(1);
    return [=] {
        const unsigned blocks = blocks_for(n, 256);
        CHECK(cudaMemsetAsync(x, 0, n * sizeof(float)));
        CHECK(cudaMemcpyAsync(residual, right, n * sizeof(float), cudaMemcpyDeviceToDevice));
        CHECK(cudaMemcpyAsync(direction, right, n * sizeof(float), cudaMemcpyDeviceToDevice));
        float before = dot_on_host(n, residual, residual, number);
        const float first = before;
        for (int step = 0; step < 30; ++step) {
            apply_chain<<<blocks, 256>>>(n, direction, applied);
            const float alpha = before / dot_on_host(n, direction, applied, number);
            axpy<<<blocks, 256>>>(n, alpha, direction, x);
            axpy<<<blocks, 256>>>(n, -alpha, applied, residual);
            const float after = dot_on_host(n, residual, residual, number);
            scale_and_add<<<blocks, 256>>>(n, after / before, residual, direction);
            before = after;
        }
        expect(before < first, "a residual that becomes less");
        return 30.0;
    };
}

}  // namespace

PROGRAMS_MAIN({"axpy", "GB", prepare_axpy}, {"short_dots", "dots", prepare_short_dots},
              {"long_dots", "GB", prepare_long_dots}, {"product", "GFlop", prepare_product<multiply, 16>},
              {"product_tiled", "GFlop", prepare_product<multiply_tiled, tile>}, {"transpose", "GB", prepare_transpose},
              {"power_iteration", "steps", prepare_power_iteration},
              {"conjugate_gradients", "steps", prepare_conjugate_gradients})
