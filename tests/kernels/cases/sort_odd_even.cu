// Odd-even transposition sort of one block's values, until a vote says that nothing moved.
extern "C" __global__ void sort_block(short* data, unsigned n, unsigned* rounds) {
    __shared__ short shared[512];
    short* mine = data + size_t(blockIdx.x) * n;
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
        shared[i] = mine[i];
    __syncthreads();
    unsigned round = 0;
    bool moved_before = true;
    while (true) {
        const unsigned i = 2 * threadIdx.x + (round & 1);
        bool moved = false;
        if (i + 1 < n && shared[i] > shared[i + 1]) {
            const short keep = shared[i];
            shared[i] = shared[i + 1];
            shared[i + 1] = keep;
            moved = true;
        }
        ++round;
        const bool any = __syncthreads_or(moved);
        if (!any && !moved_before) break;
        moved_before = any;
    }
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
        mine[i] = shared[i];
    if (threadIdx.x == 0) rounds[blockIdx.x] = round;
}
