// Pi from random points: a xorshift generator of our own per thread, counts by ballot and one atomic per warp.
__device__ unsigned long long next(unsigned long long& state) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1dULL;
}

extern "C" __global__ void pi(unsigned long long seed, unsigned rounds, unsigned long long* inside,
                              unsigned long long* states) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long state = (seed + i) * 0x9e3779b97f4a7c15ULL | 1;
    unsigned hits = 0;
    for (unsigned round = 0; round < rounds; ++round) {
        const unsigned long long random = next(state);
        const float x = float(unsigned(random) >> 8) * 0x1p-24f;
        const float y = float(unsigned(random >> 40)) * 0x1p-24f;
        const unsigned votes = __ballot_sync(0xffffffff, x * x + y * y < 1.0f);
        hits += __popc(votes);
    }
    states[i] = state;
    if (threadIdx.x % 32 == 0) atomicAdd(inside, (unsigned long long)hits);
}
