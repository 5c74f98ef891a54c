// Pictures and grids: stencils, filters, histograms, automata.
#include "program.h"

namespace {

constexpr int width = 2048;
constexpr int height = 2048;
constexpr std::size_t cells = static_cast<std::size_t>(width) * height;

__constant__ float weights[25];

__global__ void convolve(const float* in, float* out) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2) return;
    float sum = 0;
    for (int j = -2; j <= 2; ++j)
        for (int i = -2; i <= 2; ++i) sum += weights[(j + 2) * 5 + i + 2] * in[(y + j) * width + x + i];
    out[y * width + x] = sum;
}

__global__ void heat(const float* in, float* out) {
    __shared__ float part[18][34];
    const int x = blockIdx.x * 32 + threadIdx.x;
    const int y = blockIdx.y * 16 + threadIdx.y;
    const int sx = threadIdx.x + 1;
    const int sy = threadIdx.y + 1;
    part[sy][sx] = in[y * width + x];
    if (threadIdx.x == 0) part[sy][0] = x > 0 ? in[y * width + x - 1] : 0;
    if (threadIdx.x == 31) part[sy][33] = x + 1 < width ? in[y * width + x + 1] : 0;
    if (threadIdx.y == 0) part[0][sx] = y > 0 ? in[(y - 1) * width + x] : 0;
    if (threadIdx.y == 15) part[17][sx] = y + 1 < height ? in[(y + 1) * width + x] : 0;
    __syncthreads();
    out[y * width + x] = 0.25f * (part[sy][sx - 1] + part[sy][sx + 1] + part[sy - 1][sx] + part[sy + 1][sx]);
}

__global__ void largest_change(const float* a, const float* b, int count, unsigned* result) {
    float largest = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        largest = fmaxf(largest, fabsf(a[i] - b[i]));
    for (int offset = 16; offset > 0; offset >>= 1) largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, offset));
    if ((threadIdx.x & 31) == 0) atomicMax(result, __float_as_uint(largest));
}

__global__ void life(const unsigned char* in, unsigned char* out) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    int around = 0;
    for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
            if (i != 0 || j != 0) around += in[((y + j + height) % height) * width + (x + i + width) % width];
    out[y * width + x] = around == 3 || (around == 2 && in[y * width + x]);
}

__global__ void histogram(const unsigned char* values, int count, unsigned* bins) {
    __shared__ unsigned own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&own[values[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

__global__ void mandelbrot(unsigned char* out) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const float a = -2.0f + 3.0f * x / width;
    const float b = -1.5f + 3.0f * y / height;
    float u = 0, v = 0;
    int step = 0;
    for (; step < 255 && u * u + v * v < 4; ++step) {
        const float next = u * u - v * v + a;
        v = 2 * u * v + b;
        u = next;
    }
    out[y * width + x] = static_cast<unsigned char>(step);
}

__global__ void wave(int n, const float* before, const float* now, float* after) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
    for (int z = 1; z < n - 1; ++z) {
        const int i = (z * n + y) * n + x;
        after[i] = 2 * now[i] - before[i] +
                   0.1f * (now[i - 1] + now[i + 1] + now[i - n] + now[i + n] + now[i - n * n] + now[i + n * n] - 6 * now[i]);
    }
}

__global__ void sobel(const unsigned char* in, unsigned char* out) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    const unsigned char* const p = in + y * width + x;
    const int gx = p[-width + 1] + 2 * p[1] + p[width + 1] - p[-width - 1] - 2 * p[-1] - p[width - 1];
    const int gy = p[width - 1] + 2 * p[width] + p[width + 1] - p[-width - 1] - 2 * p[-width] - p[-width + 1];
    out[y * width + x] = static_cast<unsigned char>(min(255, abs(gx) + abs(gy)));
}

std::vector<unsigned char> random_bytes() {
    std::vector<unsigned char> result(cells);
    unsigned state = 1;
    for (unsigned char& value : result) value = static_cast<unsigned char>((state = state * 1664525 + 1013904223) >> 24);
    return result;
}

std::function<double()> prepare_convolution() {
    const std::vector<float> box(25, 0.04f);
    CHECK(cudaMemcpyToSymbol(weights, box.data(), sizeof weights));
    float* const in = device_copy(random_floats(cells));
    float* const out = device_array<float>(cells);
    return [=] {
        for (int i = 0; i < 50; ++i) convolve<<<dim3(width / 32, height / 8), dim3(32, 8)>>>(in, out);
        CHECK(cudaDeviceSynchronize());
        return 50.0 * cells / 1e9;
    };
}

// Looks every ten steps whether it may stop, as solvers do.
std::function<double()> prepare_heat() {
    float* a = device_copy(random_floats(cells));
    float* b = device_array<float>(cells);
    unsigned* const change = device_array<unsigned>(1);
    return [=]() mutable {
        for (int i = 0; i < 10; ++i) {
            heat<<<dim3(width / 32, height / 16), dim3(32, 16)>>>(a, b);
            std::swap(a, b);
        }
        unsigned bits = 0;
        CHECK(cudaMemset(change, 0, sizeof bits));
        largest_change<<<256, 256>>>(a, b, static_cast<int>(cells), change);
        CHECK(cudaMemcpy(&bits, change, sizeof bits, cudaMemcpyDeviceToHost));
        return 10.0;
    };
}

std::function<double()> prepare_life() {
    std::vector<unsigned char> first = random_bytes();
    for (unsigned char& cell : first) cell &= 1;
    unsigned char* a = device_copy(first);
    unsigned char* b = device_array<unsigned char>(cells);
    return [=]() mutable {
        for (int i = 0; i < 50; ++i) {
            life<<<dim3(width / 32, height / 8), dim3(32, 8)>>>(a, b);
            std::swap(a, b);
        }
        CHECK(cudaDeviceSynchronize());
        return 50.0;
    };
}

std::function<double()> prepare_histogram() {
    unsigned char* const values = device_copy(random_bytes());
    unsigned* const bins = device_array<unsigned>(256);
    return [=] {
        std::vector<unsigned> found(256);
        CHECK(cudaMemset(bins, 0, 256 * sizeof(unsigned)));
        for (int i = 0; i < 20; ++i) histogram<<<264, 256>>>(values, static_cast<int>(cells), bins);
        CHECK(cudaMemcpy(found.data(), bins, 256 * sizeof(unsigned), cudaMemcpyDeviceToHost));
        std::size_t sum = 0;
        for (const unsigned bin : found) sum += bin;
        expect(sum == 20 * cells, "all elements are counted");
        return 20.0 * cells / 1e9;
    };
}

std::function<double()> prepare_mandelbrot() {
    unsigned char* const out = device_array<unsigned char>(cells);
    unsigned char* picture = nullptr;
    CHECK(cudaMallocHost(&picture, cells));
    return [=] {
        for (int i = 0; i < 10; ++i) {
            mandelbrot<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(out);
            CHECK(cudaMemcpy(picture, out, cells, cudaMemcpyDeviceToHost));
        }
        return 10.0;
    };
}

std::function<double()> prepare_wave() {
    const int n = 256;
    const std::size_t count = static_cast<std::size_t>(n) * n * n;
    float* before = device_copy(random_floats(count));
    float* now = device_copy(random_floats(count));
    float* after = device_array<float>(count);
    return [=]() mutable {
        for (int i = 0; i < 50; ++i) {
            wave<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(n, before, now, after);
            float* const oldest = before;
            before = now;
            now = after;
            after = oldest;
        }
        CHECK(cudaDeviceSynchronize());
        return 50.0;
    };
}

// A frame after the other: a picture comes, is filtered, and goes.
std::function<double()> prepare_frames() {
    std::vector<unsigned char> frame = random_bytes();
    unsigned char* const in = device_array<unsigned char>(cells);
    unsigned char* const out = device_array<unsigned char>(cells);
    return [=]() mutable {
        for (int i = 0; i < 10; ++i) {
            CHECK(cudaMemcpy(in, frame.data(), cells, cudaMemcpyHostToDevice));
            sobel<<<dim3(width / 32, height / 8), dim3(32, 8)>>>(in, out);
            CHECK(cudaGetLastError());
            CHECK(cudaMemcpy(frame.data(), out, cells, cudaMemcpyDeviceToHost));
        }
        return 10.0;
    };
}

}  // namespace

PROGRAMS_MAIN({"convolution", "Gpixel", prepare_convolution}, {"heat", "steps", prepare_heat},
              {"life", "steps", prepare_life}, {"histogram", "Gelement", prepare_histogram},
              {"mandelbrot", "pictures", prepare_mandelbrot}, {"wave", "steps", prepare_wave},
              {"frames", "frames", prepare_frames})
