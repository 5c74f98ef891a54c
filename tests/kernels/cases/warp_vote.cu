// Votes, matches and shuffles of all kinds, of full warps and of parts.
extern "C" __global__ void votes(const int* in, uint4* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const int value = in[i];
    uint4 r;
    r.x = __ballot_sync(0xffffffff, value > 0);
    r.y = __any_sync(0xffffffff, value == 7) | __all_sync(0xffffffff, value > -90) << 1;
    r.z = __match_any_sync(0xffffffff, value % 4);
    int same = 0;
    r.w = __match_all_sync(0xffffffff, value / 1000, &same) + unsigned(same);
    out[i] = r;
}

// Even and odd lanes apart, each with its own mask.
extern "C" __global__ void halves(const int* in, int4* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x % 32;
    int4 r;
    if (lane % 2 == 0) {
        r.x = __shfl_sync(0x55555555, in[i], 6);
        r.y = int(__ballot_sync(0x55555555, in[i] > 10));
        r.z = __reduce_add_sync(0x55555555, in[i]);
    } else {
        r.x = __shfl_sync(0xaaaaaaaa, in[i], 7);
        r.y = int(__ballot_sync(0xaaaaaaaa, in[i] > 20));
        r.z = __reduce_max_sync(0xaaaaaaaa, in[i]);
    }
    __syncwarp();
    r.w = __popc(__ballot_sync(0xffffffff, r.x > 0));
    out[i] = r;
}

// Within groups of 8 lanes, and of 64-bit values.
extern "C" __global__ void shuffles(const long long* in, long long* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const long long value = in[i];
    out[i] = __shfl_up_sync(0xffffffff, value, 3, 8);
    out[i + n] = __shfl_down_sync(0xffffffff, value, 3, 8);
    out[i + 2 * n] = __shfl_xor_sync(0xffffffff, value, 5, 8);
    out[i + 3 * n] = __shfl_sync(0xffffffff, value, int(i * 5 + 11), 16);
    out[i + 4 * n] = (long long)__shfl_sync(0xffffffff, double(value), 31) + __shfl_up_sync(0xffffffff, int(value), 1);
}

// The last warp of the block is not full.
extern "C" __global__ void partial(unsigned* out, unsigned n) {
    const unsigned i = threadIdx.x;
    if (i >= n) return;
    const unsigned mask = n - i / 32 * 32 >= 32 ? 0xffffffff : (1U << n % 32) - 1;
    unsigned sum = i;
    for (int offset = 16; offset > 0; offset /= 2) {
        const unsigned other = __shfl_down_sync(mask, sum, offset);
        if (i % 32 + offset < 32 && i + offset < n) sum += other;
    }
    out[i] = i % 32 == 0 ? sum : __popc(mask);
}
