// libcu++ in kernels: atomics, views, spans, algorithms on arrays, complex numbers, bits.
#include <cuda/atomic>
#include <cuda/std/__algorithm_>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/complex>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <cuda/std/utility>

extern "C" __global__ void std_atomics(const unsigned* in, unsigned* out, unsigned n) {
    __shared__ unsigned bins[64];
    if (threadIdx.x < 64) bins[threadIdx.x] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        cuda::atomic_ref<unsigned, cuda::thread_scope_block> bin(bins[in[i] & 63]);
        bin.fetch_add(1, cuda::memory_order_relaxed);
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        cuda::atomic_ref<unsigned, cuda::thread_scope_device> all(out[threadIdx.x]);
        all.fetch_add(bins[threadIdx.x], cuda::memory_order_relaxed);
    }
}

extern "C" __global__ void std_largest(const float* in, unsigned* out, int n) {
    float largest = 0;
    const cuda::std::span<const float> values(in, n);
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < values.size(); i += gridDim.x * blockDim.x)
        largest = cuda::std::max(largest, values[i]);
    cuda::atomic_ref<unsigned, cuda::thread_scope_device>(*out).fetch_max(cuda::std::bit_cast<unsigned>(largest));
}

extern "C" __global__ void std_views(const float* a, float* b, int rows, int columns) {
    const cuda::std::mdspan<const float, cuda::std::dextents<int, 2>> from(a, rows, columns);
    const cuda::std::mdspan<float, cuda::std::dextents<int, 2>> to(b, columns, rows);
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < columns && y < rows) to(x, y) = 2 * from(y, x);
}

extern "C" __global__ void std_tiles(const float* a, float* b, int n) {
    __shared__ float memory[34 * 34];
    const cuda::std::mdspan<float, cuda::std::extents<int, 34, 34>> tile(memory);
    const cuda::std::mdspan<const float, cuda::std::dextents<int, 2>> from(a, n, n);
    const int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 32 - 1;
    for (int y = threadIdx.y; y < 34; y += blockDim.y)
        for (int x = threadIdx.x; x < 34; x += blockDim.x)
            tile(y, x) = from(cuda::std::clamp(y0 + y, 0, n - 1), cuda::std::clamp(x0 + x, 0, n - 1));
    __syncthreads();
    for (int y = threadIdx.y + 1; y < 33; y += blockDim.y) {
        const int x = threadIdx.x + 1;
        b[(y0 + y) * n + x0 + x] = tile(y, x) * 0.5f + 0.125f * (tile(y - 1, x) + tile(y + 1, x) + tile(y, x - 1) +
                                                                tile(y, x + 1));
    }
}

extern "C" __global__ void std_sorted(const int* in, int* out, int n) {
    cuda::std::array<int, 8> own;
    const int i = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    if (i + 8 > n) return;
    for (int k = 0; k < 8; ++k)
        own[k] = in[i + k];
    for (int k = 0; k < 8; ++k)
        for (int j = k & 1; j + 1 < 8; j += 2)
            if (own[j] > own[j + 1]) cuda::std::swap(own[j], own[j + 1]);
    for (int k = 0; k < 8; ++k)
        out[i + k] = own[k];
}

extern "C" __global__ void std_mandelbrot(unsigned* out, int width, int height, int turns) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const cuda::std::complex<float> c(3.0f * x / width - 2, 2.0f * y / height - 1);
    cuda::std::complex<float> z(0, 0);
    unsigned i = 0;
    for (; i < turns && z.real() * z.real() + z.imag() * z.imag() < 4; ++i)
        z = {z.real() * z.real() - z.imag() * z.imag() + c.real(), 2 * z.real() * z.imag() + c.imag()};
    out[y * width + x] = i;
}

extern "C" __global__ void std_bounds(const int* sorted, const int* keys, int* out, int n, int m) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x)
        out[i] = static_cast<int>(cuda::std::lower_bound(sorted, sorted + n, keys[i]) - sorted);
}

extern "C" __global__ void std_bits(const unsigned* in, unsigned* out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = cuda::std::popcount(in[i]) + cuda::std::countl_zero(in[i]) * 64 + cuda::std::rotl(in[i], 3) % 61;
}
