// The kernels of `./rf bench softgpu`, for the software GPU; kernels.cl holds the same for OpenCL, line by line.
//
// Compiled with: nvcc --options-file ../../tools/nvcc.options -ptx -arch=compute_90 -o kernels.ptx kernels.cu
//
// Where a rounding decides over a branch or a count, fma is written out, so that no compiler has a choice.

#define TILE 16
#define GROUP 256
#define BINS 256
#define TRANSPOSE_TILE 32
#define TRANSPOSE_ROWS 8
#define FILTER_RADIUS 2

extern "C" {

__global__ void saxpy(int n, float a, const float* __restrict__ x, float* __restrict__ y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void matmul(int n, const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

__global__ void stencil(int width, int height, const float* __restrict__ in, float* __restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    int i = y * width + x;
    out[i] = 0.5f * in[i] + 0.125f * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
}

__device__ float normal_cdf(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float polynomial =
        k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float cdf = 0.39894228f * expf(-0.5f * d * d) * polynomial;
    return d > 0.0f ? 1.0f - cdf : cdf;
}

__global__ void black_scholes(int n, float rate, float volatility, const float* __restrict__ price,
                              const float* __restrict__ strike, const float* __restrict__ years,
                              float* __restrict__ call, float* __restrict__ put) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = price[i];
    float x = strike[i];
    float t = years[i];
    float root = sqrtf(t);
    float d1 = (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
    float d2 = d1 - volatility * root;
    float n1 = normal_cdf(d1);
    float n2 = normal_cdf(d2);
    float discounted = x * expf(-rate * t);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}

__global__ void nbody(int n, const float4* __restrict__ position, float4* __restrict__ acceleration) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 self = position[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int j = 0; j < n; ++j) {
        float4 other = position[j];
        float dx = other.x - self.x;
        float dy = other.y - self.y;
        float dz = other.z - self.z;
        float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        float force = other.w * inverse * inverse * inverse;
        ax += dx * force;
        ay += dy * force;
        az += dz * force;
    }
    acceleration[i] = make_float4(ax, ay, az, 0.0f);
}

__global__ void matmul_tiled(int n, const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int column = blockIdx.x * TILE + tx;
    int row = blockIdx.y * TILE + ty;
    float sum = 0.0f;
    for (int t = 0; t < n; t += TILE) {
        tile_a[ty][tx] = (row < n && t + tx < n) ? a[row * n + t + tx] : 0.0f;
        tile_b[ty][tx] = (t + ty < n && column < n) ? b[(t + ty) * n + column] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; ++k) sum += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}

// Two elements a thread, then the tree: as many barriers as there can be for the work.
__global__ void reduce(int n, const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float sums[GROUP];
    int t = threadIdx.x;
    int i = blockIdx.x * (2 * GROUP) + t;
    float sum = i < n ? in[i] : 0.0f;
    if (i + GROUP < n) sum += in[i + GROUP];
    sums[t] = sum;
    __syncthreads();
    for (int reach = GROUP / 2; reach > 0; reach >>= 1) {
        if (t < reach) sums[t] += sums[t + reach];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = sums[0];
}

// Many elements a thread, then the tree.
__global__ void reduce_strided(int n, const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float sums[GROUP];
    int t = threadIdx.x;
    int stride = gridDim.x * GROUP;
    float sum = 0.0f;
    for (int i = blockIdx.x * GROUP + t; i < n; i += stride) sum += in[i];
    sums[t] = sum;
    __syncthreads();
    for (int reach = GROUP / 2; reach > 0; reach >>= 1) {
        if (t < reach) sums[t] += sums[t + reach];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = sums[0];
}

__global__ void histogram(int n, const unsigned* __restrict__ in, unsigned* __restrict__ bins) {
    __shared__ unsigned local_bins[BINS];
    int t = threadIdx.x;
    local_bins[t] = 0;
    __syncthreads();
    int stride = gridDim.x * GROUP;
    for (int i = blockIdx.x * GROUP + t; i < n; i += stride) atomicAdd(&local_bins[in[i] & (BINS - 1)], 1u);
    __syncthreads();
    atomicAdd(&bins[t], local_bins[t]);
}

__global__ void transpose(int width, int height, const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float tile[TRANSPOSE_TILE][TRANSPOSE_TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TRANSPOSE_TILE + tx;
    int y = blockIdx.y * TRANSPOSE_TILE + ty;
    for (int j = 0; j < TRANSPOSE_TILE; j += TRANSPOSE_ROWS)
        if (x < width && y + j < height) tile[ty + j][tx] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TRANSPOSE_TILE + tx;
    y = blockIdx.x * TRANSPOSE_TILE + ty;
    for (int j = 0; j < TRANSPOSE_TILE; j += TRANSPOSE_ROWS)
        if (x < height && y + j < width) out[(y + j) * height + x] = tile[tx][ty + j];
}

__global__ void mandelbrot(int width, int height, int limit, float left, float top, float step,
                           int* __restrict__ out) {
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    float cx = fmaf((float)px, step, left);
    float cy = fmaf((float)py, step, top);
    float x = 0.0f, y = 0.0f;
    int i = 0;
    while (i < limit && fmaf(x, x, y * y) <= 4.0f) {
        float next = fmaf(x, x, fmaf(-y, y, cx));
        y = fmaf(2.0f * x, y, cy);
        x = next;
        ++i;
    }
    out[py * width + px] = i;
}

// Each block's own inclusive prefix sums (Hillis and Steele).
__global__ void scan(int n, const unsigned* __restrict__ in, unsigned* __restrict__ out) {
    __shared__ unsigned sums[2][GROUP];
    int t = threadIdx.x;
    int i = blockIdx.x * GROUP + t;
    int from = 0;
    sums[0][t] = i < n ? in[i] : 0u;
    __syncthreads();
    for (int distance = 1; distance < GROUP; distance <<= 1) {
        unsigned sum = sums[from][t];
        if (t >= distance) sum += sums[from][t - distance];
        from = 1 - from;
        sums[from][t] = sum;
        __syncthreads();
    }
    if (i < n) out[i] = sums[from][t];
}

__global__ void spmv(int rows, const int* __restrict__ row_begin, const int* __restrict__ column,
                     const float* __restrict__ value, const float* __restrict__ x, float* __restrict__ y) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    int end = row_begin[row + 1];
    for (int i = row_begin[row]; i < end; ++i) sum += value[i] * x[column[i]];
    y[row] = sum;
}

__global__ void convolve(int width, int height, const float* __restrict__ filter, const float* __restrict__ in,
                         float* __restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (int dy = -FILTER_RADIUS; dy <= FILTER_RADIUS; ++dy) {
        int row = min(max(y + dy, 0), height - 1);
        for (int dx = -FILTER_RADIUS; dx <= FILTER_RADIUS; ++dx) {
            int column = min(max(x + dx, 0), width - 1);
            float weight = filter[(dy + FILTER_RADIUS) * (2 * FILTER_RADIUS + 1) + dx + FILTER_RADIUS];
            sum += weight * in[row * width + column];
        }
    }
    out[y * width + x] = sum;
}

__device__ unsigned xorshift(unsigned state) {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^ (state << 5);
}

__global__ void monte_carlo(int n, int trials, unsigned* __restrict__ hits) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned state = (unsigned)i * 2654435761u + 12345u;
    unsigned count = 0;
    for (int k = 0; k < trials; ++k) {
        state = xorshift(state);
        float x = (float)(state >> 8) * (1.0f / 16777216.0f);
        state = xorshift(state);
        float y = (float)(state >> 8) * (1.0f / 16777216.0f);
        if (fmaf(x, x, y * y) <= 1.0f) ++count;
    }
    hits[i] = count;
}

}  // extern "C"
