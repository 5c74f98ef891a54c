// Clusters of points in the plane: nearest centre, then sums by shared and global atomics (in integers, so that their
// order does not matter), then new centres.
constexpr int centres = 8;

struct Sum {
    long long x;
    long long y;
    int count;
    int unused;
};

extern "C" __global__ void assign(const int2* points, const int2* centre, unsigned char* nearest, Sum* sums,
                                  unsigned n) {
    __shared__ unsigned long long local[centres][2];
    __shared__ int counts[centres];
    if (threadIdx.x < centres) {
        local[threadIdx.x][0] = local[threadIdx.x][1] = 0;
        counts[threadIdx.x] = 0;
    }
    __syncthreads();
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int2 p = points[i];
        long long best = 1LL << 62;
        int chosen = 0;
        for (int c = 0; c < centres; ++c) {
            const long long dx = p.x - centre[c].x;
            const long long dy = p.y - centre[c].y;
            const long long distance = dx * dx + dy * dy;
            if (distance < best) {
                best = distance;
                chosen = c;
            }
        }
        nearest[i] = (unsigned char)chosen;
        atomicAdd(&local[chosen][0], (unsigned long long)(long long)p.x);
        atomicAdd(&local[chosen][1], (unsigned long long)(long long)p.y);
        atomicAdd(&counts[chosen], 1);
    }
    __syncthreads();
    if (threadIdx.x >= centres) return;
    Sum* sum = &sums[threadIdx.x];
    atomicAdd((unsigned long long*)&sum->x, local[threadIdx.x][0]);
    atomicAdd((unsigned long long*)&sum->y, local[threadIdx.x][1]);
    atomicAdd(&sum->count, counts[threadIdx.x]);
}

extern "C" __global__ void update(int2* centre, Sum* sums) {
    const Sum sum = sums[threadIdx.x];
    if (sum.count > 0) centre[threadIdx.x] = make_int2(int(sum.x / sum.count), int(sum.y / sum.count));
    sums[threadIdx.x] = Sum{};
}
