// The kernels of `./rf bench softgpu` for OpenCL: those of kernels.cu, line by line.
//
// Where a rounding decides over a branch or a count, fma is written out, so that no compiler has a choice.

#define TILE 16
#define GROUP 256
#define BINS 256
#define TRANSPOSE_TILE 32
#define TRANSPOSE_ROWS 8
#define FILTER_RADIUS 2

__kernel void saxpy(int n, float a, __global const float* restrict x, __global float* restrict y) {
    int i = get_global_id(0);
    if (i < n) y[i] = a * x[i] + y[i];
}

__kernel void matmul(int n, __global const float* restrict a, __global const float* restrict b,
                     __global float* restrict c) {
    int column = get_global_id(0);
    int row = get_global_id(1);
    if (row >= n || column >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

__kernel void stencil(int width, int height, __global const float* restrict in, __global float* restrict out) {
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    int i = y * width + x;
    out[i] = 0.5f * in[i] + 0.125f * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
}

float normal_cdf(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    float polynomial =
        k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float cdf = 0.39894228f * exp(-0.5f * d * d) * polynomial;
    return d > 0.0f ? 1.0f - cdf : cdf;
}

__kernel void black_scholes(int n, float rate, float volatility, __global const float* restrict price,
                            __global const float* restrict strike, __global const float* restrict years,
                            __global float* restrict call, __global float* restrict put) {
    int i = get_global_id(0);
    if (i >= n) return;
    float s = price[i];
    float x = strike[i];
    float t = years[i];
    float root = sqrt(t);
    float d1 = (log(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
    float d2 = d1 - volatility * root;
    float n1 = normal_cdf(d1);
    float n2 = normal_cdf(d2);
    float discounted = x * exp(-rate * t);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}

__kernel void nbody(int n, __global const float4* restrict position, __global float4* restrict acceleration) {
    int i = get_global_id(0);
    if (i >= n) return;
    float4 self = position[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int j = 0; j < n; ++j) {
        float4 other = position[j];
        float dx = other.x - self.x;
        float dy = other.y - self.y;
        float dz = other.z - self.z;
        float inverse = rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
        float force = other.w * inverse * inverse * inverse;
        ax += dx * force;
        ay += dy * force;
        az += dz * force;
    }
    acceleration[i] = (float4)(ax, ay, az, 0.0f);
}

__kernel void matmul_tiled(int n, __global const float* restrict a, __global const float* restrict b,
                           __global float* restrict c) {
    __local float tile_a[TILE][TILE];
    __local float tile_b[TILE][TILE];
    int tx = get_local_id(0), ty = get_local_id(1);
    int column = get_group_id(0) * TILE + tx;
    int row = get_group_id(1) * TILE + ty;
    float sum = 0.0f;
    for (int t = 0; t < n; t += TILE) {
        tile_a[ty][tx] = (row < n && t + tx < n) ? a[row * n + t + tx] : 0.0f;
        tile_b[ty][tx] = (t + ty < n && column < n) ? b[(t + ty) * n + column] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; ++k) sum += tile_a[ty][k] * tile_b[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < n && column < n) c[row * n + column] = sum;
}

// Two elements a thread, then the tree: as many barriers as there can be for the work.
__kernel void reduce(int n, __global const float* restrict in, __global float* restrict out) {
    __local float sums[GROUP];
    int t = get_local_id(0);
    int i = get_group_id(0) * (2 * GROUP) + t;
    float sum = i < n ? in[i] : 0.0f;
    if (i + GROUP < n) sum += in[i + GROUP];
    sums[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = GROUP / 2; reach > 0; reach >>= 1) {
        if (t < reach) sums[t] += sums[t + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) out[get_group_id(0)] = sums[0];
}

// Many elements a thread, then the tree.
__kernel void reduce_strided(int n, __global const float* restrict in, __global float* restrict out) {
    __local float sums[GROUP];
    int t = get_local_id(0);
    int stride = get_num_groups(0) * GROUP;
    float sum = 0.0f;
    for (int i = get_group_id(0) * GROUP + t; i < n; i += stride) sum += in[i];
    sums[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = GROUP / 2; reach > 0; reach >>= 1) {
        if (t < reach) sums[t] += sums[t + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) out[get_group_id(0)] = sums[0];
}

__kernel void histogram(int n, __global const uint* restrict in, __global uint* restrict bins) {
    __local uint local_bins[BINS];
    int t = get_local_id(0);
    local_bins[t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int stride = get_num_groups(0) * GROUP;
    for (int i = get_group_id(0) * GROUP + t; i < n; i += stride) atomic_add(&local_bins[in[i] & (BINS - 1)], 1u);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[t], local_bins[t]);
}

__kernel void transpose(int width, int height, __global const float* restrict in, __global float* restrict out) {
    __local float tile[TRANSPOSE_TILE][TRANSPOSE_TILE + 1];
    int tx = get_local_id(0), ty = get_local_id(1);
    int x = get_group_id(0) * TRANSPOSE_TILE + tx;
    int y = get_group_id(1) * TRANSPOSE_TILE + ty;
    for (int j = 0; j < TRANSPOSE_TILE; j += TRANSPOSE_ROWS)
        if (x < width && y + j < height) tile[ty + j][tx] = in[(y + j) * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * TRANSPOSE_TILE + tx;
    y = get_group_id(0) * TRANSPOSE_TILE + ty;
    for (int j = 0; j < TRANSPOSE_TILE; j += TRANSPOSE_ROWS)
        if (x < height && y + j < width) out[(y + j) * height + x] = tile[tx][ty + j];
}

__kernel void mandelbrot(int width, int height, int limit, float left, float top, float step,
                         __global int* restrict out) {
    int px = get_global_id(0);
    int py = get_global_id(1);
    if (px >= width || py >= height) return;
    float cx = fma((float)px, step, left);
    float cy = fma((float)py, step, top);
    float x = 0.0f, y = 0.0f;
    int i = 0;
    while (i < limit && fma(x, x, y * y) <= 4.0f) {
        float next = fma(x, x, fma(-y, y, cx));
        y = fma(2.0f * x, y, cy);
        x = next;
        ++i;
    }
    out[py * width + px] = i;
}

// Each block's own inclusive prefix sums (Hillis and Steele).
__kernel void scan(int n, __global const uint* restrict in, __global uint* restrict out) {
    __local uint sums[2][GROUP];
    int t = get_local_id(0);
    int i = get_group_id(0) * GROUP + t;
    int from = 0;
    sums[0][t] = i < n ? in[i] : 0u;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int distance = 1; distance < GROUP; distance <<= 1) {
        uint sum = sums[from][t];
        if (t >= distance) sum += sums[from][t - distance];
        from = 1 - from;
        sums[from][t] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n) out[i] = sums[from][t];
}

__kernel void spmv(int rows, __global const int* restrict row_begin, __global const int* restrict column,
                   __global const float* restrict value, __global const float* restrict x,
                   __global float* restrict y) {
    int row = get_global_id(0);
    if (row >= rows) return;
    float sum = 0.0f;
    int end = row_begin[row + 1];
    for (int i = row_begin[row]; i < end; ++i) sum += value[i] * x[column[i]];
    y[row] = sum;
}

__kernel void convolve(int width, int height, __global const float* restrict filter, __global const float* restrict in,
                       __global float* restrict out) {
    int x = get_global_id(0);
    int y = get_global_id(1);
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

uint xorshift(uint state) {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^ (state << 5);
}

__kernel void monte_carlo(int n, int trials, __global uint* restrict hits) {
    int i = get_global_id(0);
    if (i >= n) return;
    uint state = (uint)i * 2654435761u + 12345u;
    uint count = 0;
    for (int k = 0; k < trials; ++k) {
        state = xorshift(state);
        float x = (float)(state >> 8) * (1.0f / 16777216.0f);
        state = xorshift(state);
        float y = (float)(state >> 8) * (1.0f / 16777216.0f);
        if (fma(x, x, y * y) <= 1.0f) ++count;
    }
    hits[i] = count;
}
