// Dense linear algebra in one block: Cholesky and LU with partial pivoting of small matrices, and a batch of 3 x 3
// systems solved in registers.
extern "C" __global__ void cholesky(double* matrices, int n) {
    double* a = matrices + size_t(blockIdx.x) * n * n;
    for (int k = 0; k < n; ++k) {
        if (threadIdx.x == 0) a[k * n + k] = sqrt(a[k * n + k]);
        __syncthreads();
        for (int i = k + 1 + threadIdx.x; i < n; i += blockDim.x)
            a[i * n + k] /= a[k * n + k];
        __syncthreads();
        for (int j = k + 1 + threadIdx.x; j < n; j += blockDim.x) {
            for (int i = j; i < n; ++i)
                a[i * n + j] -= a[i * n + k] * a[j * n + k];
        }
        __syncthreads();
    }
}

// One warp per matrix of up to 32 rows: each lane owns a row.
extern "C" __global__ void lu(float* matrices, int* pivots, int n) {
    extern __shared__ float a[];
    const int lane = threadIdx.x;
    float* from = matrices + size_t(blockIdx.x) * n * n;
    for (int i = lane; i < n * n; i += 32)
        a[i] = from[i];
    __syncwarp();
    for (int k = 0; k < n; ++k) {
        float best = lane >= k && lane < n ? fabsf(a[lane * n + k]) : -1;
        int row = lane;
        for (int offset = 16; offset > 0; offset /= 2) {
            const float other = __shfl_xor_sync(0xffffffff, best, offset);
            const int other_row = __shfl_xor_sync(0xffffffff, row, offset);
            if (other > best || (other == best && other_row < row)) {
                best = other;
                row = other_row;
            }
        }
        if (lane == 0) pivots[blockIdx.x * n + k] = row;
        if (lane < n && row != k) {
            const float keep = a[k * n + lane];
            a[k * n + lane] = a[row * n + lane];
            a[row * n + lane] = keep;
        }
        __syncwarp();
        if (lane > k && lane < n) {
            const float factor = __fdiv_rn(a[lane * n + k], a[k * n + k]);
            a[lane * n + k] = factor;
            for (int j = k + 1; j < n; ++j)
                a[lane * n + j] -= factor * a[k * n + j];
        }
        __syncwarp();
    }
    for (int i = lane; i < n * n; i += 32)
        from[i] = a[i];
}

struct System {
    double m[3][3];
    double right[3];
};

extern "C" __global__ void solve3(const System* systems, double3* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const System s = systems[i];
    const auto minor = [&](int r0, int r1, int c0, int c1) {
        return s.m[r0][c0] * s.m[r1][c1] - s.m[r0][c1] * s.m[r1][c0];
    };
    const double scale =
        1.0 / (s.m[0][0] * minor(1, 2, 1, 2) - s.m[0][1] * minor(1, 2, 0, 2) + s.m[0][2] * minor(1, 2, 0, 1));
    double3 x;
    x.x = scale * (minor(1, 2, 1, 2) * s.right[0] - minor(0, 2, 1, 2) * s.right[1] + minor(0, 1, 1, 2) * s.right[2]);
    x.y = scale * (-minor(1, 2, 0, 2) * s.right[0] + minor(0, 2, 0, 2) * s.right[1] - minor(0, 1, 0, 2) * s.right[2]);
    x.z = scale * (minor(1, 2, 0, 1) * s.right[0] - minor(0, 2, 0, 1) * s.right[1] + minor(0, 1, 0, 1) * s.right[2]);
    out[i] = x;
}
