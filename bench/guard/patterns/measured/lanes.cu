// Lane arithmetic: a layer's norm by warps, and groups of eight lanes that share rows.
extern "C" __global__ void lanes_norm(const float* in, const float* weight, float* out, int columns) {
    __shared__ float sums[32];
    __shared__ float squares[32];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
    const float* row = in + (size_t)blockIdx.x * columns;
    float sum = 0, square = 0;
    for (int i = threadIdx.x; i < columns; i += blockDim.x) {
        sum += row[i];
        square += row[i] * row[i];
    }
    for (int o = 16; o > 0; o >>= 1) {
        sum += __shfl_down_sync(~0u, sum, o);
        square += __shfl_down_sync(~0u, square, o);
    }
    if (lane == 0) {
        sums[warp] = sum;
        squares[warp] = square;
    }
    __syncthreads();
    if (warp == 0) {
        sum = lane < warps ? sums[lane] : 0;
        square = lane < warps ? squares[lane] : 0;
        for (int o = 16; o > 0; o >>= 1) {
            sum += __shfl_down_sync(~0u, sum, o);
            square += __shfl_down_sync(~0u, square, o);
        }
        if (lane == 0) {
            sums[0] = sum / columns;
            squares[0] = rsqrtf(square / columns - sum / columns * sum / columns + 1e-5f);
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        out[(size_t)blockIdx.x * columns + i] = (row[i] - sums[0]) * squares[0] * weight[i];
}

extern "C" __global__ void lanes_groups(const float4* in, float4* out, int rows) {
    __shared__ float4 tile[16][9];
    const unsigned lane = threadIdx.x & 31, group = lane >> 3, member = lane & 7, warp = threadIdx.x >> 5;
    for (unsigned row = blockIdx.x * 16; row < rows; row += gridDim.x * 16) {
        const unsigned mine = warp * 4 + group;
        tile[mine][member] = in[(row + mine) * 8 + member];
        __syncwarp();
        const float4 a = tile[mine][member ^ 4], b = tile[warp * 4 + (group ^ 1)][7 - member];
        out[(row + mine) * 8 + member] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
        __syncwarp();
    }
}
