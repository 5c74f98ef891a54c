// compile: 75 80 90 120
// compile: 86 -lineinfo
// compile: 100 -ftz=true -prec-div=false -fmad=false
// Ordinary numeric kernels: tiled matrix product, stencil, transposition, n-body, Jacobi sweep.

__global__ void gemm(const float* a, const float* b, float* c, int n) {
    constexpr int tile = 16;
    __shared__ float sa[tile][tile], sb[tile][tile + 1];
    int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k += tile) {
        sa[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
        sb[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < tile; i++) sum += sa[threadIdx.y][i] * sb[i][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}

template <int Radius>
__global__ void stencil(const double* in, double* out, int nx, int ny) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < Radius || y < Radius || x >= nx - Radius || y >= ny - Radius) return;
    double sum = -4.0 * in[y * nx + x];
#pragma unroll
    for (int r = 1; r <= Radius; r++) {
        sum += (in[y * nx + x - r] + in[y * nx + x + r] + in[(y - r) * nx + x] + in[(y + r) * nx + x]) / (r * r);
    }
    out[y * nx + x] = sum;
}
template __global__ void stencil<1>(const double*, double*, int, int);
template __global__ void stencil<3>(const double*, double*, int, int);

__global__ void transpose(const float4* in, float4* out, int width) {
    __shared__ float4 tile[32][33];
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(threadIdx.y + j) * width + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 32; j += 8) out[(threadIdx.y + j) * width + threadIdx.x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void bodies(const float4* position, float3* force, int n, float softening) {
    float4 me = position[blockIdx.x * blockDim.x + threadIdx.x];
    float3 sum = make_float3(0, 0, 0);
    for (int i = 0; i < n; i++) {
        float4 p = __ldg(position + i);
        float dx = p.x - me.x, dy = p.y - me.y, dz = p.z - me.z;
        float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
        float scale = p.w * inverse * inverse * inverse;
        sum.x += dx * scale;
        sum.y += dy * scale;
        sum.z += dz * scale;
    }
    force[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void jacobi(const float* __restrict__ in, float* __restrict__ out, float* residual, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    float v = i < n - 1 ? 0.5f * (in[i - 1] + in[i + 1]) : 0.0f;
    float change = fabsf(v - in[i]);
    for (int offset = 16; offset; offset >>= 1) change = fmaxf(change, __shfl_down_sync(~0u, change, offset));
    if ((threadIdx.x & 31) == 0) atomicMax(reinterpret_cast<int*>(residual), __float_as_int(change));
    out[i] = v / (1.0f + residual[1]);
}
