// The kernels of the guard's benchmark: usual ones of many kinds. Each takes (n, a, b, c): three buffers of n elements of
// 4 bytes, n a power of two, of which `a` and `b` hold numbers below n.
//
// Compiled with: nvcc --options-file ../../tools/nvcc.options -ptx -arch=compute_90 -o kernels.ptx kernels.cu
#include <stdint.h>

#define KERNEL(name) extern "C" __global__ void name(int n, float* a, float* b, float* c)
#define INTEGER(name) extern "C" __global__ void name(int n, uint32_t* a, uint32_t* b, uint32_t* c)
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define SIDE 1024  // of a matrix: n is at least its square

// Plain streams.
KERNEL(copy) { int i = INDEX; if (i < n) c[i] = a[i]; }
KERNEL(scale) { int i = INDEX; if (i < n) c[i] = 3 * a[i]; }
KERNEL(add) { int i = INDEX; if (i < n) c[i] = a[i] + b[i]; }
KERNEL(triad) { int i = INDEX; if (i < n) c[i] = a[i] + 3 * b[i]; }
KERNEL(saxpy) { int i = INDEX; if (i < n) c[i] = 2 * a[i] + c[i]; }
KERNEL(fill) { int i = INDEX; if (i < n) c[i] = 7; }
KERNEL(copy_vector) { int i = INDEX; if (i < n / 4) ((float4*)c)[i] = ((float4*)a)[i]; }
KERNEL(copy_wide_index) { int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i]; }
KERNEL(grid_stride) { for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) c[i] = a[i] + 1; }
KERNEL(grid_stride_pointer) {
    for (const float *from = a + INDEX, *end = a + n; from < end; from += gridDim.x * blockDim.x) c[from - a] = *from;
}
KERNEL(copy_restrict) {
    const float* __restrict__ from = a;
    int i = INDEX;
    if (i < n) c[i] = __ldg(from + i);
}
KERNEL(copy_bytes) { int i = INDEX; if (i < n) ((uint8_t*)c)[i] = ((uint8_t*)a)[i]; }
KERNEL(copy_doubles) { int i = INDEX; if (i < n / 2) ((double*)c)[i] = ((double*)a)[i]; }

// Indices that come from memory.
INTEGER(gather) { int i = INDEX; if (i < n) c[i] = a[b[i] & (n - 1)]; }
INTEGER(gather_unmasked) { int i = INDEX; if (i < n) c[i] = a[b[i]]; }
INTEGER(scatter) { int i = INDEX; if (i < n) c[b[i]] = a[i]; }
INTEGER(chase) { uint32_t at = INDEX; if (at < n) { uint32_t start = at; for (int k = 0; k < 16; ++k) at = b[at]; c[start] = at; } }
INTEGER(histogram) { int i = INDEX; if (i < n) atomicAdd(&c[a[i] & 255], 1u); }
INTEGER(count) { int i = INDEX; if (i < n && (a[i] & 1)) atomicAdd(c, 1u); }
INTEGER(binary_search) {
    int i = INDEX;
    if (i >= n) return;
    uint32_t low = 0, high = n;
    while (low < high) { uint32_t middle = (low + high) / 2; if (a[middle] < (uint32_t)i) low = middle + 1; else high = middle; }
    c[i] = low;
}
INTEGER(rows_sparse) {  // eight entries per row
    int row = INDEX;
    if (row >= n / 8) return;
    uint32_t sum = 0;
    for (int k = row * 8; k < row * 8 + 8; ++k) sum += a[k] * c[b[k]];
    c[row] = sum;
}

// Matrices.
KERNEL(matmul) {
    int column = blockIdx.x % (SIDE / 16) * 16 + threadIdx.x % 16, row = blockIdx.x / (SIDE / 16) * 16 + threadIdx.x / 16;
    if (row >= SIDE) return;
    float sum = 0;
    for (int k = 0; k < SIDE; ++k) sum += a[row * SIDE + k] * b[k * SIDE + column];
    c[row * SIDE + column] = sum;
}
extern "C" __global__ void matmul_stride(int n, float* a, float* b, float* c, int side) {
    int column = blockIdx.x % (side / 16) * 16 + threadIdx.x % 16, row = blockIdx.x / (side / 16) * 16 + threadIdx.x / 16;
    if (row >= side) return;
    float sum = 0;
    for (int k = 0; k < side; ++k) sum += a[row * side + k] * b[k * side + column];
    c[row * side + column] = sum;
}
KERNEL(matmul_tiled) {
    __shared__ float left[16][16], right[16][16];
    int x = threadIdx.x % 16, y = threadIdx.x / 16;
    int column = blockIdx.x % (SIDE / 16) * 16 + x, row = blockIdx.x / (SIDE / 16) * 16 + y;
    if (row >= SIDE) return;
    float sum = 0;
    for (int t = 0; t < SIDE; t += 16) {
        left[y][x] = a[row * SIDE + t + x];
        right[y][x] = b[(t + y) * SIDE + column];
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum += left[y][k] * right[k][x];
        __syncthreads();
    }
    c[row * SIDE + column] = sum;
}
KERNEL(matvec) { int row = INDEX; if (row < SIDE) { float sum = 0; for (int k = 0; k < SIDE; ++k) sum += a[k * SIDE + row] * b[k]; c[row] = sum; } }
KERNEL(transpose) { int x = INDEX % SIDE, y = INDEX / SIDE; if (y < SIDE) c[x * SIDE + y] = a[y * SIDE + x]; }
KERNEL(transpose_tiled) {
    __shared__ float tile[16][17];
    int x = threadIdx.x % 16, y = threadIdx.x / 16, bx = blockIdx.x % (SIDE / 16) * 16, by = blockIdx.x / (SIDE / 16) * 16;
    if (by >= SIDE) return;
    tile[y][x] = a[(by + y) * SIDE + bx + x];
    __syncthreads();
    c[(bx + y) * SIDE + by + x] = tile[x][y];
}

// Stencils and filters.
KERNEL(stencil_1d) { int i = INDEX; if (i > 0 && i < n - 1) c[i] = a[i - 1] + a[i] + a[i + 1]; }
KERNEL(stencil_2d) {
    int x = INDEX % SIDE, y = INDEX / SIDE;
    if (x < 1 || y < 1 || x >= SIDE - 1 || y >= SIDE - 1) return;
    int i = y * SIDE + x;
    c[i] = 0.5f * a[i] + 0.125f * (a[i - 1] + a[i + 1] + a[i - SIDE] + a[i + SIDE]);
}
KERNEL(filter) {
    int i = INDEX;
    if (i >= n - 16) return;
    float sum = 0;
    for (int k = 0; k < 16; ++k) sum += a[i + k] * b[k];
    c[i] = sum;
}
KERNEL(filter_shared) {
    __shared__ float part[256 + 16];
    int i = INDEX;
    part[threadIdx.x] = i < n ? a[i] : 0;
    if (threadIdx.x < 16) part[256 + threadIdx.x] = i + 256 < n ? a[i + 256] : 0;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 16; ++k) sum += part[threadIdx.x + k];
    if (i < n) c[i] = sum;
}

// Reductions and scans.
KERNEL(reduce_shared) {
    __shared__ float part[256];
    int i = INDEX;
    part[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) { if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s]; __syncthreads(); }
    if (threadIdx.x == 0) c[blockIdx.x] = part[0];
}
KERNEL(reduce_warp) {
    int i = INDEX;
    float value = i < n ? a[i] : 0;
    for (int s = 16; s > 0; s >>= 1) value += __shfl_down_sync(~0u, value, s);
    if (threadIdx.x % 32 == 0) atomicAdd(c, value);
}
KERNEL(scan_block) {
    __shared__ float part[256];
    int i = INDEX;
    part[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int s = 1; s < 256; s <<= 1) {
        float add = threadIdx.x >= s ? part[threadIdx.x - s] : 0;
        __syncthreads();
        part[threadIdx.x] += add;
        __syncthreads();
    }
    if (i < n) c[i] = part[threadIdx.x];
}
INTEGER(histogram_shared) {
    __shared__ uint32_t bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    int i = INDEX;
    if (i < n) atomicAdd(&bins[a[i] & 255], 1u);
    __syncthreads();
    atomicAdd(&c[threadIdx.x], bins[threadIdx.x]);
}
INTEGER(bitonic) {
    __shared__ uint32_t part[256];
    part[threadIdx.x] = a[INDEX];
    __syncthreads();
    for (int k = 2; k <= 256; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            int other = threadIdx.x ^ j;
            if (other > threadIdx.x && (part[threadIdx.x] > part[other]) == ((threadIdx.x & k) == 0)) {
                uint32_t keep = part[threadIdx.x];
                part[threadIdx.x] = part[other];
                part[other] = keep;
            }
            __syncthreads();
        }
    c[INDEX] = part[threadIdx.x];
}

// Much arithmetic, few accesses.
KERNEL(black_scholes) {
    int i = INDEX;
    if (i >= n) return;
    float s = a[i] + 1, k = b[i] + 1, d = (logf(s / k) + 0.06f) / 0.3f;
    c[i] = s * normcdff(d) - k * expf(-0.02f) * normcdff(d - 0.3f);
}
KERNEL(mandelbrot) {
    int i = INDEX;
    if (i >= n) return;
    float x = (i % SIDE) * 0.003f - 2, y = (i / SIDE % SIDE) * 0.002f - 1, u = 0, v = 0;
    int turns = 0;
    for (; turns < 128 && u * u + v * v < 4; ++turns) { float w = u * u - v * v + x; v = 2 * u * v + y; u = w; }
    c[i] = turns;
}
KERNEL(nbody) {
    int i = INDEX;
    if (i >= n / 64) return;
    float at = a[i], force = 0;
    for (int k = 0; k < 1024; ++k) { float d = a[k] - at; force += d * rsqrtf(d * d + 1e-3f) * b[k]; }
    c[i] = force;
}
KERNEL(local_array) {
    int i = INDEX;
    if (i >= n) return;
    float values[16];
    for (int k = 0; k < 16; ++k) values[k] = a[(i + k) & (n - 1)];
    float sum = 0;
    for (int k = 0; k < 16; ++k) sum += values[((int)b[i] + k) & 15] * k;
    c[i] = sum;
}
__constant__ float weights[64] = {1, 2, 3, 4, 5, 6, 7, 8};
KERNEL(constant_table) { int i = INDEX; if (i < n) c[i] = weights[(int)a[i] & 63] * b[i]; }
__device__ float shared_state[1 << 16];
KERNEL(module_variable) { int i = INDEX; if (i < n) { c[i] = shared_state[i & 0xffff]; shared_state[i & 0xffff] = a[i]; } }
struct Layers { float* rows[4]; int stride; };
extern "C" __global__ void by_struct(int n, float* a, float* b, float* c, Layers layers) {
    int i = INDEX;
    if (i < n) layers.rows[3][i] = layers.rows[0][i] + layers.rows[1][i] + layers.rows[2][i];
}
__device__ __noinline__ float sum_of(float* from, int i) { return from[i] + from[i ^ 1]; }
KERNEL(calls) { int i = INDEX; if (i < n) c[i] = sum_of(a, i) + sum_of(b, i); }
