// Matrix multiplication: each thread several results, and rectangular tiles with padding.
extern "C" __global__ void matmul_blocked(const float* a, const float* b, float* c, int m, int n, int k) {
    constexpr int bm = 64, bn = 64, bk = 8, tm = 4, tn = 4;
    __shared__ float as[bk * bm];
    __shared__ float bs[bk * bn];
    const int row0 = threadIdx.x / (bn / tn), col0 = threadIdx.x % (bn / tn);
    a += blockIdx.y * bm * k;
    b += blockIdx.x * bn;
    c += blockIdx.y * bm * n + blockIdx.x * bn;
    const int row_a = threadIdx.x / (bk / 2), col_a = threadIdx.x % (bk / 2);
    const int row_b = threadIdx.x / (bn / 2), col_b = threadIdx.x % (bn / 2);
    float sums[tm * tn] = {};
    for (int k0 = 0; k0 < k; k0 += bk) {
        const float2 va = *(const float2*)&a[row_a * k + col_a * 2];
        as[(col_a * 2 + 0) * bm + row_a] = va.x;
        as[(col_a * 2 + 1) * bm + row_a] = va.y;
        *(float2*)&bs[row_b * bn + col_b * 2] = *(const float2*)&b[row_b * n + col_b * 2];
        __syncthreads();
        a += bk;
        b += bk * n;
        for (int d = 0; d < bk; ++d)
            for (int i = 0; i < tm; ++i)
                for (int j = 0; j < tn; ++j)
                    sums[i * tn + j] += as[d * bm + row0 * tm + i] * bs[d * bn + col0 * tn + j];
        __syncthreads();
    }
    for (int i = 0; i < tm; ++i)
        for (int j = 0; j < tn; ++j)
            c[(row0 * tm + i) * n + col0 * tn + j] = sums[i * tn + j];
}

template <int size>
__device__ void multiply(float* c, const float* a, const float* b, int wa, int wb) {
    const int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    const int a_begin = wa * size * by, a_end = a_begin + wa - 1, a_step = size;
    const int b_begin = size * bx, b_step = size * wb;
    float sum = 0;
    for (int i = a_begin, j = b_begin; i <= a_end; i += a_step, j += b_step) {
        __shared__ float as[size][size];
        __shared__ float bs[size][size];
        as[ty][tx] = a[i + wa * ty + tx];
        bs[ty][tx] = b[j + wb * ty + tx];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < size; ++k)
            sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[wb * size * by + size * bx + wb * ty + tx] = sum;
}
extern "C" __global__ void matmul_sdk(float* c, const float* a, const float* b, int wa, int wb) {
    multiply<32>(c, a, b, wa, wb);
}
