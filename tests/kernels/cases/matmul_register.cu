// c = a * b with 64 x 64 tiles: each of 256 threads keeps 4 x 4 sums in registers. Sizes are multiples of the tiles.
constexpr unsigned side = 64;
constexpr unsigned depth = 16;

extern "C" __global__ __launch_bounds__(256) void matmul(const float* __restrict__ a, const float* __restrict__ b,
                                                         float* __restrict__ c, unsigned n, unsigned k) {
    __shared__ float tile_a[depth][side + 4];  // transposed, so that a thread's four rows are one vector
    __shared__ __align__(16) float tile_b[depth][side];
    const unsigned t = threadIdx.x;
    const unsigned row = t / 16 * 4;
    const unsigned column = t % 16 * 4;
    float sums[4][4] = {};
    for (unsigned base = 0; base < k; base += depth) {
        const float4 from_a = *reinterpret_cast<const float4*>(&a[(blockIdx.y * side + t / 4) * k + base + t % 4 * 4]);
        tile_a[t % 4 * 4 + 0][t / 4] = from_a.x;
        tile_a[t % 4 * 4 + 1][t / 4] = from_a.y;
        tile_a[t % 4 * 4 + 2][t / 4] = from_a.z;
        tile_a[t % 4 * 4 + 3][t / 4] = from_a.w;
        *reinterpret_cast<float4*>(&tile_b[t / 16][t % 16 * 4]) =
            *reinterpret_cast<const float4*>(&b[(base + t / 16) * n + blockIdx.x * side + t % 16 * 4]);
        __syncthreads();
#pragma unroll
        for (unsigned i = 0; i < depth; ++i) {
            float left[4];
            for (unsigned y = 0; y < 4; ++y)
                left[y] = tile_a[i][row + y];
            const float4 right = *reinterpret_cast<const float4*>(&tile_b[i][column]);
#pragma unroll
            for (unsigned y = 0; y < 4; ++y) {
                sums[y][0] += left[y] * right.x;
                sums[y][1] += left[y] * right.y;
                sums[y][2] += left[y] * right.z;
                sums[y][3] += left[y] * right.w;
            }
        }
        __syncthreads();
    }
    for (unsigned y = 0; y < 4; ++y) {
        float* to = &c[(blockIdx.y * side + row + y) * n + blockIdx.x * side + column];
        *reinterpret_cast<float4*>(to) = make_float4(sums[y][0], sums[y][1], sums[y][2], sums[y][3]);
    }
}
